#include "FMDBTestSupportC.h"

/* Swift: FMTestProcess.swift */
extern void fmdb_test_support_loaded(void);

#if defined(DEBUG) && defined(__linux__)
/* Sets have the same order in each process, so that a seed of FMSimulation repeats a run. It must be so before the first set exists. The
   Swift runtime declares this for its environment variable SWIFT_DETERMINISTIC_HASHING. */
extern struct {
    uint64_t seed0, seed1;
    _Bool deterministic;
} _swift_stdlib_Hashing_parameters __attribute__((weak));

__attribute__((constructor(101))) static void fix_hashes(void) {
    if (!&_swift_stdlib_Hashing_parameters) return;
    _swift_stdlib_Hashing_parameters.seed0 = 0;
    _swift_stdlib_Hashing_parameters.seed1 = 0;
    _swift_stdlib_Hashing_parameters.deterministic = 1;
}
#endif

/* Before `main`, so that a process that is to hold a lock runs none of the tests. */
__attribute__((constructor)) static void loaded(void) {
    fmdb_test_support_loaded();
}
