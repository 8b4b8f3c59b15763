#!/usr/bin/env bats
# Proves that chapters are written as chapters/README.md says, and that its examples weave.
load helper

# For each chapter: its characters, those of expressions and conditions, and the longest.
shares() {
    awk '
        /^```/ { fenced = !fenced }
        { chars[FILENAME] += length($0) + 1 }
        {
            text = $0
            while (match(text, /`= [^`]*`|(test|needs)=(\047[^\047]*\047|[A-Za-z0-9_]+)/)) {
                code[FILENAME] += RLENGTH
                one = substr(text, RSTART, RLENGTH)
                gsub(/^`= |`$|^[a-z]*=\047?|\047$/, "", one)
                if (length(one) > longest[FILENAME]) longest[FILENAME] = length(one)
                text = substr(text, RSTART + RLENGTH)
            }
        }
        END { for (file in chars) print file, chars[file], code[file] + 0, longest[file] + 0 }' "$@"
}

@test "at most 15 % of a chapter is code, and no expression is longer than 60 characters" {
    cd "$tree"
    run shares chapters/[0-9]*.md
    awk '{ share = 100 * $3 / $2; all += $2; code += $3
           if (share > most) { most = share; where = $1 }
           if ($4 > longest) longest = $4 }
         END { printf "# chapters: %.1f %% are code, %.1f %% of %s; the longest expression has %d characters\n",
                   100 * code / all, most, where, longest }' <<< "$output" >&3
    run awk '$3 / $2 > 0.15 || $4 > 60' <<< "$output"
    [[ ! $output ]] || fail "file, characters, those of code, longest expression:" "$output"
}

@test "a chapter has a line for each sentence" {
    cd "$tree"
    run awk '
        FNR == 1 { fenced = 0 }
        /^```/ { fenced = !fenced }
        fenced || /^(```|:::|\||#)/ { next }
        {
            text = $0
            sub(/^ *(-|:|[0-9]+\.) +/, "", text)
            gsub(/`[^`]*`/, "x", text)
        }
        text ~ /[a-z0-9)][.?!][])"*]* +[("*[]*[A-Z]/ { print FILENAME ":" FNR ": " $0 }' chapters/*.md
    [[ ! $output ]] || fail "$output"
}
