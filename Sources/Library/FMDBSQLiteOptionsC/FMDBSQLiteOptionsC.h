#ifndef FMDB_SQLITE_OPTIONS_C_H
#define FMDB_SQLITE_OPTIONS_C_H

/* The functions of SQLite with a variable number of arguments, which Swift does not import. The C library's header is not
   included, because it is another one with the trait SQLCipher on Apple's platforms; these functions are the same. */

struct sqlite3;
int sqlite3_db_config(struct sqlite3 *, int, ...);
int sqlite3_config(int, ...);

/* See https://sqlite.org/c3ref/db_config.html: an option that takes a number. */
static inline int fmdb_db_config_flag(struct sqlite3 *db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
}

static inline int fmdb_db_config_answer(struct sqlite3 *db, int option) {
    int answer = 0;
    sqlite3_db_config(db, option, -1, &answer);
    return answer;
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

/* What Apple's SQLite lacks, or has in some versions only: there even a weak symbol has to be in the library that is linked. */
#if defined(__APPLE__)
static inline int fmdb_has_load_extension(void) { return 0; }
static inline int fmdb_load_extension(struct sqlite3 *db, const char *path, const char *entryPoint, char **message) {
    return 1;
}
#else
extern int fmdb_optional_load_extension(struct sqlite3 *, const char *, const char *, char **)
    FMDB_OPTIONAL(sqlite3_load_extension);
extern unsigned char *fmdb_optional_serialize(struct sqlite3 *, const char *, long long *, unsigned)
    FMDB_OPTIONAL(sqlite3_serialize);
extern int fmdb_optional_deserialize(struct sqlite3 *, const char *, unsigned char *, long long, long long, unsigned)
    FMDB_OPTIONAL(sqlite3_deserialize);

/* See https://sqlite.org/c3ref/load_extension.html. Nothing may call the second one where the first one answers 0. */
static inline int fmdb_has_load_extension(void) { return fmdb_optional_load_extension != 0; }
static inline int fmdb_load_extension(struct sqlite3 *db, const char *path, const char *entryPoint, char **message) {
    return fmdb_optional_load_extension(db, path, entryPoint, message);
}

/* See https://sqlite.org/c3ref/serialize.html. Nothing may call the others where the first one answers 0. */
static inline int fmdb_has_serialization(void) { return fmdb_optional_serialize && fmdb_optional_deserialize; }
static inline unsigned char *fmdb_serialize(struct sqlite3 *db, const char *schema, long long *size, unsigned flags) {
    return fmdb_optional_serialize(db, schema, size, flags);
}
static inline int fmdb_deserialize(struct sqlite3 *db, const char *schema, unsigned char *bytes, long long size,
                                   long long room, unsigned flags) {
    return fmdb_optional_deserialize(db, schema, bytes, size, room, flags);
}
#endif

extern int fmdb_optional_txn_state(struct sqlite3 *, const char *) FMDB_OPTIONAL(sqlite3_txn_state);
extern const char *fmdb_optional_db_name(struct sqlite3 *, int) FMDB_OPTIONAL(sqlite3_db_name);
extern int fmdb_optional_error_offset(struct sqlite3 *) FMDB_OPTIONAL(sqlite3_error_offset);

/* SQLite 3.34 and later. See https://sqlite.org/c3ref/txn_state.html: 0 for none, 1 for reading, 2 for writing; -1 without it. */
static inline int fmdb_txn_state(struct sqlite3 *db, const char *schema) {
    return fmdb_optional_txn_state ? fmdb_optional_txn_state(db, schema) : -1;
}

/* SQLite 3.39 and later. See https://sqlite.org/c3ref/db_name.html. */
static inline int fmdb_has_db_name(void) { return fmdb_optional_db_name != 0; }
static inline const char *fmdb_db_name(struct sqlite3 *db, int number) { return fmdb_optional_db_name(db, number); }

/* SQLite 3.38 and later. See https://sqlite.org/c3ref/errcode.html: -1 for none, and without it. */
static inline int fmdb_error_offset(struct sqlite3 *db) {
    return fmdb_optional_error_offset ? fmdb_optional_error_offset(db) : -1;
}

/* The table behind a column of a result: null where SQLite was built without SQLITE_ENABLE_COLUMN_METADATA. See
   https://sqlite.org/c3ref/column_database_name.html. */
struct sqlite3_stmt;
extern const char *fmdb_optional_column_database_name(struct sqlite3_stmt *, int)
    FMDB_OPTIONAL(sqlite3_column_database_name);
extern const char *fmdb_optional_column_table_name(struct sqlite3_stmt *, int) FMDB_OPTIONAL(sqlite3_column_table_name);
extern const char *fmdb_optional_column_origin_name(struct sqlite3_stmt *, int) FMDB_OPTIONAL(sqlite3_column_origin_name);

static inline const char *fmdb_column_database_name(struct sqlite3_stmt *statement, int column) {
    return fmdb_optional_column_database_name ? fmdb_optional_column_database_name(statement, column) : 0;
}
static inline const char *fmdb_column_table_name(struct sqlite3_stmt *statement, int column) {
    return fmdb_optional_column_table_name ? fmdb_optional_column_table_name(statement, column) : 0;
}
static inline const char *fmdb_column_origin_name(struct sqlite3_stmt *statement, int column) {
    return fmdb_optional_column_origin_name ? fmdb_optional_column_origin_name(statement, column) : 0;
}

/* What SQLite calls to start an extension, and gives its functions to. */
struct sqlite3_api_routines;
typedef int (*fmdb_extension_entry)(struct sqlite3 *, char **, const struct sqlite3_api_routines *);
extern int fmdb_optional_auto_extension(void (*)(void)) FMDB_OPTIONAL(sqlite3_auto_extension);
extern int fmdb_optional_cancel_auto_extension(void (*)(void)) FMDB_OPTIONAL(sqlite3_cancel_auto_extension);

/* See https://sqlite.org/c3ref/auto_extension.html. SQLITE_ERROR where it is missing. */
static inline int fmdb_auto_extension(fmdb_extension_entry entry) {
    if (!fmdb_optional_auto_extension || !fmdb_optional_cancel_auto_extension) return 1;
    return fmdb_optional_auto_extension((void (*)(void))entry);
}

static inline void fmdb_cancel_auto_extension(fmdb_extension_entry entry) {
    if (fmdb_optional_cancel_auto_extension) fmdb_optional_cancel_auto_extension((void (*)(void))entry);
}

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

/* The pre-update hook, which a build of SQLite has or lacks; which column a blob writes it tells since 3.36. See
   https://sqlite.org/c3ref/preupdate_blobwrite.html. Nothing of it may be called where `fmdb_has_preupdate_hook` answers 0. */
typedef void (*fmdb_preupdate_handler)(void *context, struct sqlite3 *, int action, const char *schema, const char *table,
                                       long long oldRow, long long newRow);
extern void *fmdb_optional_preupdate_hook(struct sqlite3 *, fmdb_preupdate_handler, void *)
    FMDB_OPTIONAL(sqlite3_preupdate_hook);
extern int fmdb_optional_preupdate_count(struct sqlite3 *) FMDB_OPTIONAL(sqlite3_preupdate_count);
extern int fmdb_optional_preupdate_depth(struct sqlite3 *) FMDB_OPTIONAL(sqlite3_preupdate_depth);
extern int fmdb_optional_preupdate_old(struct sqlite3 *, int, struct sqlite3_value **) FMDB_OPTIONAL(sqlite3_preupdate_old);
extern int fmdb_optional_preupdate_new(struct sqlite3 *, int, struct sqlite3_value **) FMDB_OPTIONAL(sqlite3_preupdate_new);
extern int fmdb_optional_preupdate_blobwrite(struct sqlite3 *) FMDB_OPTIONAL(sqlite3_preupdate_blobwrite);

static inline int fmdb_has_preupdate_hook(void) {
    return fmdb_optional_preupdate_hook && fmdb_optional_preupdate_count && fmdb_optional_preupdate_depth &&
           fmdb_optional_preupdate_old && fmdb_optional_preupdate_new;
}

static inline void fmdb_preupdate_hook(struct sqlite3 *db, fmdb_preupdate_handler handler, void *context) {
    fmdb_optional_preupdate_hook(db, handler, context);
}
static inline int fmdb_preupdate_count(struct sqlite3 *db) { return fmdb_optional_preupdate_count(db); }
static inline int fmdb_preupdate_depth(struct sqlite3 *db) { return fmdb_optional_preupdate_depth(db); }
static inline int fmdb_preupdate_old(struct sqlite3 *db, int column, struct sqlite3_value **value) {
    return fmdb_optional_preupdate_old(db, column, value);
}
static inline int fmdb_preupdate_new(struct sqlite3 *db, int column, struct sqlite3_value **value) {
    return fmdb_optional_preupdate_new(db, column, value);
}

/* The column that a blob writes, or -1. */
static inline int fmdb_preupdate_blobwrite(struct sqlite3 *db) {
    return fmdb_optional_preupdate_blobwrite ? fmdb_optional_preupdate_blobwrite(db) : -1;
}

/* The session extension, which a build of SQLite has or lacks as a whole. See https://sqlite.org/session.html. Nothing of it
   may be called where `fmdb_has_sessions` answers 0. */
struct fmdb_session;
struct fmdb_changeset_iterator;
struct fmdb_changegroup;
typedef int (*fmdb_table_filter)(void *context, const char *table);
typedef int (*fmdb_conflict_handler)(void *context, int conflict, struct fmdb_changeset_iterator *iterator);

extern int fmdb_optional_session_create(struct sqlite3 *, const char *, struct fmdb_session **)
    FMDB_OPTIONAL(sqlite3session_create);
extern void fmdb_optional_session_delete(struct fmdb_session *) FMDB_OPTIONAL(sqlite3session_delete);
extern int fmdb_optional_session_enable(struct fmdb_session *, int) FMDB_OPTIONAL(sqlite3session_enable);
extern int fmdb_optional_session_attach(struct fmdb_session *, const char *) FMDB_OPTIONAL(sqlite3session_attach);
extern void fmdb_optional_session_table_filter(struct fmdb_session *, fmdb_table_filter, void *)
    FMDB_OPTIONAL(sqlite3session_table_filter);
extern int fmdb_optional_session_changeset(struct fmdb_session *, int *, void **)
    FMDB_OPTIONAL(sqlite3session_changeset);
extern int fmdb_optional_session_diff(struct fmdb_session *, const char *, const char *, char **)
    FMDB_OPTIONAL(sqlite3session_diff);
extern int fmdb_optional_changeset_invert(int, const void *, int *, void **) FMDB_OPTIONAL(sqlite3changeset_invert);
extern int fmdb_optional_changeset_apply(struct sqlite3 *, int, void *, fmdb_table_filter, fmdb_conflict_handler, void *)
    FMDB_OPTIONAL(sqlite3changeset_apply);
extern int fmdb_optional_changeset_op(struct fmdb_changeset_iterator *, const char **, int *, int *, int *)
    FMDB_OPTIONAL(sqlite3changeset_op);
extern int fmdb_optional_changeset_pk(struct fmdb_changeset_iterator *, unsigned char **, int *)
    FMDB_OPTIONAL(sqlite3changeset_pk);
extern int fmdb_optional_changeset_old(struct fmdb_changeset_iterator *, int, struct sqlite3_value **)
    FMDB_OPTIONAL(sqlite3changeset_old);
extern int fmdb_optional_changeset_new(struct fmdb_changeset_iterator *, int, struct sqlite3_value **)
    FMDB_OPTIONAL(sqlite3changeset_new);
extern int fmdb_optional_changeset_conflict(struct fmdb_changeset_iterator *, int, struct sqlite3_value **)
    FMDB_OPTIONAL(sqlite3changeset_conflict);
extern int fmdb_optional_changeset_fk_conflicts(struct fmdb_changeset_iterator *, int *)
    FMDB_OPTIONAL(sqlite3changeset_fk_conflicts);
extern int fmdb_optional_changegroup_new(struct fmdb_changegroup **) FMDB_OPTIONAL(sqlite3changegroup_new);
extern int fmdb_optional_changegroup_add(struct fmdb_changegroup *, int, void *) FMDB_OPTIONAL(sqlite3changegroup_add);
extern int fmdb_optional_changegroup_output(struct fmdb_changegroup *, int *, void **)
    FMDB_OPTIONAL(sqlite3changegroup_output);
extern void fmdb_optional_changegroup_delete(struct fmdb_changegroup *) FMDB_OPTIONAL(sqlite3changegroup_delete);

static inline int fmdb_has_sessions(void) {
    return fmdb_optional_session_create && fmdb_optional_session_delete && fmdb_optional_session_enable &&
           fmdb_optional_session_attach && fmdb_optional_session_table_filter && fmdb_optional_session_changeset &&
           fmdb_optional_session_diff && fmdb_optional_changeset_invert && fmdb_optional_changeset_apply &&
           fmdb_optional_changeset_op && fmdb_optional_changeset_pk && fmdb_optional_changeset_old &&
           fmdb_optional_changeset_new && fmdb_optional_changeset_conflict && fmdb_optional_changeset_fk_conflicts &&
           fmdb_optional_changegroup_new && fmdb_optional_changegroup_add && fmdb_optional_changegroup_output &&
           fmdb_optional_changegroup_delete;
}

static inline int fmdb_session_create(struct sqlite3 *db, const char *schema, struct fmdb_session **session) {
    return fmdb_optional_session_create(db, schema, session);
}
static inline void fmdb_session_delete(struct fmdb_session *session) { fmdb_optional_session_delete(session); }
static inline int fmdb_session_enable(struct fmdb_session *session, int isEnabled) {
    return fmdb_optional_session_enable(session, isEnabled);
}
static inline int fmdb_session_attach(struct fmdb_session *session, const char *table) {
    return fmdb_optional_session_attach(session, table);
}
static inline void fmdb_session_table_filter(struct fmdb_session *session, fmdb_table_filter filter, void *context) {
    fmdb_optional_session_table_filter(session, filter, context);
}
static inline int fmdb_session_changeset(struct fmdb_session *session, int *count, void **bytes) {
    return fmdb_optional_session_changeset(session, count, bytes);
}
static inline int fmdb_session_diff(struct fmdb_session *session, const char *from, const char *table, char **message) {
    return fmdb_optional_session_diff(session, from, table, message);
}
static inline int fmdb_changeset_invert(int count, const void *bytes, int *newCount, void **newBytes) {
    return fmdb_optional_changeset_invert(count, bytes, newCount, newBytes);
}
static inline int fmdb_changeset_apply(struct sqlite3 *db, int count, void *bytes, fmdb_table_filter filter,
                                       fmdb_conflict_handler conflict, void *context) {
    return fmdb_optional_changeset_apply(db, count, bytes, filter, conflict, context);
}
static inline int fmdb_changeset_op(struct fmdb_changeset_iterator *iterator, const char **table, int *count, int *action,
                                    int *isIndirect) {
    return fmdb_optional_changeset_op(iterator, table, count, action, isIndirect);
}
static inline int fmdb_changeset_pk(struct fmdb_changeset_iterator *iterator, unsigned char **flags, int *count) {
    return fmdb_optional_changeset_pk(iterator, flags, count);
}
static inline int fmdb_changeset_old(struct fmdb_changeset_iterator *iterator, int column, struct sqlite3_value **value) {
    return fmdb_optional_changeset_old(iterator, column, value);
}
static inline int fmdb_changeset_new(struct fmdb_changeset_iterator *iterator, int column, struct sqlite3_value **value) {
    return fmdb_optional_changeset_new(iterator, column, value);
}
static inline int fmdb_changeset_conflict(struct fmdb_changeset_iterator *iterator, int column,
                                          struct sqlite3_value **value) {
    return fmdb_optional_changeset_conflict(iterator, column, value);
}
static inline int fmdb_changeset_fk_conflicts(struct fmdb_changeset_iterator *iterator, int *count) {
    return fmdb_optional_changeset_fk_conflicts(iterator, count);
}
static inline int fmdb_changegroup_new(struct fmdb_changegroup **group) { return fmdb_optional_changegroup_new(group); }
static inline int fmdb_changegroup_add(struct fmdb_changegroup *group, int count, void *bytes) {
    return fmdb_optional_changegroup_add(group, count, bytes);
}
static inline int fmdb_changegroup_output(struct fmdb_changegroup *group, int *count, void **bytes) {
    return fmdb_optional_changegroup_output(group, count, bytes);
}
static inline void fmdb_changegroup_delete(struct fmdb_changegroup *group) { fmdb_optional_changegroup_delete(group); }

#endif
