// The C library that this build is linked with: SQLite, or SQLCipher with the trait of that name. Code that needs it
// imports this module.
@_exported import FMDBSQLiteOptionsC

#if SQLCipher && canImport(Darwin)
    @_exported import SQLCipher
#elseif SQLCipher
    @_exported import FMDBCSQLCipher
#else
    @_exported import FMDBCSQLite
#endif
