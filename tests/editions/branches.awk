# branches.awk - a chapter whose page tells which branches of its ifs it shows: in
# comments such as <!-- 03-vector:37 true -->.
function mark(line, truth) { return "\n<!-- " name ":" line " " truth " -->\n" }
FNR == 1 { name = FILENAME; sub(/.*\//, "", name); sub(/\.md$/, "", name) }
/^::: *\{\.if/ { depth++; kind[depth] = "if"; line[depth] = FNR; other[depth] = 0; print; print mark(FNR, "true"); next }
/^::: *else/ { other[depth] = 1; depth++; kind[depth] = "else"; print; print mark(line[depth - 1], "false"); next }
/^::: *[^ :]/ { depth++; kind[depth] = ""; print; next }
/^:::$/ {
    if (kind[depth] == "if" && !other[depth])
        print "\n::: else" mark(line[depth], "false") ":::\n"
    depth--
}
{ print }
