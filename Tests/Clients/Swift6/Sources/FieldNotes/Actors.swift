import FMDB

/// An actor that holds a queue.
actor Sightings {
    private let queue: FMDatabaseQueue
    private var cache: [String: Int] = [:]

    init?(path: String) {
        guard let queue = FMDatabaseQueue(path: path) else { return nil }
        self.queue = queue
        queue.inDatabase { db in
            db.executeUpdate("CREATE TABLE IF NOT EXISTS sighting (bird TEXT, number INTEGER)", withArgumentsIn: [])
        }
    }

    /// The block reads and writes the actor's state: it runs before `inTransaction` returns, in the actor.
    func record(_ bird: String, number: Int) {
        queue.inTransaction { db, rollback in
            if db.executeUpdate("INSERT INTO sighting VALUES (?, ?)", withArgumentsIn: [bird, number]) {
                cache[bird, default: 0] += number
            } else {
                rollback.pointee = true
            }
        }
    }

    func total(of bird: String) -> (cached: Int, stored: Int) {
        var stored = 0
        queue.inDatabase { db in
            let rs = db.executeQuery("SELECT sum(number) FROM sighting WHERE bird = ?", withArgumentsIn: [bird])
            if let rs, rs.next() {
                stored = rs.long(forColumnIndex: 0)
                rs.close()
            }
        }
        return (cache[bird] ?? 0, stored)
    }

    func birds() async -> [String] {
        await withCheckedContinuation { continuation in
            queue.inDatabase { db in
                var birds: [String] = []
                let rs = db.executeQuery("SELECT DISTINCT bird FROM sighting ORDER BY bird", withArgumentsIn: [])
                while rs?.next() ?? false {
                    birds.append(rs?.string(forColumn: "bird") ?? "")
                }
                continuation.resume(returning: birds)
            }
        }
    }
}

/// An actor that owns a connection of its own and no queue.
actor Log {
    private let db: FMDatabase

    init(path: String?) {
        let db = FMDatabase(path: path)
        db.open()
        db.executeUpdate("CREATE TABLE line (text TEXT)", withArgumentsIn: [])
        self.db = db
    }

    func append(_ text: String) throws {
        try db.executeUpdate("INSERT INTO line VALUES (?)", values: [text])
    }

    func lines() throws -> [String] {
        let rs = try db.executeQuery("SELECT text FROM line ORDER BY rowid", values: nil)
        var lines: [String] = []
        while rs.next() {
            lines.append(rs.string(forColumnIndex: 0) ?? "")
        }
        return lines
    }

    func close() -> Bool {
        db.close()
    }
}

func checkActors(_ documents: Documents) async {
    guard let sightings = Sightings(path: documents.path("sightings.db")) else { return fail("no queue") }
    await withTaskGroup(of: Void.self) { group in
        for number in 1...10 {
            group.addTask { await sightings.record(number.isMultiple(of: 2) ? "wren" : "rook", number: number) }
        }
    }
    let wrens = await sightings.total(of: "wren")
    expectEqual(wrens.cached, 30)
    expectEqual(wrens.stored, 30)
    let birds = await sightings.birds()
    expectEqual(birds, ["rook", "wren"])

    let log = Log(path: nil)
    do {
        try await log.append("started")
        try await log.append("stopped")
        let lines = try await log.lines()
        expectEqual(lines, ["started", "stopped"])
    } catch {
        fail("\(error)")
    }
    let closed = await log.close()
    expect(closed, "closed")
}
