import FMDB

// A database does not go to another task from within its block.

func task(_ queue: FMDatabaseQueue) throws {
    try queue.withDatabase { db in
        // error 6: risks causing data races
        Task {
            print(db.isOpen)
        }
    }
}

func taskOfFMDBsBlock(_ queue: FMDatabaseQueue) {
    queue.inDatabase { db in
        // error 6: risks causing data races
        Task {
            print(db.isOpen)
        }
    }
}
