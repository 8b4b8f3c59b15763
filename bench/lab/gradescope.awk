# gradescope.awk - a submission as results.json, which Gradescope reads as /autograder/results/results.json:
# awk -f csv.awk -f read.awk -f gradescope.awk RESULT POINTS.

function text(t) {
    gsub(/[\\"]/, "\\\\&", t)
    return "\"" t "\""
}
line_is == "header" { for (key in notes) note[key] = notes[key] } # those of both tables
table == "result" && line_is == "row" && $column["variant"] == "yours" { gbs = $column["gbs"] }
table == "points" && line_is == "row" {
    sum += $column["points"]
    tests = tests (tests == "" ? "" : ",") sprintf("\n    {\"name\": %s, \"score\": %d, \"max_score\": %d, \"output\": %s}", \
        text($column["criterion"]), $column["points"], $column["of"], \
        text($column["points"] < $column["of"] ? "read " to_read($column["read"]) : "reached"))
}
END {
    output = note["fault"] == "" ? sprintf(gbs >= 1000 ? "right for every input; %.0f GB/s" : "right for every input; %.3g GB/s", gbs) : "not right: " note["said"]
    printf "{\n  \"score\": %d,\n  \"output\": %s,\n  \"visibility\": \"visible\",\n  \"stdout_visibility\": \"hidden\",\n  \"tests\": [%s\n  ]\n}\n", \
        sum, text(output), tests
}
