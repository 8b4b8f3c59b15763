#!/usr/bin/env bash
# health_check.sh - drains this node if one of its GPUs is slow or computes wrongly. An example for
# Slurm, from a folder in which `make programs` has been run, and bench/criteria/ is about these GPUs:
#
#     # slurm.conf: at most once a day, where no job runs
#     HealthCheckProgram=/opt/bytes-in-flight/bench/fleet/health_check.sh
#     HealthCheckNodeState=IDLE
#     HealthCheckInterval=86400
#
#     # or after each job, the GPUs that it had
#     Epilog=/opt/bytes-in-flight/bench/fleet/health_check.sh
#
# Slurm ends a HealthCheckProgram after a minute, so nodes with many GPUs need the Epilog. Where it
# cannot be told, as when a job has just begun, the node stays as it is, and the system's log says why.
set -eu -o pipefail
cd "${BASH_SOURCE%/*}/../.."
unset CUDA_VISIBLE_DEVICES # we use the numbers of the node, not those of a job
gpus=${SLURM_JOB_GPUS-}
[[ $gpus || ${SLURM_JOB_ID-} ]] || gpus=$(nvidia-smi --query-gpu=index --format=csv,noheader | paste -sd,) || gpus=0
for gpu in ${gpus//,/ }; do
    status=0
    said=$(bash bench/run/accept.sh --quick "$gpu" 2>&1) || status=$?
    logger -t bytes-in-flight "$said" || true
    ((status != 1)) || scontrol update NodeName="${SLURMD_NODENAME:-$(hostname -s)}" State=DRAIN Reason="$said"
done
