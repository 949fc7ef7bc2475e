import Foundation

/// Takes a row of ``FMDatabase/executeStatements(_:withResultBlock:)``: the values, `String` or `NSNull`, by column
/// name. An answer other than 0 stops the run.
public typealias FMDBExecuteStatementsCallbackBlock = ([AnyHashable: Any]) -> Int32

/// How far a checkpoint goes. See [`sqlite3_wal_checkpoint_v2`](https://sqlite.org/c3ref/wal_checkpoint_v2.html).
public enum FMDBCheckpointMode: Int32, Sendable {
    /// As much as is possible without waiting: `SQLITE_CHECKPOINT_PASSIVE`.
    case passive = 0
    /// All of it, after waiting for writers and readers: `SQLITE_CHECKPOINT_FULL`.
    case full = 1
    /// All of it, and the next writer starts the WAL anew: `SQLITE_CHECKPOINT_RESTART`.
    case restart = 2
    /// All of it, and the WAL is cut to zero bytes: `SQLITE_CHECKPOINT_TRUNCATE`.
    case truncate = 3
}

/// The storage class of a value. See [Fundamental Datatypes](https://sqlite.org/c3ref/c_blob.html).
public enum SqliteValueType: Int32, Sendable {
    /// `SQLITE_INTEGER`.
    case integer = 1
    /// `SQLITE_FLOAT`.
    case float = 2
    /// `SQLITE_TEXT`.
    case text = 3
    /// `SQLITE_BLOB`.
    case blob = 4
    /// `SQLITE_NULL`.
    case null = 5
}

/// The version as FMDB's frameworks spell it. It is that of the FMDB whose behaviour this library has.
public let FMDBVersionNumber: Double = 2.7
