import FMDB
import Foundation
import SQLite3

/// A database on a Ceph cluster. SQLite runs in this process; only its files are elsewhere.
struct CephStore {
    private let db: FMDatabase

    /// Makes the file system "ceph" known to SQLite, for all connections of this process.
    static func registerFileSystem(extension path: String) throws {
        let scratch = FMDatabase(path: nil)
        guard scratch.open() else { throw scratch.lastError() }
        defer { scratch.close() }
        try scratch.loadExtension(at: path)
    }

    init(path: String) throws {
        db = FMDatabase(path: path)
        guard db.open(withFlags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs: "ceph") else { throw db.lastError() }
        // The file system has no temporary files.
        try db.execute("PRAGMA temp_store = MEMORY")
        // Larger pages are fewer requests. It has an effect on an empty database alone.
        try db.execute("PRAGMA page_size = 65536")
        // Another process may have ended while it held the lock, which the cluster then keeps for some seconds.
        db.maxBusyRetryTimeInterval = 60
        // A journal that is deleted and made anew costs more requests. WAL is not for this file system.
        _ = try db.value("PRAGMA journal_mode = PERSIST", as: String.self)
        try db.addFunction("region") { (name: String) in String(name.prefix { $0 != "/" }) }
        try db.execute("CREATE TABLE IF NOT EXISTS written (number INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    }

    func close() { db.close() }

    // MARK: The time zones

    func replaceContents(_ countries: [[String]], _ zones: [[String]]) throws {
        try db.withTransaction {
            try db.execute("DROP TABLE IF EXISTS country")
            try db.execute("DROP TABLE IF EXISTS zone")
            try db.execute("CREATE TABLE country (code TEXT PRIMARY KEY, name TEXT NOT NULL)")
            try db.execute("CREATE TABLE zone (name TEXT PRIMARY KEY, countries TEXT NOT NULL)")
            for country in countries { try db.execute("INSERT INTO country VALUES (\(country[0]), \(country[1]))") }
            for zone in zones { try db.execute("INSERT INTO zone VALUES (\(zone[2]), \(zone[0]))") }
        }
    }

    func countries(of zone: String) throws -> String {
        try db.value("SELECT countries FROM zone WHERE name = \(zone)")
    }

    func regions() throws -> [(String, Int)] {
        try db.rows("SELECT region(name), count(*) FROM zone GROUP BY 1 ORDER BY 2 DESC, 1", as: (String, Int).self)
    }

    // MARK: Rows with numbers

    /// Commits rows one by one. A number that is printed was committed.
    func write(_ count: Int, printing: Bool = true) throws {
        for _ in 0..<count {
            try db.execute("INSERT INTO written (text) VALUES ('one of many')")
            guard printing else { continue }
            print(db.lastInsertRowId)
            fflush(nil)
        }
    }

    func write(together count: Int) throws {
        try db.executeMany("INSERT INTO written (text) VALUES (?)", (0..<count).map { ["row \($0)"] })
    }

    /// Looks for each row up to one that was acknowledged, and checks the whole database.
    func check(upTo number: Int) throws -> String {
        let found = try db.value("SELECT count(*) FROM written WHERE number <= \(number)", as: Int.self)
        guard found == number else { throw StoreError(description: "\(number - found) acknowledged rows are lost") }
        let report = try db.integrity()
        guard report.isHealthy else { throw StoreError(description: "the database is damaged: \(report)") }
        let all = try db.value("SELECT count(*) FROM written", as: Int.self)
        return "\(number) acknowledged rows are there, \(all) in all; the database is healthy"
    }

    // MARK: The connection

    /// Keeps the lock, instead of taking it for each transaction. No other process can use the database meanwhile.
    func holdingTheLock(_ body: () throws -> Void) throws {
        _ = try db.value("PRAGMA locking_mode = EXCLUSIVE", as: String.self)
        try body()
        _ = try db.value("PRAGMA locking_mode = NORMAL", as: String.self)
        // The lock is given back with the next access.
        _ = try db.value("SELECT count(*) FROM written", as: Int.self)
    }

    func copy(to path: String) throws -> String {
        let copy = try db.backup(to: path)
        return "copied \(copy.bytes) bytes into a file, verified: \(copy.verification)"
    }
}

struct StoreError: Error, CustomStringConvertible {
    let description: String
}
