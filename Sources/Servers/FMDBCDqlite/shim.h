#ifndef FMDB_CDQLITE_SHIM_H
#define FMDB_CDQLITE_SHIM_H

#include <dqlite.h>

#endif
