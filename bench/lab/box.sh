# shellcheck shell=bash
# box.sh - the sandbox (bubblewrap) in which submissions are compiled and run: source it, then
#
#     "${box[@]}" OPTION... -- COMMAND     runs a command that sees the system's programs and nothing else:
#                                          no home, no network, no other process, no file that it could write
#
# Where there is no bubblewrap `boxed` is empty, and there is no such command.
boxed=$(command -v bwrap || true)
# A machine may have bubblewrap and forbid it.
[[ ! $boxed ]] || "$boxed" --unshare-all --ro-bind / / true 2> /dev/null || boxed=''
box=("$boxed" --unshare-all --die-with-parent --new-session --clearenv --setenv PATH /usr/bin:/bin)
for folder in /usr /bin /lib /lib64 /etc/ld.so.cache /etc/alternatives; do
    box+=(--ro-bind-try "$folder" "$folder")
done
