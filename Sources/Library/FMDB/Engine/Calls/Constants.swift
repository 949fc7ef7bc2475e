import FMDBSQLiteC

/// What C spells as macros that Swift does not import, and the numbers that other rooms need.
enum Constants {
    static let readOnlyFlags = SQLITE_OPEN_READONLY

    /// SQLite copies what is bound: `SQLITE_TRANSIENT`, a cast in C.
    static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    /// Read, write and create: what FMDB's `open()` asks for.
    static let defaultOpenFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE

    /// `SQLITE_TXN_WRITE`, which older headers do not have.
    static let transactionWrites: Int32 = 2

    /// `SQLITE_READONLY_DBMOVED`.
    static let moved = FMResultCode.readOnlyMoved.rawValue

    static let createFlag = SQLITE_OPEN_CREATE

    /// Read and write, without creating a missing file.
    static let existingFileFlags = SQLITE_OPEN_READWRITE

    /// Reading alone, from a URI.
    static let unchangingFlags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI

    // SAFETY: one zero byte that is never written nor freed.
    /// A pointer for text of no bytes: a null pointer would bind NULL.
    nonisolated(unsafe) static let noBytes: UnsafeRawPointer = {
        let byte = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
        byte.storeBytes(of: 0, as: UInt8.self)
        return UnsafeRawPointer(byte)
    }()
}

/// Facts about the linked library that need no connection.
enum Library {
    /// The version of SQLite, "3.40.1" for example.
    static var version: String { String(cString: sqlite3_libversion()) }

    /// Whether SQLite has a version or a later one, 3.27.0 for example as 3_027_000.
    static func isAtLeast(_ version: Int32) -> Bool { sqlite3_libversion_number() >= version }

    /// Whether SQLite was built with mutexes.
    static var isThreadSafe: Bool { sqlite3_threadsafe() != 0 }

    /// Whether SQLite was built to wait less for the disk in WAL mode than in other journal modes, as Apple's was.
    ///
    /// See [`SQLITE_DEFAULT_WAL_SYNCHRONOUS`](https://sqlite.org/compile.html#default_wal_synchronous).
    static let waitsLessInWALMode = sqlite3_compileoption_used("DEFAULT_WAL_SYNCHRONOUS=1") != 0

    /// SQLite's words for a result code.
    static func message(_ code: Int32) -> String { String(cString: sqlite3_errstr(code)) }
}

extension FMError {
    /// The error of a call that has failed, in SQLite's words unless there are others.
    static func sqlites(
        _ code: Int32, _ message: String? = nil, sql: String? = nil, stage: Stage, contention: Contention? = nil
    ) -> FMError {
        FMError(
            FMResultCode(rawValue: code), message ?? Library.message(code), sql: sql, stage: stage,
            contention: contention, isSQLites: true)
    }
}

/// A result code of SQLite that is no success, of a call whose message nobody needs.
struct ResultCodeError: Error {
    let code: Int32
}
