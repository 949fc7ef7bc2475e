import FMDBModel
import FMDBTestHelpers
import Testing

/// Conditions written with fields.
@Suite struct ConditionOperatorTests {
    private let scene: PlayerScene

    init() throws {
        scene = try PlayerScene(
            Player("ann", age: 1, nick: "a"), Player("bob", age: 2, level: .high), Player("cid", nick: "c"),
            Player("dan", age: 10, nick: "d", level: .high))
    }

    // MARK: Values

    @Test func comparisonsAreThoseOfSQL() throws {
        #expect(try scene.names { $0.age == 2 } == ["bob"])
        #expect(try scene.names { $0.age < 2 } == ["ann"])
        #expect(try scene.names { $0.age <= 2 } == ["ann", "bob"])
        #expect(try scene.names { $0.age > 2 } == ["dan"])
        #expect(try scene.names { $0.age >= 2 } == ["bob", "dan"])
        #expect(try scene.names { $0.name != "bob" } == ["ann", "cid", "dan"])
        #expect(try scene.names { $0.score == 1.5 && $0.name > "c" } == ["cid", "dan"])
    }

    @Test func nilIsNULL() throws {
        let none: Int? = nil

        #expect(try scene.names { $0.age == nil } == ["cid"])
        #expect(try scene.names { $0.age == none } == ["cid"])
        #expect(try scene.names { $0.age != nil } == ["ann", "bob", "dan"])
        #expect(try scene.names { $0.age != none } == ["ann", "bob", "dan"])
        #expect(try scene.names { $0.age == nil } == ["cid"])
        #expect(try scene.names { $0.age != nil } == ["ann", "bob", "dan"])
        #expect(try scene.names { $0.age < none } == [])
    }

    @Test func anOptionalWithAValueIsTheValue() throws {
        let some: Int? = 2

        #expect(try scene.names { $0.age == some } == ["bob"])
        #expect(try scene.names { $0.limit == some } == [])
        #expect(try scene.names { $0.age >= some } == ["bob", "dan"])
    }

    @Test func nothingIsUnequalToAValueAsInSwift() throws {
        let some: Int? = 2

        #expect(try scene.names { $0.age != 2 } == ["ann", "cid", "dan"])
        #expect(try scene.names { $0.age != some } == ["ann", "cid", "dan"])
        #expect(try scene.names { !($0.age == 2) } == ["ann", "cid", "dan"])
        #expect(try scene.names { !($0.age != 2) } == ["bob"])
    }

    @Test func notIsAllOtherRows() throws {
        #expect(try scene.names { !($0.age > 1) } == ["ann", "cid"])
        #expect(try scene.names { !($0.age.in([1, 2])) } == ["cid", "dan"])
        #expect(try scene.names { !($0.age > 1 || $0.nick == nil) } == ["ann", "cid"])
        #expect(try scene.names { !(!($0.age > 1)) } == ["bob", "dan"])
    }

    @Test func anEnumerationIsItsRawValue() throws {
        #expect(try scene.names { $0.level == .high } == ["bob", "dan"])
        #expect(try scene.names { $0.level != .high } == ["ann", "cid"])
        #expect(try scene.names { $0.level.in([.low]) } == ["ann", "cid"])
    }

    @Test func aCaseNamedNoneIsTheCase() throws {
        enum Mode: String, Codable { case none, some }
        let mode = FMField<Player, Mode>("level")
        try scene.database.execute("UPDATE Player SET level = 'none' WHERE name = 'bob'")

        #expect(try scene.names(mode == .none) == ["bob"])
        #expect(try scene.names(mode != .none) == ["ann", "cid", "dan"])
    }

    // MARK: Fields

    @Test func fieldsAreComparedWithFields() throws {
        #expect(try scene.names { $0.age == $0.limit } == ["dan"])
        #expect(try scene.names { $0.limit > $0.age } == ["ann", "bob"])
        #expect(try scene.names { $0.age != $0.limit } == ["ann", "bob", "cid"])
        #expect(try scene.names { $0.nick == $0.nick } == ["ann", "bob", "cid", "dan"])
        #expect(try scene.names { $0.name > $0.nick } == ["ann", "cid", "dan"])
    }

    @Test func sumsAreComparedToo() throws {
        #expect(try scene.names { $0.age + 8 == $0.limit } == ["bob"])
        #expect(try scene.names { $0.limit > $0.limit - 1 && $0.age * 2 <= 4 } == ["ann", "bob"])
        #expect(try scene.names { $0.score * 2 / 3 == 1 && $0.age - 1 == 9 } == ["dan"])
        #expect(try scene.names { ($0.age + 1) * 2 == 4 } == ["ann"])
    }

    @Test func anExpressionOfOnesOwnIsComparedToo() throws {
        #expect(try scene.names { FMExpression(sql: "upper(\($0.name))") == "ANN" } == ["ann"])
    }

    // MARK: Lists and ranges

    @Test func aListMayBeEmptyOrHoldNil() throws {
        #expect(try scene.names { $0.age.in([1, 10]) } == ["ann", "dan"])
        #expect(try scene.names { $0.age.in([]) } == [])
        #expect(try scene.names { !$0.age.in([]) } == ["ann", "bob", "cid", "dan"])
        #expect(try scene.names { $0.age.in([1, nil]) } == ["ann", "cid"])
        #expect(try scene.names { $0.age.in([nil]) && $0.name == "cid" } == ["cid"])
        #expect(try scene.names { $0.name.in(Set(["bob"])) } == ["bob"])
    }

    @Test func aListMayBeAQuery() throws {
        #expect(try scene.names { $0.name.in(sql: "SELECT name FROM Player WHERE age > \(1)") } == ["bob", "dan"])
    }

    @Test func rangesHaveTheirEndsAsSwiftHas() throws {
        #expect(try scene.names { $0.age.in(1...2) } == ["ann", "bob"])
        #expect(try scene.names { $0.age.in(1..<2) } == ["ann"])
        #expect(try scene.names { $0.limit.in(1...10) }.count == 4)
        #expect(try scene.names { $0.limit.in(1..<10) } == [])
        #expect(try scene.names { $0.age.in(1...1_000_000) } == ["ann", "bob", "dan"])
        #expect(try scene.names { $0.name.in("b"..<"d") } == ["bob", "cid"])
    }

    @Test func rangesMayHaveOneEnd() throws {
        #expect(try scene.names { $0.age.in(2...) } == ["bob", "dan"])
        #expect(try scene.names { $0.age.in(...2) } == ["ann", "bob"])
        #expect(try scene.names { $0.age.in(..<2) } == ["ann"])
        #expect(try scene.names { $0.limit.in(11...) } == [])
    }

    @Test func aRangeOfAnotherTypeIsRefused() throws {
        struct Evens: RangeExpression {
            func relative<Numbers: Collection>(to numbers: Numbers) -> Range<Int> where Numbers.Index == Int { 0..<0 }
            func contains(_ element: Int) -> Bool { element.isMultiple(of: 2) }
        }
        #expect(thrown { try scene.names { $0.limit.in(Evens()) } }?.resultCode == .misuse)
    }

    // MARK: Combining

    @Test func orIsKeptTogetherWithinAnd() throws {
        #expect(try scene.names { ($0.name == "ann" || $0.name == "bob") && $0.age == 2 } == ["bob"])
        #expect(try scene.names { $0.age == 2 && ($0.name == "ann" || $0.name == "bob") } == ["bob"])
        #expect(try scene.names { $0.name == "ann" || $0.name == "bob" && $0.age == 7 } == ["ann"])
        #expect(try scene.names { !($0.name == "ann" || $0.name == "bob") && $0.age == 10 } == ["dan"])
    }

    @Test func indexesAreUsed() throws {
        try scene.database.execute("CREATE INDEX age ON Player (age)")
        let fields = Player.Columns()
        let conditions: [FMWhere<Player>] = [
            fields.age == 3, fields.age == nil, fields.age > 3, fields.age.in(1..<3), fields.age.in([1, 2]),
            fields.age == 3 && fields.name != "x",
        ]

        for condition in conditions {
            let plan = try scene.database.plan("SELECT * FROM Player WHERE \(condition.sql)")
            #expect(plan.contains("USING INDEX age"), "\(condition.sql.text)")
        }
    }

    @Test func aKeyIsLookedUp() throws {
        let database = FMDatabase.memory()
        try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
        let condition = FMField<Player, Int64?>("id") == 7

        let plan = try database.plan("SELECT * FROM t WHERE \(condition.sql)")
        #expect(plan.contains("USING INTEGER PRIMARY KEY"))
    }
}
