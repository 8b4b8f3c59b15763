#!/usr/bin/env bats
# Proves that `make fleet` has Slurm measure what a plan names: with a real Slurm of
# its own, whose nodes are daemons on this machine.
#
# One fleet meets with everything at once, since Slurm counts time limits in minutes:
# a task that fails, one that outruns its limit, a node that dies. Most tests below
# look at what its runs have said and left.
load helper

setup_file() {
    dir=$BATS_FILE_TMPDIR
    PATH=$PATH:/usr/sbin:/sbin
    for daemon in slurmctld slurmd munged; do
        command -v $daemon > /dev/null || { echo "$daemon" > "$dir/none"; return 0; }
    done
    # They are installed, so that they are to run.
    start_cluster > "$dir/log" 2>&1 || { tail -n 20 "$dir"/log "$dir"/logs/*; return 1; }
    cd "$dir"
    copy_tree tree
    # A compiler that takes no time: what it makes does what the file `program` says.
    cat > cc <<EOF
#!/usr/bin/env bash
[[ \$1 != --version ]] || exec cat $dir/version
while [[ \$1 != -o ]]; do [[ \$1 != -MF ]] || : > "\$2"; shift; done
printf '#!/usr/bin/env bash\nexec bash $dir/program "\${0##*/}" "\$@"\n' > "\$2"
chmod +x "\$2"
EOF
    chmod +x cc
    echo 1 > version
    program 'case $SLURMD_NODENAME-$1 in
        n1-machine) mkdir busy || exit 1; sleep 0.5; rmdir busy ;;
        n2-host_saxpy) [[ -e mended ]] || { echo "host_saxpy: no luck" >&2; exit 1; } ;;
        n3-host_saxpy) [[ -e mended ]] || { touch n3-measures; exec sleep 300; } ;;
        n4-host_saxpy) [[ -e mended ]] || exec sleep 300 ;;
    esac
    table "$@"'
    mkdir fleet
    cat > fleet/plan <<EOF
# kind  nodes  options
gpu     n1     --exclusive
weak    n2

lost    n3
slow    n4     --time=2
EOF
    fleet fleet > first 2>&1 3>&- &
    until_true test -e n3-measures
    kill_node n3
    fails $!
    touch mended
    cp ran ran.first
    # A node that is back within seconds still gets what Slurm told it to end, and
    # would end the new task of the same number: this one first comes to itself.
    with_slurm scontrol update NodeName=n3 State=drain Reason=test
    start_node n3
    until_true node_is n3 drained
    sleep 5
    with_slurm scontrol update NodeName=n3 State=resume
    fleet fleet > second 2>&1 || { cat second; tail -n 20 fleet/logs/*; return 1; }
    cp ran ran.second
    fleet fleet > third 2>&1
}

setup() {
    dir=$BATS_FILE_TMPDIR
    [[ ! -e $dir/none ]] || skip "no $(< "$dir/none")"
    cd "$dir"
}

teardown_file() {
    stop_cluster
}

# ---- A cluster of five nodes; n1 has two GPUs, as far as Slurm knows ----------------

with_slurm() {
    SLURM_CONF=$BATS_FILE_TMPDIR/slurm.conf "$@"
}

start_cluster() {
    local me port=$((20000 + BASHPID % 10000)) n
    me=$(id -un)
    mkdir -p "$dir"/{state,spool,logs} "$dir"/tmp-n{1..5}
    head -c 1024 /dev/urandom > "$dir/key"
    chmod 600 "$dir/key"
    # It would rather have its socket below a folder that is open to all.
    munged --force --key-file="$dir/key" --socket="$dir/munge.socket" --pid-file="$dir/munged.pid" \
        --log-file="$dir/logs/munged" --seed-file="$dir/munge.seed" 3>&-
    # Its signals and node failures, sooner than they are elsewhere.
    cat > "$dir/slurm.conf" <<CONF
ClusterName=test$port
SlurmctldHost=$(hostname)(localhost)
SlurmUser=$me
SlurmdUser=$me
AuthInfo=socket=$dir/munge.socket,cred_expire=5
SlurmctldPort=$port
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool/%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/%n.pid
SlurmctldLogFile=$dir/logs/slurmctld
SlurmdLogFile=$dir/logs/%n
SlurmdTimeout=6
KillWait=2
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
TaskProlog=$dir/prolog
HealthCheckProgram=$dir/health
Epilog=$dir/health
HealthCheckNodeState=IDLE
HealthCheckInterval=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
SchedulerParameters=bf_interval=1,sched_interval=1
GresTypes=gpu
NodeName=n1 NodeHostname=localhost Port=$((port + 1)) CPUs=2 Gres=gpu:2
$(for n in 2 3 4 5; do echo "NodeName=n$n NodeHostname=localhost Port=$((port + n)) CPUs=2"; done)
PartitionName=all Nodes=ALL Default=YES MaxTime=60
CONF
    # A container may have no control groups: this plugin comes up without them.
    echo CgroupPlugin=cgroup/v1 > "$dir/cgroup.conf"
    # They are to be devices, whichever.
    printf 'NodeName=n1 Name=gpu File=/dev/%s\n' null zero > "$dir/gres.conf"
    printf '#!/bin/sh\necho "export TMPDIR=%s/tmp-$SLURMD_NODENAME"\n' "$dir" > "$dir/prolog"
    cat > "$dir/health" <<SH
#!/bin/sh
[ ! -e $dir/healthy ] || SLURM_CONF=$dir/slurm.conf PATH=$dir/healthy/bin:\$PATH exec $dir/healthy/bench/fleet/health_check.sh
SH
    chmod +x "$dir"/{prolog,health}
    with_slurm slurmctld 3>&-
    for n in 1 2 3 4; do
        start_node n$n
    done
    until_true node_is n[1-4] idle
}

start_node() {
    PATH=$PATH:/usr/sbin with_slurm slurmd -N "$1" 3>&-
}

# The processes of this cluster, or of one of its nodes: `processes [NODE]`.
processes() {
    local environ pid
    for environ in $(grep -lzxs "SLURM_CONF=$dir/slurm.conf" /proc/[0-9]*/environ); do
        pid=${environ//[!0-9]/}
        [[ $pid == "$$" || $pid == "$BASHPID" ]] || echo "$pid"
    done
}

# `node_is NODE STATE`, all of them if they are several.
node_is() {
    ! with_slurm sinfo -h -n "$1" -o %T | grep -qvx "$2"
}

# All of a node's processes are gone at once, as with its power: the daemons first, which
# would otherwise still report that the shells have failed.
kill_node() {
    local pid shells=() daemons=("$(< "$dir/$1.pid")")
    for pid in $(processes); do
        ! grep -qzxs "SLURMD_NODENAME=$1" "/proc/$pid/environ" || shells+=("$pid")
    done
    for pid in $(ps -o ppid= -p "$(IFS=,; echo "${shells[*]}")" | sort -u); do
        [[ $(< "/proc/$pid/comm") != slurmstepd ]] || daemons+=("$pid")
    done
    kill -9 "${daemons[@]}" "${shells[@]}"
}

stop_cluster() {
    local pid dir=$BATS_FILE_TMPDIR
    for pid in $(processes) $(cat "$dir/munged.pid" 2> /dev/null); do
        kill -9 "$pid" 2> /dev/null || true
    done
}

# It may be left as a zombie, where nobody asks for those.
gone() {
    [[ ! $(tr -d '\0' 2> /dev/null < "/proc/$1/cmdline") ]]
}

# ---- Fleets ------------------------------------------------------------------------

# Makes all programs do this, in the folder of this file; there, `table NAME` prints a
# small table.
program() {
    cat > "$dir/program" <<EOF
cd $dir
echo "\$SLURMD_NODENAME \$1 \${CUDA_VISIBLE_DEVICES-}" >> ran
table() {
    printf '# program: %s\n# options: %s\n# commit: %s\nms\n' "\$1" "\${*:2}" "\$BENCH_COMMIT"
    [[ \$1 != machine || ! \${CUDA_VISIBLE_DEVICES-} || -e broken ]] || echo gpu,GPU
}
$1
EOF
}

# `fleet FOLDER SETTING...`, with the programs that take no time. A GPU that Slurm knows
# is taken to be there, but those programs are the CPU's.
fleet() {
    with_slurm make -s -C "$dir/tree" fleet FLEET="$dir/$1" CC="$dir/cc" NVCC="$dir/cc" COMMIT=abc has_gpu=1 \
        can_run='machine $(host_experiments)' "${@:2}"
}

# `plan NAME LINE`: a fleet of that name, whose programs print a small table each.
plan() {
    mkdir "$1"
    echo "$2" > "$1/plan"
    program 'table "$@"'
}

# The end of what runs in the background.
fails() {
    if wait "$1"; then fail "make was content"; fi
}

# `missing LOG TARGET REASON`: does the log of a run say so?
missing() {
    grep -qE "^fleet: $2 is missing: $3" "$1" || fail "$(< "$1")"
}

# Prints the lines that a node has added between two copies of the record: `ran_on NODE FROM TO`.
ran_on() {
    diff "$2" "$3" | sed -n "s/^> $1 //p"
}

# Waits for a file of the name go, ten seconds at most.
until_go='for _ in {1..2000}; do [[ ! -e go ]] || break; sleep 0.05; done'

# ---- All at once -------------------------------------------------------------------

@test "each GPU of a node is measured in turn, alone, and has a folder of its own" {
    for gpu in 0 1; do
        diff <(cd fleet/results/gpu-n1-gpu$gpu && echo *) <(cd fleet/results/weak-n2-host && echo *)
        grep -qx '# commit: abc' fleet/results/gpu-n1-gpu$gpu/host_copy.csv
    done
    [[ $(sed -n 's/^n1 host_copy //p' ran.first | xargs) == "0 1" ]]
}

@test "a task that fails, one that outruns its limit and one whose node died are missing, with the reasons, and make fails" {
    missing first weak-n2 'failed: measure: 1 of [0-9]+ failed: host_saxpy \('
    [[ -e fleet/logs/weak-n2.2_1.log ]]
    missing first slow-n4 'failed: task: its time limit is near; the next try goes on from here'
    missing first lost-n3 'pending: ReqNodeNotAvail, .*; it stays in the queue as 3_1'
    grep -q "^fleet: folders in $dir/fleet/results: 2" first
    grep -q '^fleet: 3 of 4 are missing;' first
    grep -q '^make: .* Error 1' first
}

@test "run again, make fleet submits what failed and goes on from where it ended, and once all is there it submits nothing" {
    [[ $(grep -c 'job array' first) == 4 ]]
    diff <(grep 'job array' second) <(printf 'fleet: job array %s, 1 to measure\n' '5: weak' '6: slow')
    diff <(ls -A fleet/results) <(printf '%s\n' gpu-n1-gpu{0,1} lost-n3-host slow-n4-host weak-n2-host)
    diff <(ran_on n2 ran.first ran.second) <(echo "host_saxpy ")
    diff <(ran_on n3 ran.first ran.second) <(printf '%s \n' host_saxpy host_stream host_stride)
    diff <(ran_on n4 ran.first ran.second) <(printf '%s \n' host_saxpy host_stream host_stride)
    diff third <(echo "fleet: folders in $dir/fleet/results: 5")
}

# ---- Other fleets ------------------------------------------------------------------

@test "the real programs are built once for a kind, and give results that are sound" {
    plan real 'host n[2-3]'
    sed -i.all 's/max = [^,]*/max = 16384/g' tree/bench/host_copy.c
    with_slurm make -s -C tree fleet FLEET="$dir/real" NVCC=/nonexistent COMMIT=abc QUICK=1 ONLY='machine host_copy'
    mv tree/bench/host_copy.c.all tree/bench/host_copy.c
    diff <(cd real/results && echo *) <(echo host-n2-host host-n3-host)
    diff <(cd real/results && echo */*) <(echo host-n{2,3}-host/{host_copy.csv,machine.csv,pass.txt})
    (cd tree && bash bench/run/validate.sh "$dir"/real/results/*/*.csv)
    [[ $(cat real/logs/*.log | grep -c building) == 1 ]]
    run grep -rwE "n2|n3|$(hostname)" real/results
    exits 1
}

@test "make grade has Slurm run each submission on a node of its own, several at once, and names what fails" {
    copy_tree course
    cp -r "$BATS_TEST_DIRNAME/../chapters" course
    mkdir -p class course/build/lab/copy
    for student in ada bob eve grace lost; do
        echo "void copy(void) {} /* $student */" > class/$student.c
    done
    # The grader waits until another one is at work, and has to be the only one on its node.
    cat > course/build/lab/copy/grader <<EOF
#!/usr/bin/env bash
! grep -q lost "\${2%/*}/submission.c" || { echo "the grader is lost" >&2; exit 1; }
mkdir $dir/at-\$SLURMD_NODENAME || exit 1
for _ in {1..600}; do
    at=($dir/at-*)
    ((\${#at[@]} < 2)) || touch $dir/two
    [[ ! -e $dir/two ]] || break
    sleep 0.05
done
sleep 0.5
printf '%s\n' '# fault: no_op' '# said: it wrote nothing' variant,kind,bytes,ms,ms_low,ms_high,samples,gbs > "\$2"
echo "\$SLURMD_NODENAME" >> $dir/graded
rmdir $dir/at-\$SLURMD_NODENAME
EOF
    chmod +x course/build/lab/copy/grader
    cd course
    grade() { run with_slurm env CC=cc PANDOC=none GNUPLOT=none SLURM=--time=5 "$@" bash bench/lab/grade.sh copy "$dir/class"; }
    grade UNBOXED=1
    fails_with "grade: lost could not be graded: "
    in_output "the grader is lost"
    diff <(grep -v '^#' build/grades/copy/grades.csv | cut -d, -f 1-4) <(printf '%s\n' student,points,of,fault {ada,bob,eve,grace},0,100,no_op)
    [[ -e $dir/two && $(wc -l < "$dir/graded") == 4 ]] || fail "$(< "$dir/graded")"
    # A node that has no sandbox runs nothing unless UNBOXED=1 allows it.
    rm "$dir/class/lost.c"
    echo >> "$dir/class/ada.c"
    mkdir -p "$dir/forbids"
    printf '%s\n' '#!/bin/sh' 'exit 1' > "$dir/forbids/bwrap"
    chmod +x "$dir/forbids/bwrap"
    grade PATH="$dir/forbids:$PATH"
    fails_with "grade: ada could not be graded: "
    in_output "there is no sandbox on $HOSTNAME: bubblewrap is installed"
    [[ $(wc -l < "$dir/graded") == 4 ]] || fail "$(< "$dir/graded")"
}

@test "the lines for cron measure a fleet every week, with nothing else in the environment, and say what has changed" {
    needs gnuplot pandoc
    mkdir -p weeks/2026-01-01
    cp -r real/results weeks/2026-01-01
    rm -r weeks/2026-01-01/results/host-n3-host
    echo 'host n2' > weeks/plan
    # One experiment is enough, and of the site only the fleet's page.
    copy_all weekly
    find weekly/bench -maxdepth 1 -name 'host_*.c' ! -name host_copy.c -delete
    sed -i 's/^host_experiments := .*/host_experiments := host_copy/; s/^has_gpu .*/has_gpu :=/' weekly/Makefile
    sed -i 's/max = [^,]*/max = 4096/g' weekly/bench/host_copy.c
    sed -i 's/^\(fleet-page: .*fleet.html\) site/\1/' weekly/templates/rules.mk
    path=$(sed -n 's/^ *PATH=//p' weekly/bench/fleet/README.md)
    line=$(sed -n 's/^ *0 3 \* \* 0 *//p' weekly/bench/fleet/README.md)
    line=${line/\/opt\/bytes-in-flight/$dir/weekly}
    # A cluster's own configuration is where Slurm looks for it, and the one of this is not.
    run env -i HOME=/ SHELL=/bin/sh LOGNAME="$(id -un)" PATH="$path" SLURM_CONF="$dir/slurm.conf" /bin/sh -c "exec 3>&-; ${line/\/data\/fleet/$dir/weeks}"
    in_output 'Open build/site/fleet.html'
    [[ $output != *missing* ]] || fail "$output"
    # Besides the run that was made up for 2026-01-01 there is the new one.
    weeks=(weeks/2*)
    (cd tree && bash bench/run/validate.sh "$dir/${weeks[-1]}"/results/host-n2-host/*.csv)
    grep -q '^host-n2-host,.*,host_copy,' weeks/*/fleet.csv
    grep -qF 'Open build/site/fleet.html' weeks/*/said.txt
    grep -q 'Changes since 2026-01-01' weekly/build/site/fleet.html
}

@test "two tasks on a node measure one after the other" {
    mkdir pair
    printf '%s n2 --ntasks=1\n' a b > pair/plan
    # The first one works until the second one waits.
    program 'mkdir busy || exit 1
    for _ in {1..600}; do ! grep -q "task: waiting: another one" pair/logs/*.log || break; sleep 0.05; done
    rmdir busy
    table "$@"'
    fleet pair ONLY=host_copy
    grep -q 'task: waiting: another one is measuring on this node' pair/logs/*.log
}

@test "a task names a lock that it cannot get, replaces what a killed task left, and leaves other users' files alone" {
    plan left 'a any' # which is one node, whichever
    fleet left ONLY=host_copy
    names=(left/results/a-n?-host)
    [[ ${#names[@]} == 1 && -d ${names[0]} ]]
    run fleet left ONLY=host_copy
    [[ $output != *"job array"* ]]
    rm -r left
    plan left 'a n2'
    stem=bytes-in-flight.$(sed -n 's/^ClusterName=//p' slurm.conf).n2
    touch "/tmp/$stem"
    run fleet left
    rm "/tmp/$stem"
    in_output "a-n2 is missing: failed: task: /tmp/$stem cannot be locked: "
    mkdir -p tmp-n2/{"$stem.$UID","$stem.$((UID + 1))","$stem"}.tree/bench
    fleet left ONLY=host_copy
    diff <(echo tmp-n2/*) <(echo "tmp-n2/$stem.$((UID + 1)).tree tmp-n2/$stem.tree")
    rmdir tmp-n2/*/bench tmp-n2/*
}

@test "programs are built anew for another setting or compiler, but not for other experiments" {
    plan alike 'a n2'
    # `builds N SETTING...`: measures it again, and N times it has been built by then.
    builds() {
        rm -rf alike/results
        fleet alike "${@:2}"
        [[ $(cat alike/logs/*.log | grep -c building) == "$1" ]] || fail "$* $(cat alike/logs/*.log)"
    }
    builds 1 ONLY=host_copy
    [[ -x $(echo alike/built/a-*/bench/host_saxpy) ]]
    builds 1 ONLY=machine QUICK=1
    builds 1
    builds 2 CFLAGS=-O3
    echo 2 > version
    builds 3 CFLAGS=-O3
}

@test "a GPU without nvcc, or that no program can use, is no node of the CPU but missing, with the reason, and tried again" {
    plan bare 'gpu n1 --exclusive'
    # Programs that are built for experiments of the CPU do not hide it.
    fleet bare NVCC=/nonexistent ONLY=host_copy
    rm -r bare/results
    # `is_missing FLEET MESSAGE SETTING...`
    is_missing() {
        run fleet "$1" "${@:3}"
        fails_with "gpu-n1 is missing: failed: $2"
        [[ ! $(ls "$1/results") ]]
    }
    is_missing bare 'measure: this node has a GPU but no driver for it' has_gpu= ONLY=host_copy
    is_missing bare 'measure: this node has a GPU but no driver for it' has_gpu=
    is_missing bare 'measure: this node has a GPU but no nvcc' NVCC=/nonexistent
    touch broken
    run fleet bare ONLY=host_copy
    rm broken
    fails_with "gpu-n1 is missing: failed: task: Slurm gave a GPU, but its driver does not answer: see what 'nvidia-smi' says"
    plan dark 'gpu n1 --exclusive'
    program '[[ $1 != copy || -e light ]] || { echo "copy: the driver is old: update it" >&2; exit 75; }; table "$@"'
    is_missing dark 'copy: the driver is old: update it' can_run='machine copy'
    touch light
    rm ran
    fleet dark can_run='machine copy'
    diff <(cd dark/results && echo */*) <(echo gpu-n1-gpu{0,1}/{copy,machine}.csv)
    diff <(grep copy ran) <(printf 'n1 copy %s\n' 0 1) # and what the machine is, once more
}

@test "after quick or partial results make fleet measures what they lack, and keeps the rest" {
    plan part 'a n2'
    partial="fleet: of these are quick or partial: 1; 'make fleet' without QUICK= and ONLY= completes them"
    run fleet part QUICK=1 ONLY=host_copy
    in_output "$partial"
    diff <(cd part/results && echo */*) <(echo a-n2-host/{host_copy.csv,machine.csv,pass.txt})
    fleet part ONLY='host_copy host_saxpy'
    rm ran
    run fleet part QUICK=1
    in_output "$partial"
    run ! grep -E 'host_(copy|saxpy)' ran
    # pass.txt tells of all tables, whatever the last pass was.
    quick=$(experiments c | grep -vx 'host_copy\|host_saxpy' | xargs)
    diff part/results/a-n2-host/pass.txt <(echo "QUICK=$quick")
    fleet part ONLY=host_stride
    diff part/results/a-n2-host/pass.txt <(echo "QUICK=${quick/ host_stride}")
    run fleet part
    [[ ${lines[-1]} == "fleet: folders in $dir/part/results: 1" ]] || fail "$output"
    run ! grep -rl -e --quick part/results
    cp ran ran.before
    run fleet part ONLY=host_stride
    [[ $output == "fleet: folders in $dir/part/results: 1" ]] || fail "$output"
    diff ran ran.before
}

@test "tasks that wait for another plan or other settings are submitted anew or cancelled" {
    mkdir plans
    printf '%s --begin=now+1hour\n' 'a n2' 'b n3' > plans/plan
    program 'table "$@"'
    fleet plans > plans.log 2>&1 3>&- &
    both_wait() { [[ $(with_slurm squeue -h -n a,b -t PENDING -o %r) == $'BeginTime\nBeginTime' ]]; }
    until_true both_wait
    kill "$(pgrep -P $! -x make)"
    fails $!
    echo 'a n2' > plans/plan
    run fleet plans
    exits 0
    in_output "fleet: a-n2: its task "
    in_output "fleet: b-n3: its task "
    [[ ! $(with_slurm squeue -h -t PENDING) ]]
}

@test "an interrupted make fleet lets the tasks go on, and run again follows them" {
    plan stop 'a n2'
    program "touch measures; $until_go; table \"\$@\""
    rm -f go measures
    fleet stop ONLY=host_copy > stop.log 2>&1 3>&- &
    until_true test -e measures
    run fleet stop
    fails_with "fleet: another 'make fleet' is at work in $dir/stop"
    kill "$(pgrep -P $! -x make)"
    fails $!
    until_true grep -q 'fleet: the tasks go on; make fleet follows them again' stop.log
    touch go
    run fleet stop ONLY=host_copy
    exits 0
    [[ $output != *"job array"* && -e stop/results/a-n2-host/host_copy.csv ]]
}

@test "a task that is cancelled is missing, with the reason, and leaves no program" {
    plan cancel 'c n2'
    program 'echo $$ > running; exec sleep 300'
    fleet cancel > cancel.log 2>&1 3>&- &
    until_true test -s running
    with_slurm scancel --name=c
    fails $!
    missing cancel.log c-n2 'cancelled: task: it was to end: cancelled'
    until_true gone "$(< running)"
}

@test "without shared storage results are fetched from their nodes, when all are there" {
    mkdir apart
    # The fifth node sees a folder of its own there.
    unshare -m true 2> /dev/null || skip "no mount namespaces"
    PATH=$PATH:/usr/sbin with_slurm unshare -m sh -c "mount -t tmpfs none $dir/apart && slurmd -N n5" 3>&-
    until_true node_is n5 idle
    echo 'far n5' > apart/plan
    program '[[ $1 != host_saxpy || -e far ]] || { echo "$1: no luck" >&2; exit 1; }; table "$@"'
    run fleet apart
    [[ $status != 0 && ! $(ls -A apart/results) ]]
    [[ $output =~ far-n5\ is\ missing:\ failed:\ measure:\ 1\ of\ [0-9]+\ failed:\ host_saxpy ]] || fail "$output"
    touch far
    rm ran
    fleet apart QUICK=1
    [[ $(ls -A apart/results) == far-n5-host ]]
    [[ -s apart/results/far-n5-host/machine.csv && $(< ran) == "n5 host_saxpy " ]]
    # A later pass replaces what it has measured, even if the node has forgotten the rest.
    with_slurm srun -Q -w n5 rm -r "$dir/apart/results"
    fleet apart ONLY=host_saxpy COMMIT=def
    grep -qx '# commit: def' apart/results/far-n5-host/host_saxpy.csv
    [[ -s apart/results/far-n5-host/host_copy.csv && ! -e apart/results/far-n5-host/pass.txt ]]
}

# ---- What is wrong with a plan -------------------------------------------------------

# `refused PLAN MESSAGE`: the message names the plan, and nothing is left in the queue, either.
refused() {
    mkdir -p wrong
    printf '%s' "$1" > wrong/plan # whose last line has no end
    run fleet wrong
    fails_with "fleet: $dir/wrong/plan:$2"
    [[ ! $(with_slurm squeue -h) && ! $(ls -A wrong/results 2> /dev/null) ]]
}

@test "a plan that is wrong, or that Slurm refuses, is refused with its line, and none of it is submitted" {
    refused $'a n2\n\na n3' "3: 'a': give each line a name of its own, of lower-case letters and digits"
    refused $'a n2\nB n3' "2: 'B': "
    refused 'a --partition=all' "1: name the nodes, such as node[01-16], or say any"
    refused $'a n2 --exclusive\r' "1: its lines end in CR and LF: sed -i 's/\r\$//' $dir/wrong/plan"
    refused 'a n2, n3' "1: behind the nodes stand options of sbatch: write the nodes without blanks"
    refused 'a n2 --constraint="x"' "1: options stand here as sbatch is to get them: without quotes"
    refused 'a n2 --time=5 --job-name=me' "1: '--job-name' is set by make fleet itself"
    refused 'a n2 -a 1-4' "1: '-a' is set by make fleet itself"
    refused 'a n[2-3],n2' "1: n2 is named twice"
    refused '# a n2' " it names no nodes: a line for each kind, such as '"
    [[ $(ls -A wrong) == plan ]]
    refused 'a n2 --partition=none' " a: Slurm refuses it"
    refused 'a n[2,9]' " a: Slurm refuses n9"
    echo 'a n2' > wrong/plan
    SLURM_CONF=/dev/null run make -s -C tree fleet FLEET="$dir/wrong"
    fails_with "fleet: $dir/wrong/plan:1: Slurm cannot be asked: run this where its commands work"
}

@test "without a plan make fleet collects what is there without Slurm or a GPU, and without a folder it says what it lacks" {
    mkdir -p plain/results/a-b-gpu0 nothing
    SLURM_CONF=/nonexistent run make -s -C tree fleet FLEET="$dir/plain" ONLY=copy NVCC=/nonexistent
    [[ $status == 0 && $output == "fleet: there is no plan $dir/plain/plan, so nothing is submitted"$'\n'"fleet: folders in $dir/plain/results: 1" ]]
    while read -r folder message; do
        DEVICE=$([[ $folder != $dir/plain ]] || echo 0) run make -s -C tree fleet FLEET="${folder#-}"
        fails_with "fleet: $message"
    done <<END
$dir/plain DEVICE= is for make measure: 
$dir/nothing there is no plan $dir/nothing/plan, and there are no results: make one
../none there is no folder $dir/none: make it, with a plan in it
- name the folder that has results
END
    [[ ! $(ls -A nothing) && ! -e none ]]
}

# ---- The end -------------------------------------------------------------------------

@test "a health check drains the node whose GPU is slow, and says why; after a job it checks the GPUs of the job" {
    # The first GPU of n1 is as it was recorded, and its second one copies half as fast. n2 computes wrongly, n3 is
    # busy, and n4 copies half as fast.
    copy_tree new
    mkdir -p new/build/bench new/bin
    for name in machine copy ladder saxpy transpose transfer; do
        cp "$tree/results/nvidia-h200/$name.csv" new
        printf '#!/bin/sh\ncase $SLURMD_NODENAME-%s$1 in\nn2-ladder*) echo "ladder: variant read sums 4 ints wrongly: 1 values or bytes differ" >&2; exit 1 ;;\nn4-copy* | n1-copy--device=1) cat %s/healthy/slow.csv ;;\n*) cat %s/healthy/%s.csv ;;\nesac\n' \
            $name "$dir" "$dir" $name > new/build/bench/$name
    done
    awk -F, -v OFS=, '/^once,dram/ { for (i = 5; i <= 7; i++) $i *= 2; $9 = sprintf("%.6g", $4 / $5 / 1e6) } { print }' new/copy.csv > new/slow.csv
    printf '#!/bin/sh\ncase "$*-$SLURMD_NODENAME" in *index*) echo 0 ;; *-n3) echo 4711 ;; esac\n' > new/bin/nvidia-smi
    printf '#!/bin/sh\necho "$SLURMD_NODENAME: $3" >> %s/healthy/log\n' "$dir" > new/bin/logger
    chmod +x new/bin/* new/build/bench/*
    mv new healthy
    until_true node_is n[2,4] drained
    reason() { with_slurm sinfo -h -n "$1" -o %E; }
    [[ $(reason n2) == "accept: it fails: GPU 0: ladder: variant read sums 4 ints wrongly: 1 values or bytes differ" ]] || fail "$(reason n2)"
    [[ $(reason n4) == "GPU 0, NVIDIA H200: it fails: 1 of 14 criteria, such as Copy of DRAM"* ]] || fail "$(reason n4)"
    until_true grep -x "n1: GPU 0, NVIDIA H200: it passes: 14 of 14 criteria" healthy/log
    until_true grep -x "n3: accept: it cannot be told: GPU 0: another process uses it" healthy/log
    node_is n[1,3] idle
    # Slurm's check of idle nodes knows only the first GPU of n1. A job without a GPU has none checked, either.
    with_slurm srun -w n1 --gres=gpu:1 true
    with_slurm srun -w n1 true
    until_true node_is n1 idle
    with_slurm srun -w n1 --gres=gpu:2 true
    until_true node_is n1 drained
    [[ $(reason n1) == "GPU 1, NVIDIA H200: it fails: 1 of 14 criteria, such as Copy of DRAM"* ]] || fail "$(reason n1)" "$(< healthy/log)"
    mv healthy checked
}

@test "nothing is left: no tree, no lock, no daemon" {
    [[ ! $(find tmp-n? -mindepth 1) ]]
    [[ ! $(find /tmp -maxdepth 1 -name "bytes-in-flight.$(sed -n 's/^ClusterName=//p' slurm.conf).*") ]]
    munged=$(< munged.pid)
    stop_cluster
    until_true gone "$munged"
    [[ ! $(processes) ]]
}
