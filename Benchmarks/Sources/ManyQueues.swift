import FMDB

/// A thousand connections that are open at the same time: what each costs, and what the others add to it.
enum ManyQueues {
    static let count = 1_000

    static func all(_ fixture: Fixture) throws -> [Contender] {
        let files = try (0..<count).map { number in
            try fixture.path("many-\(number)") { try $0.run(Entry.schema + "INSERT INTO entry VALUES (1, 'one', 1)") }
        }
        return [
            raw("raw C", files.map { _ in files[0] }), queues("queues on one file", files.map { _ in files[0] }),
            queues("queues on a file each", files),
        ]
    }

    private static let sql = "SELECT amount FROM entry WHERE id = 1"

    private static func raw(_ name: String, _ paths: [String]) -> Contender {
        Contender(name: name) { sum in
            var databases: [RawDatabase] = []
            for path in paths {
                let database = try RawDatabase(path, settings: "")
                let statement = try database.prepare(sql, isKept: false)
                if try statement.next() { sum.add(statement.real(0)) }
                databases.append(database)
            }
        }
    }

    private static func queues(_ name: String, _ paths: [String]) -> Contender {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.reportsSharedFiles = false
        return Contender(name: name) { [configuration] sum in
            var queues: [FMDatabaseQueue] = []
            for path in paths {
                let queue = try FMDatabaseQueue(path: path, configuration: configuration)
                sum.add(try queue.withDatabase { db in try db.value(FMSQL(raw: sql), as: Double.self) })
                queues.append(queue)
            }
        }
    }
}
