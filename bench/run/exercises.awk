# exercises.awk - rows of exercises.csv, from the table of a program that an exercise has changed, or has
# not: awk -v exercise=padding -v version=tile_34 -f csv.awk -f exercises.awk CSV

line_is == "header" && !("gbs" in column) {
    print "exercises: a program of the exercise '" exercise "' measures no rates, and exercises.csv can hold nothing" \
        " else: take it out of the patches" > "/dev/stderr"
    exit 1
}

line_is == "row" {
    printf "%s,%s,%s", exercise, version, point_of_row()
    n = split("bytes ms ms_low ms_high samples gbs", names, " ")
    for (i = 1; i <= n; i++) printf ",%s", $column[names[i]]
    print "," $(NF - 1) "," $NF
}
