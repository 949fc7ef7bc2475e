import FMDBModel
import FMDBTestHelpers
import Testing

/// Checks and collations.
@Suite struct TableRuleTests {
    private let columns: [FMColumn<Anything>] = [.text("name"), FMColumn("age", .integer)]

    private func table(
        _ checks: FMCheck..., collations: [String: FMCollation] = [:], unique: [FMIndex] = []
    ) -> FMTable<Anything> {
        shape(columns, options: FMTableOptions(unique: unique, checks: checks, collations: collations))
    }

    private func filled() throws -> FMDatabase {
        try FMDatabase.memory(
            "CREATE TABLE t (name TEXT, age INTEGER)", "INSERT INTO t VALUES ('Ann', 7), ('ann', -1), ('bob', NULL)")
    }

    private func definition(_ db: FMDatabase) throws -> String {
        try db.value("SELECT sql FROM sqlite_master WHERE name = 't'")
    }

    // MARK: Checks

    @Test func aTableIsMadeWithChecks() throws {
        let db = FMDatabase.memory()
        let wanted = FMTableOptions(
            checks: [FMCheck("age is positive", "age >= \(0)"), FMCheck("named", "name <> \("it's") -- never")])

        #expect(try db.createNotes(wanted).madeChecks == ["age is positive", "named"])
        #expect(
            try definition(db) == #"CREATE TABLE "t" ("name" TEXT, "age" INTEGER, "mail" TEXT, "state" TEXT, "#
                + #"CONSTRAINT "age is positive" CHECK (age >= 0), CONSTRAINT "named" CHECK (name <> 'it''s' -- never"#
                + "\n))")
        #expect(try db.createNotes(wanted).isEmpty)
        let error = thrown { try db.execute("INSERT INTO t (age) VALUES (-1)") }
        #expect(error?.extendedCode == .constraintCheck)
        #expect(error?.message.contains("age is positive") == true)
    }

    @Test func checksComeChangeAndGo() throws {
        let db = try filled()
        let before = try db.content()

        var report = try db.upgradeTable(to: table(FMCheck("age", "age >= -1")))
        #expect(report.madeChecks == ["age"])
        #expect(report.isRebuilt && report.rows == 3)
        report = try db.upgradeTable(to: table(FMCheck("Age", "age >= -2")))
        #expect(report.madeChecks == ["Age"])
        #expect(try definition(db).contains(#"INTEGER, CONSTRAINT "Age" CHECK (age >= -2))"#))
        #expect(try db.upgradeTable(to: table()).isEmpty)
        report = try db.upgradeTable(to: table(), policy: .dropRemoved)
        #expect(report.removedChecks == ["Age"])
        #expect(report.description == "t: removed the check Age; rebuilt with 3 rows; no rows examined")
        #expect(try !definition(db).contains("CHECK"))
        #expect(try db.content() == before)
    }

    @Test func rowsStandAgainstACheck() throws {
        let db = try filled()
        let before = try db.schema()

        let error = thrown { try db.upgradeTable(to: table(FMCheck("age is positive", "age >= 0"))) }

        #expect(error?.extendedCode == .constraintCheck)
        #expect(
            error?.message == "the CHECK constraint age is positive fails for 1 row of t, the first with the rowid 2")
        #expect(try db.schema() == before)
    }

    @Test func rowsStandAgainstACheckOfANewColumn() throws {
        let db = try filled()
        let before = try db.schema()
        let wanted = shape(
            columns + [FMColumn("size", .integer, default: 0)],
            options: FMTableOptions(checks: [FMCheck("sized", "size > 0")]))

        #expect(thrown { try db.upgradeTable(to: wanted) }?.extendedCode == .constraintCheck)
        #expect(try db.schema() == before)
    }

    @Test func checksOfOthersStayUnlessTheyHaveTheName() throws {
        let db = try FMDatabase.memory(
            """
            CREATE TABLE t (name TEXT CONSTRAINT own CHECK (name <> ''), age INTEGER CHECK (age < 9), \
            CONSTRAINT "a ) rule" CHECK (age <> 5), CHECK (age <> 6))
            """)

        try db.upgradeTable(to: table(FMCheck("own", "length(name) > 0")), policy: .dropRemoved)

        #expect(
            try definition(db) == """
                CREATE TABLE "t" ("name" TEXT, "age" INTEGER CHECK (age < 9), CHECK (age <> 6), \
                CONSTRAINT "own" CHECK (length(name) > 0))
                """)
    }

    @Test func aCheckFollowsARenamedColumn() throws {
        guard SQLiteVersion.linked >= SQLiteVersion(3, 25) else { return }
        let db = try FMDatabase.memory("CREATE TABLE t (name TEXT, years INTEGER, CONSTRAINT c CHECK (years > 0))")
        let wanted = shape(
            columns,
            options: FMTableOptions(checks: [FMCheck("c", "AGE > 0")], renamed: ["age": "years"]))

        let report = try db.upgradeTable(to: wanted)

        #expect(report.renamed == ["age": "years"])
        #expect(!report.isRebuilt)
        #expect(try db.upgradeTable(to: wanted, policy: .dropRemoved).isEmpty)
    }

    @Test func aColumnGoesWithTheCheckThatNamesIt() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (name TEXT, age INTEGER, size INTEGER, CONSTRAINT c CHECK (size > 0))",
            "INSERT INTO t VALUES ('ann', 7, 1)")

        let report = try db.upgradeTable(to: table(), policy: .dropRemoved)

        #expect(report.dropped == ["size"])
        #expect(report.removedChecks == ["c"])
        #expect(try db.rows("SELECT name || age FROM t", as: String.self) == ["ann7"])
    }

    @Test(arguments: [
        [FMCheck("a", "age > (0")], [FMCheck("a", "")], [FMCheck("a", "1) , x TEXT, CHECK (1")],
        [FMCheck("a", "1"), FMCheck("A", "2")],
    ])
    func aTextStaysInItsPlace(_ checks: [FMCheck]) throws {
        let db = try filled()
        let wanted = shape(columns, options: FMTableOptions(checks: checks))

        #expect(thrown { try db.upgradeTable(to: wanted) }?.resultCode == .misuse)
    }

    @Test func whatSQLiteRefusesChangesNothing() throws {
        let db = try filled()
        let before = try db.schema()

        #expect(thrown { try db.upgradeTable(to: table(FMCheck("a", "nothing > 0"))) }?.resultCode == .error)
        #expect(thrown { try db.upgradeTable(to: table(FMCheck("a", "age > (SELECT -9)"))) }?.resultCode == .error)
        #expect(try db.schema() == before)
    }

    // MARK: Collations

    @Test func aTableIsMadeWithCollations() throws {
        let db = FMDatabase.memory()
        let wanted = FMTableOptions(unique: [["name"]], collations: ["Name": .nocase, "age": .binary])

        try db.createNotes(wanted)

        #expect(
            try definition(db)
                == #"CREATE TABLE "t" ("name" TEXT COLLATE "NOCASE", "age" INTEGER, "mail" TEXT, "state" TEXT)"#)
        #expect(try db.createNotes(wanted).isEmpty)
        try db.execute("INSERT INTO t (name) VALUES ('Ann')")
        #expect(thrown { try db.execute("INSERT INTO t (name) VALUES ('ann')") }?.extendedCode == .constraintUnique)
        #expect(try db.value("SELECT count(*) FROM t WHERE name = 'ANN'", as: Int.self) == 1)
    }

    @Test func collationsComeChangeAndGo() throws {
        let db = try filled()
        let before = try db.content()

        var report = try db.upgradeTable(to: table(collations: ["name": .nocase]))
        #expect(report.changedCollations == ["name": .nocase])
        #expect(
            report.description == "t: set collation of name to NOCASE; rebuilt with 3 rows; no rows examined")
        #expect(try db.value("SELECT count(*) FROM t WHERE name = 'ANN'", as: Int.self) == 2)
        #expect(try db.upgradeTable(to: table(), policy: .dropRemoved).isEmpty)
        report = try db.upgradeTable(to: table(collations: ["name": .rtrim]))
        #expect(report.changedCollations == ["name": .rtrim])
        #expect(try definition(db) == #"CREATE TABLE "t" ("name" TEXT COLLATE "RTRIM", "age" INTEGER)"#)
        try db.upgradeTable(to: table(collations: ["name": .binary]))
        #expect(try db.upgradeTable(to: table(collations: ["name": .binary])).isEmpty)
        #expect(try db.content() == before)
    }

    @Test func aRuleBehindTheActionOfAForeignKeyIsSeen() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (name TEXT REFERENCES t (name) ON DELETE SET DEFAULT COLLATE NOCASE, age INTEGER)")

        #expect(try db.upgradeTable(to: table(collations: ["name": .nocase])).isEmpty)
        #expect(try db.upgradeTable(to: table(collations: ["name": .rtrim])).changedCollations == ["name": .rtrim])
        #expect(
            try definition(db).contains(#""name" TEXT REFERENCES t (name) ON DELETE SET DEFAULT COLLATE "RTRIM","#))
    }

    @Test func textsThatAreEqualNumbersStandAgainstTheCollationOfDecimals() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (name TEXT UNIQUE, age INTEGER)", "INSERT INTO t VALUES ('1.0', 1), ('1', 2), ('2', 3)")
        let before = try db.schema()

        let error = thrown { try db.upgradeTable(to: table(collations: ["name": .decimal])) }
        #expect(error?.extendedCode == .constraintUnique)
        #expect(try db.schema() == before)
        try db.execute("DELETE FROM t WHERE age = 2")
        try db.upgradeTable(to: table(collations: ["name": .decimal]))
        #expect(try db.value("SELECT age FROM t WHERE name = '1.00'", as: Int.self) == 1)
    }

    @Test func aNewColumnHasItsCollationInPlace() throws {
        let db = try filled()
        let wanted = shape(columns + [.text("mail")], options: FMTableOptions(collations: ["mail": .nocase]))

        #expect(try !db.upgradeTable(to: wanted).isRebuilt)
        #expect(try definition(db).hasSuffix(#""mail" TEXT COLLATE "NOCASE")"#))
        #expect(try db.upgradeTable(to: wanted).isEmpty)
    }

    @Test func rowsThatBecomeEqualStandAgainstACollation() throws {
        let db = try filled()
        try db.execute("CREATE UNIQUE INDEX mine ON t (name)")
        let before = try db.schema()

        for unique in [[], ["name"]] as [[FMIndex]] {
            let error = thrown { try db.upgradeTable(to: table(collations: ["name": .nocase], unique: unique)) }
            #expect(error?.extendedCode == .constraintUnique)
            #expect(error?.message == "name of t must become unique, but 2 rows share 1 value")
        }
        #expect(try db.schema() == before)
    }

    @Test func aCollationThatTheConnectionLacksChangesNothing() throws {
        let db = try filled()
        let before = try db.schema()
        let own = ["name": FMCollation("by length")]

        #expect(thrown { try db.upgradeTable(to: table(collations: own)) }?.message.contains("by length") == true)
        #expect(thrown { try FMDatabase.memory().createNotes(FMTableOptions(collations: own)) }?.resultCode == .error)
        #expect(try db.schema() == before)
    }

    @Test func aCollationIsThatOfAColumn() throws {
        let wanted = FMTableOptions(collations: ["x": .nocase])
        #expect(thrown { try FMDatabase.memory().createNotes(wanted) }?.resultCode == .misuse)
    }
}
