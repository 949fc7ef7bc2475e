/* The SDK's SQLite. */
#include_next <sqlite3.h>
