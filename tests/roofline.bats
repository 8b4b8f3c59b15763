#!/usr/bin/env bats
# Proves that the page of the roofline shows the roofs and kernels that its machine has measured, and no others.
load helper

# A small book of three machines: the reference, which may lack `peaks`; one of made-up numbers, with the rates
# of its arithmetic; and one that has measured its CPU alone.
setup_file() {
    export book=$BATS_FILE_TMPDIR/book
    command -v gnuplot pandoc > /dev/null || return 0
    copy_book "$book"
    cd "$book"
    cp "$tree"/results/nvidia-h200/*.csv results/nvidia-h200
    cp "$tree/chapters/roofline.md" chapters
    cp "$tree/figures/ladder-roofline.gp" figures
    mend_links chapters
    rm -f results/nvidia-h200/peaks.csv
    cp -r results/nvidia-h200 results/made-up
    rm -r results/made-up/{sass,counters.csv}
    sed -i 's/NVIDIA H200/Made Up 1/' results/made-up/*.csv
    cp "$BATS_TEST_DIRNAME/roofline/peaks.csv" results/made-up
    cpu_alone
    as_this_cpu build/results/here
    make -s build/site/{nvidia-h200,made-up,here}/roofline.html
}

setup() {
    needs gnuplot pandoc
    cd "$book/build/site"
}

# The page of a machine in words, without what its figure says of itself.
words() { sed -n '/<main/,/<\/main/p' "$1/roofline.html" | sed '/<svg/,/<\/svg/d; s/<[^>]*>//g'; }

has() {
    output=$(words "$1")
    for text in "${@:2}"; do in_output "$text"; done
}
lacks() {
    output=$(words "$1")
    for text in "${@:2}"; do [[ $output != *"$text"* ]] || fail "$1 has $text" "$output"; done
}

# Prints the labels of a figure, one per line.
labels() { sed -n '/<text/s/<[^>]*>//gp' "$1/figures/ladder-roofline.svg"; }

@test "without measured arithmetic the roofline has the slopes of memory alone, and the page says so" {
    has nvidia-h200 'DRAM' '4,571 GB/s' 'What the arithmetic units reach was not measured on this machine'
    lacks nvidia-h200 'FP32' 'tensor cores'
    run labels nvidia-h200
    for text in 'L1, shared memory' L2 DRAM DSM 'Host memory' 'add, SAXPY, triad' polynomials 'image filter' \
        'every n-th float, + 1' 'from the n-th float, + 1'; do
        in_output "$text"
    done
    [[ $output != *FP64* ]] || fail "$output"
}

@test "measured arithmetic has a line for each format in the figure, and every unit in the table" {
    has made-up '66.1 TFLOP/s' 'FP16, tensor cores, mma' '621 TFLOP/s' '797 TFLOP/s' '1,570 TFLOP/s'
    lacks made-up 'was not measured'
    run labels made-up
    for text in FP64 FP32 'FP64 tensor' 'TF32 tensor' '16-bit tensor' 'FP8 tensor'; do in_output "$text"; done
    in_output 'image filter'
    [[ $output != *n-th* ]] || fail "without counters there are no points of stride and offset" "$output"
}

@test "each roof in the tables is a number of report.json, and Prometheus gets those of arithmetic" {
    needs python3
    (cd "$book" && make -s build/site/made-up/report.html)
    run python3 - made-up << 'END'
import json, re, sys
folder = sys.argv[1]
page = open(folder + "/roofline.html").read()
data = json.load(open(folder + "/report.json"))
shown = lambda section: re.findall('data-value="([^"]*)"', page.split(f'id="{section}"')[1].split("</table>")[0])
arithmetic = {f"{each['value']:.14g}" for each in data["arithmetic"].values()}
assert len(arithmetic) == 10 and set(shown("arithmetic")) == arithmetic, (shown("arithmetic"), arithmetic)
bandwidths = {f"{each['bandwidth']['value']:.14g}" for each in data["ladder"].values() if "bandwidth" in each}
assert len(shown("memory")) == 6 and set(shown("memory")) <= bandwidths, (shown("memory"), bandwidths)
assert all(each["low"] < each["value"] < each["high"] for each in data["arithmetic"].values())
prom = re.findall(r'arithmetic_operations_per_second\{machine="made-up",unit="(.*)",format="(.*)"\} (.*)', open(folder + "/report.prom").read())
assert {f"{unit}_{format}": f"{float(value):.9g}" for unit, format, value in prom} == {
    name: f"{each['value'] * 1e12:.9g}" for name, each in data["arithmetic"].items()}, prom
END
    exits 0
}

@test "a kernel is where its operations and its bytes put it, and those whose bytes must be counted stand where they were" {
    # SAXPY by 16 bytes, 1 GiB each: two operations per 12 bytes.
    grep -q '^\["[0-9]*",0.166667,727.262,"wide, fp32, dram, 1 GiB, .* line 73 of saxpy.csv"' nvidia-h200/figures/ladder-roofline.points.js
    # Every eighth float: a sector of 32 bytes is read and written for each operation.
    grep -q '^\["[0-9]*",0.015625,63.3[0-9]*,"fp32, dram, stride 8, ' nvidia-h200/figures/ladder-roofline.points.js
    # From the first float on a warp's 32 floats lie in five sectors, which are read and written.
    grep -q '^\["[0-9]*",0.1,[0-9.]*,"fp32, dram, offset 1, 256 MiB, .* line [0-9]* of offset.csv"' nvidia-h200/figures/ladder-roofline.points.js
    grep -q '^\["[0-9]*",0.125,[0-9.]*,"fp32, dram, offset 0, 256 MiB, ' nvidia-h200/figures/ladder-roofline.points.js
    run ! grep -qE '(stride|offset).csv' made-up/figures/ladder-roofline.points.js
    # With radius 2 the image filter adds 25 integers for the 8 bytes of a pixel.
    y=$(awk -F, '/^plain,2,2048,/ { printf "%.6g", 25 * $9 / 8 }' "$book/results/nvidia-h200/tile.csv")
    grep -q "^\\[\"[0-9]*\",3.125,$y,\"plain, radius 2, threads_per_sm 2,048: " nvidia-h200/figures/ladder-roofline.points.js
    run ! grep -q 'radius 0' nvidia-h200/figures/ladder-roofline.points.js
}

@test "a machine without a GPU has a page that borrows no roof" {
    has here 'This machine has not measured the levels of its GPU'
    lacks here 'GB/s' 'FLOP/s'
    run ! grep -q '<figure' here/roofline.html
}
