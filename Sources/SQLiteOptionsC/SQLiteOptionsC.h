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

/* Functions that not every SQLite has: a weak symbol is null where it is missing. The names are those of this file, because
   SQLite's header declares the functions in another way. */
#if defined(__APPLE__)
#define FMDB_OPTIONAL(name) __asm__("_" #name) __attribute__((weak_import))
#else
#define FMDB_OPTIONAL(name) __asm__(#name) __attribute__((weak))
#endif

struct sqlite3_stmt;
extern int fmdb_optional_bind_pointer(struct sqlite3_stmt *, int, void *, const char *, void (*)(void *))
    FMDB_OPTIONAL(sqlite3_bind_pointer);

/* Binds what FTS5's function `fts5` writes its interface to. See https://sqlite.org/fts5.html#extending_fts5 and
   https://sqlite.org/c3ref/bind_blob.html: SQLite keeps the pointer to the type's name, so that it is a constant of C.
   SQLITE_ERROR where SQLite is older than 3.20. */
static inline int fmdb_bind_fts5_api(struct sqlite3_stmt *statement, int index, void *api) {
    if (!fmdb_optional_bind_pointer) return 1;
    return fmdb_optional_bind_pointer(statement, index, api, "fts5_api_ptr", (void (*)(void *))0);
}

struct sqlite3_context;
struct sqlite3_value;
typedef void (*fmdb_aggregate_step)(struct sqlite3_context *, int, struct sqlite3_value **);
typedef void (*fmdb_aggregate_value)(struct sqlite3_context *);
extern int fmdb_optional_create_window_function(struct sqlite3 *, const char *, int, int, void *, fmdb_aggregate_step,
                                                fmdb_aggregate_value, fmdb_aggregate_value, fmdb_aggregate_step,
                                                void (*)(void *)) FMDB_OPTIONAL(sqlite3_create_window_function);

/* See https://sqlite.org/c3ref/create_function.html. SQLITE_ERROR where SQLite is older than 3.25. */
static inline int fmdb_create_window_function(struct sqlite3 *db, const char *name, int count, int flags, void *context,
                                              fmdb_aggregate_step step, fmdb_aggregate_value final,
                                              fmdb_aggregate_value value, fmdb_aggregate_step inverse,
                                              void (*destroy)(void *)) {
    if (fmdb_optional_create_window_function)
        return fmdb_optional_create_window_function(db, name, count, flags, context, step, final, value, inverse, destroy);
    destroy(context);
    return 1;
}

/* The methods of a tokenizer of FTS3 and FTS4, whose header is not installed; and what SQLite expects of a tokenizer and of its
   cursor, which each begin with a pointer that SQLite sets. See https://sqlite.org/fts3.html#custom_application_defined_tokenizers */
struct fmdb_fts3_tokenizer {
    const void *module;
    void *context;
};

struct fmdb_fts3_cursor {
    void *tokenizer;
    void *context;
};

struct fmdb_fts3_module {
    int version;
    int (*create)(int count, const char *const *arguments, struct fmdb_fts3_tokenizer **tokenizer);
    int (*destroy)(struct fmdb_fts3_tokenizer *tokenizer);
    int (*open)(struct fmdb_fts3_tokenizer *tokenizer, const char *text, int length, struct fmdb_fts3_cursor **cursor);
    int (*close)(struct fmdb_fts3_cursor *cursor);
    int (*next)(struct fmdb_fts3_cursor *cursor, const char **token, int *length, int *start, int *end, int *position);
};

#endif
