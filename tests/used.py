# used.py COMMAND... - runs it, what it says goes to the file `log`, and prints what it
# used: seconds, seconds of processor time, and megabytes of its largest process.
import resource
import subprocess
import sys
import time

start = time.monotonic()
with open("log", "w") as log:
    if subprocess.call(sys.argv[1:], stdout=log):
        sys.exit("it failed: " + " ".join(sys.argv[1:]))
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print("%.2f %.2f %d" % (time.monotonic() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1000))
