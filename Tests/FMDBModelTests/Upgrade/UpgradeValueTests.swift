import FMDBModel
import FMDBTestHelpers
import Testing

/// A table that has the columns of its model, and values that the properties would read as others, or not at all.
@Suite struct UpgradeValueTests {
    /// A value of any type in a column of any other.
    private struct Row<Value: Codable & Sendable>: Codable, FMModel {
        static var tableName: String { "t" }
        var id: Int64?
        var v: Value
    }

    private struct Stamped<Form: DateForm>: Codable, FMModel {
        static var tableName: String { "t" }
        static var tableOptions: FMTableOptions { FMTableOptions(dates: Form.form) }
        var id: Int64?
        var v: Date
    }

    private protocol DateForm {
        static var form: FMDateStorage { get }
    }
    private enum Milliseconds: DateForm { static let form = FMDateStorage.millisecondsSince1970 }
    private enum Seconds: DateForm { static let form = FMDateStorage.secondsSince1970 }
    private enum Texts: DateForm { static let form = FMDateStorage.iso8601 }

    private enum Colour: String, Codable, CaseIterable { case red, green }
    private enum Level: Int, Codable, CaseIterable { case low, high }
    private enum Mark: Int, Codable, FMValueConvertible { case low, high }
    private struct Address: Codable {
        var town: String
        var isNear: Bool
    }

    /// Reads a number or a text.
    private struct Either: Codable, FMModel {
        static let tableName = "t"
        var id: Int64?
        var v: String

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            id = try values.decodeIfPresent(Int64.self, forKey: .id)
            if let number = try? values.decode(Int.self, forKey: .v) {
                v = String(number)
            } else {
                v = try values.decode(String.self, forKey: .v)
            }
        }
    }

    private struct Case: CustomTestStringConvertible, Sendable {
        let declared: String
        let literal: String
        let type: any (FMModel & FMNonisolated).Type
        let words: String

        init(_ declared: String, _ literal: String, _ type: any (FMModel & FMNonisolated).Type, _ words: String = "") {
            (self.declared, self.literal, self.type, self.words) = (declared, literal, type, words)
        }

        var testDescription: String { "\(declared) \(literal) as \(type)" }

        func database() throws -> FMDatabase {
            try FMDatabase.memory(
                "CREATE TABLE t (id INTEGER PRIMARY KEY, v \(declared))", "INSERT INTO t VALUES (7, \(literal))")
        }
    }

    private static let hostile: [Case] = [
        Case("INTEGER", "5", Row<Bool>.self, "UPDATE \"t\" SET \"v\" = \"v\" <> 0"),
        Case("INTEGER", "-1", Row<Bool?>.self, "Bool"), Case("BOOLEAN", "2", Row<Bool>.self, "Bool"),
        Case("BOOLEAN", "0.5", Row<Bool>.self, "Bool"), Case("BOOLEAN", "'yes'", Row<Bool>.self, "Bool"),
        Case("TEXT", "'5'", Row<Bool>.self, "Bool"),
        Case("INTEGER", "300", Row<Int8>.self, "Int8"), Case("INTEGER", "-1", Row<UInt>.self, "UInt"),
        Case("INTEGER", "3000000000", Row<Int32>.self, "Int32"), Case("INTEGER", "70000", Row<UInt16?>.self, "UInt16"),
        Case("NUMERIC", "2.5", Row<Int>.self, "Int"), Case("REAL", "2.5", Row<Int>.self, "changed by INTEGER"),
        Case("INTEGER", "'abc'", Row<Int>.self, "Int"), Case("NUMERIC", "'abc'", Row<Double>.self, "Double"),
        Case("REAL", "'abc'", Row<Double>.self, "Double"), Case("INTEGER", "x'00'", Row<Int>.self, "Int"),
        Case("NUMERIC", "9007199254740993", Row<Double>.self, "Double"),
        Case("NUMERIC", "16777217", Row<Float>.self, "Float"),
        Case("REAL", "1e300", Row<Float>.self, "Float"),
        Case("TEXT", "x'61'", Row<String>.self, "String"),
        Case("TEXT", "'x'", Row<UUID>.self, "UUID"),
        Case("TEXT", "x'00112233445566778899aabbccddeeff'", Row<UUID>.self, "UUID"),
        Case("TEXT", "''", Row<URL>.self, "URL"), Case("TEXT", "'http://a/b c'", Row<URL>.self, "URL"),
        Case("TEXT", "'1,5'", Row<Decimal>.self, "Decimal"),
        Case("TEXT", "'1.234567890123456789012345678901234567890123'", Row<Decimal>.self, "Decimal"),
        Case("TEXT", "'purple'", Row<Colour>.self, "Colour"), Case("INTEGER", "9", Row<Level>.self, "Level"),
        Case("INTEGER", "9", Row<Mark?>.self, "Mark"), Case("TEXT", "'RED'", Row<Colour?>.self, "Colour"),
        Case("TEXT", "'{\"town\":\"Ulm\"}'", Row<Address>.self, "Address"),
        Case("TEXT", "'{\"town\":\"Ulm\",\"isNear\":5}'", Row<Address?>.self, "Address"),
        Case("TEXT", "'Ulm'", Row<[String]>.self, "Array<String>"),
        Case("TEXT", "'[2.5]'", Row<[Int]>.self, "Array<Int>"),
        Case("BLOB", "'text'", Row<Data>.self, "Data"), Case("BLOB", "5", Row<Data>.self, "Data"),
        Case("DATETIME", "'2024-01-01 00:00:00.000'", Row<Date>.self, "FMTableOptions(dates: .iso8601)"),
        Case("DATETIME", "'2024-01-01 00:00:00.000'", Row<Date?>.self, "FMTableOptions(dates: .iso8601)"),
        Case("DATETIME", "'2024-01-01'", Stamped<Milliseconds>.self, "FMTableOptions(dates: .iso8601)"),
        Case("REAL", "'soon'", Row<Date>.self, "Date"), Case("TEXT", "'soon'", Stamped<Texts>.self, "Date"),
        Case("INTEGER", "1700000000", Stamped<Milliseconds>.self, "* 1000"),
        Case("INTEGER", "1700000000", Row<Date>.self, "multiplied by 1000"),
        Case("DATETIME", "1700000000000", Row<Date>.self, "/ 1000"),
        Case("REAL", "1700000000000", Stamped<Seconds>.self, "/ 1000"),
    ]

    @Test(arguments: hostile)
    private func aValueThatThePropertyWouldChangeIsRefused(_ scene: Case) throws {
        func check<Model: FMModel>(_ type: Model.Type) throws {
            for verb in ["createTable", "upgradeTable"] {
                let db = try scene.database()
                let (before, schema) = (try db.content(), try db.schema())
                let error = thrown {
                    _ = try verb == "createTable" ? db.createTable(type) : db.upgradeTable(type)
                }
                #expect(error?.resultCode == .mismatch, "\(verb)")
                let message = error?.message ?? "no error"
                for words in ["column v", "1 row", "first with the rowid 7", scene.words] {
                    #expect(message.contains(words) || words == "changed by INTEGER", "\(verb): \(message)")
                }
                #expect(try db.content() == before)
                #expect(try db.schema() == schema)
            }
        }
        try check(scene.type)
    }

    private static let friendly: [Case] = [
        Case("INTEGER", "1", Row<Bool>.self), Case("BOOLEAN", "NULL", Row<Bool?>.self),
        Case("INTEGER", "-128", Row<Int8>.self), Case("INTEGER", "9223372036854775807", Row<UInt64>.self),
        Case("NUMERIC", "3", Row<Double>.self), Case("NUMERIC", "3.0", Row<Int>.self),
        Case("REAL", "0.1", Row<Double>.self), Case("REAL", "0.1", Row<Float>.self),
        Case("REAL", "9e999", Row<Double>.self),
        Case("TEXT", "'6ba7b810-9dad-11d1-80b4-00c04fd430c8'", Row<UUID>.self),
        Case("TEXT", "'http://a/b%20c'", Row<URL>.self), Case("TEXT", "'1.50'", Row<Decimal>.self),
        Case("NUMERIC", "1.5", Row<FMTableOptionsFree>.self),
        Case("TEXT", "'red'", Row<Colour>.self), Case("INTEGER", "1", Row<Level?>.self),
        Case("INTEGER", "1", Row<Mark>.self),
        Case("TEXT", "'{ \"isNear\" : true, \"town\" : \"Ulm\", \"more\" : 1 }'", Row<Address>.self),
        Case("TEXT", "'[1,2]'", Row<[Int]>.self), Case("BLOB", "x'00'", Row<Data>.self),
        Case("REAL", "0", Row<Date>.self), Case("REAL", "253402300800", Row<Date>.self),
        Case("REAL", "-62135596800", Row<Date>.self), Case("DATETIME", "1700000000", Row<Date>.self),
        Case("INTEGER", "0", Stamped<Milliseconds>.self), Case("INTEGER", "86400000", Stamped<Milliseconds>.self),
        Case("INTEGER", "1700000000000", Stamped<Milliseconds>.self),
        Case("INTEGER", "-1700000000000", Stamped<Milliseconds>.self),
        Case("TEXT", "'2024-01-01 12:30:00'", Stamped<Texts>.self),
        Case("DATETIME", "'2024-01-01'", Stamped<Texts>.self),
        Case("INTEGER", "'abc'", Either.self), Case("INTEGER", "5", Either.self),
    ]

    @Test(arguments: friendly)
    private func aValueThatThePropertyKeepsIsNot(_ scene: Case) throws {
        func check<Model: FMModel>(_ type: Model.Type) throws {
            let db = try scene.database()
            try db.createTable(type)

            #expect(try db.createTable(type).isEmpty)
            #expect(try db.find(type).count == 1)
        }
        try check(scene.type)
    }

    @Test func whatSQLiteComputesOfAFloatIsOne() throws {
        let db = FMDatabase.memory()
        try db.createTable(Row<Float>.self)
        try db.insert(Row<Float>(v: 0.5))
        let field = FMField<Row<Float>, Float>("v")
        try db.update(Row<Float>.self, set: [field <- field + 0.1], where: .all)

        #expect(try db.createTable(Row<Float>.self).isEmpty)
        #expect(try db.find(Row<Float>.self).map(\.v) == [0.6])
    }

    /// Any value.
    private struct FMTableOptionsFree: Codable, FMValueConvertible {
        var value: Double
        var fmValue: FMValue { .real(value) }
        static func fromFMValue(_ value: FMValue) -> Self? { Double.fromFMValue(value).map(Self.init) }
    }

    // MARK: Which rows

    @Test func theNumberOfRowsAndTheFirstOfThemAreSaid() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER)")
        try db.execute("INSERT INTO t VALUES (1, 1), (2, 0), (30, 5), (40, 6), (50, 1)")
        let error = thrown { try db.createTable(Row<Bool>.self) }

        #expect(error?.message.contains("2 rows") == true, "\(error?.message ?? "none")")
        #expect(error?.message.contains("the first with the rowid 30") == true)
        #expect(error?.message.contains("5 rows were examined") == false)
    }

    @Test func aPlanSaysItToo() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER NOT NULL)", "INSERT INTO t VALUES (1, 5)")

        #expect(thrown { try db.upgradePlan(for: Row<Bool>.self) }?.resultCode == .mismatch)
    }

    @Test func whatTheUpgradeHasDoneUntilThenIsUndone() throws {
        struct Wide: Codable, FMModel {
            static let tableName = "t"
            var id: Int64?
            var v: Bool?
            var more: Int?
        }
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER)", "INSERT INTO t VALUES (1, 5)")

        #expect(thrown { try db.createTable(Wide.self) }?.resultCode == .mismatch)
        #expect(try db.columnNames("t") == ["id", "v"])
        #expect(thrown { try db.inTransactionOf { try db.createTable(Wide.self) } }?.resultCode == .mismatch)
        try db.execute("UPDATE t SET v = v <> 0")
        #expect(try db.createTable(Wide.self).added == ["more"])
    }

    @Test func ofALargeTableTheFirstAndTheLastRowsAreLookedAt() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER NOT NULL)")
        try db.execute(
            """
            WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
            INSERT INTO t SELECT i, 1 FROM n
            """)
        let report = try db.createTable(Row<Bool>.self)
        #expect(report.isEmpty)
        #expect(report.examinedRows == 10_000)
        #expect(!report.hasExaminedAllRows)
        #expect(report.description == "t: nothing to do; 10000 rows examined, the first and the last")
        for row in [5_000, 15_001] {
            try db.execute("UPDATE t SET v = CASE id WHEN \(row) THEN 5 ELSE 1 END")
            let error = thrown { try db.createTable(Row<Bool>.self) }
            #expect(error?.message.contains("the first with the rowid \(row)") == true)
        }
        try db.execute("UPDATE t SET v = 1")
        for count in [10_000, 7_000, 5_000, 3_000] {
            try db.execute("DELETE FROM t WHERE id > \(count)")
            let small = try db.createTable(Row<Bool>.self)
            #expect(small.examinedRows == count)
            #expect(small.hasExaminedAllRows)
            #expect(small.description == "t: nothing to do")
        }
    }

    @Test func allRowsAreLookedAtWhereTheTableIsRebuilt() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER)")
        try db.execute(
            """
            WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
            INSERT INTO t SELECT i, i = 10000 OR i <> 10000 FROM n
            """)
        try db.execute("UPDATE t SET v = 5 WHERE id = 10000")
        let error = thrown { try db.createTable(Row<Bool>.self) }

        #expect(error?.message.contains("the first with the rowid 10000") == true, "\(error?.message ?? "none")")
    }

    @Test func aTableWithoutRowNumbersIsLookedAtToo() throws {
        struct Setting: Codable, FMModel {
            static let tableName = "t"
            static let tableOptions = FMTableOptions(key: "name", isWithoutRowID: true)
            var name: String
            var v: Bool
        }
        let db = try FMDatabase.memory(
            "CREATE TABLE t (name TEXT PRIMARY KEY NOT NULL, v INTEGER NOT NULL) WITHOUT ROWID",
            "INSERT INTO t VALUES ('secret', 5)")
        let error = thrown { try db.createTable(Setting.self) }

        #expect(error?.message.contains("column v") == true)
        #expect(error?.message.contains("secret") == false)
    }

    @Test func aTableOfKeyPathsIsLookedAtToo() throws {
        struct Flag {
            var id: Int64?
            var v: Bool
        }
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER NOT NULL)", "INSERT INTO t VALUES (7, 5)")
        let table = FMTable<Flag>("t", [FMColumn("id", \.id), FMColumn("v", \.v)])

        #expect(thrown { try db.upgradeTable(to: table) }?.message.contains("the first with the rowid 7") == true)
    }

    @Test func datesOfWhichOneIsPlausibleAreDates() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER NOT NULL)",
            "INSERT INTO t VALUES (1, 86400000), (2, 1700000000000)")

        #expect(try db.createTable(Stamped<Milliseconds>.self).isEmpty)
    }

    // MARK: Reading

    @Test func aRowThatCannotBeReadIsNamed() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, v DATETIME)",
            "INSERT INTO t VALUES (6, 1700000000), (7, '2024-01-01 00:00:00')")
        for error in [
            thrown { try db.find(Row<Date>.self) }, thrown { try db.find(Row<Date?>.self) },
            thrown { _ = try db.find(Row<Date>.self, id: 7) },
            thrown { _ = try db.first(Row<Date>.self, where: "id = 7") },
        ] {
            let message = error?.message ?? "no error"
            #expect(error?.resultCode == .mismatch)
            for words in ["column v: the text is not a valid Date", "of t", "id 7", "FMTableOptions(dates: .iso8601)"] {
                #expect(message.contains(words), "\(message)")
            }
            #expect(!message.contains("2024"))
        }
    }

    @Test func aKeyThatIsATextIsNotNamed() throws {
        struct Setting: Codable, FMModel {
            static let tableName = "t"
            var id: String
            var v: Int8
        }
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id TEXT PRIMARY KEY, v INTEGER)", "INSERT INTO t VALUES ('secret', 300)")
        let message = thrown { try db.find(Setting.self) }?.message ?? "no error"

        #expect(message.contains("row 0"))
        #expect(message.contains("of t"))
        #expect(!message.contains("secret"))
    }
}

extension FMDatabase {
    fileprivate func inTransactionOf<Value>(_ body: () throws -> Value) throws -> Value {
        try withTransaction { try body() }
    }
}
