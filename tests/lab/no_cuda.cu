/* strided: not_compiled: is no CUDA C++. */
this is no CUDA C++
