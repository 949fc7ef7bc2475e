// pure list: exempt from the length limits

/// A result code of SQLite, primary or extended.
///
/// Unknown codes of newer SQLite versions are valid values. In a pattern, a primary code matches its extended codes, so
/// `case .constraint` also matches a unique violation:
///
///     do {
///         try db.execute("INSERT INTO person (name) VALUES (\(name))")
///     } catch {
///         switch error.extendedCode {
///         case .constraintUnique: print("the name is taken")
///         case .constraint: print("some other rule is broken")
///         default: throw error
///         }
///     }
///
/// See [Result and Error Codes](https://sqlite.org/rescode.html).
public struct FMResultCode: RawRepresentable, Hashable, Sendable {
    /// SQLite's number for the code.
    public let rawValue: Int32

    /// Creates a code from a number, which may be unknown.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The primary code: the low eight bits.
    public var primary: FMResultCode { FMResultCode(rawValue: rawValue & 0xFF) }

    /// Whether the code is an error: neither OK, ROW nor DONE.
    public var isError: Bool { !(primary == .ok || primary == .row || primary == .done) }

    /// Matches the same code. A primary code also matches each of its extended codes.
    public static func ~= (pattern: FMResultCode, code: FMResultCode) -> Bool {
        pattern == code || pattern == code.primary
    }

    /// Matches an ``FMError`` with the code: `catch FMResultCode.constraintUnique`.
    public static func ~= (pattern: FMResultCode, error: any Error) -> Bool {
        (error as? FMError).map { pattern ~= $0.extendedCode } ?? false
    }
}

/// The library's own codes. Each is an extended code of one of SQLite's primary codes.
extension FMResultCode {
    /// The deadline of an access has passed; the primary code is ``interrupt``.
    public static let deadlineExceeded = FMResultCode(rawValue: 9 | 255 << 8)
    /// A call would deadlock; the primary code is ``misuse``.
    public static let wouldDeadlock = FMResultCode(rawValue: 21 | 255 << 8)
    /// A database has migration steps that the program does not have; the primary code is ``schema``. See
    /// ``FMMigrator/acceptsNewerDatabases``.
    public static let newerDatabase = FMResultCode(rawValue: 17 | 255 << 8)
    /// The recorded migration steps differ from those of the program; the primary code is ``schema``.
    public static let migrationMismatch = FMResultCode(rawValue: 17 | 254 << 8)
    /// The linked SQLite is too old for the call or lacks an option, or the call cannot handle this kind of file; the primary code is
    /// ``error``.
    public static let notSupported = FMResultCode(rawValue: 1 | 255 << 8)
    /// A transaction is committed in the database, but is not yet in the target of the continuous backup; the primary code is
    /// ``ioError``. See ``FMDatabaseCoordinator/ContinuousBackup/Acknowledgement/whenShipped(within:)``.
    public static let notShipped = FMResultCode(rawValue: 10 | 255 << 8)
}

/// The numbers of the codes of the module FMDBCluster, which must be unique.
package enum ClusterCode {
    package static let connectionLost: Int32 = 10 | 252 << 8
    package static let outcomeUnknown: Int32 = 10 | 253 << 8
    package static let noLeader: Int32 = 14 | 255 << 8
    package static let notOnCluster: Int32 = 1 | 254 << 8
    package static let refusedOnCluster: Int32 = 23 | 255 << 8
}

extension FMResultCode {
    /// The number, with the name if the code belongs to this library.
    var ownName: String {
        switch self {
        case .deadlineExceeded: "9 (deadlineExceeded)"
        case .wouldDeadlock: "21 (wouldDeadlock)"
        case .newerDatabase: "17 (newerDatabase)"
        case .migrationMismatch: "17 (migrationMismatch)"
        case .notSupported: "1 (notSupported)"
        case .notShipped: "10 (notShipped)"
        default: description
        }
    }
}

extension FMResultCode: CustomStringConvertible {
    /// The number, for logs.
    public var description: String { String(rawValue) }
}

extension FMResultCode {
    /// Successful result: `SQLITE_OK`.
    public static let ok = FMResultCode(rawValue: 0)
    /// Generic error, a syntax error for example: `SQLITE_ERROR`.
    public static let error = FMResultCode(rawValue: 1)
    /// Internal logic error in SQLite: `SQLITE_INTERNAL`.
    public static let `internal` = FMResultCode(rawValue: 2)
    /// Access permission denied: `SQLITE_PERM`.
    public static let permission = FMResultCode(rawValue: 3)
    /// A callback asked to stop: `SQLITE_ABORT`.
    public static let abort = FMResultCode(rawValue: 4)
    /// The database file is locked by another connection: `SQLITE_BUSY`.
    public static let busy = FMResultCode(rawValue: 5)
    /// A table is locked within the connection or its shared cache: `SQLITE_LOCKED`.
    public static let locked = FMResultCode(rawValue: 6)
    /// Out of memory; SQLite also returns it if there is no connection: `SQLITE_NOMEM`.
    public static let noMemory = FMResultCode(rawValue: 7)
    /// An attempt to write to a read-only database: `SQLITE_READONLY`.
    public static let readOnly = FMResultCode(rawValue: 8)
    /// The operation was interrupted: `SQLITE_INTERRUPT`.
    public static let interrupt = FMResultCode(rawValue: 9)
    /// A disk I/O error: `SQLITE_IOERR`.
    public static let ioError = FMResultCode(rawValue: 10)
    /// The database file is malformed: `SQLITE_CORRUPT`.
    public static let corrupt = FMResultCode(rawValue: 11)
    /// Unknown opcode in a file control: `SQLITE_NOTFOUND`.
    public static let notFound = FMResultCode(rawValue: 12)
    /// The disk, or the limit of the database, is full: `SQLITE_FULL`.
    public static let full = FMResultCode(rawValue: 13)
    /// The database file cannot be opened: `SQLITE_CANTOPEN`.
    public static let cantOpen = FMResultCode(rawValue: 14)
    /// File locking protocol error: `SQLITE_PROTOCOL`.
    public static let lockProtocol = FMResultCode(rawValue: 15)
    /// The schema changed, and the statement could not be prepared again: `SQLITE_SCHEMA`.
    public static let schema = FMResultCode(rawValue: 17)
    /// A string or blob exceeds the limit: `SQLITE_TOOBIG`.
    public static let tooBig = FMResultCode(rawValue: 18)
    /// A constraint is violated: `SQLITE_CONSTRAINT`.
    public static let constraint = FMResultCode(rawValue: 19)
    /// A value has the wrong type: `SQLITE_MISMATCH`. The typed calls also throw it.
    public static let mismatch = FMResultCode(rawValue: 20)
    /// The library is used incorrectly: `SQLITE_MISUSE`.
    public static let misuse = FMResultCode(rawValue: 21)
    /// The OS does not support large files: `SQLITE_NOLFS`.
    public static let noLargeFiles = FMResultCode(rawValue: 22)
    /// Authorisation denied: `SQLITE_AUTH`.
    public static let authorization = FMResultCode(rawValue: 23)
    /// A parameter index is out of range; also a wrong number of values for a statement: `SQLITE_RANGE`.
    public static let range = FMResultCode(rawValue: 25)
    /// The file is not a database, or the key is wrong: `SQLITE_NOTADB`.
    public static let notADatabase = FMResultCode(rawValue: 26)
    /// A notice in the error log: `SQLITE_NOTICE`.
    public static let notice = FMResultCode(rawValue: 27)
    /// A warning in the error log: `SQLITE_WARNING`.
    public static let warning = FMResultCode(rawValue: 28)
    /// Another row is ready: `SQLITE_ROW`.
    public static let row = FMResultCode(rawValue: 100)
    /// The statement has finished: `SQLITE_DONE`.
    public static let done = FMResultCode(rawValue: 101)
}

extension FMResultCode {
    /// `SQLITE_ABORT_ROLLBACK`.
    public static let abortRollback = extended(.abort, 2)
    /// `SQLITE_BUSY_RECOVERY`.
    public static let busyRecovery = extended(.busy, 1)
    /// A read transaction cannot become a write transaction, because its snapshot is out of date: `SQLITE_BUSY_SNAPSHOT`.
    public static let busySnapshot = extended(.busy, 2)
    /// `SQLITE_BUSY_TIMEOUT`.
    public static let busyTimeout = extended(.busy, 3)
    /// The path names a folder: `SQLITE_CANTOPEN_ISDIR`.
    public static let cantOpenIsDirectory = extended(.cantOpen, 2)
    /// The full path cannot be determined: `SQLITE_CANTOPEN_FULLPATH`.
    public static let cantOpenFullPath = extended(.cantOpen, 3)
    /// A CHECK constraint failed: `SQLITE_CONSTRAINT_CHECK`.
    public static let constraintCheck = extended(.constraint, 1)
    /// A commit hook rejected the commit: `SQLITE_CONSTRAINT_COMMITHOOK`.
    public static let constraintCommitHook = extended(.constraint, 2)
    /// A foreign key constraint failed: `SQLITE_CONSTRAINT_FOREIGNKEY`.
    public static let constraintForeignKey = extended(.constraint, 3)
    /// A NOT NULL constraint failed: `SQLITE_CONSTRAINT_NOTNULL`.
    public static let constraintNotNull = extended(.constraint, 5)
    /// A primary key already exists: `SQLITE_CONSTRAINT_PRIMARYKEY`.
    public static let constraintPrimaryKey = extended(.constraint, 6)
    /// A trigger raised an error: `SQLITE_CONSTRAINT_TRIGGER`.
    public static let constraintTrigger = extended(.constraint, 7)
    /// A unique constraint failed: `SQLITE_CONSTRAINT_UNIQUE`.
    public static let constraintUnique = extended(.constraint, 8)
    /// A rowid is not unique: `SQLITE_CONSTRAINT_ROWID`.
    public static let constraintRowID = extended(.constraint, 10)
    /// A row is pinned by an update in progress: `SQLITE_CONSTRAINT_PINNED`.
    public static let constraintPinned = extended(.constraint, 11)
    /// A value does not fit the column of a STRICT table: `SQLITE_CONSTRAINT_DATATYPE`.
    public static let constraintDataType = extended(.constraint, 12)
    /// A virtual table is malformed: `SQLITE_CORRUPT_VTAB`.
    public static let corruptVirtualTable = extended(.corrupt, 1)
    /// An index disagrees with its table: `SQLITE_CORRUPT_INDEX`.
    public static let corruptIndex = extended(.corrupt, 3)
    /// A collating sequence is missing: `SQLITE_ERROR_MISSING_COLLSEQ`.
    public static let errorMissingCollation = extended(.error, 1)
    /// A snapshot is no longer available: `SQLITE_ERROR_SNAPSHOT`.
    public static let errorSnapshot = extended(.error, 3)
    /// Reading failed: `SQLITE_IOERR_READ`.
    public static let ioErrorRead = extended(.ioError, 1)
    /// A read returned fewer bytes than requested: `SQLITE_IOERR_SHORT_READ`.
    public static let ioErrorShortRead = extended(.ioError, 2)
    /// Writing failed: `SQLITE_IOERR_WRITE`.
    public static let ioErrorWrite = extended(.ioError, 3)
    /// Syncing to disk failed: `SQLITE_IOERR_FSYNC`.
    public static let ioErrorSync = extended(.ioError, 4)
    /// Truncating failed: `SQLITE_IOERR_TRUNCATE`.
    public static let ioErrorTruncate = extended(.ioError, 6)
    /// Unlocking failed: `SQLITE_IOERR_UNLOCK`.
    public static let ioErrorUnlock = extended(.ioError, 8)
    /// Deleting a file failed: `SQLITE_IOERR_DELETE`.
    public static let ioErrorDelete = extended(.ioError, 10)
    /// An allocation within the I/O layer failed: `SQLITE_IOERR_NOMEM`.
    public static let ioErrorNoMemory = extended(.ioError, 12)
    /// Locking failed: `SQLITE_IOERR_LOCK`.
    public static let ioErrorLock = extended(.ioError, 15)
    /// The shared memory of the WAL cannot be opened: `SQLITE_IOERR_SHMOPEN`.
    public static let ioErrorSharedMemoryOpen = extended(.ioError, 18)
    /// A table of the shared cache is locked: `SQLITE_LOCKED_SHAREDCACHE`.
    public static let lockedSharedCache = extended(.locked, 1)
    /// The WAL needs recovery that a read-only connection cannot do: `SQLITE_READONLY_RECOVERY`.
    public static let readOnlyRecovery = extended(.readOnly, 1)
    /// A hot journal needs a rollback that a read-only connection cannot do: `SQLITE_READONLY_ROLLBACK`.
    public static let readOnlyRollback = extended(.readOnly, 3)
    /// The database file was moved away: `SQLITE_READONLY_DBMOVED`.
    public static let readOnlyMoved = extended(.readOnly, 4)
    /// The folder cannot be written: `SQLITE_READONLY_DIRECTORY`.
    public static let readOnlyDirectory = extended(.readOnly, 6)

    private static func extended(_ primary: FMResultCode, _ number: Int32) -> FMResultCode {
        FMResultCode(rawValue: primary.rawValue | number << 8)
    }
}
