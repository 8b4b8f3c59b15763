#!/usr/bin/env bats
# Proves of many machines what site.bats proves of two, and that no step is large.
load ../helper

setup() {
    needs gnuplot pandoc python3
    cd "$BATS_TEST_TMPDIR"
    copy_book .
}

# They have measured their CPU alone, and have few figures.
@test "building a hundred editions takes less than 250 MB per step, then nothing is left to do, and a change in one stays there" {
    find figures -name '*.gp' ! -name style.gp ! -name naming.gp ! -name cover.gp ! -name '*host_copy.gp' -delete
    rm -r results build/results/here chapters/04-vector.*
    mkdir -p results/nvidia-h200
    cp "$tree"/results/nvidia-h200/{machine,copy,stride,transfer,host_copy}.csv results/nvidia-h200
    for page in cover compare claims report; do
        awk '/^::: \{\.figure/ && !/host_copy|cover/ { skip = 1 } !skip { print } /^:::$/ { skip = 0 }' \
            "$tree/chapters/$page.md" > chapters/$page.md
    done
    mend_links chapters
    printf '%s\n' '# Copies' '' 'It copies at `= largest(host_copy, {variant="memcpy"}).gbs`.' '' \
        "::: {.claim #V1 test='note(\"host_copy\", \"cores\") > 1'}" 'Many.' '' \
        '::: holds' 'Yes.' ':::' '' '::: fails' 'No.' ':::' ':::' > chapters/01-copies.md
    for number in {01..99}; do
        mkdir "results/made-up-$number"
        sed "s/^# cpu:.*/# cpu: Made up $number/" results/nvidia-h200/host_copy.csv > "results/made-up-$number/host_copy.csv"
        grep -E '^(#|key|cpu|cores|os|date)' results/nvidia-h200/machine.csv |
            sed "s/^cpu,.*/cpu,Made up $number/; s/^# cpu:.*/# cpu: Made up $number/" > "results/made-up-$number/machine.csv"
    done
    megabytes=$(python3 -c 'import resource, subprocess
subprocess.run(["make", "-s", "-j", "4", "site"], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1000)')
    ((megabytes < 250)) || fail "a step took $megabytes MB"
    [[ $(grep -c 'made-up-.*/index.html' build/site/machines.html) -ge 99 ]]
    (($(grep -o 'href="made-up-[0-9]*/report.html"' build/site/compare.html | sort -u | wc -l) == 11))
    for page in index copies report; do
        files=(build/site/*/"$page.html")
        [[ ${#files[@]} == 100 ]] || fail "$page: ${#files[@]}"
    done
    grep -q 'Made up 99' build/site/machines.html
    run make site
    [[ $output == "make: Nothing to be done for 'site'." ]] || fail "$output"
    touch build/before
    sleep 0.02
    sed -i '0,/,ok$/s//,throttled/' results/made-up-50/host_copy.csv
    make -s site
    diff <(find build/site build/print -type f -newer build/before ! -name search-index.js | sort) <(printf '%s\n' build/print/made-up-50/figures/host_copy.{half.svg,svg} \
        build/site/machines.html \
        build/site/made-up-50/{copies.html,data/host_copy{,.plain}.csv,figures/host_copy.{gp,narrow.js,points.js,svg},history.html,report.{html,json},roofline.html})
}
