# shellcheck shell=bash
# box.sh - the sandbox (bubblewrap) in which submissions are compiled and run: source it, then
#
#     "${box[@]}" OPTION... -- COMMAND     runs a command that sees the system's programs and nothing else:
#                                          no home, no network, no other process, no file that it could write
#
# Where that cannot be had `boxed` is empty, there is no such command, and `unboxed` says why, and what to do.
unboxed='install bubblewrap (bwrap)'
boxed=$(command -v bwrap || true)
# A machine may have bubblewrap and forbid it.
if [[ $boxed ]] && ! unboxed=$("$boxed" --unshare-all --ro-bind / / true 2>&1); then
    unboxed="bubblewrap is installed, but this system lets it make no namespaces ($unboxed): \
on Ubuntu 'sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0' allows them, in a container whoever starts it"
    boxed=''
fi
box=("$boxed" --unshare-all --die-with-parent --new-session --clearenv --setenv PATH /usr/bin:/bin)
for folder in /usr /bin /lib /lib64 /etc/ld.so.cache /etc/alternatives; do
    box+=(--ro-bind-try "$folder" "$folder")
done
