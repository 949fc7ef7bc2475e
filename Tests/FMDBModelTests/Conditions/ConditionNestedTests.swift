import FMDBModel
import FMDBTestHelpers
import Testing

/// Conditions on what lies within JSON text.
@Suite(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 38))) struct ConditionNestedTests {
    private let scene: PlayerScene

    init() throws {
        var late = Student(body: "late", mark: nil, isPresent: false, level: .low)
        late.since = Date(timeIntervalSince1970: 1_600_000_000)
        late.photo = Data()
        scene = try PlayerScene(
            Player("ann", user: User(student: Student(body: "x'\"y", mark: Decimal(string: "2.5")), in: 1)),
            Player("bob", user: User(student: late, in: 2)), Player("cid", user: User(student: nil, in: 3)),
            Player("dan"))
    }

    @Test func aTextWithinIsFound() throws {
        #expect(try scene.names { $0.user.student.body == "late" } == ["bob"])
        #expect(try scene.names { $0.user.student.body == "x'\"y" } == ["ann"])
        #expect(try scene.names { $0.user.student.body.hasPrefix("x") } == ["ann"])
        #expect(try scene.names { "\($0.user.student.body) = \("late")" } == ["bob"])
    }

    @Test func whatIsNotThereIsNil() throws {
        #expect(try scene.names { $0.user.student.body == nil } == ["cid", "dan"])
        #expect(try scene.names { $0.user.student == nil } == ["cid", "dan"])
        #expect(try scene.names { $0.user == nil } == ["dan"])
        #expect(try scene.names { $0.user.student.body != "late" } == ["ann", "cid", "dan"])
        #expect(try scene.names { $0.user.student.mark == nil } == ["bob", "cid", "dan"])
    }

    @Test func valuesAreComparedAsJSONHasThem() throws {
        let date = Date(timeIntervalSince1970: 1_500_000_000.125)

        #expect(try scene.names { $0.user.student.mark == 2.5 } == ["ann"])
        #expect(try scene.names { $0.user.student.mark > 2 } == ["ann"])
        #expect(try scene.names { $0.user.student.isPresent == true } == ["ann"])
        #expect(try scene.names { $0.user.student.isPresent == false } == ["bob"])
        #expect(try scene.names { $0.user.student.since == date } == ["ann"])
        #expect(try scene.names { $0.user.student.since > date } == ["bob"])
        #expect(try scene.names { $0.user.student.since.in(year: 2017, month: 7) } == ["ann"])
        #expect(try scene.names { $0.user.student.photo == Data([0, 255]) } == ["ann"])
        #expect(try scene.names { $0.user.student.level == .low } == ["bob"])
        #expect(try scene.names { $0.user.student.level.in([.low, .high]) } == ["ann", "bob"])
    }

    @Test func aWholeStructureWithinIsCompared() throws {
        let student = Student(body: "x'\"y", mark: Decimal(string: "2.5"))

        #expect(try scene.names { $0.user.student == student } == ["ann"])
        #expect(try scene.names { $0.user == User(student: nil, in: 3) } == ["cid"])
    }

    @Test func aPropertyMayHaveTheNameOfAMethod() throws {
        #expect(try scene.names { $0.user[\.in] > 1 } == ["bob", "cid"])
    }

    @Test func oddNamesAreQuoted() throws {
        #expect(try scene.names { $0.user.student.odd == "odd" } == ["ann", "bob"])
    }

    /// All characters that the encoder writes otherwise but the double quote.
    private static let controls = String(String.UnicodeScalarView((0..<0x20).map { Unicode.Scalar($0) }))

    private struct Odd: Encodable, FMNested {
        struct Columns: FMColumns {
            let dollar = FMField<Odd, String>("$")
            let bracket = FMField<Odd, String>("a'] or 1 --")
            let backslash = FMField<Odd, String>("a\\b")
            let line = FMField<Odd, String>("a\nb\u{1}")
            let control = FMField<Odd, String>(controls)
            let slash = FMField<Odd, String>("a/b\u{7F}\u{2028}")
            let empty = FMField<Odd, String>("")
            let quote = FMField<Odd, String>("a\"b")
        }
    }

    private func texts(_ name: String, _ condition: FMWhere<Player>) throws -> Int {
        let database = FMDatabase.memory()
        try database.execute("CREATE TABLE t (user TEXT)")
        try database.execute("INSERT INTO t VALUES (\(try FMValue(encoding: [name: "x", "other": "y"])))")
        try database.execute("INSERT INTO t VALUES (\(try FMValue(encoding: ["other": "x"])))")
        return try database.value("SELECT count(*) FROM t WHERE \(condition.sql)", as: Int.self)
    }

    @Test func noNameBecomesSQL() throws {
        let user = FMField<Player, Odd>("user")

        #expect(try texts("$", user.dollar == "x") == 1)
        #expect(try texts("a'] or 1 --", user.bracket == "x") == 1)
        #expect(try texts("a\\b", user.backslash == "x") == 1)
        #expect(try texts("a\nb\u{1}", user.line == "x") == 1)
        #expect(try texts("a/b\u{7F}\u{2028}", user.slash == "x") == 1)
        #expect(try texts("", user.empty == "x") == 1)
    }

    @Test func everyControlCharacterOfANameIsFound() throws {
        let user = FMField<Player, Odd>("user")

        #expect(try texts(ConditionNestedTests.controls, user.control == "x") == 1)
    }

    @Test func aNameWithAQuoteIsRefused() throws {
        let user = FMField<Player, Odd>("user")

        #expect(thrown { try texts("a\"b", user.quote == "x") }?.resultCode == .misuse)
    }

    @Test func anIndexOnThePlaceIsUsed() throws {
        let body = Player.Columns().user.student.body
        try scene.database.execute("CREATE INDEX body ON Player (\(body.fmSQL))")

        let condition = body == "late"
        #expect(try scene.database.plan("SELECT * FROM Player WHERE \(condition.sql)").contains("USING INDEX body"))
    }
}
