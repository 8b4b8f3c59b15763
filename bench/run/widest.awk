# widest.awk - which rows are farthest apart? awk -v most=20 -f csv.awk -f widest.awk processes.csv
# lists that many, then for each table how far apart half of its rows are at least, in percent.

line_is == "row" {
    apart = 100 * ($column["most"] / $column["least"] - 1)
    rows[++n] = sprintf("%.9f\t%7.2f %%  %-14s %s: %s to %s %s", apart, apart, $1, $3, $column["least"], $column["most"], $2)
    of[$1] = of[$1] " " apart
}
END {
    sort = "sort -t '\t' -k1,1gr | cut -f2- | head -n " most
    for (i = 1; i <= n; i++) print rows[i] | sort
    close(sort)
    for (name in of) {
        m = split(of[name], values, " ")
        for (i = 2; i <= m; i++) {
            value = values[i]
            for (j = i; j > 1 && values[j - 1] > value + 0; j--) values[j] = values[j - 1] + 0
            values[j] = value + 0
        }
        printf "%-14s %4d rows: half of them within %.2f %%, all within %.2f %%\n", name, m, values[int((m + 1) / 2)], values[m] | "sort"
    }
}
