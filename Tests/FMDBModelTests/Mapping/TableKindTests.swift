import FMDBModel
import FMDBTestHelpers
import Testing

/// Tables that are STRICT or WITHOUT ROWID.
@Suite struct TableKindTests {
    private static let hasStrictTables = SQLiteVersion.linked >= SQLiteVersion(3, 37)

    private func definition(_ db: FMDatabase) throws -> String {
        try db.value("SELECT sql FROM sqlite_master WHERE name = 't'")
    }

    // MARK: STRICT

    private struct Strict: Codable, FMModel, Equatable {
        static let tableName = "t"
        static let tableOptions = FMTableOptions(isStrict: true)

        var id: Int64?
        var name: String
        var isOn: Bool
        var size: Double
        var bytes: Data?
        var day: Date
        var tags: [String]
    }

    @Test(.enabled(if: hasStrictTables)) func aStrictTableIsMadeAndTakesItsModels() throws {
        let db = FMDatabase.memory()

        #expect(try db.createTable(Strict.self).isStrict == true)

        #expect(
            try definition(db) == #"CREATE TABLE "t" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL, "#
                + #""isOn" INTEGER NOT NULL, "size" REAL NOT NULL, "bytes" BLOB, "day" REAL NOT NULL, "#
                + #""tags" TEXT NOT NULL) STRICT"#)
        #expect(try db.createTable(Strict.self).isEmpty)
        var model = Strict(
            name: "a", isOn: true, size: 2, bytes: Data([1]), day: Date(timeIntervalSince1970: 7), tags: ["x"]
        )
        try db.insert(&model)
        #expect(try db.find(Strict.self) == [model])
        #expect(thrown { try db.execute("UPDATE t SET isOn = 'x'") }?.resultCode == .constraint)
    }

    @Test(.enabled(if: !hasStrictTables)) func anOldSQLiteRefusesAStrictTable() throws {
        let error = thrown { try FMDatabase.memory().createTable(Strict.self) }
        #expect(error?.resultCode == .error)
        #expect(error?.extendedCode == .notSupported)
    }

    private let columns: [FMColumn<Anything>] = [.id, .text("a"), FMColumn("b", .blob), FMColumn("n", .integer)]

    private func strict(_ isStrict: Bool?) -> FMTable<Anything> {
        shape(columns, options: FMTableOptions(isStrict: isStrict))
    }

    /// A column of each type, with a value of each.
    private func filled() throws -> FMDatabase {
        try FMDatabase.memory(
            """
            CREATE TABLE t (id INTEGER PRIMARY KEY, a VARCHAR(20), b, n BIGINT, d DECIMAL(10, 2), f DOUBLE, \
            x BLOB DEFAULT 'x')
            """,
            "INSERT INTO t VALUES (1, 'a', 7, 5, 1.5, 2, 'text'), (2, NULL, 'b', NULL, 'x', NULL, x'00')")
    }

    @Test(.enabled(if: hasStrictTables)) func aTableBecomesStrictAndItIsNoLonger() throws {
        let db = try filled()
        let types = { try db.rows("SELECT type FROM pragma_table_info('t')", as: String.self) }
        let values = { try db.content("t", "id, typeof(a) || typeof(b) || typeof(d) || typeof(f) || typeof(x), *") }
        let before = try values()

        var report = try db.upgradeTable(to: strict(true))
        #expect(report.isStrict == true)
        #expect(report.description.contains("t: became STRICT; rebuilt with 2 rows"))
        #expect(try types() == ["INTEGER", "TEXT", "ANY", "INT", "ANY", "REAL", "ANY"])
        #expect(try values() == before)
        #expect(try db.upgradeTable(to: strict(nil)).isEmpty)
        #expect(try db.upgradeTable(to: strict(true), policy: .additive).isEmpty)

        report = try db.upgradeTable(to: strict(false))
        #expect(report.isStrict == false)
        #expect(try types() == ["INTEGER", "TEXT", "BLOB", "INT", "BLOB", "REAL", "BLOB"])
        #expect(try values() == before)
        #expect(try !definition(db).contains("STRICT"))
    }

    @Test(.enabled(if: hasStrictTables)) func valuesOfOtherTypesStandAgainstAStrictTable() throws {
        let db = try filled()
        try db.execute("INSERT INTO t (id, n) VALUES (9, 'seven')")
        let before = try db.schema()

        let error = thrown { try db.upgradeTable(to: strict(true)) }

        #expect(error?.resultCode == .mismatch)
        #expect(
            error?.message
                == "the column n becomes INTEGER in a STRICT table, which does not accept the value in 1 row of t, the first with the rowid 9"
        )
        #expect(try db.schema() == before)
    }

    @Test(.enabled(if: hasStrictTables)) func aStrictTableHasNoNilInItsKey() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT PRIMARY KEY)", "INSERT INTO t VALUES (NULL)")
        let wanted = shape([.text("a")], options: FMTableOptions(key: "a", isStrict: true))

        #expect(thrown { try db.upgradeTable(to: wanted) }?.extendedCode == .constraintPrimaryKey)
        try db.execute("UPDATE t SET a = 'x'")
        try db.upgradeTable(to: wanted)
        #expect(try db.upgradeTable(to: wanted).isEmpty)
    }

    // MARK: WITHOUT ROWID

    private struct Visit: Codable, FMModel, Equatable {
        static let tableName = "t"
        static let tableOptions = FMTableOptions(key: ["town", "day"], isWithoutRowID: true)

        var town: String
        var day: Int
        var guests = 0

        struct Columns: FMColumns {
            let town = FMField<Visit, String>("town")
            let day = FMField<Visit, Int>("day")
            let guests = FMField<Visit, Int>("guests")
        }
    }

    @Test func aTableWithoutNumbersIsMade() throws {
        let db = FMDatabase.memory()

        #expect(try db.createTable(Visit.self).isWithoutRowID == true)

        #expect(
            try definition(db) == #"CREATE TABLE "t" ("town" TEXT NOT NULL, "day" INTEGER NOT NULL, "#
                + #""guests" INTEGER NOT NULL, PRIMARY KEY ("town", "day")) WITHOUT ROWID"#)
        #expect(try db.createTable(Visit.self).isEmpty)
    }

    @Test func eachVerbFindsItsRowsByTheKey() throws {
        let db = FMDatabase.memory()
        try db.createTable(Visit.self)
        try db.insert((1...6).map { Visit(town: $0 < 4 ? "Ulm" : "Bonn", day: $0) })

        var visit = Visit(town: "Ulm", day: 2, guests: 9)
        try db.save(&visit)
        try db.update(Visit(town: "Ulm", day: 3, guests: 8))
        try db.delete(Visit(town: "Bonn", day: 4))
        #expect(try db.delete(Visit.all.order(\.day.descending).limit(1)) == 1)
        #expect(try db.update(Visit.all.order(\.day.ascending).limit(2)) { [$0.guests <- $0.guests + 1] } == 2)
        #expect(try db.last(Visit.self)?.town == "Ulm")

        let rows = try db.find(Visit.all.order(\.day.ascending)).map { "\($0.day): \($0.guests)" }
        #expect(rows == ["1: 1", "2: 10", "3: 8", "5: 0"])
    }

    @Test func differencesAreThoseOfTheKey() async throws {
        let queue = try { try FMDatabaseQueue(path: nil, configuration: .init()) }()
        try await queue.createTable(Visit.self)
        try await queue.insert([Visit(town: "Ulm", day: 1), Visit(town: "Ulm", day: 2)])
        var differences = queue.differences(of: Visit.all.order(\.day.ascending)).makeAsyncIterator()
        #expect(try await differences.next()?.inserted == [0, 1])

        try await queue.save(Visit(town: "Ulm", day: 2, guests: 5))

        #expect(try await differences.next()?.changed == [1])
    }

    @Test func anAutomaticKeyNeedsNumbers() throws {
        struct Wrong: Codable, FMModel {
            static let tableOptions = FMTableOptions(isWithoutRowID: true)
            var id: Int64?
        }
        let error = thrown { try FMDatabase.memory().createTable(Wrong.self) }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("WITHOUT ROWID") == true)
    }

    private func table(_ isWithoutRowID: Bool?) -> FMTable<Anything> {
        shape(
            [.required("k", .integer), .text("a")],
            options: FMTableOptions(key: "k", unique: ["a"], isWithoutRowID: isWithoutRowID))
    }

    @Test(arguments: ["k INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT", "k INT PRIMARY KEY, a TEXT", "k INTEGER, a TEXT"])
    func aTableLosesItsNumbersAndGetsThemAgain(_ columns: String) throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (\(columns))", "INSERT INTO t VALUES (3, 'c'), (1, 'a'), (2, NULL)",
            "CREATE VIEW v AS SELECT k FROM t")
        let before = try db.content()

        var report = try db.upgradeTable(to: table(true))
        #expect(report.isWithoutRowID == true)
        #expect(report.rows == 3)
        #expect(try definition(db).hasSuffix("WITHOUT ROWID"))
        #expect(try db.upgradeTable(to: table(nil), policy: .dropRemoved).isEmpty)
        #expect(try db.content() == before)

        report = try db.upgradeTable(to: table(false))
        #expect(report.isWithoutRowID == false)
        #expect(try db.rows("SELECT rowid FROM t ORDER BY 1", as: Int.self) == [1, 2, 3])
        #expect(try db.upgradeTable(to: table(false)).isEmpty)
        #expect(try db.content() == before)
        #expect(try db.faults() == [])
    }

    @Test func rowsStandAgainstAKeyThatIsNeverNULL() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (k INT PRIMARY KEY, a TEXT)", "INSERT INTO t VALUES (NULL, 'a')")
        let before = try db.schema()
        let wanted = shape(
            [FMColumn("k", .integer), .text("a")], options: FMTableOptions(key: "k", isWithoutRowID: true))

        let error = thrown { try db.upgradeTable(to: wanted) }

        #expect(error?.extendedCode == .constraintPrimaryKey)
        #expect(try db.schema() == before)
    }

    @Test func aViewOfTheNumbersStandsAgainstIt() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (k INT PRIMARY KEY, a TEXT)", "CREATE VIEW v AS SELECT rowid FROM t")
        let before = try db.schema()

        #expect(thrown { try db.upgradeTable(to: table(true)) }?.resultCode == .misuse)
        #expect(try db.schema() == before)
    }
}
