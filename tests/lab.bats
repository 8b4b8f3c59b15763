#!/usr/bin/env bats
# Proves that labs are graded honestly: what students hand in is checked, measured beside the book's own
# variants, and cannot cheat. tests/lab/ has submissions that try; the first line of each says what has to be
# found out about it, where `slow` is a submission that is right and gets no more points than the starter.
load helper
load lab

setup_file() {
    make -s -C "$tree" -j 2 build/lab/{copy,histogram}/{grader,runner}
}

setup() {
    cd "$tree"
    export CC=${CC:-cc} PANDOC=no-pandoc GNUPLOT=no-gnuplot # pages take time
    out=$BATS_TEST_TMPDIR/out
    source bench/lab/box.sh
}

needs_sandbox() { [[ $boxed ]] || skip "no bubblewrap"; }

@test "whatever a submission tries, it is found out and named" {
    needs_sandbox
    export -f as_expected try points fail
    export out
    run xargs -P 3 -I {} bash -eu -c 'out=$out/$(basename {}); mkdir -p "${out%/*}"; as_expected {}' < <(printf '%s\n' tests/lab/*.c)
    exits 0
    all=(tests/lab/*.c) tried=${#all[@]}
    echo "# $tried submissions" >&3
    ((tried > 20))
}

@test "a starter is right, and gets the points for that and no others" {
    for lab in copy histogram; do
        try $lab chapters/labs/$lab/starter.c
        [[ ! $fault ]] || fail "$lab: $said"
        [[ $(points) == 40 ]] || fail "$lab: $(cat "$out"/*.csv)"
    done
}

@test "a reference is right, and has the loads that its rubric asks for" {
    try histogram chapters/labs/histogram/reference.c
    [[ ! $fault ]] || fail "$said"
    # The points for speed depend on what else this machine does.
    try copy chapters/labs/copy/reference.c
    [[ ! $fault ]] || fail "$said"
    (($(points) >= 65)) || fail "$(cat "$out"/*.csv)"
}

@test "the smallest failing case is named, with what is expected and found" {
    needs_sandbox
    try copy tests/lab/odd_sizes.c
    [[ $said =~ ^"element 4 of its output should be "[0-9]+", and nothing was written there (input: 5 elements); wrong elements: 1 of 5"$ ]] ||
        fail "$said"
    # A mistake of one element is not taken for a function that does nothing.
    try copy tests/lab/leaves_out_the_last.c
    [[ $said =~ ^"element 0 of its output should be "[0-9]+", and nothing was written there (input: 1 element); wrong elements: 1 of 1"$ ]] ||
        fail "$said"
    try copy tests/lab/reads_past_the_end.c
    [[ $said == "it read or wrote element 4 of its input, but the last is element 0 (input: 1 element)" ]] || fail "$said"
}

@test "a submission faster than the measured limit gets no points, and a lab is added by its files alone" {
    copy_tree "$BATS_TEST_TMPDIR/tree"
    cp -r chapters "$BATS_TEST_TMPDIR/tree"
    cd "$BATS_TEST_TMPDIR/tree"
    cp -r chapters/labs/copy chapters/labs/dawdle
    # Its limit is reading each value a hundred times.
    sed -i 's/for (size_t i = 0; i + 16 <= n; i += 16)/for (int often = 0; often < 100; often++)\n    &/' chapters/labs/dawdle/inputs.c
    make -s LAB=dawdle build/lab/dawdle/{grader,runner}
    try dawdle chapters/labs/dawdle/reference.c
    [[ $fault == too_fast && $(points) == 0 ]] || fail "$fault: $said"
}

points_of() { awk -f bench/run/csv.awk -f bench/lab/points.awk "$@"; }

# A made-up result: the width of its loads, and bandwidths of yours, two of the book and two limits, with the better
# end a tenth above.
made_up() {
    printf '%s\n' "# fault: ${7-}" "# load_bytes: $1" 'variant,kind,bytes,ms,ms_low,ms_high,samples,gbs'
    for row in "yours,yours $2" "int,book $3" "past,book $4" "read,limit $5" "write,limit $6"; do
        awk -v name="${row% *}" -v gbs="${row#* }" 'BEGIN {
            printf "%s,1000000000,%.9g,%.9g,%.9g,10,%g\n", name, 1000 / gbs, 1000 / gbs / 1.1, 1100 / gbs, gbs }'
    done
}

@test "points follow the rubric, and bandwidths are compared by the better ends of their intervals" {
    rubric=$BATS_TEST_TMPDIR/rubric.csv
    printf '%s\n' criterion,points,measure,at_least,read a,1,correct,1,x b,2,load_bytes,16,x c,4,percent_of_best,50,x \
        d,8,percent_of_limit,25,x e,16,percent_of_int,200,x > "$rubric"
    sum() { made_up "$@" | points_of "$rubric" - | awk -F, '{ sum += $2 } END { print sum }'; }
    [[ $(sum 16 10.1 5 20 80 40) == 31 ]]
    [[ $(sum 8 10.1 5 20 80 40) == 29 ]]
    [[ $(sum 16 9.9 5 20 80 40) == 3 ]]
    [[ $(sum 16 9.9 5 19 80 39) == 15 ]]
    [[ $(sum 16 10.1 5 20 80 40 no_op) == 0 ]]
    # A disturbance of the submission alone costs no points.
    run -0 points_of "$rubric" <(printf '%s\n' variant,kind,bytes,ms,ms_low,ms_high,samples,gbs yours,yours,1000000,9,1,20,10,0.1 \
        int,book,1000000,0.5,0.5,0.5,10,2 past,book,1000000,0.6,0.6,0.6,10,1.7 read,limit,1000000,0.3,0.3,0.3,10,3 \
        write,limit,1000000,0.2,0.2,0.2,10,5)
    in_output "c,4,4,50,50,percent_of_best,x"
    in_output $'# best: int\n# limit: read\n# percent_of_best: 50\n# percent_of_limit: 30\n# noise_percent: 122\n'
    # Who is nearly as fast as the book gets all points of a lab.
    for rubric in chapters/labs/*/rubric.csv; do
        { printf '%s\n' '# load_bytes: 16' variant,kind,bytes,ms,ms_low,ms_high,samples,gbs
            printf '%s,1,1,1,10,0\n' yours,yours,95 best,book,100 limit,limit,100
            sed -nE '/percent_of_(best|limit)/d; s/.*percent_of_([a-z0-9_]+).*/\1,book,40,1,1,1,10,40/p' "$rubric"
        } | points_of "$rubric" - > "$BATS_TEST_TMPDIR/points.csv"
        [[ $(awk -F, '!/^#/ { sum += $2 } END { print sum }' "$BATS_TEST_TMPDIR/points.csv") == 100 ]] || fail "$rubric: $(cat "$BATS_TEST_TMPDIR/points.csv")"
    done
    rubric=$BATS_TEST_TMPDIR/rubric.csv
    for change in 's/^a,1/a,one/; points: '"'one' is no whole number" 's/percent_of_best/percent/; measure: '"'percent' is not" \
        's/^b,/b,b,/; 6 values for 5 columns' '1s/read/more/; its columns are criterion,points,measure,at_least,read'; do
        sed "${change%%; *}" "$rubric" > "$BATS_TEST_TMPDIR/wrong.csv"
        run -1 points_of "$BATS_TEST_TMPDIR/wrong.csv" /dev/null
        in_output "wrong.csv:"
        in_output "${change#*; }"
    done
    sed 's/percent_of_int/percent_of_none/' "$rubric" > "$BATS_TEST_TMPDIR/wrong.csv"
    run -1 points_of "$BATS_TEST_TMPDIR/wrong.csv" <(made_up 16 1 1 1 1 1)
    in_output "the lab has no variant 'none'"
}

@test "the width of loads is that in the machine code" {
    [[ $(uname -m) == x86_64 ]] || skip "for x86-64"
    width() { # TYPE
        echo "typedef $1; void copy(t *to, const t *from, long n) { for (long i = 0; i < n; i++) ((volatile t *)to)[i] = ((const volatile t *)from)[i]; }" |
            $CC -x c -O2 -mavx512f -fPIC -shared -o "$BATS_TEST_TMPDIR/width.so" - &&
            objdump -d --no-show-raw-insn "$BATS_TEST_TMPDIR/width.so" | awk -f bench/lab/width.awk
    }
    [[ $(width "char t") == 1 && $(width "short t") == 2 && $(width "int t") == 4 && $(width "long t") == 8 ]]
    for bytes in 16 32 64; do
        [[ $(width "int t __attribute__((vector_size($bytes)))") == "$bytes" ]] || fail $bytes
    done
    [[ $(width "float t") == 4 && $(width "double t") == 8 ]] || fail "$(width "float t") $(width "double t")"
    # Memory need not be the first operand, and not every load fills its register.
    while read -r bytes instruction; do
        echo "function: $instruction" | $CC -x assembler -c -o "$BATS_TEST_TMPDIR/width.o" -
        [[ $(objdump -d --no-show-raw-insn "$BATS_TEST_TMPDIR/width.o" | awk -f bench/lab/width.awk) == "$bytes" ]] || fail "$bytes: $instruction"
    done << 'EOF'
16 vpternlogd $0x55, (%rsi), %xmm0, %xmm0
32 vblendvps %ymm3, (%rsi), %ymm1, %ymm0
4 imul $3, (%rsi), %eax
16 paddd (%rsi), %xmm0
4 addss (%rsi), %xmm0
8 movhps (%rsi), %xmm0
4 pinsrd $1, (%rsi), %xmm0
16 vinserti128 $1, (%rsi), %ymm0, %ymm0
4 vpbroadcastd (%rsi), %ymm0
4 vpaddd (%rsi){1to16}, %zmm0, %zmm0
8 vgatherdpd %ymm2, (%rsi,%xmm1,8), %ymm0
0 vextracti128 $1, %ymm0, (%rsi)
0 mov %rax, (%rsi)
0 mov printed(%rip), %rax
0 mov 8(%rsp), %rax
EOF
}

@test "make lab says what a submission is worth and what to read next" {
    rm build/lab/copy/grader
    run -0 make lab LAB=copy KERNEL=chapters/labs/copy/starter.c PANDOC=no-pandoc
    # It shows no commands of the compiler.
    [[ ${lines[0]} == "lab: the grader is compiled first" && $output != *" -o build/"* ]] || fail "$output"
    in_output "copy, chapters/labs/copy/starter.c:"
    in_output "right for every input"
    in_output "40 of 40  Right for every input"
    in_output "its loads    up to 1 bytes wide"
    [[ $output =~ "read next    Section 4.1, One int at a time (build/site/"[a-z0-9-]+"/vector.html#sec-scalar)" ]] || fail "$output"
    [[ $output =~ "the book     "[0-9]+" % of its best here" && $output =~ "the limit    "[0-9]+" % of what was measured for it" ]]
}

@test "make lab says to measure again if points depend on noise, and only then" {
    said() { # GBS of a submission beside 20 GB/s, with a noise of 10 %
        made_up 16 "$1" 5 20 80 40 > "$BATS_TEST_TMPDIR/result.csv"
        points_of chapters/labs/copy/rubric.csv "$BATS_TEST_TMPDIR/result.csv" > "$BATS_TEST_TMPDIR/points.csv"
        run -0 awk -f bench/run/csv.awk -f bench/lab/read.awk -f bench/lab/say.awk "$BATS_TEST_TMPDIR"/{result,points}.csv
    }
    for gbs in 9.6 10.1; do
        said $gbs
        in_output $'Measure again: with noise of 10 %, another run may decide otherwise about\n    Half of the bandwidth of the book\'s best copy'
    done
    for gbs in 8 13; do
        said $gbs
        in_output "The machine was busy, so the bandwidth is uncertain by 10 %; no points depend on that."
    done
    # A share that is not that of the medians says why.
    said 8
    in_output $'40 % of its best here, past (22 GB/s)\n'
    in_output $'\n             (shares take the better end of your interval, 8.8 GB/s)\n'
    # Who calls memcpy loads nothing.
    sed -i 's/^# load_bytes: .*/# load_bytes: 0/' "$BATS_TEST_TMPDIR/result.csv"
    run -0 awk -f bench/run/csv.awk -f bench/lab/read.awk -f bench/lab/say.awk "$BATS_TEST_TMPDIR"/{result,points}.csv
    in_output "its loads    none in the machine code of yours"
}

@test "a file that does not start is told what to hand in, in the terminal and on a page that can be mailed alone" {
    needs gnuplot pandoc
    for file in no_c other_name; do
        run -0 make lab LAB=copy KERNEL=tests/lab/$file.c PANDOC=pandoc GNUPLOT=gnuplot
        [[ $output =~ "read next    What to hand in (build/site/"[a-z0-9-]+"/lab-copy.html#task)" ]] || fail "$output"
        grep -q "To read next: Lab: copy as fast as one core can, What to hand in[.]" build/lab/copy/$file.html
        run ! grep -E '(href|src)="?[^#"]|url[(]' build/lab/copy/$file.html
        grep -qF -- "--bytes:" build/lab/copy/$file.html
    done
    run -0 make lab LAB=copy KERNEL=tests/lab/no_c.c PANDOC=pandoc GNUPLOT=gnuplot SITE_URL=https://example.org/book
    in_output "(https://example.org/book/nvidia-h200/lab-copy.html#task)"
    grep -q '<a href="https://example.org/book/nvidia-h200/lab-copy.html#task">' build/lab/copy/no_c.html
}

@test "make lab and make grade say what they need" {
    run make -s lab LAB=typo KERNEL=x
    fails_with "lab: there is no lab 'typo'; there are: cluster-histogram copy histogram overlap strided transpose"
    run make -s lab KERNEL=x LAB="copy histogram"
    fails_with "lab: LAB= names one of: cluster-histogram copy histogram overlap strided transpose"
    run make -s lab KERNEL=x
    fails_with "lab: LAB= names one of: cluster-histogram copy histogram overlap strided transpose"
    run make -s lab LAB=strided KERNEL=x has_gpu= NVCC=none
    [[ $status == 2 && $output =~ "lab: 'strided' needs an NVIDIA GPU and the CUDA Toolkit. What is missing here: "("a GPU"|"its driver"[^,]*)" and nvcc (install the CUDA Toolkit," ]] ||
        fail "$output"
    run make -s lab LAB=strided KERNEL=x has_gpu=1 NVCC=none
    fails_with "What is missing here: nvcc (install the CUDA Toolkit, or say by NVCC= where it is); the labs for a CPU are: copy histogram"
    run make -s lab LAB=copy
    fails_with "lab: KERNEL= names the file to try, such as chapters/labs/copy/starter.c"
    run make -s lab LAB=copy KERNEL=none.c
    fails_with "lab: there is no file 'none.c'"
    run make -s grade LAB=copy
    fails_with "grade: SUBMISSIONS= names the folder with a file per student"
    run make -s grade LAB=copy SUBMISSIONS=none
    fails_with "grade: there is no folder 'none'"
}

@test "the teacher's guide names the versions that graders need" {
    mapfile -t needed < <(grep -ohE '(CUDA|Linux) [0-9]+[.][0-9]+ or newer' bench/lab/*.c)
    ((${#needed[@]} == 2))
    for version in "${needed[@]}"; do
        grep -qF "$version" chapters/teach.md || fail "$version"
    done
}

@test "the text of a lab is a page of each edition, with its numbers and its starter" {
    needs gnuplot pandoc
    make -s PANDOC=pandoc GNUPLOT=gnuplot build/site/nvidia-h200/lab-{copy,histogram}.html build/site/source/chapters/labs/copy/starter.c.txt
    grep -q 'make lab LAB=copy KERNEL=mine.c' build/site/nvidia-h200/lab-copy.html
    grep -q 'href="../source/chapters/labs/copy/starter.c.txt"' build/site/nvidia-h200/lab-copy.html
    grep -q 'href="vector.html#sec-host"[^>]*>Section 4' build/site/nvidia-h200/lab-copy.html
    grep -q 'host_histogram.csv, line [0-9]*. Measured on NVIDIA H200' build/site/nvidia-h200/lab-histogram.html
    grep -q 'href="lab-histogram.html"' build/site/nvidia-h200/index.html
    # It says what the points are for, and begins with the starter.
    tr -d '\n' < build/site/nvidia-h200/lab-copy.html | sed 's/<tr/\n&/g' > "$BATS_TEST_TMPDIR/rows"
    grep -q 'Loads of 16 bytes or more</td>.*16 bytes</td>.*15</td>' "$BATS_TEST_TMPDIR/rows"
    grep -qE 'best copy within a tenth</td>.*90[^%]*%</td>.*20</td>' "$BATS_TEST_TMPDIR/rows"
    grep -q 'Copy <a href="../source/chapters/labs/copy/starter.c.txt">' build/site/nvidia-h200/lab-copy.html
}

@test "make handout prints the text of a lab" {
    needs gnuplot pandoc node pdftotext
    run -0 --separate-stderr make -s PANDOC=pandoc GNUPLOT=gnuplot handout LAB="copy overlap" MACHINE=nvidia-h200
    [[ $output == $'build/handout/nvidia-h200/lab-copy.pdf\nbuild/handout/nvidia-h200/lab-overlap.pdf' ]] || fail "$output"
    run -0 pdftotext -layout build/handout/nvidia-h200/lab-copy.pdf -
    in_output "Lab: copy as fast as one core can"
    [[ $output =~ "As fast as the book’s best copy within a tenth"\ +90.%\ +20 ]] || fail "$output"
    run make -s handout LAB=typo
    fails_with "lab: there is no lab 'typo'; there are: cluster-histogram copy"
}

@test "the texts of the labs for a GPU are pages of each edition" {
    needs gnuplot pandoc
    make -s PANDOC=pandoc GNUPLOT=gnuplot build/site/nvidia-h200/lab-{strided,transpose,cluster-histogram,overlap}.html build/site/teach.html
    for lab in "strided 3" "transpose 3" "overlap 5" "cluster-histogram 6"; do
        tr '\n' ' ' < build/site/teach.html | sed 's/<tr/\n&/g' | grep -qE "lab-${lab% *}[.]html.*Chapter ${lab#* }<" || fail "$lab: not its chapter"
    done
    grep -q 'make lab LAB=transpose KERNEL=mine.cu' build/site/nvidia-h200/lab-transpose.html
    grep -q 'href="../source/chapters/labs/strided/starter.cu.txt"' build/site/nvidia-h200/lab-strided.html
    grep -q 'histogram.csv, line [0-9]*. Measured on NVIDIA H200' build/site/nvidia-h200/lab-cluster-histogram.html
    grep -q 'overlap.csv, line [0-9]*. Measured on NVIDIA H200' build/site/nvidia-h200/lab-overlap.html
}

@test "a submission is tried again if noise may have cost it points, and only then" {
    again() { # NOISE REACHED
        printf '%s\n' "# noise_percent: $1" criterion,points,of,reached,at_least,measure,read right,40,40,1,1,correct,x wide,0,9,4,16,load_bytes,x \
            half,15,15,"$2",50,percent_of_best,x most,0,20,"$2",90,percent_of_best,x | awk -f bench/run/csv.awk -f bench/lab/again.awk
    }
    again 20 80
    again 10 82
    run ! again 20 70
    run ! again 9 89
    run ! again 20 95
    run ! awk -f bench/run/csv.awk -f bench/lab/again.awk <<< 'criterion,points,of,reached,at_least,measure,read'
}

# A class, in a copy of what grading needs.
a_class() {
    copy_tree "$BATS_TEST_TMPDIR/tree"
    cp -r chapters "$BATS_TEST_TMPDIR/tree"
    mkdir -p "$BATS_TEST_TMPDIR/class/grace" "$BATS_TEST_TMPDIR/tree/build/lab"
    cp -r build/lab/copy "$BATS_TEST_TMPDIR/tree/build/lab"
    cp tests/lab/no_op.c "$BATS_TEST_TMPDIR/class/ada.c"
    cp tests/lab/ends_early.c "$BATS_TEST_TMPDIR/class/grace/anything.c"
    cd "$BATS_TEST_TMPDIR/tree"
    class=$BATS_TEST_TMPDIR/class grades=build/grades/copy
}

@test "make grade grades each submission once, and names those that it leaves out" {
    needs_sandbox
    a_class
    grade() { run bash bench/lab/grade.sh copy "$class"; }
    grade
    exits 0
    [[ $(grep -v '^#' $grades/grades.csv | cut -d, -f 1-4) == $'student,points,of,fault\nada,0,100,no_op\ngrace,0,100,ended_early' ]] ||
        fail "$(cat $grades/grades.csv)"
    before=$(stat -c %Y.%i $grades/*/result.csv)
    ln -s /etc/passwd "$class/mallory.c"
    cp "$class/ada.c" "$class/grace.c"
    mkdir "$class/two" && cp "$class/ada.c" "$class/two/1.c" && cp "$class/ada.c" "$class/two/2.c"
    grade
    exits 1
    in_output "mallory.c is left out: it is no plain file"
    in_output "grace.c is left out: $class/grace/anything.c has the same name: rename one of them"
    in_output "two is left out: it has 2 files .c, and one is needed"
    [[ $(stat -c %Y.%i $grades/*/result.csv) == "$before" ]] || fail "graded again"
    # A changed submission is graded again. A student who is not in this folder stays graded, but is not listed.
    cp "$tree/tests/lab/kills.c" "$class/ada.c"
    mv "$class/grace" .
    rm -r "$class"/{two,mallory.c,grace.c}
    echo 'late, by mail' > "$class/note.txt"
    grade
    exits 0
    in_output "note.txt is passed over: it is no folder, and not called <student>.c"
    [[ $(tail -n +4 $grades/grades.csv | cut -d, -f 1-4) == ada,0,100,forbidden ]] || fail "$(cat $grades/grades.csv)"
    before=$(stat -c %Y.%i $grades/grace/result.csv)
    mv grace "$class"
    grade
    exits 0
    [[ $(stat -c %Y.%i $grades/grace/result.csv) == "$before" ]] || fail "grace is graded again"
    rm -r "$class/grace"
    for changed in chapters/labs/copy/rubric.csv build/lab/copy/grader; do
        before=$(stat -c %y $grades/ada/result.csv)
        echo '#' >> $changed
        grade
        exits 0
        [[ $(stat -c %y $grades/ada/result.csv) != "$before" ]] || fail "not graded again after a change of $changed"
    done
    # Points of two machines cannot be compared.
    before=$(stat -c %y $grades/ada/result.csv)
    mkdir bin
    printf '%s\n' '#!/bin/sh' 'echo "another GPU"' > bin/nvidia-smi
    chmod +x bin/nvidia-smi
    PATH=$PWD/bin:$PATH grade
    exits 0
    [[ $(stat -c %y $grades/ada/result.csv) != "$before" ]] || fail "not graded again on another machine"
}

@test "make grade tries a submission up to three times if noise may have cost it points" {
    a_class
    rm -r "$class/grace"
    tries() { # REACHED
        printf '%s\n' '#!/bin/sh' 'echo >> tried' 'cp made "$2"' "# $1" > build/lab/copy/grader
        printf '%s\n' '# fault: ' variant,kind,bytes,ms,ms_low,ms_high,samples,gbs yours,yours,1000000,120,100,140,10,8.3 \
            "int,book,1000000,$1,$1,$1,10,0" read,limit,1000000,20,20,20,10,50 > made
        rm -f tried
        UNBOXED=1 run -0 bash bench/lab/grade.sh copy "$class"
        [[ $(wc -l < tried) == "$2" ]] || fail "$1: $(wc -l < tried)"
        in_output $'to measure one again, remove its folder in build/grades/copy:\n    ada: 17 %'
    }
    tries 85 3
    tries 40 1
}

@test "make grade waits for results that a node's file system shows late, and takes no old ones for them" {
    needs_sandbox
    a_class
    rm -r "$class/grace"
    run -0 bash bench/lab/grade.sh copy "$class"
    cp "$tree/tests/lab/ends_early.c" "$class/ada.c"
    mkdir bin
    # The results before stay in sight, and while somebody sleeps the new results appear.
    cat > bin/srun << 'EOF'
#!/bin/bash
ada=build/grades/copy/ada
[[ ! -e $ada ]] || cp -r $ada old
while [[ $1 != bash ]]; do shift; done
"$@"
mv $ada late
[[ ! -e old ]] || mv old $ada
EOF
    printf '%s\n' '#!/bin/sh' 'mv late build/grades/copy/ada' > bin/sleep
    chmod +x bin/*
    grade() { PATH=$PWD/bin:$PATH run env SLURM=--time=5 bash bench/lab/grade.sh copy "$class"; }
    grade
    exits 0
    grep -q '^ada,0,100,ended_early,' $grades/grades.csv || fail "$(cat $grades/grades.csv)"
    # They may never appear.
    echo >> "$class/ada.c"
    printf '%s\n' '#!/bin/sh' > bin/sleep
    grade
    exits 1
    in_output "grade: ada could not be graded: its results have not appeared here within a minute: the nodes have to share the folder $PWD"
}

@test "results.json is what Gradescope reads" {
    needs node
    needs_sandbox
    a_class
    bash bench/lab/grade.sh copy "$class"
    run -0 node -e 'const r = JSON.parse(require("fs").readFileSync(process.argv[1]));
        console.log(r.score, r.output, r.tests.length, r.tests.reduce((sum, t) => sum + t.max_score, 0), r.tests.every((t) => t.score === 0 && t.name && t.output && /^read Section 4[.]\d, \w[^(]*$/.test(t.output)))' \
        $grades/ada/results.json
    [[ $output == "0 not right: it wrote nothing to its output (input: 1 element) 5 100 true" ]] || fail "$output"
}

@test "the class's page has names only if they are asked for" {
    needs gnuplot pandoc
    needs_sandbox
    a_class
    ln -s "$tree/templates" "$tree/figures" .
    mkdir -p build/site
    cp "$tree"/build/{machines,chapters,labs,terms,site}.txt build
    cp "$tree/build/site/site.css" build/site
    mv "$class/grace" "$class/Müller, Grace_27_file_"
    cp "$class/ada.c" "$class/"$'\xfcml.c' # of an older system
    page() { run -0 env PANDOC=pandoc GNUPLOT=gnuplot REFERENCE=nvidia-h200 "$@" bash bench/lab/grade.sh copy "$class"; }
    page
    grep -q "3 submissions; 0 right for every input" $grades/class.html
    grep -q "writes nothing" $grades/class.html
    run ! grep -qiE "ada|grace" $grades/class.html
    grep -q "It is not right: it wrote nothing to its output (input: 1 element)" $grades/ada.html
    page NAMES=1
    grep -q '<a href="ada.html">ada</a>' $grades/class.html
    grep -q '<a href="Müller_%20Grace_27_file_.html">Müller_ Grace_27_file_</a>' $grades/class.html
    grep -q '<h1>.*Müller_ Grace_27_file_</h1>' "$grades/Müller_ Grace_27_file_.html"
    grep -q '<a href="_ml.html">_ml</a>' $grades/class.html
    # Pages are mailed, so they have their style in them and lead nowhere.
    run ! grep -E '(href|src)="?[^#"]|url[(]' $grades/ada.html
    grep -qF -- "--bytes:" $grades/ada.html
    # A student is told that the machine was busy, and what the counters say.
    mkdir $grades/noisy
    { printf '# %s\n' 'schema: 1' 'lab: copy' 'gpu: GPU' 'sectors_per_load: 32' 'sectors_mean: too many'
        made_up 16 10.1 5 20 80 40; } > $grades/noisy/result.csv
    points_of chapters/labs/copy/rubric.csv $grades/noisy/result.csv | sed 's/^\(# noise_percent:\) .*/\1 12/' > $grades/noisy/points.csv
    touch $grades/noisy/printed.txt
    run env PANDOC=pandoc GNUPLOT=gnuplot REFERENCE=nvidia-h200 bash bench/lab/page.sh $grades/noisy $grades/noisy.html
    exits 0
    grep -q "The machine was busy meanwhile, so this is uncertain by 12 %" $grades/noisy.html
    grep -q "touched 32 sectors per load, too many" $grades/noisy.html
    grep -q "9.18 to 11.1<" $grades/noisy.html
}

@test "without a sandbox make grade refuses, unless UNBOXED=1 insists, and make lab warns" {
    a_class
    mkdir bin
    printf '%s\n' '#!/bin/sh' 'echo "bwrap: no permission" >&2' 'exit 1' > bin/bwrap # a machine that forbids it
    chmod +x bin/bwrap
    run env PATH="$PWD/bin:$PATH" bash bench/lab/grade.sh copy "$class"
    fails_with "grade: there is no sandbox here: bubblewrap is installed, but this system lets it make no namespaces (bwrap: no permission):"
    in_output "kernel.apparmor_restrict_unprivileged_userns=0"
    in_output "UNBOXED=1 runs programs of students without one"
    # Where it is not installed, that is what to do.
    run bash -c 'command() { return 1; }; source bench/lab/box.sh; echo "$boxed$unboxed"'
    [[ $output == "install bubblewrap (bwrap)" ]] || fail "$output"
    run -0 env PATH="$PWD/bin:$PATH" UNBOXED=1 bash bench/lab/grade.sh copy "$class"
    in_output "grade: without a sandbox, as UNBOXED=1 asks"
    grep -q '^ada,0,100,no_op,' $grades/grades.csv
    run -0 env PATH="$PWD/bin:$PATH" bash bench/lab/lab.sh copy "$class/ada.c"
    in_output "lab: there is no sandbox here, so try only what you trust: bubblewrap is installed, but"
    in_output "not right: it wrote nothing to its output (input: 1 element)"
    # Even so there is no network, no new process and no file to be written.
    for file in connects kills writes_files; do
        cp "$tree/tests/lab/$file.c" "$class"
    done
    run -0 env PATH="$PWD/bin:$PATH" UNBOXED=1 bash bench/lab/grade.sh copy "$class"
    grep -q '^connects,0,100,forbidden,' $grades/grades.csv
    grep -q '^kills,0,100,forbidden,' $grades/grades.csv
}
