# series.bash - made-up series of numbers, in which bench/run/steps.awk looks for steps.

# made_up SERIES NOISE PERCENT BEFORE BEHIND STEP - makes so many series of so many numbers, with noise of this
# kind and standard deviation. Behind the first ones they step by so much. Prints in how many a step was found,
# and in how many it was where it is.
made_up() {
    awk -v series="$1" -v kind="$2" -v percent="$3" -v before="$4" -v behind="$5" -v step="$6" \
        -f "$tree/bench/run/steps.awk" -f <(
        cat << 'END'
function uniform() { seed = seed * 48271 % 2147483647; return seed / 2147483647 }
function normal() { return sqrt(-2 * log(uniform())) * cos(6.283185307 * uniform()) }
function noise() {
    return kind == "outliers" ? normal() * (uniform() < 0.1 ? 10 : 1) : \
        kind == "two_values" ? (uniform() < 0.3 ? 5 : 0) + normal() / 10 : normal()
}
BEGIN {
    seed = 12345
    for (s = 1; s <= series; s++) {
        for (i = 1; i <= before + behind; i++)
            v[i] = 4000 * (1 + percent / 100 * noise()) * (i > before ? 1 + step / 100 : 1)
        split("", steps)
        find_steps(v, 1, before + behind, steps)
        n = 0
        for (i in steps) n++
        found += n > 0
        right += before + 1 in steps
    }
    print found + 0, right + 0
}
END
    )
}
