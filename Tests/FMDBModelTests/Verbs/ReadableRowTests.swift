import FMDBModel
import FMDBTestHelpers
import Testing

/// Rows that do not fit, which are left out and reported. See ``SailorScene``.
@Suite struct ReadableRowTests {
    private let scene: SailorScene
    private var db: FMDatabase { scene.db }

    /// What has been reported.
    private struct Report: Equatable {
        var message: String
        var id: FMValue?
    }

    init() throws {
        scene = try SailorScene()
        // Two of the five do not fit.
        try db.execute("UPDATE Sailor SET age = 'old' WHERE id = 2")
        try db.execute("UPDATE Sailor SET rank = 'cook' WHERE id = 4")
    }

    @Test func rowsThatDoNotFitAreLeftOut() throws {
        var reports: [Report] = []
        var records: [FMRecord] = []
        let sailors = try db.findReadable(Sailor.self, orderBy: [.asc("id")]) { error, row in
            #expect(error.resultCode == .mismatch)
            #expect(error.sql?.hasPrefix("SELECT") == true)
            reports.append(Report(message: error.message, id: row["id"]))
            records.append(row)
        }
        #expect(sailors.map(\.name) == ["ann", "cem", "eve"])
        #expect(reports.map(\.id) == [2, 4])
        #expect(reports[0].message.hasPrefix("row 1, column age: expected "))
        #expect(reports[1].message.hasPrefix("row 3, Sailor.rank "))
        #expect(records[0].columns == ["id", "name", "town", "age", "rank", "hired", "home"])
        #expect(records[0]["age"] == .text("old"))
        #expect(thrown { try db.find(Sailor.self) }?.resultCode == .mismatch)
    }

    @Test func theReportedRowCanBeMended() throws {
        var broken: [FMRecord] = []
        _ = try db.findReadable(Sailor.self) { _, row in broken.append(row) }
        for var row in broken {
            (row["age"], row["rank"]) = (.null, .text("mate"))
            try db.save(row, in: "Sailor")
        }
        #expect(try db.find(Sailor.self).count == 5)
    }

    @Test func conditionsOrdersAndLimitsCount() throws {
        var ids: [FMValue?] = []
        let sailors = try db.findReadable(
            Sailor.self, where: Sailor.Columns().id > 1, orderBy: [.desc("id")], limit: 2, offset: 1
        ) { _, row in ids.append(row["id"]) }
        #expect(sailors.map(\.name) == ["cem"])
        #expect(ids == [4])
    }

    @Test func requestsReportToo() throws {
        var ids: [FMValue?] = []
        let all = Sailor.all.order(\.id.ascending)
        #expect(try db.findReadable(all) { _, row in ids.append(row["id"]) }.map(\.id) == [1, 3, 5])
        #expect(ids == [2, 4])

        var messages: [String] = []
        #expect(try db.findReadable(all.select(\.age)) { error, _ in messages.append(error.message) } == [7, 9, 7, 30])
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("row 1, column ") == true)
        let names = try db.findReadable(all.map(\.name)) { _, _ in }
        #expect(names == ["ann", "cem", "eve"])
    }

    @Test func whatBelongsToTheRowsStaysWithThem() throws {
        struct Harbour: Codable, FMModel, Sendable {
            var id: Int64?
            var name: String
            var depth: Int
            struct Columns: FMColumns { let id = FMField<Harbour, Int64?>("id") }
            static let ships = hasMany(Ship.self, by: "harbour")
        }
        struct Ship: Codable, FMModel, Sendable {
            var id: Int64?
            var harbour: Int64
        }
        try db.createTable(Harbour.self)
        try db.createTable(Ship.self)
        try db.execute("INSERT INTO Harbour VALUES (1, 'a', 1), (2, 'b', 'deep'), (3, 'c', 3)")
        try db.insert([Ship(harbour: 1), Ship(harbour: 2), Ship(harbour: 3), Ship(harbour: 3)])
        var rows: [FMRecord] = []
        let request = Harbour.all.order(\.id.ascending).including(Harbour.ships)
        let harbours = try db.findReadable(request) { _, row in rows.append(row) }

        #expect(harbours.map(\.0.name) == ["a", "c"])
        #expect(harbours.map { $0.1.map(\.id) } == [[1], [3, 4]])
        #expect(rows.map(\.columns) == [["id", "name", "depth"]])
        let counted = try db.findReadable(Harbour.all.including(Harbour.ships.count)) { _, _ in }
        #expect(counted.map(\.1) == [1, 2])
    }

    @Test func aTermThatIsIncludedMustFit() throws {
        let all = Sailor.all.order(\.id.ascending).select(\.name)
        var reports = 0
        let error = thrown { try db.findReadable(all.including(Sailor.Columns().age)) { _, _ in reports += 1 } }
        #expect(error?.resultCode == .mismatch)
        #expect(reports == 0)
        let fitting = try db.findReadable(Sailor.all.including(Sailor.Columns().age)) { _, _ in reports += 1 }
        #expect(fitting.map(\.1) == fitting.map(\.0.age))
        #expect(reports == 2)
    }

    @Test func textThatIsNotUTF8IsReportedAsNull() throws {
        try db.execute("UPDATE Sailor SET name = CAST(x'ff' AS TEXT) WHERE id = 1")
        var names: [Int64: FMValue?] = [:]
        _ = try db.findReadable(Sailor.self) { _, row in names[try row.value("id")] = row["name"] }
        #expect(names[1] == .some(.null))
        #expect(names.count == 3)
    }

    @Test func theInitializersOwnErrorsAreReported() throws {
        struct Refusal: Error {}
        struct Positive: FMModel {
            var number: Int
            static let fmTable = FMTable<Positive>("Positive", [FMColumn("number", \.number)])
            init(fmRow row: FMRow) throws {
                number = try row.column("number")
                if number < 0 { throw Refusal() }
            }
            func fmBind(to values: inout FMModelValues) throws { try values.add(number) }
        }
        try db.createTable(Positive.self)
        try db.execute("INSERT INTO Positive VALUES (1), (-2), (3)")
        var messages: [String] = []
        #expect(
            try db.findReadable(Positive.self) { error, _ in messages.append(error.message) }.map(\.number) == [1, 3])
        #expect(messages.count == 1)
        #expect(messages[0].contains("Refusal"))
    }

    @Test func otherErrorsEndTheCall() throws {
        struct Stop: Error {}
        #expect(throws: Stop.self) { try db.findReadable(Sailor.self) { _, _ in throw Stop() } }
        #expect(throws: Stop.self) { try db.findReadable(Sailor.all) { _, _ in throw Stop() } }
        #expect(throws: Stop.self) { try db.findReadable(Sailor.all.map { _ in throw Stop() }) { _, _ in } }
        #expect(thrown { try db.findReadable(Sailor.self, where: "nothing = 1") { _, _ in } }?.resultCode == .error)
        #expect(thrown { try db.findReadable(Sailor.all.limit(-1)) { _, _ in } }?.resultCode == .misuse)
        #expect(!db.hasOpenResultSets)
    }

    @Test(arguments: Lending.allCases) func reportsAreAwaited(_ lending: Lending) async throws {
        let folder = TemporaryFolder()
        let coordinator = try { () throws in
            let coordinator = try lending.coordinator(in: folder)
            try coordinator.createTable(Sailor.self)
            try coordinator.insert(SailorScene.sailors)
            try coordinator.withDatabase { try $0.execute("UPDATE Sailor SET age = 'old' WHERE id = 2") }
            return coordinator
        }()
        struct Other: Error {}
        let isBob = { @Sendable (_: FMError, row: FMRecord) in if row["id"] != 2 { throw Other() } }
        #expect(try await coordinator.findReadable(Sailor.self, onMismatch: isBob).count == 4)
        #expect(try await coordinator.findReadable(Sailor.all, onMismatch: isBob).count == 4)
    }
}
