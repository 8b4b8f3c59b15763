# steps.awk - where does a series of numbers step from one level to another? For a program that
# follows it: awk -f steps.awk -f history.awk ... calls find_steps().
#
# The method is hierarchical division with a permutation test, as in E-divisive of Matteson and
# James (2014), by which MongoDB watches its performance tests (Daly and others, 2020). A series is
# divided where the means of both parts are farthest apart for their lengths. Then it is shuffled
# 4,999 times. If more than four of the shuffled ones can be divided as well as that, the division
# is no step. Otherwise it is one, and both parts are divided in turn. What is smaller than half a
# percent is not a step, however sure.
#
# Shuffling needs no model of the noise. Of series without a step it finds one in at most 1 of
# 1000, whether the noise is normal, has outliers or jumps between two values, as long as the order
# is chance. The price is that a step cannot be told from fewer than 13 numbers, and needs five of
# them behind it, or four where there are 20 before. tests/long/history.bats has the rates.

BEGIN { shuffles = 4999; may_be_beaten = 4; least_step = 0.005 }

# How far apart the means of v[first..k] and v[k+1..end] are where that is most, as the square of their
# difference weighted by their lengths; division_at is then k + 1. The end may lie before the last
# value, so that what comes later cannot hide a level that has ended.
function division(v, first, last,    sum, n, k, end, mean, apart, most) {
    for (k = first; k <= last; k++) sum[++n] = sum[n - 1] + v[k]
    division_at = first
    for (end = 2; end <= n; end++) {
        mean = sum[end] / end
        for (k = 1; k < end; k++) {
            apart = sum[k] - k * mean
            apart *= apart * end / (k * (end - k))
            if (apart > most) { most = apart; division_at = first + k }
        }
    }
    return most + 0
}

# The minimal standard generator of Park and Miller: a page has to come out the same each time.
function random_below(n) {
    random_state = random_state * 16807 % 2147483647
    return int(random_state / 2147483647 * n)
}

function shuffle(v, n,    i, j, kept) {
    for (i = n; i > 1; i--) {
        j = 1 + random_below(i)
        kept = v[i]; v[i] = v[j]; v[j] = kept
    }
}

function level_of(v, first, last,    sorted, n, i) {
    for (; first <= last; first++) {
        for (i = ++n; i > 1 && sorted[i - 1] > v[first]; i--) sorted[i] = sorted[i - 1]
        sorted[i] = v[first]
    }
    return (sorted[int((n + 1) / 2)] + sorted[int(n / 2) + 1]) / 2
}

# The first value of v[first..last] behind its clearest step; 0 if there is none.
function step_in(v, first, last,    most, at, change, shuffled, i, beaten) {
    most = division(v, first, last); at = division_at
    if (at == first) return 0
    change = level_of(v, at, last) / level_of(v, first, at - 1) - 1
    if (change < least_step && change > -least_step) return 0
    for (i = first; i <= last; i++) shuffled[i - first + 1] = v[i]
    random_state = 1
    for (i = 1; i <= shuffles; i++) {
        shuffle(shuffled, last - first + 1)
        # Sums of the same numbers in another order may differ in their last digits.
        if (division(shuffled, 1, last - first + 1) < most * (1 - 1e-9)) continue
        if (++beaten > may_be_beaten) return 0
    }
    return at
}

# Sets steps[i] to "step" for each of v[first..last], all above zero, with which a new level begins.
function find_steps(v, first, last, steps,    at) {
    at = step_in(v, first, last)
    if (!at) return
    steps[at] = "step"
    find_steps(v, first, at - 1, steps)
    find_steps(v, at, last, steps)
}
