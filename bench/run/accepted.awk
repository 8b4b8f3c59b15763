# accepted.awk - a verdict for programs: awk -v machine=NAME -v json=FILE -v prom=FILE -f csv.awk -f
# accepted.awk TABLE, where TABLE is what accept.awk printed. "Data for programs" in bench/README.md describes
# the two files.

function quoted(text) {
    gsub(/\\/, "&&", text)
    gsub(/"/, "\\\"", text)
    return "\"" text "\""
}

line_is == "header" {
    printf "{\n\t\"schema\": 1,\n\t\"machine\": %s", quoted(machine) > json
    n = split("gpu label date commit memory verdict said", keys, " ")
    for (i = 1; i <= n; i++)
        printf ",\n\t\"%s\": %s", keys[i], keys[i] in notes ? quoted(notes[keys[i]]) : "null" > json
    printf ",\n\t\"criteria\": {\"from\": %s, \"each\": [", quoted(notes["criteria"]) > json
    its = "machine=" quoted(machine)
    print "# TYPE bytes_in_flight_accept_info gauge\n# HELP bytes_in_flight_accept_info What was judged." > prom
    print "bytes_in_flight_accept_info{" its ",gpu=" quoted(notes["gpu"]) ",label=" quoted(notes["label"]) \
        ",date=" quoted(notes["date"]) ",commit=" quoted(notes["commit"]) ",criteria=" quoted(notes["criteria"]) "} 1" > prom
    print "# TYPE bytes_in_flight_accept_verdict gauge\n# HELP bytes_in_flight_accept_verdict 1 of the answer: pass, fail or cannot_be_told." > prom
    n = split("pass fail cannot_be_told", answers, " ")
    for (i = 1; i <= n; i++)
        print "bytes_in_flight_accept_verdict{" its ",verdict=\"" answers[i] "\"} " (answers[i] == notes["verdict"]) > prom
    print "# TYPE bytes_in_flight_accept_margin_ratio gauge\n# UNIT bytes_in_flight_accept_margin_ratio ratio" > prom
    print "# HELP bytes_in_flight_accept_margin_ratio By how much a criterion is kept, as a part of its limit: below 0 if it is not." > prom
}
line_is == "row" {
    line = ""
    for (i = 1; i <= NF; i++)
        line = line (i > 1 ? ", " : "") quoted(title[i]) ": " ($i == "" ? "null" : \
            title[i] ~ /^(limit|sm_mhz|value|low|high|margin_percent)$/ ? $i + 0 : quoted($i))
    printf "%s\n\t\t{%s}", rows++ ? "," : "", line > json
    if ($column["margin_percent"] != "")
        print "bytes_in_flight_accept_margin_ratio{" its ",criterion=" quoted($column["name"]) ",experiment=" quoted($column["experiment"]) \
            ",unit=" quoted($column["unit"]) ",point=" quoted($column["point"]) "} " $column["margin_percent"] / 100 > prom
}
END {
    print "\n\t]}\n}" > json
    print "# EOF" > prom
}
