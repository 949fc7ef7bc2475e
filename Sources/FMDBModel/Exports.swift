// Whoever saves a struct needs the database too.
@_exported import FMDB
