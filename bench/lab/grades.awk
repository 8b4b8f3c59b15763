# grades.awk - a submission as a line of grades.csv: awk -v name=NAME -f csv.awk -f grades.awk RESULT POINTS.

line_is == "header" { for (key in notes) note[key] = notes[key] } # those of both tables
table == "result" && line_is == "row" && $column["variant"] == "yours" {
    speed = sprintf("%.4g", $column["gbs"])
}
table == "points" && line_is == "row" { points += $column["points"]; of += $column["of"] }
END {
    speed = speed == "" ? "-,-,-" : speed sprintf(",%.1f,%.1f", note["percent_of_best"], note["percent_of_limit"])
    printf "%s,%d,%d,%s,%s,%d,%d\n", name, points, of, (note["fault"] == "" ? "-" : note["fault"]), speed, \
        note["load_bytes"], note["noise_percent"]
}
