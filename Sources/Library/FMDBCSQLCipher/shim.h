#ifndef FMDB_CSQLCIPHER_SHIM_H
#define FMDB_CSQLCIPHER_SHIM_H

/* The header declares sqlite3_key and its kin only with this. */
#define SQLITE_HAS_CODEC 1
#include <sqlite3.h>

/* Apple's header has these flags, other builds of SQLite do not. SQLite ignores the bits where it does not know them,
   so clients that pass them keep compiling and running. */
#ifndef SQLITE_OPEN_FILEPROTECTION_COMPLETE
#define SQLITE_OPEN_FILEPROTECTION_COMPLETE                             0x00100000
#define SQLITE_OPEN_FILEPROTECTION_COMPLETEUNLESSOPEN                   0x00200000
#define SQLITE_OPEN_FILEPROTECTION_COMPLETEUNTILFIRSTUSERAUTHENTICATION 0x00300000
#define SQLITE_OPEN_FILEPROTECTION_NONE                                 0x00400000
#define SQLITE_OPEN_FILEPROTECTION_MASK                                 0x00700000
#endif

#endif
