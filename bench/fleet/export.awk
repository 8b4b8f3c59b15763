# export.awk - what is known of a fleet, for programs: awk -v json=FILE -v prom=FILE -f csv.awk -f export.awk
# gpus.csv FS='\t' labels.txt criteria.txt left_out.txt [changes.txt] FS=, fleet.csv, all from build/fleet/.
# README.md describes the two files.

function quoted(text) {
    gsub(/\\/, "&&", text)
    gsub(/"/, "\\\"", text)
    return "\"" text "\""
}
# A value of fleet.csv: a number, nothing where the table has "-", yes or no, or a word.
function json_of(value) {
    return value ~ /^-?[0-9]/ ? value : value == "-" ? "null" : value == "yes" ? "true" : value == "no" ? "false" : quoted(value)
}

# Prometheus wants base units, and the samples of a metric together.
function sample(metric, labels, value) { samples[metric, ++count[metric]] = "{" labels "} " value }
function write_metric(name, unit, help,    i) {
    if (!count[name]) return
    name = "bytes_in_flight_fleet_" name
    printf "# TYPE %s gauge\n%s# HELP %s %s.\n", name, unit == "" ? "" : "# UNIT " name " " unit "\n", name, help > prom
    sub(/bytes_in_flight_fleet_/, "", name)
    for (i = 1; i <= count[name]; i++) print "bytes_in_flight_fleet_" name samples[name, i] > prom
}

# Begins a GPU with what is known of it as a whole; its experiments come next.
function begin_gpu(name) {
    end_gpu()
    printf "%s\n\t\t%s: {\"model\": %s, \"label\": %s, \"others\": \"%s\", \"criteria\": %s, \"change\": %s, \"experiments\": {", \
        written++ ? "," : "", quoted(name), quoted(model[name]), name in label ? quoted(label[name]) : "null", others[name], \
        name in criteria ? criteria[name] : "null", name in change ? change[name] : "null" > json
    sample("gpu_info", "gpu=" quoted(name) ",model=" quoted(model[name]) ",label=" quoted(label[name]), 1)
    sample("verdict", "gpu=" quoted(name) ",by=\"others\",verdict=\"" others[name] "\"", 1)
    delete model[name]
    experiments = 0
}
function end_gpu() { if (written) printf "}}" > json }

table == "gpus" && line_is == "row" {
    model[$column["name"]] = $column["model"]
    others[$column["name"]] = $column["others"]
}
table == "labels.txt" { label[$1] = $2 }
table == "criteria.txt" {
    criteria[$1] = "{\"verdict\": \"" $2 "\", \"reason\": " quoted($3) "}"
    sample("verdict", "gpu=" quoted($1) ",by=\"criteria\",verdict=\"" $2 "\"", 1)
}
table == "changes.txt" {
    change[$1] = "{\"verdict\": \"" $2 "\", \"reason\": " quoted($4) "}"
    sample("verdict", "gpu=" quoted($1) ",by=\"change\",verdict=\"" $2 "\"", 1)
    if ($2 == "gone") gone = gone (gone == "" ? "" : ", ") quoted($1)
}
table == "left_out.txt" {
    left_out = left_out (left_out == "" ? "" : ",") "\n\t\t" quoted($1) ": " quoted($2)
    sample("left_out", "folder=" quoted($1), 1)
}
table == "fleet" && line_is == "header" { printf "{\n\t\"schema\": 1,\n\t\"gpus\": {" > json }
table == "fleet" && line_is == "row" {
    name = $column["name"]
    if (name "" != last) begin_gpu(name)
    last = name
    line = ""
    for (i = column["experiment"] + 1; i <= NF; i++)
        if (title[i] != "criteria") line = line (line == "" ? "" : ", ") quoted(title[i]) ": " json_of($i)
    printf "%s\n\t\t\t%s: {%s}", experiments++ ? "," : "", quoted($column["experiment"]), line > json
    value = $column["value"]
    if (value == "-" || $column["experiment"] == "peaks") next # peaks.csv is about operations, and its bytes mean nothing
    of = "gpu=" quoted(name) ",experiment=" quoted($column["experiment"]) ",point=" quoted($column["point"])
    if ($column["unit"] == "ns") sample("latency_seconds", of, value "e-9")
    else sample("bandwidth_bytes_per_second", of, value "e9")
    sample("of_median_ratio", of, $column["percent"] / 100)
}
END {
    for (name in model) begin_gpu(name) # those that have measured nothing
    end_gpu()
    printf "\n\t},\n\t\"left_out\": {%s},\n\t\"gone\": [%s]\n}\n", left_out, gone > json
    write_metric("bandwidth_bytes_per_second", "bytes_per_second", "Headline of an experiment")
    write_metric("gpu_info", "", "A GPU of the fleet")
    write_metric("latency_seconds", "seconds", "Headline of an experiment")
    write_metric("left_out", "", "A folder with a fault")
    write_metric("of_median_ratio", "ratio", "Headline of an experiment, as a part of the median of its model")
    write_metric("verdict", "", "What was found of a GPU, beside the others of its model, by its criteria, and since the run before")
    print "# EOF" > prom
}
