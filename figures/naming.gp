# naming.gp - writes the name of each line beside the line, so that a figure needs no key: eval naming.
#
# style.gp says what a figure sets before. A row is a point of line i if x_of(i) >= 0 and y_of(i) > 0. Heights are
# parts of the y axis; a line without points has one below the axis, where no other is near.
if (!exists("lines") || !exists("low") || !exists("high")) {
    print name.": 'eval naming' needs lines, low and high, and x_of, y_of and name_of; figures/style.gp says what they are"
    exit status 1
}
array name_x[lines]; array name_y[lines]; array end_y[lines]
do for [i=1:lines] {
    name_x[i] = 0; name_y[i] = -2 * i
    stats csv using (a = x_of(i), b = y_of(i), \
        a >= 0 && b > 0 && (name_y[i] < -1 || (begins(i) ? a < name_x[i] : a > name_x[i])) \
        ? (name_x[i] = a, name_y[i] = height_of(b)) : 0, 0) nooutput
    end_y[i] = name_y[i]
}

# Names that are too close push each other apart, and a line that all should keep clear of pushes them away.
do for [round=1:40] {
    do for [i=1:lines-1] { do for [j=i+1:lines] {
        near = side(i) eq side(j) ? larger(0, apart - abs(name_y[i] - name_y[j])) / 2 : 0
        up = end_y[i] > end_y[j] ? near : -near
        name_y[i] = name_y[i] + up; name_y[j] = name_y[j] - up
    } }
    if (exists("clear_of")) { do for [i=1:lines] {
        near = larger(0, apart / 2 - abs(name_y[i] - height_of(clear_of)))
        name_y[i] = name_y[i] + (name_y[i] > height_of(clear_of) ? near : -near)
    } }
}

do for [i=1:lines] {
    unset label 20+i
    raised = strstrt(name_of(i), "\n") > 0 ? 0.5 : 0 # a name of two lines is centred on its place
    if (name_y[i] > -1) {
        set label 20+i name_of(i) at first name_x[i],graph name_y[i] left offset 1.2,raised textcolor rgb colour_of(i)
        if (begins(i)) { set label 20+i right offset -1.2,raised }
    }
}
