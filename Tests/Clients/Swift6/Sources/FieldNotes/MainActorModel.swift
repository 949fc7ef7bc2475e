import FMDB

/// A view model: it lives on the main actor and shares its queue with tasks off it.
@MainActor
final class NoteListModel {
    private(set) var titles: [String] = []
    private(set) var isLoading = false
    private let queue: FMDatabaseQueue

    init(queue: FMDatabaseQueue) {
        self.queue = queue
        queue.inDatabase { db in
            db.executeUpdate("CREATE TABLE IF NOT EXISTS title (text TEXT)", withArgumentsIn: [])
            isLoading = true
        }
    }

    /// Reads on the main actor, straight into the properties.
    func reload() {
        titles.removeAll()
        queue.inDatabase { db in
            guard let rs = db.executeQuery("SELECT text FROM title ORDER BY text", withArgumentsIn: []) else { return }
            while rs.next() {
                titles.append(rs.string(forColumn: "text") ?? "")
            }
        }
        isLoading = false
    }

    /// Writes in a task off the main actor and comes back.
    func add(_ text: String) -> Task<Void, Never> {
        Task.detached { [queue] in
            queue.inTransaction { db, rollback in
                rollback.pointee = ObjCBool(!db.executeUpdate("INSERT INTO title VALUES (?)", withArgumentsIn: [text]))
            }
            await self.reload()
        }
    }

    /// Writes in a task that inherits the main actor.
    func clear() async {
        let task = Task {
            queue.inDatabase { db in
                db.executeUpdate("DELETE FROM title", withArgumentsIn: [])
                titles = []
            }
        }
        await task.value
    }
}

@MainActor
func checkMainActor(_ documents: Documents) async {
    guard let queue = FMDatabaseQueue(path: documents.path("titles.db")) else { return fail("no queue") }
    let model = NoteListModel(queue: queue)
    expect(model.isLoading, "the block of the initializer ran")
    await model.add("Otter").value
    await model.add("Badger").value
    expectEqual(model.titles, ["Badger", "Otter"])
    expect(!model.isLoading, "loaded")
    await model.clear()
    model.reload()
    expectEqual(model.titles, [])
    queue.close()
}
