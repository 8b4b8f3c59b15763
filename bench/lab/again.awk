# again.awk - should a submission be tried again? awk -f csv.awk -f again.awk POINTS succeeds if its interval is wide,
# and half of that is as much as it lacks for more points.

line_is == "header" { noise = notes["noise_percent"] + 0 }
line_is == "row" && $column["measure"] ~ /^percent_of_/ && $column["reached"] + 0 < $column["at_least"] + 0 {
    lacks_little = lacks_little || $column["reached"] * (1 + noise / 100) >= $column["at_least"] + 0
}
END { exit !(noise >= 10 && lacks_little) }
