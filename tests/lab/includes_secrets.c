/* copy: not_compiled: has the compiler read what other users have. */
#include "/etc/passwd"
