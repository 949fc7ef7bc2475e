import FMDB

/// Old code and new verbs side by side, as an app meets them that moves over file by file.
func checkModern(_ documents: Documents) async throws {
    let store = try NoteStore(path: documents.path("modern.db"))
    _ = try store.add(title: "Kite", body: "red")

    let title = try titleOfFirstNote(store.queue)
    expectEqual(title, "Kite")
    let count = try await store.queue.withDatabase { db in
        db.longForQuery("SELECT count(*) FROM note") ?? 0
    }
    expectEqual(count, 1)
    do {
        try await store.queue.withDatabase { db in
            try db.executeUpdate("INSERT INTO note (title) VALUES (?)", values: ["Kite"])
        }
        fail("a duplicate title has to throw")
    } catch let error as NSError {
        expectEqual(error.code, 19)
    }
    store.close()
}

/// In a synchronous function the same verb takes no `await`.
private func titleOfFirstNote(_ queue: FMDatabaseQueue) throws -> String? {
    try queue.withDatabase { db in
        let rs = try db.executeQuery("SELECT title FROM note ORDER BY id", values: nil)
        defer { rs.close() }
        return rs.next() ? rs.string(forColumn: "title") : nil
    }
}
