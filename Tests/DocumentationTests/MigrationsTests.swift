import FMDB
import FMDBTestHelpers
import Testing

/// The examples of the article about migrations.
@Suite struct MigrationsTests {
    private let folder = TemporaryFolder()

    @Test func theFirstSteps() throws {
        let queue = FMDatabaseQueue()
        var migrator = FMMigrator()
        migrator.add("create person") { db in
            try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
        }
        migrator.add("add age") { db in
            try db.execute("ALTER TABLE person ADD COLUMN age INTEGER")
        }
        try migrator.migrate(queue)
        #expect(try queue.withDatabase { $0.columnExists("age", inTableWithName: "person") })
    }

    @Test func stepsInAnArray() async throws {
        let pool = FMDatabasePool(path: folder.file())
        let migrator = FMMigrator([
            .step("create person") { db in
                try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
            },
            .step("people without a name") { db in
                try db.execute("UPDATE person SET name = '?' WHERE name = ''")
            },
        ])
        let report = try await migrator.migrate(pool)
        for step in report.applied { print(step.name, step.duration) }
        #expect(report.applied.count == 2)
    }

    private func people() -> FMMigrator {
        FMMigrator([
            .step("create person") { db in
                try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)")
            }
        ])
    }

    @Test func aTableIsRecreated() throws {
        var migrator = people()
        migrator.add("names are unique") { db in
            try db.execute("CREATE TABLE new_person (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)")
            try db.execute("INSERT INTO new_person SELECT id, min(name) FROM person GROUP BY name")
            try db.execute("DROP TABLE person")
            try db.execute("ALTER TABLE new_person RENAME TO person")
        }
        migrator.add(.outsideTransaction("compact") { db in try db.execute("VACUUM") })
        let db = FMDatabase.memory()
        try migrator.migrate(db, upTo: "create person")
        try db.execute("INSERT INTO person (name) VALUES ('ann'), ('ann'), ('bob')")
        try migrator.migrate(db)
        #expect(try db.rows("SELECT name FROM person ORDER BY name", as: String.self) == ["ann", "bob"])
    }

    @Test func comingFromUserVersion() throws {
        var migrator = FMMigrator()
        migrator.add("create person", userVersion: 1) { db in
            try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)")
        }
        migrator.add("add age", userVersion: 2) { db in
            try db.execute("ALTER TABLE person ADD COLUMN age INTEGER")
        }
        migrator.add("add index") { db in
            try db.execute("CREATE INDEX person_by_name ON person (name)")
        }
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)")
        db.userVersion = 1
        #expect(try migrator.migrate(db).applied.map(\.name) == ["add age", "add index"])
        #expect(db.userVersion == 2)
    }

    @Test func comingFromAnotherLibrary() throws {
        var migrator = FMMigrator([.step("version 1") { _ in }, .step("version 2") { _ in }])
        migrator.adopt { db in
            guard db.tableExists("schema_migrations") else { return [] }
            return try db.rows("SELECT 'version ' || version FROM schema_migrations ORDER BY version", as: String.self)
        }
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE schema_migrations (version INTEGER UNIQUE NOT NULL)")
        try db.execute("INSERT INTO schema_migrations VALUES (1)")
        #expect(try migrator.pending(in: db) == ["version 2"])
    }

    @Test func aNewerDatabase() throws {
        let queue = FMDatabaseQueue()
        var newer = people()
        newer.add("later") { _ in }
        try newer.migrate(queue)
        let migrator = people()
        var answer = ""
        do {
            try migrator.migrate(queue)
        } catch let error as FMError where error.extendedCode == .newerDatabase {
            answer = "please update the program"
        }
        #expect(answer == "please update the program")
    }

    @Test func aLookBefore() throws {
        let pool = FMDatabasePool(path: folder.file())
        let migrator = people()
        let isReady = try pool.read { db in try migrator.isUpToDate(db) }
        #expect(!isReady)
    }

    @Test func aTestOfAStep() throws {
        var migrator = people()
        migrator.add("greet") { db in try db.execute("UPDATE person SET name = 'dear ' || name") }
        let db = FMDatabase(path: nil)
        db.open()
        try migrator.migrate(db, upTo: "create person")
        try db.execute("INSERT INTO person (name) VALUES ('ann')")
        try migrator.migrate(db)
        #expect(try db.value("SELECT name FROM person", as: String.self) == "dear ann")
    }
}
