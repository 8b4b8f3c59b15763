# processes.awk - how far apart are the medians of several processes? awk -f csv.awk -f processes.awk
# CARD/PASS/NAME.csv... prints a row for each row of these tables: how many cards and processes have
# measured it, and the least, the median and the most that they found, in ms or in ns.

FNR == 1 {
    split("", folders)
    depth = split(FILENAME, folders, "/")
    card = folders[depth - 2]
}
line_is == "row" && "ms" in column { add("ms") }
line_is == "row" && "ns" in column { add("ns") }

function add(unit,    key, i) {
    key = table "," unit "," point_of_row()
    if (!(key in processes)) keys[++points] = key
    if (!((key, card) in seen)) { seen[key, card] = 1; cards[key]++ }
    # They are few, so each finds its place among those before.
    for (i = ++processes[key]; i > 1 && found[key, i - 1] > $column[unit] + 0; i--) found[key, i] = found[key, i - 1]
    found[key, i] = $column[unit] + 0
}

END {
    print "experiment,unit,point,cards,processes,least,median,most"
    for (i = 1; i <= points; i++) {
        key = keys[i]; n = processes[key]
        median = (found[key, int((n + 1) / 2)] + found[key, int(n / 2) + 1]) / 2
        printf "%s,%d,%d,%.6g,%.6g,%.6g\n", key, cards[key], n, found[key, 1], median, found[key, n]
    }
}
