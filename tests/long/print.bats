#!/usr/bin/env bats
# Proves of the PDF of each chapter what tests/print.bats proves of the book.
load ../helper
load ../print

@test "no heading and no title of a box or a listing stands at the foot of a page of a chapter, on A4 or Letter, with solutions or without" {
    [[ -d $tree/templates/node_modules ]] || skip "no npm packages"
    needs pdfinfo
    make -s -C "$tree" pdf MACHINE=nvidia-h200
    cd "$tree/build/print/nvidia-h200"
    chapters=([01][0-9]-*.json)
    for paper in a4 letter; do
        for solutions in appendix none; do
            strands_none $paper $solutions "${chapters[@]%.json}"
        done
    done
}
