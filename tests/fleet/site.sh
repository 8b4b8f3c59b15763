#!/usr/bin/env bash
# site.sh FOLDER - a copy of the tree in FOLDER, with its site, and the pages of a made-up
# fleet: n0-gpu3 is slow, n0-gpu4 was throttled, n0-gpu5 lacks an experiment and n0-gpu6
# has a fault.
set -eu
source "${BASH_SOURCE%/*}/../copy.bash"
copy_all "$1"
with_packages "$1"
cd "$1"
for i in {0..6}; do
    faults=()
    ((i != 3)) || faults=(dram=1.37)
    ((i != 4)) || faults=(throttled=0.3)
    bash "$tree/tests/fleet/gpu.sh" fleet "n0-gpu$i" 'NVIDIA H200' "${faults[@]}"
done
bash "$tree/tests/fleet/gpu.sh" fleet n1-gpu0 'NVIDIA H100'
rm fleet/results/n0-gpu5/transfer.csv
sed -i '30s/,ok$/,oops/' fleet/results/n0-gpu6/copy.csv
make -s -j 2 build/site/fleet.html FLEET=fleet
cp -rn "$tree/build/site" build
