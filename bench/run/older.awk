# older.awk - prints the rows of processes.csv whose experiments are not in `now`, or with
# only_notes=1 a note for each of these experiments, which says of which commit and date its rows are:
# awk -v now=" copy l2 " -v only_notes=1 -f csv.awk -f older.awk processes.csv

line_is != "row" || index(now, " " $1 " ") { next }
!only_notes { print }
only_notes && !said[$1]++ {
    key = "older_" $1
    print "# " key ": " (key in notes ? notes[key] : "commit " notes["commit"] " of " notes["date"])
}
