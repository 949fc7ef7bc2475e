/* The header of Zetetic's package as the sources see it: that of SQLite, and the functions of the codec under the
   condition under which Zetetic declares them. */
#include_next <sqlite3.h>

#ifdef SQLITE_HAS_CODEC
int sqlite3_key(sqlite3 *, const void *, int);
int sqlite3_key_v2(sqlite3 *, const char *, const void *, int);
int sqlite3_rekey(sqlite3 *, const void *, int);
int sqlite3_rekey_v2(sqlite3 *, const char *, const void *, int);
#endif
