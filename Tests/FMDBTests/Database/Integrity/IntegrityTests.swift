import FMDB
import FMDBTestHelpers
import Testing

/// The checks of a database.
@Suite struct IntegrityTests {
    private let folder = TemporaryFolder()

    private func people() throws -> FMDatabase {
        let database = FMDatabase.file(folder.file())
        try database.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)")
        try database.execute("CREATE INDEX byName ON person (name)")
        try database.withTransaction {
            for number in 1...300 {
                try database.execute("INSERT INTO person VALUES (\(number), \("a name of person \(number)"))")
            }
        }
        return database
    }

    /// The database with some pages that are overwritten.
    private func damaged(_ pages: ClosedRange<Int>, with byte: UInt8 = 0xAA) throws -> FMDatabase {
        let database = try people()
        database.close()
        var content = try Data(contentsOf: URL(fileURLWithPath: folder.file()))
        content.replaceSubrange(
            (pages.lowerBound - 1) * 4096..<pages.upperBound * 4096,
            with: Data(repeating: byte, count: pages.count * 4096))
        try content.write(to: URL(fileURLWithPath: folder.file()))
        return FMDatabase.file(folder.file())
    }

    private func changeSchema(_ database: FMDatabase, _ sql: FMSQL) throws {
        try database.execute("PRAGMA writable_schema = ON")
        try database.execute(sql)
        try database.execute("PRAGMA writable_schema = OFF")
        database.close()
        #expect(database.open())
    }

    @Test(arguments: [true, false]) func aHealthyDatabaseHasNoFindings(_ isQuick: Bool) throws {
        var options = FMDatabase.IntegrityOptions()
        options.depth = isQuick ? .quick : .full
        let report = try people().integrity(options)
        #expect(report.isHealthy)
        #expect(report.isComplete)
        #expect(report.unchecked == [])
    }

    @Test func aDamagedPageIsNamed() throws {
        let report = try damaged(4...4).integrity()
        #expect(!report.isHealthy)
        #expect(report.findings.contains { $0.kind == .page(4) })
    }

    /// SQLite 3.53 says something else of it than of an entry that is missing.
    @Test func anIndexWithAnotherFloatingPointValueIsNamed() throws {
        let database = FMDatabase.memory()
        nonisolated(unsafe) var result = 0.1
        try database.addFunction("price", argumentCount: 1, deterministic: true) { _ in .real(result) }
        try database.execute("CREATE TABLE thing (id)")
        try database.execute("CREATE INDEX byPrice ON thing (price(id))")
        try database.execute("INSERT INTO thing VALUES (1)")
        result = result.nextUp
        let report = try database.integrity()
        #expect(report.findings.map(\.kind) == [.index("byPrice")])
    }

    @Test func anIndexWithoutAnEntryIsNamed() throws {
        let database = try people()
        try changeSchema(
            database,
            "UPDATE sqlite_master SET sql = 'CREATE INDEX byName ON person (name) WHERE id < 299' WHERE name = 'byName'"
        )
        try database.execute("UPDATE person SET name = 'another' WHERE id = 300")
        try changeSchema(
            database, "UPDATE sqlite_master SET sql = 'CREATE INDEX byName ON person (name)' WHERE name = 'byName'")
        let report = try database.integrity()
        #expect(report.findings.contains { $0.kind == .index("byName") })
        var quick = FMDatabase.IntegrityOptions()
        quick.depth = .quick
        #expect(try database.integrity(quick).isHealthy)
    }

    @Test func aRowThatItsTableDoesNotAllowIsNamed() throws {
        let database = try people()
        try database.execute("UPDATE person SET name = NULL WHERE id = 7")
        try changeSchema(
            database,
            "UPDATE sqlite_master SET sql = 'CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL)' WHERE name = 'person'"
        )
        #expect(try database.integrity().findings.map(\.kind) == [.row(table: "person", rowID: nil)])
    }

    @Test func rowsWithoutTheirParentsAreNamed() throws {
        let database = try people()
        try database.execute("CREATE TABLE child (id INTEGER PRIMARY KEY, person INTEGER REFERENCES person)")
        try database.execute("INSERT INTO child VALUES (1, 7), (2, 7000)")
        let report = try database.integrity()
        #expect(report.findings.map(\.kind) == [.foreignKey(table: "child", rowID: 2, parent: "person")])
        var options = FMDatabase.IntegrityOptions()
        options.checksForeignKeys = false
        #expect(try database.integrity(options).isHealthy)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 16))) func aForeignKeyThatCannotBeCheckedIsTold() throws
    {
        let database = try people()
        try database.execute("CREATE TABLE child (person TEXT REFERENCES person (name))")
        try database.execute("INSERT INTO child VALUES ('nobody')")
        let report = try database.integrity()
        #expect(!report.isHealthy)
        #expect(report.findings.map(\.kind) == [.foreignKey(table: "child", rowID: 1, parent: "person")])
        #expect(report.unchecked.count == 1)
        #expect(report.unchecked.first?.hasPrefix("foreign keys: ") == true)
    }

    @Test func theNumberOfFindingsIsLimited() throws {
        let database = try people()
        try database.execute("CREATE TABLE child (id INTEGER PRIMARY KEY, person INTEGER REFERENCES person)")
        for number in 1...10 { try database.execute("INSERT INTO child VALUES (\(number), \(number + 1000))") }
        var options = FMDatabase.IntegrityOptions()
        options.maximumFindings = 4
        let report = try database.integrity(options)
        #expect(report.findings.count == 4)
        #expect(!report.isComplete)
        options.maximumFindings = 10
        #expect(try database.integrity(options).isComplete)
    }

    @Test func aTimeLimitEndsTheChecks() throws {
        var options = FMDatabase.IntegrityOptions()
        options.timeLimit = .zero
        let database = try people()
        let report = try database.integrity(options)
        #expect(!report.isComplete)
        #expect(!report.isHealthy && report.findings.isEmpty)
        #expect(try database.integrity().isComplete)
    }

    @Test func aDamagedSchemaIsAFinding() throws {
        let database = try people()
        try changeSchema(database, "UPDATE sqlite_master SET sql = 'CREATE TABLE person (' WHERE name = 'person'")
        let report = try database.integrity()
        #expect(!report.isHealthy)
        #expect(!report.isComplete)
        #expect(report.findings.allSatisfy { $0.kind == .other })
    }

    @Test func anotherKindOfFileIsRefused() throws {
        let database = try damaged(1...1, with: 0x74)
        #expect(thrown { try database.integrity() }?.resultCode == .notADatabase)
    }

    @Test func anAttachedDatabaseIsChecked() throws {
        try damaged(4...4).close()
        let database = FMDatabase.memory()
        try database.execute("ATTACH \(folder.file()) AS other")
        #expect(try database.integrity().isHealthy)
        var options = FMDatabase.IntegrityOptions()
        options.schema = "other"
        #expect(try !database.integrity(options).isHealthy)
    }

    static let modules = (SQLiteVersion.hasFTS4 ? ["fts4"] : []) + (SQLiteVersion.hasFTS5 ? ["fts5"] : [])

    /// A full-text table without the index of one of its rows.
    private func fullText(_ module: String) throws -> FMDatabase {
        let database = FMDatabase.file(folder.file())
        try database.execute("CREATE VIRTUAL TABLE text USING \(raw: module) (body)")
        try database.execute("INSERT INTO text (body) VALUES ('one two three'), ('four five six')")
        return database
    }

    @Test(arguments: modules) func aHealthyFullTextTableIsPassed(_ module: String) throws {
        let report = try fullText(module).integrity()
        #expect(report.isHealthy)
        #expect(report.unchecked == [])
    }

    /// From SQLite 3.44 on the check of the pages looks at FTS tables, too.
    @Test(.enabled(if: SQLiteVersion.hasFTS5)) func aFullTextIndexIsLeftOutWhereItIsNotAskedFor() throws {
        let database = FMDatabase.file(folder.file())
        database.executeStatements(
            "CREATE VIRTUAL TABLE text USING fts5(body); INSERT INTO text VALUES ('one'); DELETE FROM text_content")
        var options = FMDatabase.IntegrityOptions()
        options.checksFullText = false
        #expect(try database.integrity(options).findings == [])
        #expect(try database.integrity().findings.map(\.kind) == [.fullText(table: "text")])
        let copy = try database.backup(to: folder.file("copy.db"))
        #expect(copy.unchecked.isEmpty == (SQLiteVersion.linked < SQLiteVersion(3, 44)), "\(copy)")
    }

    @Test(arguments: modules) func aDamagedFullTextIndexIsNamed(_ module: String) throws {
        let database = try fullText(module)
        try database.execute("DELETE FROM text_content WHERE \(raw: module == "fts5" ? "id" : "docid") = 1")
        #expect(try database.integrity().findings.map(\.kind) == [.fullText(table: "text")])
    }

    @Test(.enabled(if: SQLiteVersion.linked < SQLiteVersion(3, 44)), arguments: modules)
    func whatAReaderCannotCheckIsTold(_ module: String) throws {
        let database = try fullText(module)
        database.close()
        #expect(database.open(withFlags: 1))
        let report = try database.integrity()
        #expect(report.outcome == .notChecked)
        #expect(report.unchecked.count == 1)
        #expect(report.unchecked.first?.hasPrefix("FTS table text: ") == true)
    }

    // MARK: The event

    private func corruptions(of database: FMDatabase) -> Locked<[FMEvent.Corruption]> {
        let found = Locked<[FMEvent.Corruption]>([])
        database.eventHandler = { event in
            if case .corruption(let corruption) = event { found.withLock { $0.append(corruption) } }
        }
        return found
    }

    @Test func aStatementThatMeetsDamageIsToldOnce() throws {
        let database = try damaged(2...2)
        let found = corruptions(of: database)
        let sql: FMSQL = "SELECT count(name), \(7) FROM person NOT INDEXED"
        #expect(thrown { try database.value(sql, as: Int.self) }?.resultCode == .corrupt)
        #expect(found.value.map(\.sql) == [sql.text])
        #expect(found.value.map(\.path) == [folder.file()])
        #expect(found.value.map(\.resultCode.primary) == [.corrupt])
        #expect(found.value.map(\.operation) == [.executing])
    }

    @Test func aResultSetThatMeetsDamageIsToldOnce() throws {
        let database = try damaged(2...2)
        let found = corruptions(of: database)
        let rows = try database.executeQuery("SELECT name FROM person NOT INDEXED", values: nil)
        while rows.next() {}
        rows.close()
        #expect(found.value.count == 1)
    }

    @Test func aFileThatIsNoDatabaseIsTold() throws {
        // From then on a connection installs a module before it compiles, for which newer versions of SQLite read the file.
        FMDatabase.registerTokenizer(FMUnicodeTokenizer())
        let database = try damaged(1...1, with: 0x74)
        let found = corruptions(of: database)
        #expect(!database.executeUpdate("DELETE FROM person", withArgumentsIn: []))
        #expect(found.value.map(\.resultCode) == [.notADatabase])
        #expect(found.value.map(\.operation) == [.preparing])
        #expect(found.value.first.map { "\(FMEvent.corruption($0))" }?.contains("preparing") == true)
    }

    @Test func aHealthyDatabaseTellsOfNoDamage() throws {
        let database = try people()
        let found = corruptions(of: database)
        #expect(thrown { try database.execute("INSERT INTO person VALUES (1, 'twice')") } != nil)
        #expect(try database.integrity().isHealthy)
        #expect(found.value.count == 0)
    }
}
