import FMDBModel
import FMDBTestHelpers
import Testing

/// What the rows that are there get in the column of a new property that begins with a value.
@Suite struct UpgradeInitialValueTests {
    private let db = FMDatabase.memory()

    enum Level: String, Codable, CaseIterable { case low, high }

    private struct Person: Codable, FMModel, FMDefaulted, Equatable {
        static let tableName = "person"

        var id: Int64?
        var name = ""
        var number = 7
        var level = Level.high
        var tags = ["new"]
        var since = Date(timeIntervalSince1970: 12.5)
        var nick: String? = "none"
        var motto: String?
    }

    init() throws {
        try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
        try db.execute("INSERT INTO person VALUES (1, 'ann'), (2, 'bob')")
    }

    @Test func aNewPropertyOfACodableModelBeginsWithItsValueInOldRowsToo() throws {
        let report = try db.createTable(Person.self)

        #expect(report.added == ["number", "level", "tags", "since", "nick", "motto"])
        #expect(try db.find(Person.self) == [Person(id: 1, name: "ann"), Person(id: 2, name: "bob")])
    }

    @Test func theNextUpgradeHasNothingToDo() throws {
        try db.createTable(Person.self)

        let plan = try db.upgradePlan(for: Person.self)

        #expect(plan.added.isEmpty && plan.changedDefaults.isEmpty && !plan.isRebuilt)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 16)))
    func aNewTableHasNoDefaultValuesByItself() throws {
        try db.createTable(Person.self, named: "people")

        #expect(
            try db.rows("SELECT dflt_value FROM pragma_table_info('people')", as: String?.self)
                == Array(repeating: nil, count: 8))
    }

    @Test func thePresentTimeIsNoValueForAllRows() throws {
        struct Second: Codable, FMModel, FMDefaulted {
            static let tableName = "person"
            var id: Int64?
            var at = Date()
        }
        struct Millisecond: Codable, FMModel, FMDefaulted {
            static let tableName = "person"
            static let tableOptions = FMTableOptions(dates: .millisecondsSince1970)
            var id: Int64?
            var at = Date()
        }
        struct Text: Codable, FMModel, FMDefaulted {
            static let tableName = "person"
            static let tableOptions = FMTableOptions(dates: .iso8601)
            var id: Int64?
            var at = Date()
        }
        for _ in 0..<10 {
            #expect(thrown { try db.createTable(Second.self) }?.resultCode == .constraint)
            #expect(thrown { try db.createTable(Millisecond.self) }?.resultCode == .constraint)
            #expect(thrown { try db.createTable(Text.self) }?.resultCode == .constraint)
        }
    }

    @Test func theRefusalNamesTheWaysToAValue() throws {
        struct Member: Codable, FMModel {
            static let tableName = "person"

            var id: Int64?
            var number: Int
        }

        let error = thrown { try db.createTable(Member.self) }

        #expect(error?.message.contains("2 rows of person") == true)
        for way in ["FMDefaulted", "initial:", "FMTableOptions(defaults:)"] {
            #expect(error?.message.contains(way) == true, "\(error?.message ?? "")")
        }
        try db.execute("DELETE FROM person WHERE id = 2")
        #expect(thrown { try db.createTable(Member.self) }?.message.contains("1 row of person") == true)
    }

    @Test func theDefaultOfTheOptionsGoesBeforeIt() throws {
        struct Member: Codable, FMModel, FMDefaulted {
            static let tableName = "person"
            static let tableOptions = FMTableOptions(defaults: ["number": 3])

            var id: Int64?
            var name = ""
            var number = 7
        }

        try db.createTable(Member.self)

        #expect(try db.find(Member.self).map(\.number) == [3, 3])
    }

    @Test func dateFormsOfTheTableHoldForItToo() throws {
        struct Member: Codable, FMModel, FMDefaulted {
            static let tableName = "person"
            static let tableOptions = FMTableOptions(dates: .iso8601)

            var id: Int64?
            var since = Date(timeIntervalSince1970: 12.5)
        }

        try db.createTable(Member.self)

        #expect(try db.find(Member.self).map(\.since.timeIntervalSince1970) == [12.5, 12.5])
        #expect(try db.value("SELECT since FROM person", as: String.self) == "1970-01-01T00:00:12.500Z")
    }

    @Test func whatDiffersFromValueToValueIsNoValueForAllRows() throws {
        struct Member: Codable, FMModel, FMDefaulted {
            static let tableName = "person"

            var id: Int64?
            var code = UUID()
        }

        let error = thrown { try db.createTable(Member.self) }

        #expect(error?.resultCode == .constraint)
        #expect(error?.message.contains("the new column code is NOT NULL and has no default value") == true)
    }

    @Test func aNewPropertyThatIsUniqueCannotBeginEqualInAllRows() throws {
        struct Member: Codable, FMModel, FMDefaulted {
            static let tableName = "person"
            static let tableOptions = FMTableOptions(unique: [["number"]])

            var id: Int64?
            var number = 7
        }

        #expect(thrown { try db.createTable(Member.self) }?.resultCode == .constraint)
        #expect(try db.columnNames("person") == ["id", "name"])
    }

    @Test func aTableByHandNamesTheValueOfAColumn() throws {
        struct Member: FMModel {
            static let fmTable = FMTable<Member>(
                "person",
                [
                    FMColumn("id", \.id), FMColumn("number", \.number, initial: 7),
                    FMColumn("level", \.level, initial: .low),
                ])

            var id: Int64?
            var number: Int
            var level: Level

            init(fmRow row: FMRow) throws {
                id = try row.column("id")
                number = try row.column("number")
                level = try row.column("level")
            }

            func fmBind(to values: inout FMModelValues) throws {
                try values.add(id)
                try values.add(number)
                try values.add(level)
            }
        }

        try db.createTable(Member.self)

        #expect(try db.find(Member.self).map(\.number) == [7, 7])
        #expect(try db.find(Member.self).map(\.level) == [.low, .low])
    }
}
