import FMDB
import Foundation

/// What FMDB's users inherit from.
nonisolated final class LoggedDatabase: FMDatabase {
    var statements: [String] = []

    override func executeUpdate(_ sql: String, withArgumentsIn arguments: [Any]) -> Bool {
        statements.append(sql)
        return super.executeUpdate(sql, withArgumentsIn: arguments)
    }
}

nonisolated final class LoggedQueue: FMDatabaseQueue, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { LoggedDatabase.self }
}

final class Doorkeeper: FMDatabasePoolDelegate {
    private var added = 0

    func databasePool(_ pool: FMDatabasePool, shouldAddDatabaseToPool database: FMDatabase) -> Bool { added < 10 }
    func databasePool(_ pool: FMDatabasePool, didAdd database: FMDatabase) { added += 1 }
}

/// Where backups go.
final class MemoryTarget: FMBackupTarget {
    private let pieces = Pieces()

    func put(_ piece: Data, named name: String) throws { pieces.change { $0[name] = piece } }
    func get(_ name: String) throws -> Data { pieces.change { $0[name] ?? Data() } }
    func list() throws -> [FMBackupPiece] {
        pieces.change { $0.map { FMBackupPiece(name: $0.key, size: Int64($0.value.count)) } }
    }
    func remove(_ name: String) throws { pieces.change { $0[name] = nil } }
}

nonisolated final class Pieces: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [String: Data] = [:]

    func change<Value>(_ body: (inout [String: Data]) -> Value) -> Value { lock.withLock { body(&all) } }
}

extension FMDatabaseQueue {
    func titles() async throws -> [String] { try await rows("SELECT title FROM note", as: String.self) }
}

func names(_ database: some FMDatabaseAccess) throws -> [String] {
    try database.access(.read, at: FMCallSite()) { db in try db.rows("SELECT name FROM person", as: String.self) }
}
