// Client code says `import SQLite3` for `SQLITE_OPEN_READONLY` and friends. Apple's SDKs have a module of that name;
// elsewhere this one shows the C library that FMDB is linked with.
@_exported import SQLiteC
