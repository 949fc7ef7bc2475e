import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// The examples of the article about undoing.
@Suite(.enabled(if: SQLiteVersion.hasRowChanges)) struct UndoArticleTests {
    private let folder = TemporaryFolder()

    @Test func transactionsAreUndone() throws {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        try queue.withDatabase { db in
            try db.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, amount INTEGER)")
            try db.execute("INSERT INTO item VALUES (1, 0), (2, 2)")
        }
        let amounts = { try queue.withDatabase { db in try db.rows("SELECT amount FROM item", as: Int.self) } }

        let undo = try FMUndo(queue, steps: 50)
        try queue.withTransaction { db in
            try db.execute("DELETE FROM item WHERE amount = 0")
            try db.execute("UPDATE item SET amount = amount - 1")
        }
        try undo.undo()
        try undo.redo()
        #expect(try amounts() == [1])

        let other = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        try other.withDatabase { db in try db.execute("UPDATE item SET amount = 7") }
        var printed: [String] = []
        func print(_ text: String) { printed.append(text) }
        do {
            try undo.undo()
        } catch let error as FMError where error.resultCode == .abort {
            print("not undone: \(error.message)")
        }
        #expect(
            printed == [
                "not undone: the transaction cannot be undone: a row of the table item was changed by another connection"
            ])
        #expect(try amounts() == [7])
    }
}
