/* copy: not_compiled: is not C. */
def copy(to, from): to[:] = from
