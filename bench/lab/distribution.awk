# distribution.awk - how many submissions of grades.csv reach which part of the measured limit, in steps of a
# tenth: awk -F , -f distribution.awk GRADES.

/^#/ || !head++ { next }
$7 != "-" { step = int($7 / 10); count[step > 9 ? 9 : step]++ }
END {
    print "# schema: 1\npercent,submissions"
    for (step = 0; step < 10; step++) print 10 * step "," count[step] + 0
}
