import FMDBModel
import FMDBTestHelpers
import Testing

/// Fields that were written by hand, compared with the table as it is made.
@Suite struct FieldCheckTests {
    private let db = FMDatabase.memory()

    private struct Misspelt: Codable, FMModel {
        var id: Int64?
        var title: String

        struct Columns: FMColumns {
            let id = FMField<Misspelt, Int64?>("id")
            let title = FMField<Misspelt, String>("titel")
        }
    }

    private struct Renamed: Codable, FMModel {
        var id: Int64?
        var title: String

        enum CodingKeys: String, CodingKey {
            case id
            case title = "headline"
        }

        struct Columns: FMColumns { let title = FMField<Renamed, String>("title") }
    }

    @Test func aFieldOfNoColumnNamesTheNearest() throws {
        let text = "the field titel of Misspelt.Columns names no column of the table Misspelt; did you mean title?"
        #expect(thrown { try db.createTable(Misspelt.self) }?.message == text)
        #expect(thrown { try db.upgradePlan(for: Misspelt.self) }?.message == text)
        #expect(try !db.tableExists(Misspelt.self))
        try db.execute("CREATE TABLE Misspelt (id INTEGER PRIMARY KEY, title TEXT)")
        #expect(thrown { try db.upgradeTable(Misspelt.self) }?.message == text)
        let error = thrown { try db.createTable(Renamed.self) }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message.hasSuffix("; there are id and headline") == true, "\(error?.message ?? "")")
    }

    private struct Wider: Codable, FMModel {
        static let tableName = "wider"
        static let tableOptions = FMTableOptions(generated: [FMGenerated("half", .real, as: "size / 2.0")])
        var size: Double

        struct Columns: FMColumns {
            let size = FMField<Wider, Double>("SIZE")
            let half = FMField<Wider, Double>("half")
            let number = FMField<Wider, Int64>("rowid")
            let other = FMField<Wider, String>("other")
        }
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31)))
    func aFieldMayNameWhatTheTableHasBesides() throws {
        #expect(thrown { try db.createTable(Wider.self) }?.message.contains("field other of Wider.Columns") == true)
        try db.execute("CREATE TABLE wider (size REAL NOT NULL, other TEXT)")
        try db.createTable(Wider.self)
        try db.execute("INSERT INTO wider (size, other) VALUES (4, 'x')")
        #expect(try db.find(Wider.self) { $0.half == 2 && $0.other == "x" && $0.number == 1 }.count == 1)
    }

    private struct Mistyped: Codable, FMModel {
        var id: Int64?
        var pages: Int

        struct Columns: FMColumns { let pages = FMField<Mistyped, String?>("pages") }
    }

    private struct Kindred: Codable, FMModel {
        static let tableOptions = FMTableOptions(dates: .iso8601)
        var id: Int64?
        var age: Int?
        var isKnown: Bool
        var made: Date
        var token: UUID
        var tags: [String]

        struct Columns: FMColumns {
            let id = FMField<Kindred, Int>("id")
            let age = FMField<Kindred, Int>("age")
            let isKnown = FMField<Kindred, Int>("isKnown")
            let made = FMField<Kindred, Date>("made")
            let stored = FMField<Kindred, String>("made")
            let token = FMField<Kindred, String>("token")
            let tags = FMField<Kindred, String>("tags")
        }
    }

    @Test func aFieldOfAnotherTypeNamesBoth() throws {
        #expect(
            thrown { try db.createTable(Mistyped.self) }?.message
                == "the field pages of Mistyped.Columns is of the type String, but the column of the table Mistyped holds values of Int"
        )
        #expect(try db.createTable(Kindred.self).isCreated)
    }

    private struct Home: Codable, FMNested {
        var town: String

        struct Columns: FMColumns { let town = FMField<Home, String>("twon") }
    }

    private struct Owner: Codable, FMModel {
        var id: Int64?
        var home: Home?

        struct Columns: FMColumns { let home = FMField<Owner, Home?>("home") }
    }

    @Test func aFieldWithinJSONTextIsComparedToo() {
        #expect(
            thrown { try db.createTable(Owner.self) }?.message
                == "the field twon of Home.Columns names no property; did you mean town?")
    }
}
