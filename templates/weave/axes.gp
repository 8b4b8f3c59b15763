# axes.gp - notes where the axes of a figure lie: the ends of x and of y in pixels of the figure, the values
# there, and which of the two are logarithmic. figure.sh says in which file, and axes.awk reads it. While the
# points are written into a table, it notes for answers.awk what style.gp explains.
# A figure of several panels loads this after each of them, by `eval panel`.
if (exists("measured")) {
    set print axes append
    print sprintf("%s;%s;%s;%s", value_tables, value_axis, value_unit, value_rows)
} else {
    save set sprintf("| awk '/^set logscale/ { gsub(/[^xy]/, \"\", $3); printf $3 }' > '%s.log.tmp'", axes)
    logged = system(sprintf("cat '%s.log.tmp'", axes))
    set print axes append
    print sprintf("%.10g %.10g %.10g %.10g %.10g %.10g %.10g %.10g %s", \
        GPVAL_TERM_XMIN, GPVAL_TERM_XMAX, height - GPVAL_TERM_YMIN, height - GPVAL_TERM_YMAX, \
        GPVAL_X_MIN, GPVAL_X_MAX, GPVAL_Y_MIN, GPVAL_Y_MAX, logged)
}
unset print
