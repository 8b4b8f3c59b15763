# read.awk - where in the book a student should read on, for what follows it: to_read("vector.html#sec-wide") is
# "Section 4.2, Two and four at a time", and to_read("vector.html#sec-wide", 1) also says where that lies on this
# machine. If SITE_URL says where the site is, both have the address there.

function to_read(place, is_here,    page, id, text, command, file, line, sections, in_code, title, at) {
    page = id = place
    sub(/[.]html.*/, "", page); sub(/.*#/, "", id)
    text = page ~ /^lab-/ ? "chapters/labs/" substr(page, 5) "/text.md" : "chapters/[0-9][0-9]-" page ".md"
    command = "ls " text
    command | getline file
    close(command)
    while ((getline line < file) > 0 && title == "") {
        if (line ~ /^ *```/) in_code = !in_code
        if (in_code || line !~ /^## /) continue
        sections++
        if (line !~ "#" id "[ }]") continue
        sub(/^## /, "", line); sub(/ [{][^}]*[}].*$/, "", line)
        title = (page ~ /^lab-/ ? "" : "Section " substr(file, 10, 2) + 0 "." sections ", ") line
    }
    close(file)
    if (ENVIRON["SITE_URL"]) at = ENVIRON["SITE_URL"] "/" ENVIRON["REFERENCE"] "/" place
    else if (!is_here) return title
    else at = "build/site/" ((getline line < ("build/site/here/" page ".html")) < 0 ? ENVIRON["REFERENCE"] : "here") "/" place
    return title " (" at ")"
}
