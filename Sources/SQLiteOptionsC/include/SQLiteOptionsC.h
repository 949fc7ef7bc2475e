#ifndef SQLITE_OPTIONS_C_H
#define SQLITE_OPTIONS_C_H

/* The functions of SQLite with a variable number of arguments, which Swift does not import. The C library's header is not
   included, because it is another one with the trait SQLCipher on Apple's platforms; these functions are the same. */

struct sqlite3;

/* See https://sqlite.org/c3ref/db_config.html: an option that takes a number. */
int fmdb_db_config_flag(struct sqlite3 *db, int option, int value);

/* See https://sqlite.org/c3ref/config.html: `methods` is a `sqlite3_mem_methods *`. */
int fmdb_get_allocator(void *methods);
int fmdb_set_allocator(const void *methods);

#endif
