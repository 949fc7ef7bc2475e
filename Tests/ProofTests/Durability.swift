import FMDB
import FMDBTestHelpers

/// How SQLite writes, and what it promises of a power cut.
struct Durability: Hashable, Sendable, CustomStringConvertible {
    let journal: String
    let synchronous: String
    /// Whether the file is never corrupt.
    var isConsistent = true
    /// Whether a lock of another connection is waited for.
    var waitsForLocks = true

    var description: String { "\(journal) / \(synchronous)" }

    static let durable = [
        Durability(journal: "WAL", synchronous: "FULL"), Durability(journal: "TRUNCATE", synchronous: "FULL"),
        Durability(journal: "PERSIST", synchronous: "FULL"), Durability(journal: "DELETE", synchronous: "EXTRA"),
    ]
    static let others = [
        Durability(journal: "DELETE", synchronous: "FULL"),
        Durability(journal: "WAL", synchronous: "NORMAL"),
        Durability(journal: "DELETE", synchronous: "NORMAL", isConsistent: false),
        Durability(journal: "TRUNCATE", synchronous: "NORMAL", isConsistent: false),
        Durability(journal: "WAL", synchronous: "OFF", isConsistent: false),
        Durability(journal: "DELETE", synchronous: "OFF", isConsistent: false),
    ]

    /// Those in which operations fail and the power stays.
    static func failing(_ journals: [String]) -> [Durability] {
        journals.map { Durability(journal: $0, synchronous: "FULL", waitsForLocks: false) }
    }

    /// A database's settings. They come before the first transaction.
    func set(_ db: FMDatabase) throws {
        db.logsErrors = false
        if !waitsForLocks { db.maxBusyRetryTimeInterval = 0 }
        try set(db, "main")
    }

    /// The settings of one of a connection's files.
    func set(_ db: FMDatabase, _ schema: String) throws {
        // Pages are written before the commit too.
        try db.execute("PRAGMA \(raw: schema).cache_size = 8")
        try db.execute("PRAGMA \(raw: schema).synchronous = \(raw: synchronous)")
        if try db.value("PRAGMA \(raw: schema).journal_mode", as: String.self).uppercased() != journal {
            _ = try db.value("PRAGMA \(raw: schema).journal_mode = \(raw: journal)", as: String.self)
        }
    }

    func configuration(_ disk: FMTestDisk) -> FMDatabaseCoordinator.Configuration {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.vfs = disk.vfs
        configuration.foreignKeys = true
        configuration.configure = { db in try set(db) }
        return configuration
    }
}
