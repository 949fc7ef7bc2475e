/* The module also has a function that runs when the program is loaded. */
#pragma once

#include <stdint.h>

/* What a thread of a simulation reads and calls in place of the system's clocks. Times are in nanoseconds. */
struct fmdb_simulated_clock {
    int64_t monotonic;
    /* What is added for the time of day. */
    int64_t wall;
    void (*_Nonnull sleep)(int64_t nanoseconds);
    void (*_Nonnull yield)(void);
};

/* Whether this build can simulate: a debug build for Linux, without a sanitizer, which defines the same functions. */
int fmdb_can_simulate(void);

/* Sets the clock and the process identifier of the current thread; null for the system's. */
void fmdb_simulate(const struct fmdb_simulated_clock *_Nullable clock, int32_t process);

/* Returns a descriptor of memory that has no name and can be mapped by several addresses, or -1 with errno. */
int fmdb_new_memory(void);
