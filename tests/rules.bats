#!/usr/bin/env bats
# Proves of what make makes things, in a book in which drawing and weaving take no time: site.bats
# proves the same of a real one.
load helper

setup() {
    cd "$BATS_TEST_TMPDIR"
    copy_book book
    cd book
    no_weaving pandoc
}

@test "a figure is drawn again when its script, its data or the style of all figures changes" {
    figure=build/site/nvidia-h200/figures/copy.svg
    make -s $figure
    run make $figure
    [[ $output == "make: '$figure' is up to date." ]] || fail "$output"
    for file in figures/copy.gp results/nvidia-h200/copy.csv figures/style.gp templates/weave/figure.{awk,sh}; do
        sleep 0.02
        touch $file
        touch -r $file before
        make -s $figure
        [[ $figure -nt before ]] || fail "not when $file changes"
    done
}

@test "a sitemap has the addresses of all pages, however the address of the site is written" {
    for url in https://example.org/book{,/}; do
        make -s build/site/sitemap.xml SITE_URL=$url
        run cat build/site/sitemap.xml
        for page in '' compare.html nvidia-h200/ nvidia-h200/vector.html nvidia-h200/report.html; do
            in_output "<loc>https://example.org/book/$page</loc>"
        done
        [[ $output != *book//* ]] || fail "$output"
    done
}

@test "an edition has its own data, or else those of the reference machine, or else those of the node" {
    cp results/nvidia-h200/{machine,host_copy}.csv build/results/here
    mkdir -p results/nvidia-h200-x4
    cp results/nvidia-h200/{machine,copy,host_copy}.csv results/nvidia-h200-x4
    cp results/nvidia-h200/copy.csv results/nvidia-h200-x4/peer.csv
    rm -f results/nvidia-h200/peer.csv
    make -s build/chapters.txt build/machines.txt
    while read -r table from; do
        grep -qx "build/site/here/data/$table.csv: $from" build/editions.mk || fail "$(grep "here/data/$table.csv:" build/editions.mk)"
    done <<'END'
host_copy build/results/here/host_copy.csv
copy build/site/nvidia-h200/data/copy.csv
peer results/nvidia-h200-x4/peer.csv
END
}
