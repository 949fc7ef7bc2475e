#include "SQLiteOptionsC.h"

/* As sqlite3.h declares them. */
int sqlite3_db_config(struct sqlite3 *, int, ...);
int sqlite3_config(int, ...);

/* SQLITE_CONFIG_MALLOC and SQLITE_CONFIG_GETMALLOC */
enum { set_allocator = 4, get_allocator = 5 };

int fmdb_db_config_flag(struct sqlite3 *db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
}

int fmdb_get_allocator(void *methods) { return sqlite3_config(get_allocator, methods); }

int fmdb_set_allocator(const void *methods) { return sqlite3_config(set_allocator, methods); }
