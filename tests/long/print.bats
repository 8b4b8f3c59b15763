#!/usr/bin/env bats
# Proves of the PDF of each chapter, and of the book on Letter, what tests/print.bats proves of the book on A4.
load ../helper
load ../print

@test "nothing runs off a page of the book on Letter, and no heading and no title of a box or a listing stands at its foot" {
    [[ -d $tree/templates/node_modules ]] || skip "no npm packages"
    needs pdfinfo
    make -s -C "$tree" pdf MACHINE=nvidia-h200
    PAPER=letter print_edition "$BATS_TEST_TMPDIR" book
    keeps_margins "$BATS_TEST_TMPDIR/book.pdf"
    strands_none "$BATS_TEST_TMPDIR/book.pdf"
}

@test "no heading and no title of a box or a listing stands at the foot of a page of a chapter, on A4 or Letter, with solutions or without" {
    [[ -d $tree/templates/node_modules ]] || skip "no npm packages"
    needs pdfinfo
    make -s -C "$tree" pdf MACHINE=nvidia-h200
    chapters=("$tree"/build/print/nvidia-h200/[01][0-9]-*.json) chapters=("${chapters[@]##*/}")
    for PAPER in a4 letter; do
        for SOLUTIONS in appendix none; do
            export PAPER SOLUTIONS
            print_edition "$BATS_TEST_TMPDIR/$PAPER-$SOLUTIONS" "${chapters[@]%.json}"
            strands_none "$BATS_TEST_TMPDIR/$PAPER-$SOLUTIONS"/*.pdf
        done
    done
}
