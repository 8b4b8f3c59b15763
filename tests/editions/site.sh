#!/usr/bin/env bash
# site.sh FOLDER - a copy of the tree in FOLDER, with the tests' chapter as pages of the recorded machine and
# of a made-up one, whose copies are half as fast again.
set -eu
source "${BASH_SOURCE%/*}/../copy.bash"
copy_all "$1"
with_packages "$1"
cd "$1"
rm chapters/[0-9]*
find results -mindepth 1 -maxdepth 1 ! -name nvidia-h200 -exec rm -r {} +
find figures -type f ! -name style.gp ! -name naming.gp ! -name "*copy*" -delete # to be quick
cp "$tree"/tests/book/* chapters
mkdir results/made-up
for table in machine copy; do
    sed -E 's/^gpu,.*/gpu,Made-up GPU/; s/^# gpu: .*/# gpu: Made-up GPU/; s/^(# )?peak_gbs(,|: ).*/\1peak_gbs\27221.4/' \
        "results/nvidia-h200/$table.csv" > "results/made-up/$table.csv"
done
awk -F, -v OFS=, '!/^(#|variant)/ { $5 /= 1.5; $6 /= 1.5; $7 /= 1.5; $9 *= 1.5 } { print }' results/made-up/copy.csv > copy.csv
mv copy.csv results/made-up
make -s -j 2 build/site/{nvidia-h200,made-up}/vector.html
