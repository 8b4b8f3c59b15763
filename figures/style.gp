# style.gp - what all figures share: terminal, colours, axes, helpers.
#
# figure.sh sets csv (the data), name and output. A figure loads this, then
# holds only what is special to it.

# Colours have names: on a page each is a variable of site.css. Variants keep
# theirs through the whole book, and differ in point and dash as well.
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
set output output
set datafile separator ","
set encoding utf8

set border 3 linecolor rgb colour_muted linewidth 1
set tics nomirror textcolor rgb colour_muted
set xlabel textcolor rgb colour_ink
set ylabel textcolor rgb colour_ink
set key noenhanced textcolor rgb colour_ink
set grid ytics linecolor rgb colour_rule linewidth 1 dashtype solid
set bars 0.6

# A line for each variant. The widest in use is drawn last, on top.
set style line 1 linecolor rgb colour_int    linewidth 2 pointtype 7 pointsize 0.45 dashtype (8,3,2,3)
set style line 2 linecolor rgb colour_int2   linewidth 2 pointtype 9 pointsize 0.7 dashtype (10,4)
set style line 3 linecolor rgb colour_int4   linewidth 2 pointtype 5 pointsize 0.45
set style line 4 linecolor rgb colour_struct linewidth 1.5 pointtype 8 pointsize 0.7 dashtype (2,3)
set style line 5 linecolor rgb colour_ink    linewidth 2.5 pointtype 13 pointsize 0.6
set style line 6 linecolor rgb colour_memcpy linewidth 1.5 pointtype 4 pointsize 0.6 dashtype (6,3)
set style line 7 linecolor rgb colour_int8   linewidth 2 pointtype 11 pointsize 0.55
set style line 8 linecolor rgb colour_int16  linewidth 2 pointtype 12 pointsize 0.7
set style line 10 linecolor rgb colour_ticket linewidth 2 pointtype 9 pointsize 0.7 dashtype (10,4)
set style line 9 linecolor rgb colour_muted linewidth 1 dashtype solid

# A "# key: value" line of the data.
note(key) = system(sprintf("sed -n 's/^# %s: //p' '%s'", key, csv))

# x where a column has the value that is wanted, nothing elsewhere.
when(column, value, x) = strcol(column) eq value ? x : NaN

# 4814 as "4,814".
thousands(x) = x < 1000 ? sprintf("%.0f", x) : sprintf("%d,%03d", int(x + 0.5) / 1000, int(x + 0.5) % 1000)

# Bandwidth at the ends of the interval of the median, in GB/s.
gbs_low(bytes, ms_high) = bytes / ms_high / 1e6
gbs_high(bytes, ms_low) = bytes / ms_low / 1e6

# Sizes along x: powers of two, named.
set logscale x 2
kib = 2.0**10; mib = 2.0**20; gib = 2.0**30

# Of several machines, whose files are in csvs: a "# key: value" line of the i-th; the
# same as a name of no more than 40 characters, since a key that does not fit is not drawn,
# with its folder if another has that name, too; and a line for it, which more machines
# than there are lines have to share.
of(i, key) = system(sprintf("sed -n 's/^# %s: //p' '%s'", key, word(csvs, i)))
called(i, key) = system(sprintf("awk -v i=%d 'index($0, \"# %s: \") == 1 { said = substr($0, %d); \
    if (length(said) > 40) said = substr(said, 1, 39) \"…\"; n[said]++; \
    if (FILENAME == ARGV[i]) { mine = said; split(FILENAME, at, \"/\"); folder = at[length(at) - 1] } nextfile } \
    END { print mine (n[mine] > 1 ? \" (\" folder \")\" : \"\") }' %s", i, key, strlen(key) + 5, csvs))
style_of(i) = int(word("3 1 7 2 8 10 5 6", (i - 1) % 8 + 1))
