# gpu_width.awk - how wide is the widest load from global memory? cuobjdump -sass CUBIN | awk -f gpu_width.awk
# prints the bytes that one instruction loads for a thread, or 0 if it finds none.
#
#     LDG.E.128 R4, [R2.64]      16 bytes; LDGSTS is the same to shared memory
#     LDG.E.U8 R0, [R2.64]       1 byte

match($0, /[ \t]LDG(STS)?[.][.A-Z0-9]* /) {
    name = substr($0, RSTART, RLENGTH)
    bytes = name ~ /[.]256/ ? 32 : name ~ /[.]128/ ? 16 : name ~ /[.]64[. ]/ ? 8 : name ~ /[.][US]16/ ? 2 : name ~ /[.][US]8/ ? 1 : 4
    if (bytes > widest) widest = bytes
}
END { print widest + 0 }
