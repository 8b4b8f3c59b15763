# style.gp - what all figures share: the page, colours, axes, and short names for what they often do.
#
# figure.sh sets csv (the table), csvs (all tables, where there are several), name, output and narrow. It
# draws each figure three times: for a page or a sheet, narrow for telephones, and narrow in layout but
# wider for half of a sheet; and where there are slides once more, with slide set. A telephone that is 360 pixels wide shows 13 points as 12
# pixels, which is the smallest text that a figure may have.
# A figure sets its height, loads this file, and then says only what is special to it. On a slide it is lower
# and wider, since text takes a larger part of a figure that is low.
if (!exists("slide")) { slide = 0 }
if (!exists("width")) { width = narrow ? 390 : slide ? 760 : 720 }
if (slide && height > 345) { height = 345 }

# Less important text of a narrow drawing is smaller. That of a wide one is not, because print shows 14.4
# points of a wide figure as 7, which is the smallest text that a sheet may have.
smaller = narrow ? ",13" : ",15"
shrunk = " font '".smaller."'" # behind the commands below that write text

# A page shows, for each point, the row of the table that it was drawn from. A figure that draws something computed
# says in what unit (value_unit), and along which axis (value_axis). If its lines come from no table, value_rows has
# the number of the row behind each of them, or a blank where there is none. A figure that reads more tables than
# figure.sh names lists them in value_tables.
value_unit = ""; value_axis = "y"; value_rows = ""; value_tables = csvs eq "" ? csv : csvs

# Text takes a larger part of a narrow figure: as much of its width as x is of a wide one.
part(x) = x * (720.0 / width)

# Every colour has a name, which is a CSS variable on a page. A variant keeps its colour
# throughout the book. Its point and its dash differ as well, for readers who see no colours.
colour_paper  = "#fffdf8"
colour_ink    = "#1d1b18"
colour_muted  = "#6b655c"
colour_rule   = "#ddd6c8"
colour_int    = "#c4500a"
colour_int2   = "#8a6d00"
colour_int4   = "#0a6c74"
colour_struct = "#6a51a3"
colour_memcpy = "#5b6470"
colour_ticket = "#3f7a2e"
colour_int8   = "#2f5fa8"
colour_vain   = "#a83c12"
colour_int16  = "#9c2f62"

set terminal svg size width,height font "IBM Plex Sans,15" name name linewidth 1
set output exists("measured") ? "/dev/null" : output
set encoding utf8

set border 3 linecolor rgb colour_muted linewidth 1
set tics nomirror textcolor rgb colour_muted
set xlabel textcolor rgb colour_ink
if (slide) { set xtics offset 0,0.3; set xlabel offset 0,0.8 }
set key noenhanced textcolor rgb colour_ink samplen 2.5 spacing 1.1 reverse Left
set grid ytics linecolor rgb colour_rule linewidth 1 dashtype solid
set bars 0.6

set style line 1 linecolor rgb colour_int    linewidth 2 pointtype 7 pointsize 0.45 dashtype (8,3,2,3)
set style line 2 linecolor rgb colour_int2   linewidth 2 pointtype 9 pointsize 0.7 dashtype (10,4)
set style line 3 linecolor rgb colour_int4   linewidth 2 pointtype 5 pointsize 0.45
set style line 4 linecolor rgb colour_struct linewidth 1.5 pointtype 8 pointsize 0.7 dashtype (2,3)
set style line 5 linecolor rgb colour_ink    linewidth 2.5 pointtype 13 pointsize 0.6
set style line 6 linecolor rgb colour_memcpy linewidth 1.5 pointtype 4 pointsize 0.6 dashtype (6,3)
set style line 7 linecolor rgb colour_int8   linewidth 2 pointtype 11 pointsize 0.55 dashtype (16,4)
set style line 8 linecolor rgb colour_int16  linewidth 2 pointtype 12 pointsize 0.7 dashtype (4,3)
set style line 10 linecolor rgb colour_ticket linewidth 2 pointtype 9 pointsize 0.7 dashtype (10,4)
set style line 9 linecolor rgb colour_muted linewidth 1 dashtype solid

# gnuplot reads our tables itself: the first line without a # names the columns. A row whose
# x or y is NaN is left out, without a gap in the line; a curve without rows is left out, too. Once figure.sh
# has each row written into a table instead, so that answers.awk knows the row of each point.
set datafile separator ","
set datafile columnheaders
# The numbers there have the format of the axes, so it has to be one of plain numbers.
if (exists("measured")) { set table output } else { set datafile missing NaN }
percent = exists("measured") ? "%g" : "%g %%"
note_of(file, key) = system(sprintf("sed -n 's/^# %s: //p' '%s'", key, file))
note(key) = exists("note_".key) ? value("note_".key) : note_of(csv, key) # the value of a "# key: value" line
number(text) = text eq "" ? 0 : real(text)
peak = number(note("peak_gbs")) # the theoretical peak of DRAM, in GB/s

# Does a row have this value? The second is for an axis: x if it does, and otherwise NaN.
is(column, value) = strcol(column) eq value
when(column, value, x) = strcol(column) eq value ? x : NaN

# The larger of two numbers, where NaN is less than any. It collects a maximum over rows:
#     most = 0
#     stats csv using (most = larger(most, when("variant", "int", column("gbs")))) nooutput
larger(a, b) = b > a ? b : a

# A list of words says which variants are drawn, and another one, styles, with which lines.
style(i) = int(word(styles, i))

# Bandwidth with the two ends of its interval, for `with yerrorlines`: using (x):@gbs
gbs_low(row) = column("bytes") / column("ms_high") / 1e6
gbs_high(row) = column("bytes") / column("ms_low") / 1e6
gbs = '"gbs":(gbs_low(0)):(gbs_high(0))'

# 4814 as "4,814".
thousands(x) = x < 1000 ? sprintf("%.0f", x) : sprintf("%d,%03d", int(x + 0.5) / 1000, int(x + 0.5) % 1000)

# Most figures have sizes along x: powers of two, with their units.
set logscale x 2
kib = 2.0**10; mib = 2.0**20; gib = 2.0**30

# The size of the CPU's cache of level n from a note such as "L1 48 KiB, L2 2048 KiB", or 0.
number_after(text, name) = real(word(substr(text, strstrt(text, name), strlen(text)), 2))
cpu_cache(n) = kib * number_after(note("caches")." L1 0 L2 0 L3 0", sprintf("L%d", n))

# The i-th of several machines has a line and a name. Names end after 40 characters, or 24 in a narrow
# figure, because a longer one does not fit into the key. Its folder tells two machines of one name apart.
style_of(i) = int(word("3 1 7 2 8 10 5 6", (i - 1) % 8 + 1))
longest_name = narrow ? 24 : 40
array names_of_machines[words(csvs) + 1]
do for [i=1:words(csvs)] {
    said = note_of(word(csvs, i), strstrt(name, "host_") ? "cpu" : "gpu")
    names_of_machines[i] = strlen(said) > longest_name ? substr(said, 1, longest_name - 1)."…" : said
}
called(i) = names_of_machines[i].((sum [j=1:words(csvs)] (names_of_machines[j] eq names_of_machines[i])) > 1 \
    ? system(sprintf("printf ' (%%s)' \"$(basename \"$(dirname '%s')\")\"", word(csvs, i))) : "")

# `eval naming` writes the name of each line beside the line, so that the figure needs no key. Before it a
# figure sets lines, their number; x_of(i) and y_of(i), where line i has the point of a row, or NaN; name_of(i);
# and low and high, the ends of the y axis. A name stands behind the last point or, if begins(i), before the
# first one. Names on one side, or of what else side(i) tells apart, keep a distance from each other, and half of
# it from the line at y = clear_of, if a figure sets that. A line without points has no name.
logarithmic = 0 # whether the y axis is
apart = 0.065   # the distance between names, as a part of the axis
begins(i) = 0
side(i) = begins(i) ? "left" : "right"
colour_of(i) = colour_ink
height_of(y) = logarithmic ? log(y / low) / log(1.0 * high / low) : (y - low) / (1.0 * high - low)
naming = "load 'figures/naming.gp'"

# `eval panel` stands after each plot of a figure with several, so that a page knows the axes of each.
panel = "load 'templates/weave/axes.gp'"

# `eval drawing` is for figures without axes. Their unit is a pixel, and y grows downwards.
drawing = "unset border; unset tics; unset key; unset grid; unset logscale x; " \
    ."set margins 0,0,0,0; set xrange [0:width]; set yrange [height:0]"
# These are commands for eval as well: a rectangle, text around a point, smaller text, and a
# rectangle with text in its middle. fill is a fillstyle, such as empty.
filled(x, y, w, h, colour, fill) = sprintf("set object rectangle from %g,%g to %g,%g fillstyle %s border rgb '%s' fillcolor rgb '%s' linewidth 1.2; ", \
    x, y, x + w, y + h, fill, colour, colour)
box(x, y, w, h, colour) = filled(x, y, w, h, colour, "empty")
text(x, y, words) = sprintf("set label \"%s\" at %g,%g center textcolor rgb '%s'", words, x, y, colour_ink)
small(x, y, words) = sprintf("set label \"%s\" at %g,%g center textcolor rgb '%s'", words, x, y, colour_muted).shrunk
named(x, y, w, h, colour, words) = box(x, y, w, h, colour).text(x + w / 2.0, y + h / 2.0, words)

# `eval bars` is for figures of horizontal bars, which name each bar themselves, and `using @bar with boxxyerror`
# draws bar i: from 0 to end_of(i), around the height y_of(i), where x_of(i) is what a row measured, or NaN.
bars = "value_axis = 'x'; unset logscale x; unset ytics; unset key; set border 1; " \
    ."set grid noytics xtics linecolor rgb colour_rule linewidth 1 dashtype solid"
half = 0.32 # of the height of a bar
end_of(i) = x_of(i)
bar = '(x_of(i)):(y_of(i)):(0):(end_of(i)):(y_of(i) - half):(y_of(i) + half)'
# The name of a bar at its left, and what it says at its right end: words of ours, since eval would run what a
# machine is called.
bar_name(words, y) = sprintf("set label \"%s\" at 0,%g right offset -0.8,0 noenhanced textcolor rgb '%s'", words, y, colour_ink)
bar_says(words, x, y) = sprintf("set label \"%s\" at %g,%g left offset 0.6,0 textcolor rgb '%s'", words, x, y, colour_ink)
