/// Receives a row of ``FMDatabase/executeStatements(_:withResultBlock:)``: the values, `String` or `NSNull`, by column
/// name. A result other than 0 stops the execution.
public typealias FMDBExecuteStatementsCallbackBlock = ([AnyHashable: Any]) -> Int32

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

/// The version number of FMDB's framework: the FMDB release whose behaviour this library reproduces.
public let FMDBVersionNumber: Double = 2.7
