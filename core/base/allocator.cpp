// How jemalloc, which has all memory of the programs, is set: it looks for a variable of this name.
//
// Each page of fresh memory interrupts the program when it is first written to, which in a virtual machine is a third of
// indexing. Pages of 2 MB are 500 times fewer. What was freed, after indexing more than what is kept, goes back to the
// system within some ten seconds, by a thread of the allocator's own.
#include <jemalloc/jemalloc.h>

const char* malloc_conf = "thp:always,background_thread:true";
