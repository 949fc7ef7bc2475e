import FMDB

/// A folder of its own for one test; it is removed with everything in it when the value is released.
public final class TemporaryFolder {
    /// The absolute path, without a trailing slash.
    public let path: String

    /// Makes the folder.
    public init() {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("fmdb-" + UUID().uuidString)
        path = url.path
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            fatalError("no temporary folder: \(error)")
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in the folder. The file is not created.
    public func file(_ name: String = "test.db") -> String {
        path + "/" + name
    }
}

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
