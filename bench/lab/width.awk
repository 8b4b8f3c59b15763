# width.awk - how wide is the widest load of a submission? objdump -d --no-show-raw-insn LIBRARY |
# awk -f width.awk prints the bytes that one instruction loads into a register, or 0 if none is known.
# Code that the linker adds to every library does not count.

# The bytes of an element that an instruction is named after.
function element(name) {
    return name ~ /b$/ ? 1 : name ~ /w$/ ? 2 : name ~ /(q|[sp]d)$/ ? 8 : 4
}

/^[0-9a-f]+ <.*>:$/ { ours = $2 !~ /^<(_init|_fini|deregister_tm_clones|register_tm_clones|__do_global_dtors_aux|frame_dummy|.*@plt.*)>:$/ }
ours && /^ *[0-9a-f]+:\t/ {
    split($0, part, "\t")
    split(part[2], word, /[ ]+/)
    name = word[1]
    operands = substr(part[2], length(name) + 1)
    bytes = 0
    # x86-64 in AT&T's form: memory stands in brackets, and the register that gets what is loaded comes last.
    # The stack and fixed places hold no input.
    if (operands ~ /\([^)]*\)[^,]*,/ && operands !~ /\(%r[is]p\)/ && name !~ /^(lea|cmp|test|prefetch|nop)/) {
        to = operands
        sub(/^.*,/, "", to)
        bytes = to ~ /^%zmm/ ? 64 : to ~ /^%ymm/ ? 32 : to ~ /^%xmm/ ? 16 : \
            to ~ /^%r/ ? 8 : to ~ /^%e/ ? 4 : to ~ /^%[a-d]x$|^%[sd]i$/ ? 2 : to ~ /^%/ ? 1 : 0
        # Some load less than the register holds.
        if (name ~ /^(movzb|movsb)/) bytes = 1
        if (name ~ /^(movzw|movsw)/) bytes = 2
        if (name ~ /^movslq$/) bytes = 4
        if (operands ~ /\{1to/ || name ~ /^v?mov[dq]$|gather|pinsr|broadcast[sbwdq]/ || \
            name ~ /^v?(mov|add|sub|mul|div|sqrt|min|max|fn?m(add|sub)[0-9]*)s[sd]$/) bytes = element(name)
        if (name ~ /^v?mov[hl]p[sd]$/) bytes = 8
        if (name ~ /(insert|broadcast)[fi]/) bytes = name ~ /64x4|32x8/ ? 32 : 16
    }
    # 64-bit Arm: a pair loads two registers.
    else if (name ~ /^ld[pr]$|^ldu?r$|^ldrb$|^ldrh$|^ldrsw$|^ld1$/ && operands ~ /\[/) {
        bytes = operands ~ /^ *q|^ *\{?v/ ? 16 : operands ~ /^ *[xd]/ ? 8 : 4
        if (name == "ldp") bytes *= 2
        if (name == "ldrb") bytes = 1
        if (name == "ldrh") bytes = 2
    }
    if (bytes > widest) widest = bytes
}
END { print widest + 0 }
