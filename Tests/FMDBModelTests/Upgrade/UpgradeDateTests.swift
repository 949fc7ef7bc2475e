import FMDBModel
import FMDBTestHelpers
import Testing

/// A date stays the same date as its column gets another form, and is refused where that cannot be.
@Suite struct UpgradeDateTests {
    private struct Event {
        var id: Int64?
        var at: Date?
    }

    private static func table(
        _ dates: FMDateStorage, default defaultValue: FMValue? = nil, created: String? = nil
    ) -> FMTable<Event> {
        FMTable(
            "t", [FMColumn("id", \Event.id), FMColumn("at", \Event.at, default: defaultValue)],
            options: FMTableOptions(created: created, dates: dates))
    }

    private struct Moment: Codable, FMModel {
        var id: Int64?
        var at: Date
        var end: Date?

        static let tableName = "t"
    }

    private struct MomentInText: Codable, FMModel {
        var id: Int64?
        var at: Date
        var end: Date?

        static let tableName = "t"
        static let tableOptions = FMTableOptions(dates: .iso8601)
    }

    private static let written: [FMDateStorage: (values: String, drawn: String)] = [
        .secondsSince1970: (
            "(1, 1700000000.5), (2, NULL), (3, -86400), (4, 0)",
            "id | at\n1  | 1700000000.5\n2  | NULL\n3  | -86400.0\n4  | 0.0"
        ),
        .millisecondsSince1970: (
            "(1, 1700000000500), (2, NULL), (3, -86400000), (4, 0)",
            "id | at\n1  | 1700000000500\n2  | NULL\n3  | -86400000\n4  | 0"
        ),
        .iso8601: (
            """
            (1, '2023-11-14T22:13:20.500Z'), (2, NULL), (3, '1969-12-31T00:00:00.000Z'), (4, '1970-01-01T00:00:00.000Z')
            """,
            """
            id | at
            1  | '2023-11-14T22:13:20.500Z'
            2  | NULL
            3  | '1969-12-31T00:00:00.000Z'
            4  | '1970-01-01T00:00:00.000Z'
            """
        ),
    ]

    private static let forms: [FMDateStorage] = [.secondsSince1970, .millisecondsSince1970, .iso8601]

    @Test(arguments: forms, forms)
    func datesAreTheSameInAnotherForm(_ old: FMDateStorage, _ new: FMDateStorage) throws {
        guard old != new else { return }
        let folder = TemporaryFolder()
        let (before, after) = (
            try #require(UpgradeDateTests.written[old]), try #require(UpgradeDateTests.written[new])
        )
        let maker = FMDatabase.file(folder.file())
        _ = try maker.createTable(of: UpgradeDateTests.table(old))
        try maker.execute("INSERT INTO t VALUES \(raw: before.values)")
        maker.close()

        let db = FMDatabase.file(folder.file())
        let report = try db.upgradeTable(to: UpgradeDateTests.table(new))

        #expect(report.changedDates == ["at": new])
        #expect(report.isRebuilt)
        #expect(report.rows == 4)
        #expect(try db.content() == after.drawn)
        #expect(try db.faults() == [])
        db.close()
        let reader = FMDatabase.file(folder.file())
        let version = try reader.schemaVersion()
        #expect(try reader.upgradeTable(to: UpgradeDateTests.table(new)).isEmpty)
        #expect(try reader.schemaVersion() == version)
        try reader.upgradeTable(to: UpgradeDateTests.table(old))
        #expect(try reader.content() == before.drawn)
    }

    @Test func modelsFindTheSameDatesAgain() throws {
        let db = FMDatabase.memory()
        try db.createTable(Moment.self)
        try db.insert(Moment(at: Date(timeIntervalSince1970: 1_700_000_000.5), end: nil))

        let report = try db.createTable(MomentInText.self)

        #expect(report.changedDates == ["at": .iso8601, "end": .iso8601])
        #expect(report.changedKinds == ["at": .text, "end": .text])
        let found = try #require(try db.find(MomentInText.self).first)
        #expect(found.at == Date(timeIntervalSince1970: 1_700_000_000.5))
        #expect(found.end == nil)
        #expect(try db.createTable(MomentInText.self).isEmpty)
        try db.createTable(Moment.self)
        #expect(try db.find(Moment.self).first?.at == found.at)
    }

    @Test(arguments: [FMDateStorage.millisecondsSince1970, .iso8601])
    func whatIsFinerThanAMillisecondIsRounded(_ new: FMDateStorage) throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, at REAL)",
            "INSERT INTO t VALUES (1, 1700000000.1236), (2, -0.0004)")

        try db.upgradeTable(to: UpgradeDateTests.table(new))

        #expect(
            try db.rows("SELECT at FROM t ORDER BY id", as: FMValue.self).map { new.date(of: $0) } == [
                Date(timeIntervalSince1970: 1_700_000_000.124), Date(timeIntervalSince1970: 0),
            ])
    }

    // MARK: Default values

    @Test(arguments: forms, forms)
    func aDefaultValueThatTheModelDoesNotNameFollows(_ old: FMDateStorage, _ new: FMDateStorage) throws {
        guard old != new else { return }
        let defaults: [FMDateStorage: FMValue] = [
            .secondsSince1970: 1_700_000_000.5, .millisecondsSince1970: 1_700_000_000_500,
            .iso8601: "2023-11-14T22:13:20.500Z",
        ]
        let db = FMDatabase.memory()
        _ = try db.createTable(of: UpgradeDateTests.table(old, default: defaults[old]))

        let report = try db.upgradeTable(to: UpgradeDateTests.table(new))
        try db.execute("INSERT INTO t (id) VALUES (1)")

        #expect(report.changedDefaults == ["at"])
        #expect(try db.value("SELECT at FROM t", as: FMValue.self) == defaults[new])
        #expect(try db.upgradeTable(to: UpgradeDateTests.table(new)).isEmpty)
    }

    @Test func theModelsDefaultValueTakesThePlaceOfTheOldOne() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, at REAL DEFAULT (1 + 1))", "INSERT INTO t VALUES (1, NULL)")
        let wanted = UpgradeDateTests.table(.iso8601, default: "2026-03-01T12:30:00.125Z")

        #expect(try db.upgradeTable(to: wanted).changedDefaults == ["at"])

        try db.execute("INSERT INTO t (id) VALUES (2)")
        #expect(try db.content() == "id | at\n1  | NULL\n2  | '2026-03-01T12:30:00.125Z'")
    }

    @Test func theConvertedDefaultValueTakesThePlaceOfNull() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, at REAL NOT NULL, \"end\" REAL DEFAULT 1.5)",
            "INSERT INTO t VALUES (1, 1700000000.5, NULL)")
        let wanted = FMTable<MomentOfTwo>(
            "t",
            [
                FMColumn("id", \MomentOfTwo.id), FMColumn("at", \MomentOfTwo.at), FMColumn("end", \MomentOfTwo.end),
            ], options: FMTableOptions(dates: .millisecondsSince1970))

        #expect(try db.upgradeTable(to: wanted).tightened == ["end"])

        #expect(try db.content() == "id | at            | end\n1  | 1700000000500 | 1500")
    }

    private struct MomentOfTwo {
        var id: Int64?
        var at: Date
        var end: Date
    }

    @Test(arguments: ["(1 + 1)", "CURRENT_TIMESTAMP", "'soon'"])
    func aDefaultValueThatIsNoPlainDateStandsAgainstAnotherForm(_ value: String) throws {
        let db = try FMDatabase.memory("CREATE TABLE t (id INTEGER PRIMARY KEY, at TEXT DEFAULT \(value))")

        let error = thrown { try db.upgradeTable(to: UpgradeDateTests.table(.secondsSince1970)) }

        #expect(error?.resultCode == .mismatch)
        #expect(error?.message.contains("the column at of t") == true)
    }

    // MARK: What is no date

    private static let bad: [(type: String, value: String, new: FMDateStorage)] = [
        ("TEXT", "'yesterday'", .secondsSince1970), ("TEXT", "'1700000000.5'", .secondsSince1970),
        ("TEXT", "'1700000000500'", .millisecondsSince1970), ("TEXT", "'2026-02-30'", .millisecondsSince1970),
        ("TEXT", "x'32303236'", .secondsSince1970), ("TEXT", "''", .millisecondsSince1970),
        ("REAL", "'soon'", .millisecondsSince1970), ("REAL", "9e999", .millisecondsSince1970),
        ("REAL", "9e15", .iso8601), ("REAL", "x'00'", .iso8601),
        ("INTEGER", "1700000000.5", .secondsSince1970), ("INTEGER", "'soon'", .iso8601),
        ("INTEGER", "9223372036854775807", .iso8601),
    ]

    @Test(arguments: bad.indices)
    func whatIsNoDateOfTheOldFormStandsAgainstANewOne(_ number: Int) throws {
        let (type, value, new) = UpgradeDateTests.bad[number]
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, at \(type))",
            "INSERT INTO t VALUES (7, NULL), (8, \(value)), (9, \(value))")
        let (before, schema) = (try db.content("t", "typeof(at), hex(at)"), try db.schema())

        let error = thrown { try db.upgradeTable(to: UpgradeDateTests.table(new)) }

        #expect(error?.resultCode == .mismatch)
        #expect(error?.message.contains("the column at") == true)
        #expect(error?.message.contains("2 rows of t, the first with the rowid 8") == true)
        #expect(try db.content("t", "typeof(at), hex(at)") == before)
        #expect(try db.schema() == schema)
    }

    @Test(arguments: [FMDateStorage.secondsSince1970, .iso8601])
    func secondsInPlaceOfMillisecondsAreNotTakenForThese(_ new: FMDateStorage) throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, at INTEGER)",
            "INSERT INTO t VALUES (1, 0), (2, 1700000000), (3, 1700000001)")

        let error = thrown { try db.upgradeTable(to: UpgradeDateTests.table(new)) }

        #expect(error?.resultCode == .mismatch)
        #expect(error?.message.contains("multiplied by 1000") == true)
        #expect(error?.message.contains("2 rows of t, the first with the rowid 2") == true)
    }

    @Test func anIntegerColumnThatNeedsNoChangeIsLeftAlone() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, at INTEGER)",
            "INSERT INTO t VALUES (1, 1700000000), (2, 1700000000000)")

        #expect(try db.upgradeTable(to: UpgradeDateTests.table(.millisecondsSince1970)).isEmpty)
        #expect(try db.content() == "id | at\n1  | 1700000000\n2  | 1700000000000")
    }

    @Test func ofAColumnForAnyValueEachValueTells() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, at)",
            "INSERT INTO t VALUES (1, 1700000000.5), (2, 1700000000), (3, '2023-11-14 22:13:20'), (4, NULL)")

        try db.upgradeTable(to: UpgradeDateTests.table(.iso8601))

        #expect(
            try db.content() == """
                id | at
                1  | '2023-11-14T22:13:20.500Z'
                2  | '2023-11-14T22:13:20.000Z'
                3  | '2023-11-14T22:13:20.000Z'
                4  | NULL
                """)
    }

    @Test func aDateColumnThatIsRenamedAndUniqueGetsAnotherForm() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, time REAL UNIQUE)",
            "INSERT INTO t VALUES (1, 1700000000.5), (2, 1700000000.75)")

        try db.upgradeTable(to: UpgradeDateTests.table(.millisecondsSince1970), renamed: ["at": "time"])

        #expect(try db.content() == "id | at\n1  | 1700000000500\n2  | 1700000000750")
    }

    @Test func datesThatWouldBecomeEqualStandAgainstAUniqueColumn() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, at REAL UNIQUE)",
            "INSERT INTO t VALUES (1, 1700000000.5001), (2, 1700000000.5002)")

        let error = thrown { try db.upgradeTable(to: UpgradeDateTests.table(.millisecondsSince1970)) }

        #expect(error?.extendedCode == .constraintUnique)
        #expect(try db.value("SELECT count(DISTINCT at) FROM t") == 2)
        #expect(!db.isTransactionOpen)
    }
}

extension FMDatabase {
    /// Makes a table that is put together at run time.
    fileprivate func createTable<Model>(of table: FMTable<Model>) throws -> FMUpgradeReport {
        try execute("CREATE TABLE \(identifier: table.name) (\(identifier: "id") INTEGER PRIMARY KEY)")
        return try upgradeTable(to: table)
    }
}
