// A program that saves models needs the database, too.
@_exported import FMDB
