# dsm-who.gp - a drawing of whose shared memory each block of a cluster of four uses, and of which
# accesses leave the TPC. An arrow leads from the block that asks to the memory that it asks for.
height = narrow ? 510 : 252; load "figures/style.gp"
eval drawing
patterns = "pair next all"
saying = "'in pairs' 'a ring' 'all from all'"
w = 52.0; h = 40.0
# In a narrow drawing two stand above and one below.
left(p) = narrow ? 22 + (p % 2) * 188 : 62 + p * 230
down(p) = narrow ? (p / 2) * 268 : 0
# Ranks 0 and 1 are the TPC above, 3 and 2 the one below.
x(p, b) = left(p) + (b == 1 || b == 2 ? 92 : 0)
y(p, b) = (b < 2 ? 66 : 174) + down(p)
inside = sprintf("size 8,22 filled linewidth 1.6 linecolor rgb '%s'", colour_memcpy)
across = sprintf("size 9,22 filled linewidth 2.8 linecolor rgb '%s'", colour_int)
ask(a, b, c, d, heads, kind) = sprintf("set arrow from %g,%g to %g,%g %s %s; ", a, b, c, d, heads, kind)

do for [p=0:2] {
    name = word(patterns, p + 1)
    set label sprintf("{/:Bold %s}  %s", name, word(saying, p + 1)) at left(p) - 8,20 + down(p) left textcolor rgb colour_ink
    do for [t=0:1] {
        eval filled(left(p) - 8, y(p, 2 * t) - 24, 160, h + 36, colour_muted, "transparent solid 0.07")
        if (p == 0) { eval small(left(p) + 72, y(p, 2 * t) - 12, "TPC") }
    }
    do for [b=0:3] { eval filled(x(p, b), y(p, b), w, h, colour_muted, "empty").text(x(p, b) + w / 2, y(p, b) + h / 2, sprintf("%d", b)) }
    a = left(p); b = a + 92; up = y(p, 0) + h / 2; low = y(p, 2) + h / 2; top = y(p, 0) + h; bottom = y(p, 2)
    both = name eq "next" ? "head" : "heads"
    eval ask(a + w, up, b, up, both, inside).ask(b, low, a + w, low, both, inside)
    if (name ne "pair") { eval ask(a + w / 2, bottom, a + w / 2, top, both, across).ask(b + w / 2, top, b + w / 2, bottom, both, across) }
    if (name eq "all") { eval ask(b, bottom, a + w, top, both, across).ask(b, top, a + w, bottom, both, across) }
}
plot NaN notitle linestyle 9
