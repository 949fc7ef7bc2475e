import FMDBModel
import FMDBTestHelpers
import Testing

/// Conditions written as SQL.
@Suite struct ConditionLiteralTests {
    static let injections = [
        "x' OR '1'='1", "x'; DROP TABLE Player; --", "x\" OR 1 --", "' OR 1 /*", "%", "x') OR (1", "?1", ":name",
        "x\u{0}' OR 1",
    ]

    @Test(arguments: injections)
    func aTextStaysAValueInEveryDoor(_ text: String) throws {
        let scene = try PlayerScene(Player("ann"), Player(text))

        #expect(try scene.names("name = \(text)") == [text])
        #expect(try scene.names { $0.name == text } == [text])
        #expect(try scene.names { "\($0.name) = \(text)" } == [text])
        #expect(try scene.names { "\($0.name) in \([text])" } == [text])
        #expect(try scene.names { $0.name.in([text]) } == [text])
        #expect(try scene.names { $0.name > text && $0.name < text } == [])
        #expect(try scene.names(FMWhere(raw: "name = ?", arguments: [text])) == [text])
        #expect(try scene.names(FMWhere(raw: "name = :name", arguments: ["name": text])) == [text])
        #expect(try scene.names { $0.name.isEqual(to: text, ignoringCase: true) } == [text])
    }

    @Test(arguments: injections.filter { !$0.contains("\u{0}") })
    func aTextStaysAValueInPartsOfTexts(_ text: String) throws {
        let scene = try PlayerScene(Player("ann"), Player(text))

        #expect(try scene.names { $0.name.contains(text) } == [text])
        #expect(try scene.names { $0.name.hasPrefix(text) } == [text])
        #expect(try scene.names { $0.name.hasPrefix(text, ignoringCase: true) } == [text])
        #expect(try scene.names { $0.name.hasSuffix(text) } == [text])
        #expect(try scene.names { $0.name.like(text, escape: "!") }.contains("ann") == (text == "%"))
    }

    @Test(arguments: [
        "a\"b", "select", "order", "x; DROP TABLE t", "a b", "é", "\"", "a\"\u{301}", "`", "a``b`\u{301}", "]",
    ])
    func anyNameOfAColumnIsQuoted(_ name: String) throws {
        let database = FMDatabase.memory()
        try database.execute("CREATE TABLE t (\(identifier: name), b)")
        try database.execute("INSERT INTO t VALUES (1, 2)")
        let field = FMField<Player, Int>(name)

        for condition: FMWhere<Player> in [field == 1, "\(field) = 1", "\(identifier: name) = \(1)", field.in([1])] {
            #expect(try database.rows("SELECT b FROM t WHERE \(condition.sql)", as: Int.self) == [2])
        }
    }

    @Test func aNameThatNoColumnHasIsAnError() throws {
        let scene = try PlayerScene(Player("ann"))
        let typo = FMField<Player, Int>("typo")

        // In double quotes it would be a text, and greater than any number.
        for condition: FMWhere<Player> in [typo > 3, typo != 3, "\(typo) > 3", "\(identifier: "typo") > 3"] {
            #expect(thrown { try scene.names(condition) }?.message.contains("no such column") == true)
        }
    }

    @Test func listsAndSetsExpand() throws {
        let scene = try PlayerScene(Player("ann", age: 1), Player("bob", age: 2), Player("cid", age: 3))

        #expect(try scene.names("age in \([1, 3])") == ["ann", "cid"])
        #expect(try scene.names("age in \(Set([2]))") == ["bob"])
        #expect(try scene.names("age in \([Int]())") == [])
    }

    @Test func casesOfAnEnumerationAreTheirRawValues() throws {
        let scene = try PlayerScene(Player("ann", level: .high), Player("bob"))

        #expect(try scene.names("level = \(Player.Level.high)") == ["ann"])
        #expect(try scene.names("level in \([Player.Level.low])") == ["bob"])
    }

    @Test func optionalCasesAndSetsOfCasesAreTheirRawValues() throws {
        let scene = try PlayerScene(Player("ann", level: .high), Player("bob"))
        let (some, none): (Player.Level?, Player.Level?) = (.high, nil)
        let both: Set<Player.Level> = [.low, .high]

        #expect(try scene.names("level = \(some)") == ["ann"])
        #expect(try scene.names("level = \(none)") == [])
        #expect(try scene.names("level in \(both)") == ["ann", "bob"])
    }

    @Test func aListMayStandInParenthesesOfTheText() throws {
        let scene = try PlayerScene(Player("ann", level: .high), Player("bob"))
        let (names, none): ([String], [String]) = (["ann", "cid"], [])

        #expect(try scene.names("name in (\(names))") == ["ann"])
        #expect(try scene.names("name in (\(names), \("bob"))") == ["ann", "bob"])
        #expect(try scene.names("level in (\(Set([Player.Level.low])))") == ["bob"])
        #expect(try scene.names { "\($0.name) in (\(names))" } == ["ann"])
        #expect(try scene.names("name not in (\(none))") == ["ann", "bob"])
    }

    @Test func otherSQLAndConditionsGoIntoALiteral() throws {
        let scene = try PlayerScene(Player("ann", age: 1), Player("bob", age: 2))
        let sum: FMSQL = "age + \(1)"
        let condition: FMWhere<Player> = "name = \("ann") or name = \("bob")"

        #expect(try scene.names("\(sum) = \(3)") == ["bob"])
        #expect(try scene.names("\(condition) and age = \(1)") == ["ann"])
        #expect(try scene.names("age \(raw: "<") \(2)") == ["ann"])
    }

    @Test func aLiteralIsKeptTogetherWhereItIsCombined() throws {
        let scene = try PlayerScene(Player("ann", age: 1), Player("bob", age: 2), Player("cid", age: 1))

        #expect(try scene.names { "name = 'ann' or name = 'bob'" && $0.age == 1 } == ["ann"])
        #expect(try scene.names { $0.age == 1 && "name = 'ann' or name = 'bob'" } == ["ann"])
        #expect(try scene.names(!"name = 'ann' or name = 'bob'") == ["cid"])
        #expect(try scene.names { "name = 'bob' and age = 1" || $0.name == "cid" } == ["cid"])
        #expect(try scene.names(FMWhere(raw: "1 or 1") && FMWhere(raw: "0 or 0")) == [])
    }

    @Test func aCommentHidesNothingThatFollows() throws {
        let scene = try PlayerScene(Player("ann", age: 1), Player("bob", age: 2))

        #expect(try scene.names { "age > 0 -- all of them" && $0.name == "bob" } == ["bob"])
        let names = try scene.database.rows(
            "SELECT name FROM Player WHERE \(("age > 0 --" as FMWhere<Player>).sql) LIMIT 1", as: String.self)
        #expect(names == ["ann"])
    }

    @Test func allAndNoneTakeNothingAwayAndAddNothing() throws {
        let scene = try PlayerScene(Player("ann", age: 1), Player("bob"))
        let ann: FMWhere<Player> = "name = 'ann'"

        #expect(try scene.names(.all) == ["ann", "bob"])
        #expect(try scene.names(.none) == [])
        #expect(try scene.names(!.all) == [])
        #expect(try scene.names(!.none) == ["ann", "bob"])
        #expect(try scene.names(.all && ann) == ["ann"])
        #expect(try scene.names(ann && .all) == ["ann"])
        #expect(try scene.names(ann || .all) == ["ann", "bob"])
        #expect(try scene.names(.none || ann) == ["ann"])
        #expect(try scene.names(.none && ann) == [])
    }

    @Test func aValueThatSQLiteCannotHoldIsReportedByTheCall() throws {
        let scene = try PlayerScene()
        let error = thrown { try scene.names("age = \(UInt64.max)") }

        #expect(error?.resultCode == .mismatch)
        #expect(error?.message.contains("18446744073709551615") == false)
    }

    @Test(arguments: [
        "0) OR (1", "(1", "1)", "1 /*", "'1", "\"name", "`name", "[name", "1; SELECT 1", "1\u{0}", ") -- (", "1 /*/ )",
    ])
    func aTextDoesNotGetOutOfItsPlace(_ text: String) throws {
        let scene = try PlayerScene(Player("ann"), Player("bob"))
        let conditions: [FMWhere<Player>] = [
            FMWhere(raw: text), "age = \(1) OR \(raw: text)", Player.Columns().name == "zzz" && FMWhere(raw: text),
            FMExpression<Player, Int>(sql: FMSQL(raw: text)) == 1, Player.Columns().name.in(sql: FMSQL(raw: text)),
        ]

        for condition in conditions {
            #expect(thrown { try scene.database.delete(Player.self, where: condition) }?.resultCode == .misuse)
        }
        #expect(try scene.database.count(Player.self) == 2)
    }

    @Test(arguments: [
        "name = 'ann' -- (", "name = 'ann' /* ) */", "name IN ('ann', ')')", "(name) = ('ann')", "\"name\" = 'ann'",
        "`name` || ')' = 'ann)'", "[name] = 'ann'", "name || '''(' = 'ann''('", "name = 'ann' AND 2 - -1 = 3",
        "name = 'ann' /*/ ( */",
    ])
    func signsWithinQuotesAndCommentsDoNotCount(_ text: String) throws {
        let scene = try PlayerScene(Player("ann"), Player("bob"))

        #expect(try scene.names(FMWhere(raw: text)) == ["ann"])
        #expect(try scene.names(FMWhere(raw: text) && Player.Columns().age == nil) == ["ann"])
    }
}
