import FMDB

/// Old code and the throwing verbs side by side, as an app meets them that moves over method by method. These functions
/// are synchronous; so are their calls.
extension NoteStore {
    func titles() throws -> [String] {
        try queue.withDatabase { db in
            var titles: [String] = []
            let rs = try db.executeQuery("SELECT title FROM note ORDER BY id", values: nil)
            while rs.next() {
                titles.append(rs.string(forColumn: "title") ?? "")
            }
            return titles
        }
    }

    func replaceAll(_ titles: [String]) throws {
        try queue.withTransaction { db in
            try db.executeUpdate("DELETE FROM note", values: nil)
            for title in titles {
                try db.execute("INSERT INTO note (title) VALUES (\(title))")
            }
        }
    }

    func id(ofTitle title: String) throws -> Int64? {
        try queue.withDatabase { db in
            try db.value("SELECT id FROM note WHERE title = \(title)", as: Int64?.self)
        }
    }
}

/// The same verb in a model on the main actor.
@MainActor
final class CountModel {
    private(set) var count = 0

    func reload(from queue: FMDatabaseQueue) throws {
        count = try queue.withDatabase { db in try db.value("SELECT count(*) FROM note", as: Int.self) }
    }
}

func checkModern(_ documents: Documents) async throws {
    let store = try NoteStore(path: documents.path("modern.db"))
    try store.replaceAll(["Kite", "Hobby"])
    expectEqual(try store.titles(), ["Kite", "Hobby"])
    do {
        try store.replaceAll(["Osprey", "Osprey"])
        fail("a duplicate title has to throw")
    } catch let error as NSError {
        expectEqual(error.code, 19)
    }
    expectEqual(try store.titles(), ["Kite", "Hobby"])
    expect(try store.id(ofTitle: "Hobby") != nil, "Hobby is there")
    expect(try store.id(ofTitle: "Osprey") == nil, "Osprey is not")

    try await checkModel(store.queue)
    let inTasks = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<4 {
            group.addTask { try store.titles().count }
        }
        return try await group.reduce(0, +)
    }
    expectEqual(inTasks, 8)
    store.close()
}

@MainActor
private func checkModel(_ queue: FMDatabaseQueue) throws {
    let model = CountModel()
    try model.reload(from: queue)
    expectEqual(model.count, 2)
}
