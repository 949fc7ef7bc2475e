import FMDB
import FMDBTestHelpers
import Testing

/// The recipes about opening, tables and SQL texts.
@Suite struct CookbookTableTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file() }

    @Test func openingADatabase() throws {
        let db = FMDatabase(path: path)
        guard db.open() else { throw db.lastError() }
        defer { db.close() }
        #expect(db.isOpen)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func openingAQueue() throws {
        guard let queue = FMDatabaseQueue(path: path) else { throw CocoaError(.fileReadUnknown) }
        defer { queue.close() }
        #expect(try queue.withDatabase { $0.isOpen })
    }

    @Test func openingAQueueThatSaysWhyItCannot() throws {
        let queue = try FMDatabaseQueue(path: path, configuration: .init())
        #expect(try queue.withDatabase { $0.isOpen })
    }

    @Test func creatingATableWithFMDBsCalls() throws {
        let db = FMDatabase.memory()
        let created = db.executeUpdate(
            """
            CREATE TABLE IF NOT EXISTS person (
                id INTEGER PRIMARY KEY,
                name TEXT NOT NULL UNIQUE,
                age INTEGER
            )
            """, withArgumentsIn: [])
        if !created { throw db.lastError() }
        #expect(db.tableExists("person"))
    }

    @Test func creatingATable() throws {
        let db = FMDatabase.memory()
        try db.execute(
            """
            CREATE TABLE IF NOT EXISTS person (
                id INTEGER PRIMARY KEY,
                name TEXT NOT NULL UNIQUE,
                age INTEGER
            )
            """)
        #expect(db.tableExists("person"))
    }

    @Test func askingForATable() throws {
        let db = try People.database()
        let exists = db.tableExists("person")
        let hasAge = db.columnExists("age", inTableWithName: "person")
        #expect(exists)
        #expect(hasAge)
        #expect(!db.columnExists("agee", inTableWithName: "person"))
        #expect(!db.tableExists("persons"))
    }

    @Test(arguments: [("person", true), ("adult", true), ("guest", true), ("nobody", false)])
    func askingForATableOrAView(name: String, expected: Bool) throws {
        let db = try People.database()
        try db.execute("CREATE VIEW adult AS SELECT * FROM person WHERE age >= 18")
        try db.execute("CREATE TEMPORARY TABLE guest (name TEXT)")
        let exists = try db.value(
            """
            SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = \(name)
                UNION ALL SELECT 1 FROM sqlite_temp_master WHERE name = \(name))
            """, as: Bool.self)
        #expect(exists == expected)
    }

    @Test func validatingSQL() throws {
        let db = try People.database()
        var complaint: String?
        do {
            try db.validateSQL("SELECT nmae FROM person")
        } catch {
            complaint = error.localizedDescription  // no such column: nmae
        }
        #expect(complaint == "no such column: nmae")
        try db.validateSQL("DELETE FROM person")
        #expect(try People.names(in: db) == ["ann", "bob"])
    }
}
