# distribution.awk - how many submissions of grades.csv reach which part of the measured limit, in steps of a
# tenth: awk -f csv.awk -f distribution.awk GRADES.

line_is == "row" && $column["gbs"] != "-" { step = int($column["percent_of_limit"] / 10); count[step > 9 ? 9 : step]++ }
END {
    print "# schema: 1\npercent,submissions"
    for (step = 0; step < 10; step++) print 10 * step "," count[step] + 0
}
