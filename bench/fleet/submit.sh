#!/usr/bin/env bash
# submit.sh FOLDER KIND SUM OPTIONS NODE... - has Slurm measure each NODE for the fleet in FOLDER, with
# these OPTIONS of sbatch, and prints the number of the job. A NODE may be "any". The queue shows the SUM.
set -eu -o pipefail

fleet=$1 kind=$2 sum=$3
read -r -a options <<< "$4"
shift 4
die() { echo "fleet: $fleet/plan: $kind: Slurm refuses ${1:-it}" >&2; exit 1; }

# The settings on make's command line are passed on to the tasks' make.
settings=" ${MAKEFLAGS-}"
[[ $settings == *' -- '* ]] && settings=${settings#* -- } || settings=''

# The same sources give the same bytes, so that a node finds programs that were built from them.
sources=$(tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --exclude=bench/fleet -c Makefile bench kernels | gzip -9n | base64)
sources_sum=$(sha256sum <<< "$sources")

# Each task of the array is bound to its node afterwards, because --nodelist would give all nodes to
# each task. Until then the tasks are held, so that none starts elsewhere.
job=$({
    echo '#!/usr/bin/env bash'
    printf '%s=%q\n' fleet "$fleet" kind "$kind" commit "${BENCH_COMMIT-}" settings "$settings" only "${ONLY-}" sources "${sources_sum::12}"
    cat bench/fleet/task.sh
    printf '%s\n' exit '# sources' "$sources"
} | sbatch --parsable --hold --array="1-$#" --job-name="$kind" --comment="$sum $fleet" --chdir=/ --output=/dev/null \
    --nodes=1 --requeue --signal=B:USR1@60 "${options[@]}") || die
job=${job%%;*}
trap 'scancel "$job"' EXIT
i=0
for node; do
    i=$((i + 1))
    [[ $node == any ]] || scontrol update "JobId=${job}_$i" "ReqNodeList=$node" || die "$node"
done
scontrol release "$job"
trap - EXIT
echo "$job"
