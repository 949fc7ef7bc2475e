import FMDB

// What clients wrote before there were language modes. Swift 6 says of it what it says of any captured variable.

func namesLater(_ queue: FMDatabaseQueue, _ done: @escaping @Sendable ([String]) -> Void) {
    var names: [String] = []
    DispatchQueue.global().async {
        queue.inDatabase { db in
            let rows = db.executeQuery("SELECT name FROM person", withArgumentsIn: [])
            // warning 5, error 6: mutation of captured var 'names'
            while rows?.next() == true { names.append(rows?.string(forColumn: "name") ?? "") }
        }
        // warning 5, error 6: reference to captured var 'names'
        done(names)
    }
}
