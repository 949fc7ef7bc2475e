import FMDBModel
import FMDBTestHelpers
import Testing

/// What an upgrade looks at, what it lets pass, and what its report says of that.
@Suite struct UpgradeReadableTests {
    private enum Colour: String, Codable, CaseIterable { case red, green }

    private struct Row<Value: Codable & Sendable>: Codable, FMModel {
        static var tableName: String { "t" }
        var id: Int64?
        var v: Value
    }

    private struct Wide<Value: Codable & Sendable>: Codable, FMModel {
        static var tableName: String { "t" }
        var id: Int64?
        var v: Value
        var more: Int?
    }

    private struct Renamed: Codable, FMModel {
        static let tableName = "t"
        static let tableOptions = FMTableOptions(renamed: ["colour": "v"])
        var id: Int64?
        var colour: Colour?
    }

    /// Reads a number or a text.
    private struct Either: Codable, FMModel {
        static let tableName = "t"
        var id: Int64?
        var v: String
        var more: Int

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            (id, more) = (
                try values.decodeIfPresent(Int64.self, forKey: .id), try values.decode(Int.self, forKey: .more)
            )
            v =
                try (try? values.decode(Int.self, forKey: .v)).map(String.init)
                ?? values.decode(String.self, forKey: .v)
        }

        static let tableOptions = FMTableOptions(defaults: ["more": 3])
    }

    private func database(_ declared: String, _ literals: String...) throws -> FMDatabase {
        let db = try FMDatabase.memory("CREATE TABLE t (id INTEGER PRIMARY KEY, v \(declared))")
        for literal in literals { try db.execute("INSERT INTO t (v) VALUES (\(raw: literal))") }
        return db
    }

    // MARK: Rows that cannot be read

    @Test func aRowThatCannotBeReadAmongOthersPasses() throws {
        let db = try database("TEXT", "'red'", "'purple'", "NULL")
        #expect(try db.createTable(Row<Colour?>.self).isEmpty)
        #expect(try db.upgradePlan(for: Row<Colour?>.self).isEmpty)
        #expect(try db.createTable(Wide<Colour?>.self).added == ["more"])
        #expect(thrown { try db.find(Row<Colour?>.self) }?.resultCode == .mismatch)
        #expect(try db.findReadable(Row<Colour?>.self) { _, _ in }.count == 2)

        try #expect(database("TEXT", "'http://a'", "''").createTable(Row<URL?>.self).isEmpty)
        try #expect(database("TEXT", "'[1]'", "'Ulm'").createTable(Row<[Int]?>.self).isEmpty)
        // Of a storage class that is right by itself.
        try #expect(database("INTEGER", "5", "'abc'").createTable(Row<Int?>.self).isEmpty)
        try #expect(database("REAL", "'abc'", "5").createTable(Row<Double?>.self).isEmpty)
        try #expect(database("TEXT", "x'61'", "''").createTable(Row<String?>.self).isEmpty)
        try #expect(database("BLOB", "x''", "'text'").createTable(Row<Data?>.self).isEmpty)
    }

    @Test func aColumnOfWhichNothingCanBeReadDoesNot() throws {
        let error = thrown {
            try database("TEXT", "'blue'", "'purple'", "NULL").createTable(Row<Colour?>.self)
        }

        #expect(error?.message.contains("2 rows of t, the first with the rowid 1") == true)
        #expect(thrown { try database("INTEGER", "'abc'").createTable(Row<Int?>.self) } != nil)
    }

    @Test func aDateOfAnotherFormDoesNot() throws {
        let db = try database("DATETIME", "1700000000", "'2024-01-01 00:00:00'")

        #expect(thrown { try db.createTable(Row<Date?>.self) }?.message.contains("1 row of t") == true)
    }

    @Test func nothingPassesIntoATableThatIsRebuiltOrAColumnThatIsRenamed() throws {
        let rebuilt = try database("TEXT", "'red'", "'purple'")
        for error in [
            thrown { try rebuilt.createTable(Row<Colour>.self) },
            thrown { try rebuilt.upgradePlan(for: Row<Colour>.self) },
        ] {
            #expect(
                error?.message.contains("1 row of t, the first with the rowid 2") == true, "\(error?.message ?? "none")"
            )
        }
        let renamed = try database("TEXT", "'red'", "'purple'")
        for error in [
            thrown { try renamed.createTable(Renamed.self) }, thrown { try renamed.upgradePlan(for: Renamed.self) },
        ] {
            #expect(error?.message.contains("column colour") == true, "\(error?.message ?? "none")")
            #expect(error?.message.contains("1 row of t, the first with the rowid 2") == true)
        }
        #expect(try renamed.columnNames("t") == ["id", "v"])
    }

    @Test func whatWouldBeSavedAsAnotherValueNeverPasses() throws {
        let error = thrown { try database("INTEGER", "1", "'abc'", "5").createTable(Row<Bool?>.self) }

        #expect(
            error?.message.contains("1 row of t, the first with the rowid 3") == true, "\(error?.message ?? "none")")
    }

    // MARK: What is looked at

    @Test func aPlanLooksAtColumnsThatAreThereBesideNewOnes() throws {
        let db = try database("INTEGER", "1", "5")
        for error in [
            thrown { try db.upgradePlan(for: Wide<Bool?>.self) }, thrown { try db.upgradeTable(Wide<Bool?>.self) },
        ] {
            #expect(
                error?.message.contains("1 row of t, the first with the rowid 2") == true, "\(error?.message ?? "none")"
            )
        }
        try db.execute("UPDATE t SET v = 1")
        let plan = try db.upgradePlan(for: Wide<Bool?>.self)
        #expect(plan.added == ["more"])
        #expect(plan.examinedRows == 2)
        #expect(plan.hasExaminedAllRows)
        #expect(try db.upgradeTable(Wide<Bool?>.self) == plan)
    }

    @Test func aPlanAsksTheModelWithTheDefaultsOfNewColumns() throws {
        let db = try database("INTEGER", "5")

        #expect(try db.upgradePlan(for: Either.self).added == ["more"])
        #expect(try db.upgradeTable(Either.self).added == ["more"])
    }

    @Test func aPlanDoesNotJudgeWhatWillBeConverted() throws {
        let db = try database("TEXT", "'5'", "'6'")

        #expect(try db.upgradePlan(for: Row<Int?>.self).changedKinds == ["v": .integer])
        #expect(try db.upgradeTable(Row<Int?>.self).changedKinds == ["v": .integer])
    }

    @Test func whatWasNotLookedAtIsNotAll() throws {
        struct Plain {
            var id: Int64?
        }
        let table = FMTable<Plain>("t", [FMColumn("id", .integer), FMColumn("v", .integer)])
        let db = try database("INTEGER", "1")
        let report = try db.upgradeTable(to: table)

        #expect(report.examinedRows == 0)
        #expect(!report.hasExaminedAllRows)
        #expect(report.description == "t: nothing to do; no rows examined")
        try db.execute("DELETE FROM t")
        #expect(try db.upgradeTable(to: table).hasExaminedAllRows)
        #expect(try db.upgradeTable(to: table).description == "t: nothing to do")
        try db.execute("DROP TABLE t")
        #expect(try db.upgradePlan(for: Row<Int>.self).hasExaminedAllRows)
        #expect(try db.createTable(Row<Int>.self).hasExaminedAllRows)
    }
}
