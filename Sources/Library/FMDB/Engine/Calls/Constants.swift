import FMDBSQLiteC

/// C macros that Swift does not import, and C constants that code outside the engine needs.
enum Constants {
    static let readOnlyFlags = SQLITE_OPEN_READONLY

    /// `SQLITE_TRANSIENT`: SQLite copies the bound bytes.
    static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    /// Read, write and create: the flags of FMDB's `open()`.
    static let defaultOpenFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE

    /// `SQLITE_TXN_WRITE`, which older headers do not declare.
    static let transactionWrites: Int32 = 2

    /// `SQLITE_READONLY_DBMOVED`.
    static let moved = FMResultCode.readOnlyMoved.rawValue

    static let createFlag = SQLITE_OPEN_CREATE

    /// Read and write, without creating a missing file.
    static let existingFileFlags = SQLITE_OPEN_READWRITE

    /// Read-only, with the file name as a URI.
    static let unchangingFlags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI

    // SAFETY: one zero byte that is never written or freed.
    /// A pointer to bind empty text and blobs, because a null pointer would bind NULL.
    nonisolated(unsafe) static let noBytes: UnsafeRawPointer = {
        let byte = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
        byte.storeBytes(of: 0, as: UInt8.self)
        return UnsafeRawPointer(byte)
    }()
}

/// Facts about the linked library that need no connection.
enum Library {
    /// The version of SQLite, for example "3.40.1".
    static var version: String { String(cString: sqlite3_libversion()) }

    /// Whether the linked SQLite has at least a version: 3.27.0 is 3_027_000.
    static func isAtLeast(_ version: Int32) -> Bool { sqlite3_libversion_number() >= version }

    /// Whether SQLite was built with mutexes.
    static var isThreadSafe: Bool { sqlite3_threadsafe() != 0 }

    /// Whether SQLite was built with `synchronous = NORMAL` as the default in WAL mode, like Apple's.
    ///
    /// See [`SQLITE_DEFAULT_WAL_SYNCHRONOUS`](https://sqlite.org/compile.html#default_wal_synchronous).
    static let waitsLessInWALMode = sqlite3_compileoption_used("DEFAULT_WAL_SYNCHRONOUS=1") != 0

    /// Returns SQLite's message for a result code.
    static func message(_ code: Int32) -> String { String(cString: sqlite3_errstr(code)) }
}

extension FMError {
    /// Returns the error of a failed call. Default message: SQLite's.
    static func sqlites(
        _ code: Int32, _ message: String? = nil, sql: String? = nil, stage: Stage, contention: Contention? = nil
    ) -> FMError {
        FMError(
            FMResultCode(rawValue: code), message ?? Library.message(code), sql: sql, stage: stage,
            contention: contention, isSQLites: true)
    }
}

/// The result code of a failed SQLite call whose message is not needed.
struct ResultCodeError: Error {
    let code: Int32
}
