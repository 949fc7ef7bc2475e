import FMDB

// Variables of the function that a block within a task changes.

func countInATask(_ queue: FMDatabaseQueue) {
    var count = 0
    // error 6: risks causing data races
    Task {
        queue.inTransaction { db, rollback in
            if db.executeUpdate("DELETE FROM person", withArgumentsIn: []) { count += 1 }
        }
    }
    print(count)
}

func namesInAGroup(_ queue: FMDatabaseQueue) async -> [String] {
    var names: [String] = []
    await withTaskGroup(of: Void.self) { group in
        // error 6: risks causing data races
        group.addTask {
            queue.inDatabase { db in
                names.append(db.databasePath ?? "")
            }
        }
    }
    return names
}
