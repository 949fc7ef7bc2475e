import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// The examples of the article about hooks.
@Suite struct HookArticleTests {
    private let folder = TemporaryFolder()

    @Test(.enabled(if: SQLiteVersion.hasRowChanges)) func rowsAreTold() throws {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER)")
        try db.execute("INSERT INTO account VALUES (1, 10)")
        var history: [(FMValue?, FMValue?)] = []
        try db.setRowChangeHandler { change in
            guard change.table == "account", change.operation == .update else { return }
            history.append((change.oldValues[1], change.newValues[1]))
        }
        try db.execute("UPDATE account SET balance = 12")
        let balance = try db.tableSchema("account")?.columns.firstIndex { $0.name == "balance" }
        #expect(balance == 1)
        #expect(history.count == 1)
        #expect(history[0] == (.integer(10), .integer(12)))

        try db.setRollbackHandler { history.removeAll() }
        #expect(throws: Regret.self) {
            try db.withTransaction {
                try db.execute("DELETE FROM account")
                throw Regret()
            }
        }
        #expect(history.isEmpty)
    }

    @Test func aCommitIsRefused() throws {
        let db = FMDatabase.memory()
        let balance = -1
        try db.setCommitHandler {
            if balance < 0 { throw FMError(.constraint, "the balance is negative") }
        }
        #expect(thrown { try db.execute("CREATE TABLE t (a)") }?.message == "the balance is negative")
    }

    @Test func aQueueHasHooks() throws {
        let path = folder.file()
        let closed = Locked(false)
        let isClosed = { @Sendable in closed.value }
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.configure = { db in
            try db.setCommitHandler { if isClosed() { throw FMError(.readOnly, "the book is closed") } }
        }
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        try queue.withDatabase { db in try db.execute("CREATE TABLE t (a)") }
        closed.withLock { $0 = true }
        #expect(
            thrown { try queue.withDatabase { db in try db.execute("DROP TABLE t") } }?.message == "the book is closed")
    }
}
