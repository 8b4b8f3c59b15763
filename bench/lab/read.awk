# read.awk - where in the book a student should read on, for what follows it: to_read("vector.html#sec-wide") is
# "Two and four at a time (build/site/here/vector.html#sec-wide)", or has the address at SITE_URL in it.

function to_read(place,    page, id, text, command, title, line, at) {
    page = id = place
    sub(/[.]html.*/, "", page); sub(/.*#/, "", id)
    text = page ~ /^lab-/ ? "chapters/labs/" substr(page, 5) "/text.md" : "chapters/[0-9][0-9]-" page ".md"
    command = "sed -nE 's/^## (.*) [{][^}]*#" id "[ }].*/\\1/p' " text
    command | getline title
    close(command)
    at = "build/site/here/" place
    if (ENVIRON["SITE_URL"]) at = ENVIRON["SITE_URL"] "/" ENVIRON["REFERENCE"] "/" place
    else if ((getline line < ("build/site/here/" page ".html")) < 0) at = "build/site/" ENVIRON["REFERENCE"] "/" place
    return title " (" at ")"
}
