// Code that uses models also needs FMDB, so one import is enough.
@_exported import FMDB
