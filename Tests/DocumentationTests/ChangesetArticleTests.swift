import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// The examples of the article about changesets.
@Suite(.enabled(if: SQLiteVersion.hasSessions)) struct ChangesetArticleTests {
    private let folder = TemporaryFolder()

    private func stocked(_ name: String) throws -> FMDatabaseQueue {
        let queue = try FMDatabaseQueue(path: folder.file(name), configuration: .init())
        try queue.withDatabase { db in
            try db.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, amount INTEGER)")
            try db.execute("INSERT INTO item VALUES (1, 1), (2, 2)")
        }
        return queue
    }

    private func amounts(_ queue: FMDatabaseQueue) throws -> [Int] {
        try queue.withDatabase { db in try db.rows("SELECT amount FROM item ORDER BY id", as: Int.self) }
    }

    @Test func changesAreRecordedAndApplied() throws {
        let (queue, other) = (try stocked("one"), try stocked("two"))
        let file = URL(fileURLWithPath: folder.file("changes"))
        let changes = try queue.recordChanges { db in
            try db.execute("UPDATE item SET amount = 3 WHERE id = 1")
            try db.execute("DELETE FROM item WHERE id = 2")
        }
        try changes.data.write(to: file)

        var printed = 0
        func print(_ items: Any...) { printed += items.count }
        for change in changes {
            print(change.operation, change.table, change.key, change.oldValues, change.newValues)
        }
        #expect(printed == 10)

        let received = try FMChangeset(Data(contentsOf: file))
        try other.apply(received)
        #expect(try amounts(other) == [3])
        try queue.apply(changes.inverted())
        #expect(try amounts(queue) == [1, 2])
        try queue.apply(received, tables: ["none"])
        #expect(try amounts(queue) == [1, 2])
        queue.close()
        other.close()
    }

    @Test func tablesAreNamed() throws {
        let other = try stocked("two")
        let received = FMChangeset()
        try other.apply(received, tables: ["item"])
        other.close()
    }

    @Test func conflictsAreResolved() throws {
        let (queue, other) = (try stocked("one"), try stocked("two"))
        let received = try queue.recordChanges { db in
            try db.execute("UPDATE item SET amount = 3")
        }
        try other.withDatabase { db in
            try db.execute("UPDATE item SET amount = 7 WHERE id = 1")
            try db.execute("DELETE FROM item WHERE id = 2")
        }
        var printed: [Int] = []
        func print(_ items: Int...) { printed = items }
        let outcome = try other.apply(received) { conflict in
            switch conflict.kind {
            case .data: .replace  // the row has other values: the changeset wins
            case .notFound: .skip  // the row is no longer there
            default: .abort
            }
        }
        print(outcome.applied, outcome.replaced, outcome.skipped)
        #expect(printed == [1, 1, 1])
        #expect(try amounts(other) == [3])
        queue.close()
        other.close()
    }

    @Test func databasesAreCompared() throws {
        let (queue, other) = (try stocked("one"), try stocked("two"))
        try queue.withDatabase { db in try db.execute("DELETE FROM item WHERE id = 2") }
        let yesterday = folder.file("two")
        let found = try queue.withDatabase { db in
            try db.execute("ATTACH \(yesterday) AS yesterday")
            let changes = try db.changes(from: "yesterday")
            return changes
        }
        #expect(found.count == 1)
        try other.apply(found)
        #expect(try amounts(other) == [1])
        queue.close()
        other.close()
    }
}
