import FMDBModel
import FMDBTestHelpers
import Testing

/// The texts of checks, indexes and generated columns.
@Suite struct SchemaSQLTests {
    private struct Event: Codable, FMModel, Equatable {
        @TaskLocal static var options = FMTableOptions()

        static let tableName = "t"
        static var tableOptions: FMTableOptions { options }

        var id: Int64?
        var day: Date
    }

    private static let year2000 = Date(timeIntervalSince1970: 946_684_800)
    private let event = Event(id: 1, day: year2000 + 0.5)
    private let check = FMCheck("late", "day >= \(year2000)")

    private func schema(_ db: FMDatabase) throws -> String {
        try db.rows("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid", as: String.self)
            .joined(separator: "\n")
    }

    @discardableResult
    private func with<Value>(_ options: FMTableOptions, _ body: () throws -> Value) rethrows -> Value {
        try Event.$options.withValue(options, operation: body)
    }

    // MARK: Dates

    @Test(arguments: [
        (FMDateStorage.secondsSince1970, "946684800.0"), (.millisecondsSince1970, "946684800000"),
        (.iso8601, "'2000-01-01T00:00:00.000Z'"),
    ])
    func aDateHasTheFormOfTheTable(_ form: FMDateStorage, _ literal: String) throws {
        let db = FMDatabase.memory()
        let year2000 = Self.year2000
        let options = FMTableOptions(
            unique: [FMIndex("day", where: "day > \(year2000)")],
            indexes: [FMIndex(expressions: "day = \(year2000)")], checks: [check], dates: form)
        try with(options) {
            try db.createTable(Event.self)
            #expect(try schema(db).contains("CHECK (day >= \(literal))"))
            #expect(try schema(db).contains("(\"day\") WHERE day > \(literal)"))
            #expect(try schema(db).contains("(day = \(literal))"))
            try db.insert(event)
            #expect(
                thrown { try db.insert(Event(id: 2, day: Self.year2000 - 1)) }?.extendedCode == .constraintCheck)
            #expect(try db.find(Event.self) == [event])
            #expect(try db.upgradeTable(Event.self, policy: .dropRemoved).isEmpty)
        }
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31))) func aGeneratedColumnComparesDates() throws {
        let db = FMDatabase.memory()
        let isLate = FMGenerated("late", .integer, as: "day > \(Self.year2000)")
        try with(FMTableOptions(generated: [isLate], dates: .iso8601)) {
            try db.createTable(Event.self)
            try db.insert([event, Event(id: 2, day: Self.year2000 - 1)])
            #expect(try db.rows("SELECT late FROM t ORDER BY id", as: Int.self) == [1, 0])
            #expect(try db.createTable(Event.self).isEmpty)
        }
    }

    @Test func aCheckFollowsTheDatesOfTheTable() throws {
        let db = FMDatabase.memory()
        try with(FMTableOptions(checks: [check])) {
            try db.createTable(Event.self)
            try db.insert(event)
        }
        try with(FMTableOptions(checks: [check], dates: .iso8601)) {
            let report = try db.upgradeTable(Event.self)
            #expect(report.changedDates == ["day": .iso8601])
            #expect(report.madeChecks == ["late"])
            #expect(try db.find(Event.self) == [event])
            #expect(try db.upgradeTable(Event.self).isEmpty)
            #expect(
                thrown { try db.insert(Event(id: 2, day: Self.year2000 - 1)) }?.extendedCode == .constraintCheck)
        }
    }

    @Test func datesThatMayBeNilAreDatesToo() throws {
        let none: Date? = nil
        let some: Date? = Self.year2000
        let check = FMCheck("late", "day > \(some) AND \(1) IS NOT \(none)")
        #expect(check.condition.text == "day > 946684800.0 AND 1 IS NOT NULL")
        let db = FMDatabase.memory()
        try with(FMTableOptions(checks: [check], dates: .iso8601)) {
            try db.createTable(Event.self)
            #expect(try schema(db).contains("CHECK (day > '2000-01-01T00:00:00.000Z' AND 1 IS NOT NULL)"))
        }
    }

    @Test func aDateThatTheFormCannotExpressIsRefused() throws {
        let db = FMDatabase.memory()
        let far = FMCheck("far", "day < \(Date(timeIntervalSince1970: 1e13))")
        try with(FMTableOptions(checks: [far])) { try db.createTable(Event.self, named: "other") }
        let error = with(FMTableOptions(checks: [far], dates: .iso8601)) { thrown { try db.createTable(Event.self) } }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("check far") == true)
        #expect(error?.message.contains("0 to 9999") == true)
    }

    // MARK: Texts made at run time

    @Test func aTextMadeAtRunTimeIsTakenAsItIs() throws {
        let db = FMDatabase.memory()
        let column = "day"
        let options = FMTableOptions(
            indexes: [
                FMIndex(expressions: FMSchemaSQL(raw: "abs(\(column))"), where: FMSchemaSQL(raw: "\(column) > 1"))
            ],
            checks: [FMCheck("c", FMSchemaSQL(raw: "\(column) > 0 -- \(column)"))])
        try with(options) {
            try db.createTable(Event.self)
            #expect(
                try schema(db) == """
                    CREATE TABLE "t" ("id" INTEGER PRIMARY KEY, "day" REAL NOT NULL, \
                    CONSTRAINT "c" CHECK (day > 0 -- day
                    ))
                    CREATE INDEX "t_abs_day_where_day_1_index" ON "t" (abs(day)) WHERE day > 1
                    """)
            #expect(try db.upgradeTable(Event.self, policy: .dropRemoved).isEmpty)
        }
        #expect(FMSchemaSQL(raw: "a = 1") == "a = \(1)")
        #expect(FMSchemaSQL(raw: "a") != "b")
    }

    @Test(arguments: [
        "", " ", "1)", "(1", "'a", "a /* b", "1; DROP TABLE t", "a\0b", "\"a", "a /*", "$a(1",
        // To SQLite what stands between the first parentheses is a part of the parameter's name.
        "$a(')) OR (1 /*')*/",
    ])
    func aTextMadeAtRunTimeStaysInItsPlace(_ text: String) throws {
        let raw = FMSchemaSQL(raw: text)
        let all: [FMTableOptions] = [
            FMTableOptions(checks: [FMCheck("c", raw)]), FMTableOptions(indexes: [FMIndex(expressions: raw)]),
            FMTableOptions(unique: [FMIndex("day", where: raw)]),
            FMTableOptions(generated: [FMGenerated("g", .integer, as: raw)]),
        ]
        let db = FMDatabase.memory()
        for options in all {
            let error = with(options) { thrown { try db.createTable(Event.self) } }
            #expect(error?.resultCode == .misuse)
            #expect(try schema(db).isEmpty)
        }
    }
}
