#include "FMDBTestSupportC.h"

/* Swift: FMTestProcess.swift */
extern void fmdb_test_support_loaded(void);

/* Before `main`, so that a process that is to hold a lock runs none of the tests. */
__attribute__((constructor)) static void loaded(void) {
    fmdb_test_support_loaded();
}
