import FMDBModel

enum Steps {
    static let all = FMMigrator([
        .step("create person", userVersion: 1) { db in
            try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
        },
        .step("add age", userVersion: 2) { db in try addAge(db) },
    ])

    nonisolated static func addAge(_ db: FMDatabase) throws {
        try db.execute("ALTER TABLE person ADD COLUMN age INTEGER")
    }
}

func migrate(_ queue: FMDatabaseQueue) async throws -> [String] {
    var migrator = FMMigrator()
    migrator.add("create note") { db in try db.execute("CREATE TABLE note (title TEXT, seen INTEGER)") }
    migrator.add(.outsideTransaction("compact") { db in try db.execute("VACUUM") })
    migrator.adopt { db in db.tableExists("person") ? ["create person"] : [] }
    try await migrator.migrate(queue)
    let report = try await Steps.all.migrate(queue)
    return report.applied.map(\.name)
}
