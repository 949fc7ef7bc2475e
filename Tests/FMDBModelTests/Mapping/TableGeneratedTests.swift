import FMDBModel
import FMDBTestHelpers
import Testing

/// Generated columns.
@Suite(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31))) struct TableGeneratedTests {
    private struct Address: Codable, Equatable { var town: String }

    private struct Customer: Codable, FMModel, Equatable {
        static let tableName = "t"
        static let tableOptions = FMTableOptions(
            unique: [["town", "name"]], indexes: ["town"],
            generated: [
                FMGenerated("town", .text, as: "json_extract(address, '$.town')"),
                FMGenerated("length", .integer, as: "length(name) + \(1)", isStored: true),
            ])

        var id: Int64?
        var name: String
        var address: Address

        struct Columns: FMColumns {
            let name = FMField<Customer, String>("name")
            let town = FMField<Customer, String?>("town")
        }
    }

    private func definition(_ db: FMDatabase) throws -> String {
        try db.value("SELECT sql FROM sqlite_master WHERE name = 't'")
    }

    private func filled() throws -> FMDatabase {
        let db = FMDatabase.memory()
        try db.createTable(Customer.self)
        try db.insert([
            Customer(name: "ann", address: Address(town: "Ulm")), Customer(name: "bob", address: Address(town: "Bonn")),
        ])
        return db
    }

    @Test func aTableIsMadeWithThem() throws {
        let db = FMDatabase.memory()

        #expect(try db.createTable(Customer.self).madeGenerated == ["town", "length"])

        #expect(
            try definition(db) == #"CREATE TABLE "t" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL, "#
                + #""address" TEXT NOT NULL, "#
                + #""town" TEXT CONSTRAINT "model" GENERATED ALWAYS AS (json_extract(address, '$.town')) VIRTUAL, "#
                + #""length" INTEGER CONSTRAINT "model" GENERATED ALWAYS AS (length(name) + 1) STORED)"#)
        #expect(try db.createTable(Customer.self).isEmpty)
        #expect(try db.upgradeTable(Customer.self, policy: .dropRemoved).isEmpty)
    }

    @Test func modelsAreReadAndWrittenWithoutThem() throws {
        let db = try filled()
        var ann = try #require(try db.first(Customer.self) { $0.town == "Ulm" })
        ann.address.town = "Ulm am See"
        try db.save(ann)
        try db.update(ann, from: Customer(id: 1, name: "x", address: ann.address))

        #expect(try db.find(Customer.all.order(\.town.descending)).map(\.name) == ["ann", "bob"])
        #expect(try db.find(Customer.all.order(\.town.ascending).select(\.town)) == ["Bonn", "Ulm am See"])
        #expect(try db.value("SELECT length FROM t WHERE name = 'ann'", as: Int.self) == 4)
        let plan = try db.rows(
            "EXPLAIN QUERY PLAN SELECT id FROM t WHERE town = 'Bonn'", as: (Int, Int, Int, String).self)
        #expect(plan.first?.3.contains("t_town_") == true)
    }

    @Test func nobodyCanSetThem() throws {
        let db = try filled()

        #expect(thrown { try db.update(Customer.all) { [$0.town <- "Kiel"] } } != nil)
        #expect(try db.count(Customer.self) { $0.town == "Kiel" } == 0)
    }

    // MARK: Upgrading

    private func table(_ generated: FMGenerated..., indexes: [FMIndex] = []) -> FMTable<Anything> {
        shape([.text("a"), FMColumn("n", .integer)], options: FMTableOptions(indexes: indexes, generated: generated))
    }

    private func small() throws -> FMDatabase {
        try FMDatabase.memory("CREATE TABLE t (a TEXT, n INTEGER)", "INSERT INTO t VALUES ('x', 1), ('yy', 2)")
    }

    private func values(_ db: FMDatabase, _ column: String = "c") throws -> [Int] {
        try db.rows(
            "SELECT \(identifier: column) FROM t ORDER BY n -- \(raw: String(db.schemaVersion()))", as: Int.self)
    }

    @Test func theyComeChangeAndGoInATableWithRows() throws {
        let db = try small()

        var report = try db.upgradeTable(to: table(FMGenerated("c", .integer, as: "n + 1"), indexes: ["c"]))
        #expect(report.madeGenerated == ["c"])
        #expect(report.madeIndexes == ["t_c_index"])
        #expect(!report.isRebuilt)
        #expect(try values(db) == [2, 3])

        report = try db.upgradeTable(to: table(FMGenerated("C", .integer, as: "n+2"), indexes: ["c"]))
        #expect(report.madeGenerated == ["C"])
        #expect(report.madeIndexes == [])
        #expect(report.isRebuilt)
        #expect(try values(db) == [3, 4])

        report = try db.upgradeTable(to: table(FMGenerated("c", .integer, as: "N + 2", isStored: true), indexes: ["c"]))
        #expect(report.isRebuilt)
        #expect(try definition(db).hasSuffix("STORED)"))
        #expect(try values(db) == [3, 4])

        report = try db.upgradeTable(to: table())
        #expect(report.isEmpty)
        #expect(report.kept == ["c"])
        report = try db.upgradeTable(to: table(), policy: .dropRemoved)
        #expect(report.removedGenerated == ["c"])
        #expect(report.removedIndexes == ["t_c_index"])
        #expect(try db.rows("SELECT a || n FROM t ORDER BY n", as: String.self) == ["x1", "yy2"])
        #expect(try db.columnNames("t") == ["a", "n"])
    }

    @Test func aStoredOneComesIntoATableWithRows() throws {
        let db = try small()
        let wanted = table(FMGenerated("c", .integer, as: "length(a)", isStored: true))

        #expect(try db.upgradeTable(to: wanted).isRebuilt)

        #expect(try values(db) == [1, 2])
        #expect(try db.upgradeTable(to: wanted).isEmpty)
    }

    @Test func whatWasMadeByHandStays() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT, n INTEGER, c INTEGER AS (n + 1))")

        #expect(try db.upgradeTable(to: table(FMGenerated("c", .integer, as: "n + 1"))).isEmpty)
        #expect(try db.upgradeTable(to: table(), policy: .dropRemoved).isEmpty)
    }

    @Test func aColumnOfValuesIsNotReplaced() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (a TEXT, n INTEGER, c INTEGER)", "INSERT INTO t VALUES ('x', 1, 9)")
        let before = try db.schema()
        let wanted = table(FMGenerated("c", .integer, as: "n + 1"))

        for policy in [FMUpgradePolicy.additive, .dropRemoved] {
            #expect(thrown { try db.upgradeTable(to: wanted, policy: policy) }?.resultCode == .misuse)
        }
        #expect(try db.schema() == before)
    }

    @Test func oneThatAnIndexUsesIsNotDropped() throws {
        let db = try small()
        try db.upgradeTable(to: table(FMGenerated("c", .integer, as: "n + 1")))
        try db.execute("CREATE INDEX mine ON t (c)")
        let before = try db.schema()

        #expect(thrown { try db.upgradeTable(to: table(), policy: .dropRemoved) }?.resultCode == .misuse)
        #expect(try db.schema() == before)
    }

    @Test func equalValuesStandAgainstAUniqueOne() throws {
        let db = try small()
        let before = try db.schema()
        let wanted = shape(
            [.text("a"), FMColumn("n", .integer)],
            options: FMTableOptions(unique: ["c"], generated: [FMGenerated("c", .integer, as: "n > 0")]))

        #expect(thrown { try db.upgradeTable(to: wanted) }?.extendedCode == .constraintUnique)
        #expect(try db.schema() == before)
    }

    @Test func theyFollowARenamedColumn() throws {
        let db = try small()
        try db.upgradeTable(to: table(FMGenerated("c", .integer, as: "n + 1")))
        let wanted = shape(
            [.text("a"), FMColumn("new n", .integer)],
            options: FMTableOptions(
                generated: [FMGenerated("c", .integer, as: "\(identifier: "new n") + 1")], renamed: ["new n": "n"]))

        #expect(try db.upgradeTable(to: wanted).madeGenerated == [])
        #expect(try db.upgradeTable(to: wanted).isEmpty)
    }

    @Test(arguments: [
        [FMGenerated("a", .text, as: "n")], [FMGenerated("c", .text, as: "n) , d TEXT AS (n")],
        [FMGenerated("c", .text, as: "n"), FMGenerated("C", .text, as: "n")],
    ])
    func whatIsWrongWithThemIsTold(_ generated: [FMGenerated]) throws {
        let db = try small()
        let wanted = shape([.text("a"), FMColumn("n", .integer)], options: FMTableOptions(generated: generated))

        #expect(thrown { try db.upgradeTable(to: wanted) }?.resultCode == .misuse)
    }

    @Test func aRowWithoutAValueStandsAgainstIt() throws {
        let db = try small()
        let before = try db.schema()

        let error = thrown { try db.upgradeTable(to: table(FMGenerated("c", .text, as: "json_extract(a, '$.x')"))) }
        #expect(error?.message.contains("malformed JSON") == true)
        #expect(try db.schema() == before)
    }

    @Test func whatSQLiteRefusesChangesNothing() throws {
        let db = try small()
        let before = try db.schema()

        for expression in ["nothing + 1", "random()", "c + 1"] as [FMSchemaSQL] {
            #expect(thrown { try db.upgradeTable(to: table(FMGenerated("c", .integer, as: expression))) } != nil)
        }
        #expect(try db.schema() == before)
    }
}
