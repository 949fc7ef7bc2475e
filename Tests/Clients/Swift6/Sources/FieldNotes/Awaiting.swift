import FMDB

/// The asynchronous verbs of a queue, in an actor and in tasks, beside FMDB's spellings.
actor Diary {
    private let queue: FMDatabaseQueue

    init(path: String) throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.label = "diary"
        configuration.configure = { db in
            db.logsErrors = false
            try db.execute("CREATE TABLE IF NOT EXISTS entry (day INTEGER PRIMARY KEY, text TEXT NOT NULL)")
        }
        queue = try FMDatabaseQueue(path: path, configuration: configuration)
    }

    func write(_ text: String, day: Int) async throws {
        try await queue.withTransaction(timeout: .seconds(30)) { db in
            try db.execute("INSERT INTO entry VALUES (\(day), \(text))")
        }
    }

    func text(day: Int) async throws -> String? {
        try await queue.withDatabase { db in
            try db.value("SELECT text FROM entry WHERE day = \(day)", as: String?.self)
        }
    }

    /// The days are moved one by one; a day that is taken is left out.
    func move(by days: Int) async throws -> Int {
        try await queue.withTransaction { db in
            var moved = 0
            for day in try db.rows("SELECT day FROM entry ORDER BY day DESC", as: Int.self) {
                let isMoved: Void? = try? db.withSavePoint {
                    try db.execute("UPDATE entry SET day = \(day + days) WHERE day = \(day)")
                }
                if isMoved != nil { moved += 1 }
            }
            return moved
        }
    }

    /// FMDB's spelling within a task.
    func count() async -> Int {
        let queue = queue
        let task = Task.detached {
            var count = 0
            queue.inDatabase { db in
                let rows = db.executeQuery("SELECT count(*) FROM entry", withArgumentsIn: [])
                if rows?.next() == true { count = rows?.long(forColumnIndex: 0) ?? 0 }
                rows?.close()
            }
            return count
        }
        return await task.value
    }

    func close() { queue.close() }
}

/// One writer and many readers, none of which occupies a thread while it waits.
func checkReadersAndWriter(_ documents: Documents) async throws {
    let pool = FMDatabasePool(path: documents.path("readers.db"), configuration: .init())
    try await pool.write { db in try db.execute("CREATE TABLE sighting (bird TEXT, number INTEGER)") }
    try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 1...20 {
            group.addTask {
                try await pool.write { db in
                    try db.execute("INSERT INTO sighting VALUES (\("bird \(number)"), \(number))")
                }
            }
            group.addTask {
                try await pool.read { db in try db.value("SELECT count(*) FROM sighting", as: Int.self) }
            }
        }
        for try await _ in group {}
    }
    let (count, sum) = try await pool.read { db in
        (
            try db.value("SELECT count(*) FROM sighting", as: Int.self),
            try db.value("SELECT sum(number) FROM sighting", as: Int.self)
        )
    }
    expectEqual(count, 20)
    expectEqual(sum, 210)
    pool.close()
}

func checkAwaiting(_ documents: Documents) async throws {
    let diary = try Diary(path: documents.path("diary.db"))
    try await diary.write("rain", day: 1)
    try await diary.write("sun", day: 2)
    do {
        try await diary.write("hail", day: 2)
        fail("a second entry of a day has to throw")
    } catch let error as FMError {
        expect(error.resultCode == .constraint, "the day is taken: \(error)")
    }
    expectEqual(try await diary.text(day: 2), "sun")
    expectEqual(try await diary.text(day: 3), nil)
    expectEqual(try await diary.move(by: 1), 2)
    expectEqual(try await diary.text(day: 3), "sun")
    expectEqual(await diary.count(), 2)

    let late = Task { try await diary.text(day: 3) }
    late.cancel()
    do {
        expectEqual(try await late.value, "sun")
    } catch {
        expect(error is CancellationError, "a cancelled task throws CancellationError, not \(error)")
    }
    await diary.close()
    try await checkReadersAndWriter(documents)
}
