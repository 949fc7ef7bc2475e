#ifndef SQLITE_OPTIONS_C_H
#define SQLITE_OPTIONS_C_H

/* The functions of SQLite with a variable number of arguments, which Swift does not import. The C library's header is not
   included, because it is another one with the trait SQLCipher on Apple's platforms; these functions are the same. */

struct sqlite3;
int sqlite3_db_config(struct sqlite3 *, int, ...);
int sqlite3_config(int, ...);

/* See https://sqlite.org/c3ref/db_config.html: an option that takes a number. */
static inline int fmdb_db_config_flag(struct sqlite3 *db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
}

/* See https://sqlite.org/c3ref/config.html, SQLITE_CONFIG_GETMALLOC: `methods` is a `sqlite3_mem_methods *`. */
static inline int fmdb_get_allocator(void *methods) { return sqlite3_config(5, methods); }

/* SQLITE_CONFIG_MALLOC */
static inline int fmdb_set_allocator(const void *methods) { return sqlite3_config(4, methods); }

#endif
