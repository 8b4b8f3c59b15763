#!/usr/bin/env bash
# filter.sh NAME CHAPTER FOLDER [OPTION...] - prints what the filter NAME.lua says of the results in FOLDER.
# Expressions know the names of CHAPTER, and options are pandoc's.
exec "$PANDOC" --lua-filter="templates/weave/$1.lua" --from=markdown --to=plain --wrap=none -M target="$1" \
    -M file="$2" -M out=query.txt -M machine="${3##*/}" -M reference="$REFERENCE" -M experiments="$EXPERIMENTS" \
    -M results="$3" "${@:4}" /dev/null
