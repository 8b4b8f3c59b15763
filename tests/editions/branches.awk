# branches.awk - a chapter whose page tells which branches of its ifs it shows: in
# comments such as <!-- 04-vector:37 true wide_gains -->, with the test.
function comment(line, truth) { return "<!-- " name ":" line " " truth " " test[line] " -->" }
function mark(line, truth) { return "\n" comment(line, truth) "\n" }
function note_test(text) { sub(/.*test=/, "", text); sub(/\}.*/, "", text); test[FNR] = text }
# The same of [...]{.if test=...}[...]{.else}, in a sentence.
function mark_inline(text,    done) {
    while (match(text, /\]\{\.(else|if test=([A-Za-z0-9_]+|'[^']*'))\}/)) {
        if (substr(text, RSTART, 7) == "]{.else") {
            done = done substr(text, 1, RSTART - 1) comment(inline, "false") substr(text, RSTART, RLENGTH)
        } else {
            inline = FNR
            note_test(substr(text, RSTART, RLENGTH))
            done = done substr(text, 1, RSTART - 1) comment(FNR, "true") substr(text, RSTART, RLENGTH)
            if (substr(text, RSTART + RLENGTH, 1) != "[") done = done "[" comment(FNR, "false") "]{.else}"
        }
        text = substr(text, RSTART + RLENGTH)
    }
    return done text
}
FNR == 1 { name = FILENAME; sub(/.*\//, "", name); sub(/\.md$/, "", name) }
/^::: *\{\.if/ { note_test($0); depth++; kind[depth] = "if"; line[depth] = FNR; other[depth] = 0; print; print mark(FNR, "true"); next }
/^::: *else/ { other[depth] = 1; depth++; kind[depth] = "else"; print; print mark(line[depth - 1], "false"); next }
/^::: *[^ :]/ { depth++; kind[depth] = ""; print; next }
/^:::$/ {
    if (kind[depth] == "if" && !other[depth])
        print "\n::: else" mark(line[depth], "false") ":::\n"
    depth--
}
/^\|/ { print; next } # a row that depends on its first cell has no other branch
{ print mark_inline($0) }
