#!/usr/bin/env bash
# submit.sh FOLDER KIND SUM OPTIONS NODE... - has Slurm measure a node each, for the
# fleet in FOLDER, with sbatch's OPTIONS; a NODE may be any. The queue shows the SUM. It prints the number
# of the job.
set -eu -o pipefail

fleet=$1 kind=$2 sum=$3
read -r -a options <<< "$4"
shift 4
die() { echo "fleet: $fleet/plan: $kind: Slurm refuses ${1:-it}" >&2; exit 1; }

# The settings on make's command line hold for the tasks' make, too.
settings=" ${MAKEFLAGS-}"
[[ $settings == *' -- '* ]] && settings=${settings#* -- } || settings=''

# The same sources are the same bytes, so that what was built of them is found again.
sources=$(tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --exclude=bench/fleet -c Makefile bench kernels | gzip -9n | base64)
sources_sum=$(sha256sum <<< "$sources")

# Each task of the array is tied to its node afterwards, since --nodelist would give
# all nodes to each; it is held meanwhile, so that none starts elsewhere.
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
