import FMDBModel
import FMDBTestHelpers
import Testing

/// Decimals that are compared as numbers.
@Suite struct DecimalCollationTests {
    private struct Bill: Codable, FMModel, Sendable {
        static let tableOptions = FMTableOptions(indexes: [["total"]], collations: ["total": .decimal])

        var id: Int64?
        var total: Decimal
        var paid: Decimal?

        struct Columns: FMColumns {
            let total = FMField<Bill, Decimal>("total")
            let paid = FMField<Bill, Decimal?>("paid")
        }
    }

    private let folder = TemporaryFolder()

    private func filled(_ totals: [Decimal]) throws -> FMDatabase {
        let db = FMDatabase.file(folder.file())
        try db.createTable(Bill.self)
        try db.insert(totals.map { Bill(total: $0) })
        return db
    }

    private func decimal(_ text: String) throws -> Decimal { try #require(Decimal(string: text)) }

    @Test func theyAreSortedAndComparedAsNumbers() throws {
        let texts = ["10", "9", "-3", "-20", "0", "0.5", "100.00000000000000000000000000000001", "100", "-0.001"]
        let totals = try texts.map(decimal)
        let db = try filled(totals)
        #expect(try db.find(Bill.all.order(\.total.ascending).select(\.total)) == totals.sorted())
        #expect(try db.count(Bill.all.where { $0.total > 9 }) == 3)
        #expect(try db.count(Bill.all.where { $0.total > 100 }) == 1)
        #expect(try db.count(Bill.all.where { $0.total <= -0.001 }) == 3)
        #expect(try db.find(Bill.all.group(\.paid).select { ($0.min($0.total), $0.max($0.total)) }).map(\.0) == [-20])
        #expect(try db.min(Bill.all, of: \.total) == -20)
    }

    private struct Price: Codable, FMModel {
        var id: Int64?
        var net: Decimal
        var gross: Decimal?

        struct Columns: FMColumns { let net = FMField<Price, Decimal>("net") }
    }

    @Test func aColumnGivenByItsNameIsSortedAsItsField() throws {
        let db = FMDatabase.memory()
        try db.createTable(Price.self)
        try db.insert([10, 9, 100, -1].map { Price(net: $0, gross: $0) })
        let orders: [FMOrder<Price>] = [.asc("net"), .asc("NET"), .asc("gross"), Price.Columns().net.ascending]
        for order in orders {
            #expect(try db.find(Price.self, orderBy: [order]).map(\.net) == [-1, 9, 10, 100])
            #expect(try db.last(Price.self, orderBy: [order])?.net == 100)
            #expect(try db.find(Price.all.order(by: order).limit(2)).map(\.net) == [-1, 9])
            let page = try db.find(Price.self, orderBy: [order], after: Price(id: 2, net: 9, gross: 9), limit: 9)
            #expect(page.map(\.net) == [10, 100])
        }
        #expect(try db.find(Price.self, orderBy: [.asc("net").collate(.binary)]).map(\.net) == [-1, 10, 100, 9])
    }

    @Test func anIndexServes() throws {
        let request = Bill.all.where { $0.total > 3 }.order(\.total.ascending)
        #expect(
            request.description == """
                SELECT `id`, `total`, `paid` FROM "Bill" WHERE `total` > ? ORDER BY `total` ASC
                """)
        let db = try filled([1, 2, 30])
        let rows = try db.query("EXPLAIN QUERY PLAN \(request.sql)")
        var plan = ""
        while let row = try rows.nextRow() { plan += try row.value(at: 3, as: String.self) }
        #expect(plan.contains("USING INDEX") && !plan.contains("TEMP B-TREE"))
    }

    @Test func everyConnectionKnowsIt() async throws {
        try { _ = try filled([9, 10, 1]).close() }()
        let pool = SilentPool(path: folder.file())
        #expect(try await pool.find(Bill.all.order(\.total.ascending).select(\.total)) == [1, 9, 10])
        #expect(try await pool.read { try $0.value("SELECT '1e1' COLLATE DECIMAL = '10.0'", as: Bool.self) })
        pool.close()
    }

    @Test func aTableThatExistsGetsIt() throws {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE Bill (id INTEGER PRIMARY KEY, total TEXT NOT NULL, paid TEXT)")
        try db.execute("INSERT INTO Bill (total) VALUES ('10'), ('9')")
        try db.upgradeTable(Bill.self)
        #expect(try db.find(Bill.all.order(\.total.ascending).select(\.total)) == [9, 10])
    }

    /// Each text stands before those behind it.
    @Test func allTextsHaveOneOrder() throws {
        let groups = [
            ["-1e3", "-1000", "-1000.00"], ["-999.9"], ["-1e-3", "-0.001"], ["0", "-0", "0.000", "+0", "0e9"],
            ["0.0009", "9e-4", ".0009"], ["1e-1", "0.1", "0.10", ".1"], ["1", "1.", "01", "+1.0"], ["1.0000000001"],
            ["9", "9e0"], ["10", "1E+1", "1e00000000001", "100e-000000000001"],
            ["123456789012345678901234567890123456789012345678901"], ["1e999999999"],
            ["", "  "], ["."], ["1.5x"], ["1e1234567890"], ["NaN"], ["e5"],
            ["1e"], ["1e+"], ["1e+-1"], ["1\0"], ["1e1\0"], ["1 "],
        ]
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE t (place INTEGER, text TEXT)")
        let order = groups[12...].flatMap { $0 }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for (place, texts) in (groups[..<12] + order.map { [$0] }).enumerated() {
            for text in texts { try db.execute("INSERT INTO t VALUES (\(place), \(text))") }
        }
        let wrong = try db.rows(
            """
            SELECT l.text || ' beside ' || r.text FROM t l, t r
            WHERE (l.place < r.place) <> (l.text < r.text COLLATE decimal) OR (l.place = r.place) <> (l.text = r.text COLLATE decimal)
            """, as: String.self)
        #expect(wrong == [])
    }

    /// Else a tree that is sorted by it could lose rows.
    @Test(arguments: 1...10) func anyThreeTextsHaveOneOrder(_ seed: Int) throws {
        var random = SeededNumbers(seed)
        let parts = [
            "-", "+", ".", "0", "00", "1", "10", "9", "e", "E", "e9", "e-9", " ", "\0", "x", "1e999999999", "é",
        ]
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE t (text TEXT COLLATE decimal)")
        for _ in 0..<40 {
            let text = (0..<Int.random(in: 0...5, using: &random)).compactMap { _ in parts.randomElement(using: &random)
            }
            try db.execute("INSERT INTO t VALUES (\(text.joined()))")
        }
        let wrong = try db.value(
            """
            SELECT count(*) FROM t a, t b, t c WHERE (a.text < b.text) <> (b.text > a.text) OR (a.text = b.text) <> (b.text = a.text)
                OR a.text <= b.text AND b.text <= c.text AND a.text > c.text
                OR a.text = b.text AND ((a.text < c.text) <> (b.text < c.text) OR (a.text = c.text) <> (b.text = c.text))
            """, as: Int.self)
        #expect(wrong == 0)
    }

    @Test func aMillionDigitsAreCompared() throws {
        let db = FMDatabase.memory()
        let digits = String(repeating: "7", count: 1_000_000)
        let texts = ["-" + digits, "0." + digits, digits + "e-999999999", digits, digits + ".1", digits + "e999999999"]
        for (left, right) in zip(texts.indices, texts.indices.dropFirst()) {
            let order: Bool = try db.value("SELECT \(texts[left]) < \(texts[right]) COLLATE decimal")
            #expect(order == (left != 1), "\(left)")
        }
        let others = ["1x" + digits, "1e" + digits, digits + "x"]
        for text in others { #expect(try db.value("SELECT \(text) > '9e999999999' COLLATE decimal", as: Bool.self)) }
    }

    @Test(arguments: 1...20) func theOrderIsThatOfDecimals(_ seed: Int) throws {
        var random = SeededNumbers(seed)
        let totals = (0..<200).map { _ in
            Decimal(Int.random(in: -9999...9999, using: &random))
                / ([1, 10, 1000, 0.01].randomElement(using: &random) ?? 1_000_000)
        }
        let db = try filled(totals)
        #expect(try db.find(Bill.all.order(\.total.ascending).select(\.total)) == totals.sorted())
        let limit = try #require(totals.randomElement(using: &random))
        #expect(try db.count(Bill.all.where { $0.total < limit }) == totals.count { $0 < limit })
    }
}
