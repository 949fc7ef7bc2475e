#ifndef CDQLITE_SHIM_H
#define CDQLITE_SHIM_H

#include <dqlite.h>

#endif
