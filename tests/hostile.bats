#!/usr/bin/env bats
# Proves that names which want to be more than names stay names, in shell, make, gnuplot,
# Lua, pages, PDFs and EPUBs: they are refused, and where they are not, shown as they are.
# And that nothing is published which tells whose machine it is.
load helper

# Finds the files that a name would make if it were run: gone, in any folder.
run_by() {
    find "$BATS_TEST_TMPDIR" "$BATS_FILE_TMPDIR" "$tree" -maxdepth 4 -name node_modules -prune -o -name 'gone*' -print
}

# Prints a name that would do harm where it is not quoted: in a page, in a shell, or in print.
hostile() {
    case $1 in
    page) printf %s '<script>alert(1)</script><img src=x onerror=alert(1)> " '"' & &lt;b&gt; <!-- ]]> --> " \
        '</title></style></text></svg> $body$ $if(x)$ $$ $&' ;;
    shell) printf %s "'\$(>gone)'\"\$(touch gone)\"\`touch gone\`;touch gone|touch gone&touch gone>gone " \
        "#\$(shell touch gone)\${x}%s%99999d\\n\\x41 ]]os.execute('touch gone')--[[ system('touch gone') ../../etc" ;;
    print) printf %s '#eval("1") #read("/etc/passwd") #panic() *b* _i_ $x^2$ @cite <label> \input{/etc/passwd} = t // ' \
        'c /* d */ [x](javascript:alert(1)) ![x](/etc/passwd) `x`{=typst} ~s~ MACHINE DATE FIGURE {/:Bold x} a^b_c' " $(printf 'A%.0s' {1..200})" $'\u202eUPG\u202c' ;;
    esac
}

# ---- Refused ---------------------------------------------------------------------

# A table NAME.csv of the reference machine with this text as a value: of a key or a note,
# or in a column of words.
planted() {
    TEXT=$3 WHERE=$2 awk -F, -v OFS=, '
        index($0, "# " ENVIRON["WHERE"] ": ") == 1 { print "# " ENVIRON["WHERE"] ": " ENVIRON["TEXT"]; next }
        $1 == ENVIRON["WHERE"] && NF == 2 { print $1, ENVIRON["TEXT"]; next }
        !/^#/ && !header++ { for (i = 1; i <= NF; i++) if ($i == ENVIRON["WHERE"]) at = i; print; next }
        !/^#/ && at { $at = ENVIRON["TEXT"]; at = 0 }
        { print }' "$tree/results/nvidia-h200/$1.csv"
}

@test "a name that is more than a name is refused, wherever it stands, in one line" {
    cd "$BATS_TEST_TMPDIR"
    names=("$(hostile page)" "$(hostile shell)" "$(hostile print)"
        '<b>x</b>' '"x"' "x'" '`touch gone`' '$(touch gone)' '| touch gone' 'x & y' '> gone' '\x' '#read("x")'
        '*b*' '[[x]]' '{/:Bold x}' 'x%y' '~root' '^x' '?' '../../etc' 'a/../b' $'\e]0;x\a' $'x\ty' $'x\x7f'
        $'\u202egpu' $'\u200b' 'ü' $'\xff' "$(printf 'A%.0s' {1..5000})")
    places=("machine gpu" "machine cpu" "copy gpu" "host_copy cpu" "copy options" "copy variant" "dsm pattern" "kernels kernel")
    for name in "${!names[@]}"; do
        for place in "${places[@]}"; do
            folder=$name-${place#* }
            mkdir -p "$folder"
            planted $place "${names[name]}" > "$folder/${place% *}.csv"
        done
    done
    run --separate-stderr bash "$tree/bench/run/validate.sh" ./*/*.csv
    exits 1
    for name in "${!names[@]}"; do
        for place in "${places[@]}"; do
            file=./$name-${place#* }/${place% *}.csv
            grep -qE "^$file:[0-9]+: .*: measure it again$" <<< "$stderr" || fail "not refused: $file: ${names[name]}"
        done
    done
    # A message shows the name in a form that does nothing to a terminal.
    run ! grep -nP '[^ -~]|.{401}' <<< "$stderr"
    [[ ! $(run_by) ]]
    echo "# $((${#names[@]} * ${#places[@]})) bad inputs tried" >&3
}

@test "a folder of results with a hostile name is refused, MACHINE= is a name and nothing else, and nothing is run" {
    copy_tree "$BATS_TEST_TMPDIR"
    cp -r "$tree/templates" "$BATS_TEST_TMPDIR"
    cd "$BATS_TEST_TMPDIR"
    tried=0
    for name in 'a b' $'a\nb' '$(shell touch gone)' '$(touch gone)' '`touch gone`' 'x;touch gone' "x'" '"x"' '<b>' 'x|y' 'x&y' 'x:y' 'x%y' \
        '#x' '*' '?' '~' '\x' '-rf' '--help' '=' 'X' 'x.y' 'x_y' $'\u202ex' 'ü' $'\xff' $'\e[2J' here source; do
        mkdir -p "results/$name"
        printf 'key,value\n' > "results/$name/machine.csv"
        run --separate-stderr make -s validate
        [[ $status != 0 && $stderr == *"results/: '"*"': rename it: lower case, digits and hyphens"* ]] || fail "$name" "$stderr"
        rm -r results
        tried=$((tried + 1))
    done
    mkdir -p results/lab build/results/here
    cp "$tree"/results/nvidia-h200/{machine,copy}.csv results/lab
    cp results/lab/*.csv build/results/here
    for name in '$(shell touch gone)' '$$(touch gone)' 'x; touch gone' $'x\ny: ; touch gone' '`touch gone`' "'; touch gone; '" \
        '"; touch gone; "' '../../etc' '--help' '%'; do
        for target in record compare-results pdf; do
            run --separate-stderr make -s $target "MACHINE=$name"
            [[ $status != 0 && $stderr == *[:\ ]"only lower-case letters"* || $stderr == *"there is no machine '"* ]] || fail "$target: $name" "$stderr"
        done
        # And from the environment.
        MACHINE=$name make -s help > /dev/null
        tried=$((tried + 1))
    done
    [[ ! $(run_by) && $(ls results) == lab ]]
    echo "# $tried bad inputs tried" >&3
}

@test "the commit in the results is no tag, whose name may be anything" {
    copy_tree "$BATS_TEST_TMPDIR"
    cd "$BATS_TEST_TMPDIR"
    git init -q
    git add Makefile
    git -c user.name=x -c user.email=x commit -qm x
    git -c user.name=x -c user.email=x tag -m x "v'\$(touch>gone)\`touch>gone\`;touch\${IFS}gone;'"
    make -s measure ONLY=machine QUICK=1
    grep "^# commit: $(git rev-parse --short=12 HEAD)-dirty$" build/results/here/machine.csv
    bash bench/run/validate.sh build/results/here/machine.csv
    [[ ! $(run_by) ]]
}

# ---- What identifies a host --------------------------------------------------------

# A line each: the table and the note or property, the text, and what it is called.
identifying() {
    cat << END
machine os|Ubuntu 24.04 GPU-8f3a1c2d-1b2c-4d5e-8f9a-0123456789ab|a UUID
copy gpu|NVIDIA H200 (0000:65:00.0)|a PCI bus id
copy machine|NVIDIA H200, 3b:00.0|a PCI bus id
host_copy cpu|Xeon on 10.0.12.7|a network address
host_copy caches|fe80::1ff:fe23|a network address
machine driver|00:1a:2b:3c:4d:5e|a network address
copy gpu|NVIDIA H200 1650522012345|a serial number
machine gpu|NVIDIA H200 S/N 42|a serial number
machine os|Linux in /home/alice|a path
copy cuda|13.0 C:/Users/alice|a path
machine os|Debian of alice@lab|the name of a host
machine cpu|Xeon of node17.cluster.example.edu|the name of a host
copy commit|lab-pc.local|the name of a host
copy options|--seed=1 --out=/home/alice|a path
copy options|--seed=1 on node17.lab.edu|the name of a host
machine os|Ubuntu on node17|the name of a host
machine os|Ubuntu of $HOSTNAME|the name of this host or of its user
machine gpu|$(id -un)|the name of this host or of its user
END
}

@test "words that identify a machine are refused, with file, line and cure, where results are recorded and validated" {
    copy_tree "$BATS_TEST_TMPDIR"
    cd "$BATS_TEST_TMPDIR"
    tried=0
    sound() { rm -rf results build/results; mkdir -p results build/results; cp -r "$tree/results/nvidia-h200" results/lab; }
    refused() {
        tried=$((tried + 1))
        run --separate-stderr make -s validate
        [[ $status != 0 && $stderr == *"$1"* ]] || fail "not refused: $1" "$stderr"
        mv results/lab build/results/here
        run --separate-stderr make -s record MACHINE=lab
        [[ $status != 0 && $stderr == *"build/results/here${1#results/lab}"* && ! -e results/lab ]] || fail "recorded: $1" "$stderr"
    }
    sound
    make -s validate
    while IFS='|' read -r place text kind; do
        sound
        planted $place "$text" > "results/lab/${place% *}.csv"
        line=$(grep -m 1 -nE "^(# )?${place#* }[:,]" "results/lab/${place% *}.csv" | cut -d : -f 1)
        refused "results/lab/${place% *}.csv:$line: ${place#* }: '${text:0:37}"
        [[ $stderr == *" has what looks like $kind: results are published: take it out of this line by hand"* ||
            $stderr == *" has $kind: results are published: take it out"* ]] || fail "$text" "$stderr"
    done < <(identifying)
    # A seed may be all digits, and a commit is no name.
    sound
    planted copy options --seed=12345678901234 > results/lab/copy.csv
    make -s validate
    planted copy commit alice-laptop > results/lab/copy.csv
    refused "results/lab/copy.csv:17: commit: 'alice-laptop' is no commit: results are published"
    # A note that nothing explains may say anything.
    sound
    sed -i '2i # node: seventeen' results/lab/copy.csv
    refused "results/lab/copy.csv:2: node: bench/README.md explains no such note: results are published: take it out"
    sound
    echo serial_number,1650522 >> results/lab/machine.csv
    refused "results/lab/machine.csv:$(wc -l < "$tree/results/nvidia-h200/machine.csv" | awk '{ print $1 + 1 }'): key: 'serial_number' is no property of a machine"
    sound
    sed -i '5i //## File "/home/alice/kernels/copy.cu", line 7' results/lab/sass/copy_once.sass
    refused "results/lab/sass/copy_once.sass:5: this is no line of machine code: results are published"
    for file in nvidia-smi.txt sass/notes.txt Copy.csv more/copy.csv; do
        sound
        mkdir -p results/lab/more
        cp results/lab/copy.csv "results/lab/$file"
        refused "results/lab/$file: no"
    done
    ((tried == 26)) || fail "$tried"
    echo "# $tried bad inputs tried" >&3
}

# ---- Where it is not refused -------------------------------------------------------

# A book of one chapter, on the reference machine and on three others
# whose names are `$2 KIND`, or on itself alone.
small_book() {
    copy_book "$1"
    with_packages "$1"
    # Such names are refused; what is tested is that they do no harm all the same.
    [[ ! ${2-} ]] || : > "$1/bench/run/validate.sh"
    for kind in ${2:+page shell print}; do
        mkdir "$1/results/made-$kind"
        for csv in machine copy host_copy saxpy; do
            NAME=$("$2" "$kind") awk -F, '/^# (gpu|cpu): / { print substr($0, 1, 7) ENVIRON["NAME"]; next }
                /^(gpu|cpu|os|driver|nvcc),/ { print $1 "," ENVIRON["NAME"]; next }
                { print }' "$tree/results/nvidia-h200/$csv.csv" > "$1/results/made-$kind/$csv.csv"
        done
        printf '%s\t%s\n' "$(good "$kind")" "$(hostile "$kind")" >> "$1/names"
    done
}
good() {
    echo "Good $1"
}

@test "in pages, figures, EPUBs and PDFs a name is the same text as any other" {
    needs gnuplot pandoc python3 pdftotext
    [[ -d $tree/templates/node_modules ]] || skip "no npm packages"
    cd "$BATS_TEST_TMPDIR"
    small_book good good
    small_book hostile hostile
    for book in good hostile; do
        make -s -j2 -C $book build/site/{index,compare,claims,made-{page,shell,print}/{index,vector,report}}.html \
            build/site/made-page/book.epub build/site/made-{page,shell,print}/search-index.js
    done
    run python3 "$tree/tests/hostile/same.py" good/build/site hostile/build/site hostile/names
    exits 0
    cd hostile
    jsons=(build/print/made-{page,shell,print}/{04-vector,report}.json)
    make -s -j2 "${jsons[@]}"
    node templates/print/pdf.mjs $(for json in "${jsons[@]}"; do echo "$json $json.pdf"; done)
    for kind in page shell print; do
        # The search finds the name.
        node -e 'const [index, name] = process.argv.slice(1).map((file) => require("fs").readFileSync(file, "utf8"));
            eval(index); if (!JSON.stringify(searchIndex).includes(JSON.stringify(name).slice(1, -1).replace(/ +/g, " "))) throw Error(name);' \
            build/site/made-$kind/search-index.js <(hostile $kind)
        for name in 04-vector report; do
            json=build/print/made-$kind/$name.json
            pdftotext $json.pdf - | tr -d '[:space:]' > words
            hostile=$(hostile $kind | tr -d '[:space:]')
            # A long word runs off the paper.
            grep -qF -- "${hostile%%AAAA*}" words || fail "$json: the name is not as it was"
            run ! grep -F 'root:x:' words
        done
    done
    [[ ! $(run_by) ]] || fail "$(run_by)"
}

# ---- Nobody's machine ----------------------------------------------------------------

@test "serial numbers, UUIDs, addresses, hosts, users and paths are in no results and on no page" {
    needs gnuplot pandoc python3
    build machine host_copy host_latency
    book=$BATS_TEST_TMPDIR/planted-path/book
    small_book "$book"
    cd "$book"
    cc -std=c11 -shared -fPIC -o libcuda.so.1 "$tree/tests/faulty_driver.c"
    cp libcuda.so.1 libnvidia-ml.so.1
    cat > measure << 'END'
export HOSTNAME=planted-host USER=planted-user LOGNAME=planted-user USERNAME=planted-user HOME=/planted-home MAIL=planted-user
export CUDA_VISIBLE_DEVICES=GPU-planted-uuid BENCH_COMMIT=0123456789ab BENCH_NVCC=13.0
LD_LIBRARY_PATH=. "$1/machine" > build/results/here/machine.csv
for name in host_copy host_latency; do
    "$1/$name" --max-bytes=64KiB --quick --seconds=0.005 > build/results/here/$name.csv 2> log
done
END
    # Only a namespace of its own may get another name, never the machine.
    named=(unshare -r -u bash -c 'hostname planted-host && exec "$@"' _)
    "${named[@]}" true 2> /dev/null || named=()
    "${named[@]}" bash -eu measure "$tree/build/bench"
    grep -q '^driver,580' build/results/here/machine.csv
    sed -i '/^# options/s/ --quick//' build/results/here/*.csv
    export HOSTNAME=planted-host USER=planted-user LOGNAME=planted-user
    make -s record MACHINE=lab
    make -s -j2 site PANDOC="$(command -v pandoc)"
    [[ ! -d $tree/templates/node_modules ]] || make -s build/site/lab/{report,04-vector}.pdf build/site/lab/book.epub
    mkdir published
    cp -r results/lab build/site published
    find published -name '*.epub' | while read -r epub; do python3 -m zipfile -e "$epub" "${epub%/*}"; done
    find published -name '*.pdf' | while read -r pdf; do pdftotext "$pdf"; qpdf --qdf --object-streams=disable "$pdf" "$pdf.qdf"; done
    secrets=(planted "$(hostname)" "$(pwd -P)" "$tree" 0000:5e 5e:00)
    [[ ! -s /etc/machine-id ]] || secrets+=("$(< /etc/machine-id)")
    for secret in "${secrets[@]}"; do
        run grep -rlaiF -- "$secret" published
        # A word may be a short host's name.
        [[ -z $output || ${#secret} -lt 6 ]] || fail "published: $secret" "$output"
    done
    # The same is found where it is.
    echo planted-host >> published/lab/machine.csv
    run grep -rlaiF planted published
    [[ $output == published/lab/machine.csv ]]
}

# ---- What is loaded -------------------------------------------------------------------

# In a browser page.mjs sees to it that nothing is asked for; the policy, that nothing could be.
@test "no page may load or run anything from elsewhere" {
    needs pandoc gnuplot
    make -s -C "$tree" site
    cd "$tree/build/site"
    mapfile -t pages < <(find . -name '*.html')
    ((${#pages[@]} > 10))
    policy="default-src 'none'; script-src 'self' file:; style-src 'self' file: 'unsafe-inline'; font-src 'self' file:; img-src 'self' file: data:; connect-src 'self'; frame-src 'self' file:; base-uri 'none'; form-action 'none'"
    for page in "${pages[@]}"; do
        # Before anything that it is to hold for.
        [[ $(grep -m 1 -nE '<(script|link|style|img|iframe|object|svg)|Content-Security-Policy' "$page") == *"<meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">" ]] || fail "$page: no policy"
    done
    run ! grep -nE '(src|srcset|poster|data)="[a-z]*:?//|http-equiv="refresh"' "${pages[@]}"
}

# ---- What is installed --------------------------------------------------------------

@test "npm installs what the lock files say and runs none of it" {
    run grep -rnE '\bnpm (ci|install|i|exec|rebuild)\b|\bnpx\b' "$tree"/{Makefile,templates/*.sh,templates/*/*.sh,templates/*.json,tests/*.sh,.ci,.github}
    [[ ${#lines[@]} == 1 && $output == *'npm ci --ignore-scripts '* ]] || fail "$output"
    run ! grep -E '"(resolved|link|hasInstallScript)": ' "$tree"/{templates,tests}/package-lock.json
    # And all versions are pinned.
    run ! grep -E '": "[~^*<>]' <(grep -hv '"engines"' "$tree"/{templates,tests}/package.json)
}
