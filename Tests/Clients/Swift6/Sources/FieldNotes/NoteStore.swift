import FMDB
import SQLite3

/// A row, as it leaves the queue.
struct Note: Sendable, Equatable, Identifiable {
    var id: Int64
    var title: String
    var body: String?
    var edited: Date

    init(id: Int64, title: String, body: String?, edited: Date) {
        self.id = id
        self.title = title
        self.body = body
        self.edited = edited
    }

    init?(resultSet rs: FMResultSet) {
        guard let title = rs.string(forColumn: "title"), let edited = rs.date(forColumn: "edited") else { return nil }
        self.init(id: rs.longLongInt(forColumn: "id"), title: title, body: rs["body"] as? String, edited: edited)
    }
}

/// The singleton over a queue: synchronous methods that any task or thread may call.
final class NoteStore: Sendable {
    enum StoreError: Error {
        case cannotOpen(String)
    }

    let queue: FMDatabaseQueue

    init(path: String) throws {
        guard
            let queue = FMDatabaseQueue(
                path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FILEPROTECTION_NONE)
        else { throw StoreError.cannotOpen(path) }
        self.queue = queue
        queue.inDatabase { db in
            db.logsErrors = false
            db.executeStatements(
                """
                PRAGMA journal_mode=WAL;
                CREATE TABLE IF NOT EXISTS note
                    (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, body TEXT, edited DATE);
                """)
            if db.userVersion < 1 {
                db.userVersion = 1
            }
        }
    }

    func add(title: String, body: String?) throws -> Int64 {
        var result: Result<Int64, any Error> = .success(0)
        queue.inTransaction { db, rollback in
            do {
                try db.executeUpdate(
                    "INSERT INTO note (title, body, edited) VALUES (?, ?, ?)",
                    values: [title, body as Any, Date(timeIntervalSince1970: 1)])
                result = .success(db.lastInsertRowId)
            } catch {
                rollback.pointee = true
                result = .failure(error)
            }
        }
        return try result.get()
    }

    func notes() -> [Note] {
        var notes: [Note] = []
        queue.inDatabase { db in
            guard let rs = db.executeQuery("SELECT * FROM note ORDER BY id", withArgumentsIn: []) else { return }
            while rs.next() {
                if let note = Note(resultSet: rs) {
                    notes.append(note)
                }
            }
        }
        return notes
    }

    func count() -> Int {
        var count = -1
        queue.inDatabase { db in
            let rs = db.executeQuery("SELECT count(*) AS n FROM note", withArgumentsIn: [])
            if rs?.next() == true, let n = rs?["n"] as? Int {
                count = n
            }
            rs?.close()
        }
        return count
    }

    /// An async method that calls the synchronous one.
    func rename(_ id: Int64, to title: String) async -> Bool {
        var renamed = false
        queue.inDatabase { db in
            let arguments: [String: Any] = ["id": id, "title": title]
            renamed = db.executeUpdate(
                "UPDATE note SET title = :title WHERE id = :id", withParameterDictionary: arguments)
        }
        return renamed
    }

    func close() {
        queue.close()
    }
}

func checkNoteStore(_ documents: Documents) async {
    do {
        let store = try NoteStore(path: documents.path("notes.db"))
        let first = try store.add(title: "Heron", body: nil)
        expectEqual(first, 1)
        do {
            _ = try store.add(title: "Heron", body: "again")
            fail("a duplicate title has to throw")
        } catch let e as NSError {
            expectEqual(e.domain, "FMDatabase")
            expectEqual(e.code, 19)
        }
        expectEqual(store.count(), 1)
        let renamed = await store.rename(first, to: "Grey heron")
        expect(renamed, "renamed")
        expectEqual(
            store.notes(), [Note(id: 1, title: "Grey heron", body: nil, edited: Date(timeIntervalSince1970: 1))])

        let inTask = await Task { store.count() }.value
        expectEqual(inTask, 1)
        await Task.detached(priority: .background) {
            store.queue.inDatabase { db in
                db.executeUpdate("INSERT INTO note (title) VALUES (?)", withArgumentsIn: ["Detached"])
            }
        }.value
        try await withThrowingTaskGroup(of: Int64.self) { group in
            for number in 0..<20 {
                group.addTask { try store.add(title: "Note \(number)", body: "text") }
            }
            var ids = Set<Int64>()
            for try await id in group {
                ids.insert(id)
            }
            expectEqual(ids.count, 20)
        }
        expectEqual(store.count(), 22)
        store.close()
        expect((try? NoteStore(path: documents.path("no/folder.db"))) == nil, "a store without a folder")
    } catch {
        fail("\(error)")
    }
}
