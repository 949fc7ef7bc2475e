import FMDBModel
import FMDBTestHelpers
import Testing

/// Values whose stored form is not the one that SQLite would compare by itself.
@Suite struct StoredFormTests {
    private struct Day: Codable, FMModel, Equatable {
        static let tableOptions = FMTableOptions(key: "date", dates: .iso8601)

        var date: Date
        var price: Decimal
    }

    private func days() throws -> FMDatabase {
        let db = FMDatabase.memory()
        try db.createTable(Day.self)
        try db.insert([9, 10, 100].enumerated().map { Day(date: moment($0), price: Decimal($1)) })
        return db
    }

    private func moment(_ number: Int) -> Date { Date(timeIntervalSince1970: Double(number) * 86_400) }

    @Test func theLastDateIsFoundInTheFormOfTheTable() throws {
        let db = try days()

        #expect(try db.max(Day.self, "date", as: Date.self) == moment(2))
        #expect(try db.min(Day.self, "date", as: Date?.self) == moment(0))
    }

    @Test func aDateIsAKey() throws {
        let db = try days()

        #expect(try db.find(Day.self, id: moment(1))?.price == 10)
        #expect(try db.delete(Day.self, id: moment(1)))
        #expect(try db.count(Day.self) == 2)
    }

    @Test func decimalsAreComparedAsNumbers() throws {
        let db = try days()
        let price = FMField<Day, Decimal>("price")

        #expect(try db.max(Day.self, "price", as: Decimal.self) == 100)
        #expect(try db.min(Day.self, "price", as: Decimal.self) == 9)
        #expect(try db.max(Day.self, "price", as: Decimal.self, where: "0") == nil)
        #expect(try db.find(Day.self, where: price > 9).map(\.price) == [10, 100])
        #expect(try db.count(Day.self, where: price <= 10) == 2)
    }

    private struct Ware: Codable, FMModel, Equatable {
        static let tableOptions = FMTableOptions(key: "price")
        var price: Decimal
        var limit: Decimal
        var most: Decimal?

        struct Columns: FMColumns {
            let price = FMField<Ware, Decimal>("price")
            let limit = FMField<Ware, Decimal>("limit")
            let most = FMField<Ware, Decimal?>("most")
        }
    }

    @Test func decimalsOfARowAreComparedAsNumbers() throws {
        let db = FMDatabase.memory()
        try db.createTable(Ware.self)
        try db.insert([Ware(price: 9, limit: 10, most: 100), Ware(price: 100, limit: 20, most: nil)])

        #expect(try db.find(Ware.self) { $0.price < $0.limit }.map(\.price) == [9])
        #expect(try db.find(Ware.self) { $0.price >= $0.limit }.map(\.price) == [100])
        #expect(try db.find(Ware.self) { $0.price <= $0.most }.map(\.price) == [9])
        #expect(try db.find(Ware.self) { $0.most > $0.price }.map(\.price) == [9])
        #expect(try db.find(Ware.self) { $0.most > $0.most }.isEmpty)
        #expect(try db.count(Ware.self) { $0.price == $0.limit || $0.most != $0.price } == 2)
    }

    @Test func pagesGoOnBehindADateOfAnotherSpelling() throws {
        struct Visit: Codable, FMModel, Equatable {
            static let tableOptions = FMTableOptions(dates: .iso8601)
            var id: Int64?
            var date: Date
        }
        let db = FMDatabase.memory()
        try db.createTable(Visit.self)
        for text in ["2026-03-01T12:00:00Z", "2026-03-01T12:00:01Z", "2026-03-01T12:00:02Z"] {
            try db.execute("INSERT INTO Visit (date) VALUES (\(text))")
        }
        let all = try db.find(Visit.self, orderBy: [.asc("date")])
        var pages: [Visit] = []
        while pages.count < 4,
            let next = try db.find(Visit.self, orderBy: [.asc("date")], after: pages.last, limit: 1).first
        {
            pages.append(next)
        }

        #expect(all.count == 3)
        #expect(pages == all)
    }

    @Test func aRuleThatRollsAllBackIsNotPassedOver() throws {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE t (a INTEGER UNIQUE ON CONFLICT ROLLBACK)")

        #expect(thrown { try db.insertPossible([["a": 1], ["a": 1], ["a": 2]] as [FMRecord], into: "t") } != nil)
        #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 0)
    }

    @Test(arguments: [false, true]) func aTransactionHoldsARebuildWhereForeignKeysAreOff(areOn: Bool) throws {
        struct Wide: Codable, FMModel {
            static let tableName = "t"
            var id: Int64?
            var a: String
        }
        let db = FMDatabase.memory()
        try db.execute("PRAGMA foreign_keys = \(raw: areOn ? "ON" : "OFF")")
        try db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)")
        try db.execute("INSERT INTO t VALUES (7, 'x')")

        let error = thrown { try db.withTransaction { try db.upgradeTable(Wide.self) } }

        #expect((error?.resultCode == .misuse) == areOn)
        #expect(try db.find(Wide.self, id: 7)?.a == "x")
    }
}
