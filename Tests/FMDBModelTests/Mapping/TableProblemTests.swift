import FMDBModel
import FMDBTestHelpers
import Testing

/// What a table's description says against itself is refused before anything is done.
@Suite struct TableProblemTests {
    private struct Note {
        var id: Int64?
        var text: String
        var size: Int
        var weight: Double?
        var picture: Data?
        var created: Date?
        var updated: Date

        static let columns: [FMColumn<Note>] = [
            FMColumn("id", \.id), FMColumn("text", \.text), FMColumn("size", \.size), FMColumn("weight", \.weight),
            FMColumn("picture", \.picture), FMColumn("created", \.created), FMColumn("updated", \.updated),
        ]
    }

    private func problem(_ options: FMTableOptions) throws -> FMError? {
        let db = try FMDatabase.memory("CREATE TABLE note (id INTEGER PRIMARY KEY)")
        return thrown { try db.upgradeTable(to: FMTable("note", Note.columns, options: options)) }
    }

    private func expectRefused(
        _ options: FMTableOptions, _ column: String, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let error = try problem(options)
        #expect(error?.resultCode == .misuse, sourceLocation: location)
        #expect(error?.message.contains("table note") == true, sourceLocation: location)
        #expect(error?.message.contains("column \(column)") == true, sourceLocation: location)
    }

    // MARK: Times

    @Test(arguments: ["text", "size", "weight", "picture", "id"])
    func onlyADateGetsATime(_ column: String) throws {
        try expectRefused(FMTableOptions(created: column), column)
        try expectRefused(FMTableOptions(updated: column), column)
    }

    @Test(arguments: [FMDateStorage.secondsSince1970, .millisecondsSince1970, .iso8601])
    func datesGetTimes(_ dates: FMDateStorage) throws {
        #expect(try problem(FMTableOptions(created: "created", updated: "Updated", dates: dates)) == nil)
    }

    private struct Stamped: Codable, FMModel {
        var id: Int64?
        var updated: String?

        static let tableOptions = FMTableOptions(updated: "updated")
    }

    @Test func aTextOfAModelGetsNoTime() throws {
        let db = try FMDatabase.memory("CREATE TABLE Stamped (id INTEGER PRIMARY KEY, updated TEXT)")

        let error = thrown { try db.insert(Stamped()) }

        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("the column updated of the table Stamped") == true)
        #expect(try db.value("SELECT count(*) FROM Stamped") == 0)
    }

    @Test func aColumnForAnyValueMayGetATime() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a)")

        try db.upgradeTable(to: shape([FMColumn("a", .blob)], options: FMTableOptions(created: "a")))
    }

    // MARK: Names

    @Test func aRenamingTheWrongWayRoundIsRefused() throws {
        try expectRefused(FMTableOptions(renamed: ["name": "text"]), "name")
        try expectRefused(FMTableOptions(renamed: ["a": "b", "b": "a"]), "a")
        try expectRefused(FMTableOptions(renamed: ["text": "b", "a": "text"]), "a")
    }

    @Test func namesThatAColumnHadBeforeAreNoMistake() throws {
        #expect(try problem(FMTableOptions(renamed: ["TEXT": "name", "name": "title", "Title": "head"])) == nil)
        #expect(try problem(FMTableOptions(renamed: ["text": "size", "size": "text"])) == nil)
    }

    // MARK: Default values

    private static let faulty: [(column: String, value: FMValue)] = [
        ("size", "7"), ("size", 1.5), ("size", .blob(Data())), ("size", .null), ("weight", "1.5"),
        ("weight", .blob(Data())), ("text", .blob(Data([65]))), ("text", .null), ("picture", "x"), ("picture", 1),
        ("created", "2026-03-01T12:30:00.125Z"), ("created", .blob(Data())), ("updated", .null),
    ]

    @Test(arguments: faulty.indices)
    func aDefaultValueThatCannotBeReadIsRefused(_ number: Int) throws {
        let (column, value) = TableProblemTests.faulty[number]

        try expectRefused(FMTableOptions(defaults: [column: value]), column)
    }

    @Test func aDefaultValueOfTheColumnItselfIsLookedAtToo() throws {
        let error = thrown {
            try FMDatabase.memory().upgradeTable(
                to: FMTable<Note>("note", [FMColumn("size", \.size, default: "seven")]))
        }

        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("seven") == false)
    }

    private static let fitting: [(column: String, value: FMValue)] = [
        ("size", 7), ("size", 7.0), ("weight", 7), ("weight", 1.5), ("weight", .null), ("text", "x"), ("text", 7),
        ("picture", .blob(Data([0]))), ("picture", .null), ("created", 0), ("created", 1.5), ("created", .null),
    ]

    @Test(arguments: fitting.indices)
    func aDefaultValueThatCanBeReadIsTaken(_ number: Int) throws {
        let (column, value) = TableProblemTests.fitting[number]

        #expect(try problem(FMTableOptions(defaults: [column: value])) == nil)
    }

    @Test func theDefaultValueOfADateHasTheFormOfTheTable() throws {
        let text: FMValue = "2026-03-01T12:30:00.125Z"

        #expect(try problem(FMTableOptions(defaults: ["created": text], dates: .iso8601)) == nil)
        #expect(try problem(FMTableOptions(defaults: ["created": "2026-03-01"], dates: .iso8601)) == nil)
        #expect(try problem(FMTableOptions(defaults: ["created": 1500], dates: .millisecondsSince1970)) == nil)
        try expectRefused(FMTableOptions(defaults: ["created": 1500], dates: .iso8601), "created")
        try expectRefused(FMTableOptions(defaults: ["created": "soon"], dates: .iso8601), "created")
        try expectRefused(FMTableOptions(defaults: ["created": text], dates: .millisecondsSince1970), "created")
    }

    @Test func aColumnByHandForAnyValueTakesAnyDefaultValue() throws {
        for value: FMValue in [7, 1.5, "x", .blob(Data([0])), .null] {
            let db = try FMDatabase.memory("CREATE TABLE t (a)")

            try db.upgradeTable(to: shape([FMColumn("a", .blob), FMColumn("b", .blob, default: value)]))

            #expect(try db.columnNames("t") == ["a", "b"])
        }
    }

    // MARK: Tables without a model

    @Test func aTableOfRecordsTakesAnyNames() throws {
        let db = FMDatabase.memory()

        try db.createTable("a \" b", columns: ["x'y": .text, "sel\"ect": .integer])

        #expect(try db.columnNames("a \" b") == ["x'y", "sel\"ect"])
        #expect(thrown { try db.createTable("twice", columns: ["a": .text, "A": .text]) }?.resultCode == .error)
        #expect(!db.tableExists("twice"))
    }
}
