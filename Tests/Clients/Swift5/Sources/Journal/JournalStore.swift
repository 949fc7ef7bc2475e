// swift-format-ignore-file: NeverForceUnwrap
import FMDB

/// The diary of the app.
public final class JournalStore {
    private let db: FMDatabaseQueue

    /// Opens the diary.
    public init(path: String) {
        db = FMDatabaseQueue(path: path)!
        db.inDatabase { db in
            db.mustExecuteStatements("CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT, mood INTEGER)")
        }
        db.inTransaction { db, _ in
            for (text, mood) in [("rain", 2), ("sun", 5), ("fog", 3)] {
                db.mustExecuteUpdate("INSERT INTO entry (text, mood) VALUES (?, ?)", args: [text, mood])
            }
        }
    }

    /// What does not hold.
    public func problems() -> [String] {
        var problems: [String] = []
        func check(_ condition: Bool, _ what: String) {
            if !condition { problems.append("Journal: " + what) }
        }

        db.inDatabase { db in
            var texts: [String] = []
            for row in db.query("SELECT text FROM entry WHERE mood > ? ORDER BY id", args: [2]) {
                texts.append(row.string(forColumn: "text")!)
            }
            check(texts == ["sun", "fog"], "for in: \(texts)")
            let moods = db.query("SELECT mood FROM entry ORDER BY mood").map { $0.int(forColumnIndex: 0) }
            check(moods == [2, 3, 5], "map of Sequence: \(moods)")
            var count = 0
            count = db.intForQuery("SELECT count(*) FROM entry")
            check(count == 3, "intForQuery: \(count)")
            check(db.executeUpdate("DELETE FROM entry WHERE mood = 2"), "executeUpdate with one argument")
            check(db.executeQuery("SELECT 1")?.next() ?? false, "executeQuery with one argument")
            let sun = try? db.stringForQuery("SELECT text FROM entry WHERE mood = ?", values: [5])
            check(sun == "sun", "stringForQuery")
        }
        let left: Int = db.inDatabase { $0.query("SELECT * FROM entry").reduce(0) { total, _ in total + 1 } }
        check(left == 2, "a trailing closure for the labelled inDatabase(fn:): \(left)")
        db.close()
        return problems
    }
}
