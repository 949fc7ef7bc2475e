import FMDBModel
import FMDBTestHelpers
import Testing

/// Parts of texts.
@Suite struct ConditionTextTests {
    @Test(arguments: ["%", "_", "*", "?", "[a]", "\\", "'"])
    func wildcardsStandForThemselves(_ text: String) throws {
        let scene = try PlayerScene(Player("ann"), Player("x\(text)y"), Player("\(text)y"), Player("x\(text)"))

        #expect(try scene.names { $0.name.contains(text) } == ["x\(text)y", "\(text)y", "x\(text)"])
        #expect(try scene.names { $0.name.hasPrefix(text) } == ["\(text)y"])
        #expect(try scene.names { $0.name.hasSuffix(text) } == ["x\(text)"])
        #expect(try scene.names { $0.name.hasPrefix(text, ignoringCase: true) } == ["\(text)y"])
        #expect(try scene.names { $0.name.hasSuffix(text, ignoringCase: true) } == ["x\(text)"])
        #expect(try scene.names { $0.name.contains(text, ignoringCase: true) }.count == 3)
    }

    @Test func wildcardsCountInLikeAlone() throws {
        let scene = try PlayerScene(Player("ann"), Player("a%"), Player("bob"))

        #expect(try scene.names { $0.name.like("A%") } == ["ann", "a%"])
        #expect(try scene.names { $0.name.like("a!%", escape: "!") } == ["a%"])
        #expect(try scene.names { $0.name.like("_ob") } == ["bob"])
    }

    @Test(arguments: ["é", "日本", "👩‍👩‍👧", "\u{D7FF}", "\u{10FFFF}", "a\u{10FFFF}", "z", "@", "Z", "ß"])
    func anyCharactersAreFound(_ text: String) throws {
        let scene = try PlayerScene(
            Player("\(text)"), Player("\(text)tail"), Player("head\(text)"), Player("head\(text)tail"),
            Player("\(text)\u{10FFFF}"), Player("other"))

        let prefixed = [text, "\(text)tail", "\(text)\u{10FFFF}"]
        #expect(try scene.names { $0.name.hasPrefix(text) } == prefixed)
        #expect(try scene.names { $0.name.hasPrefix(text, ignoringCase: true) } == prefixed)
        #expect(try scene.names { $0.name.contains(text) }.count == 5)
        #expect(try scene.names { $0.name.hasSuffix(text) }.prefix(2) == [text, "head\(text)"])
        #expect(try scene.names { $0.name.hasSuffix(text, ignoringCase: true) }.prefix(2) == [text, "head\(text)"])
    }

    @Test func textsAreComparedCodeByCode() throws {
        let scene = try PlayerScene(Player("\u{E9}"))

        #expect(try scene.names { $0.name.contains("e\u{301}") } == [])
        #expect(try scene.names { $0.name.hasPrefix("e") } == [])
    }

    @Test func theEmptyTextIsInEveryText() throws {
        let scene = try PlayerScene(Player("ann", nick: "a"), Player("bob", nick: ""), Player("cid"))

        for condition in [
            Player.Columns().nick.contains(""), Player.Columns().nick.hasPrefix(""),
            Player.Columns().nick.hasSuffix(""), Player.Columns().nick.contains("", ignoringCase: true),
        ] {
            #expect(try scene.names(condition) == ["ann", "bob"])
        }
    }

    @Test func caseIsIgnoredOnlyIfSaidAndOnlyOfAToZ() throws {
        let scene = try PlayerScene(Player("Ann"), Player("ANNA"), Player("Ärzte"))

        #expect(try scene.names { $0.name.hasPrefix("ann") } == [])
        #expect(try scene.names { $0.name.hasPrefix("aNN", ignoringCase: true) } == ["Ann", "ANNA"])
        #expect(try scene.names { $0.name.hasPrefix("ä", ignoringCase: true) } == [])
        #expect(try scene.names { $0.name.hasPrefix("Ä", ignoringCase: true) } == ["Ärzte"])
        #expect(try scene.names { $0.name.contains("NN") } == ["ANNA"])
        #expect(try scene.names { $0.name.contains("nN", ignoringCase: true) } == ["Ann", "ANNA"])
        #expect(try scene.names { $0.name.hasSuffix("nn", ignoringCase: true) } == ["Ann"])
        #expect(try scene.names { $0.name.isEqual(to: "ann", ignoringCase: true) } == ["Ann"])
        #expect(try scene.names { $0.name.isEqual(to: "ann", ignoringCase: false) } == [])
    }

    @Test func aPrefixIsExactInAColumnThatIgnoresCase() throws {
        let database = FMDatabase.memory()
        try database.execute("CREATE TABLE t (name TEXT COLLATE NOCASE)")
        try database.executeMany("INSERT INTO t VALUES (?)", ["Zed", "zed", "[", "a", "A"])
        let name = FMField<Player, String>("name")
        let names = { (condition: FMWhere<Player>) in
            try database.rows("SELECT name FROM t WHERE \(condition.sql)", as: String.self)
        }

        #expect(try names(name.hasPrefix("Z")) == ["Zed"])
        #expect(try names(name.hasSuffix("ED")) == [])
        #expect(try names(name.hasPrefix("z", ignoringCase: true)) == ["Zed", "zed"])
        #expect(try names(name.hasPrefix("@", ignoringCase: true)) == [])
    }

    @Test func anIndexFindsAPrefix() throws {
        let database = FMDatabase.memory()
        try database.execute("CREATE TABLE t (name TEXT)")
        try database.execute("CREATE INDEX exact ON t (name)")
        try database.execute("CREATE INDEX folded ON t (name COLLATE NOCASE)")
        let name = FMField<Player, String>("name")
        let plan = { (condition: FMWhere<Player>) in try database.plan("SELECT * FROM t WHERE \(condition.sql)") }

        #expect(try plan(name.hasPrefix("ab")).contains("INDEX exact (name>? AND name<?)"))
        #expect(try plan(name.hasPrefix("ab", ignoringCase: true)).contains("INDEX folded (name>? AND name<?)"))
    }
}
