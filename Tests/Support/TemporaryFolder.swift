import FMDB
@_exported import FMDBTestSupport

/// The tests' name for it.
public typealias TemporaryFolder = FMTemporaryFolder

extension FMDatabase {
    /// An open in-memory database that keeps its error messages out of the test log.
    public static func memory() -> FMDatabase {
        opened(FMDatabase(path: nil))
    }

    /// An open database at a path, quiet as `memory()`.
    public static func file(_ path: String) -> FMDatabase {
        opened(FMDatabase(path: path))
    }

    private static func opened(_ database: FMDatabase) -> FMDatabase {
        database.logsErrors = false
        precondition(database.open(), "cannot open \(database.databasePath ?? ":memory:")")
        return database
    }
}

extension FMTestDisk {
    /// Opens a database on the disk for reading and writing, and creates the file if it is missing, as `open()` does.
    public func open(_ database: FMDatabase) -> Bool {
        let readWriteCreate: Int32 = 6
        return database.open(withFlags: readWriteCreate, vfs: vfs)
    }
}
