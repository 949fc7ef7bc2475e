import FMDB
import FMDBTestHelpers
import Testing

/// How a text is split into tokens.
@Suite struct SQLScannerTests {
    private func drawn(_ sql: String) -> String {
        SQLToken.flat(sql).map { "\($0.kind) \($0.text)" }.joined(separator: " · ")
    }

    /// What SQLite says of a text.
    private func refusal(of sql: String, in db: FMDatabase) -> String? {
        thrown { try db.statementDescription(of: FMSQL(raw: sql)) }?.message
    }

    @Test(arguments: [
        ("SELECT größe, _a$1", "word SELECT · word größe · sign , · word _a$1"),
        ("\"a\"\"b\" `c``d` [e \"]", "quoted \"a\"\"b\" · quoted `c``d` · quoted [e \"]"),
        ("'it''s'x'0F'X''xa", "string 'it''s' · blob x'0F' · blob X'' · word xa"),
        (
            "0x1F 1_000 1e-5 1E+5 .5 1. 0xE-1 1.e5",
            "number 0x1F · number 1_000 · number 1e-5 · number 1E+5 · number .5 · number 1. · number 0xE · sign - · number 1 · number 1.e5"
        ),
        ("t1.c2 1e x", "word t1 · sign . · word c2 · number 1e · word x"),
        (
            "? ?12 ?1a :a @a $a #a",
            "variable ? · variable ?12 · variable ?1 · word a · variable :a · variable @a · variable $a · variable #a"
        ),
        ("$a::b(c'd;) ::a a:b", "variable $a::b(c'd;) · variable : · variable :a · word a · variable :b"),
        (
            "-> ->> || | <> != == = <= << < >= >> > - -a",
            "sign -> · sign ->> · sign || · sign | · sign <> · sign != · sign == · sign = · sign <= · sign << · sign < · sign >= · sign >> · sign > · sign - · sign - · word a"
        ),
        ("a--b\n/* c */;/**/+/*/ */*", "word a · semicolon ; · sign + · sign *"),
        ("^ ! \\ {\u{1}", "illegal ^ · illegal ! · illegal \\ · illegal { · illegal \u{1}"),
        ("'a", "string 'a"), ("[a", "quoted [a"), ("x'a", "blob x'a"), ("a /* b", "word a"), ("-- b", ""), ("", ""),
        ("a\0b", "word a"),
    ])
    func aTextIsSplitIntoTokens(_ sql: String, _ tokens: String) {
        #expect(drawn(sql) == tokens)
    }

    /// Older versions of SQLite have no `->`, and take a byte order mark for a letter everywhere.
    private static func isRead(_ sql: String) -> Bool {
        SQLiteVersion.linked >= SQLiteVersion(3, 38)
            || !sql.contains("->") && !sql.unicodeScalars.contains("\u{FEFF}")
    }

    private static let texts = [
        "SELECT a,b FROM t WHERE a->>'$.x'||x'00'<>0x1F AND [b]==`c`;", "\u{FEFF}SELECT\u{FEFF} 1",
        "a \u{B}b \u{FEFF}\u{B}",
        "1.5.5 1e 1e+ .e 0x 0xg 1a ?1a ::a $a(b)c #1 @ : $", "--a\nb--\n/**/c/*/*/d/* e", "a/*", "a/", "a-",
        "x'0' x'0g' X'00'x",
        "''' '''' \"\"\"\" [[] `` ``` a", "<<=>>=!==->>->- |||", "é\u{301}ǅ1_ $é \u{A0}", "; a ;; b",
        "\u{7F}\u{1}^!\\{}", "'", "[", "x'",
    ]

    /// Behind SAVEPOINT and a name SQLite expects nothing more, so it complains of whatever token it reads there.
    @Test(arguments: texts.filter(isRead)) func eachTokenIsSQLites(_ sql: String) {
        let (db, tokens) = (FMDatabase.memory(), SQLToken.flat(sql))
        var place = 0
        for index in 0...tokens.count {
            let rest = String(decoding: sql.utf8.dropFirst(place), as: UTF8.self)
            let message = refusal(of: "SAVEPOINT [s]" + rest, in: db)
            guard index < tokens.count else {
                #expect(message == nil, "\(rest)")
                return
            }
            let token = tokens[index]
            let expected =
                token.isLegal ? "near \"\(token.text)\": syntax error" : "unrecognized token: \"\(token.text)\""
            #expect(message == (token.kind == .semicolon ? nil : expected), "\(rest)")
            place = token.range.upperBound
        }
    }

    @Test(arguments: [
        ("\"a\"\"b\"", "a\"b"), ("'it''s'", "it's"), ("`c``d`", "c`d"), ("[e]]", "e"), ("[e\"\"f]", "e\"\"f"),
        ("\"\"\"\"", "\""), ("''", ""),
        ("a", "a"), ("\"a", "a"),
        // A quote that carries a combining mark is another `Character`, but the same byte.
        ("\"a\"\"\u{301}b\"", "a\"\u{301}b"), ("\"\u{301}a\"", "\u{301}a"),
    ])
    func aNameLosesItsQuotes(_ sql: String, _ name: String) {
        let token = SQLToken.flat(sql).first
        #expect(token.map { Array($0.name.utf8) } == Array(name.utf8))
    }

    @Test func parenthesesMakeGroups() {
        let tokens = SQLToken.split("a (b, (c ')')) /* ( */ d")
        #expect(tokens.map(\.text) == ["a", "(b, (c ')'))", "d"])
        #expect(tokens[1].inner.map(\.text) == ["b", ",", "(c ')')"])
        #expect(tokens[1].inner.betweenCommas.map(\.source) == ["b", "(c ')')"])
        #expect(tokens.opened.map(\.text) == ["a", "(", "b", ",", "(", "c", "')'", ")", ")", "d"])
        #expect(tokens.depth == 2)
        #expect(tokens.source == "a (b, (c ')')) /* ( */ d")
        #expect(SQLToken.split("(a (b").map(\.text) == ["(a (b"])
        #expect(SQLToken.split("(a (b")[0].inner.map(\.text) == ["a", "(b"])
    }

    // MARK: Where the library's parts had seen another statement

    /// SQLite refuses the word, which is a keyword by Unicode's rules only.
    @Test(arguments: ["ſELECT 1", "\u{1}SELECT 1", "WITH a AS (SELECT 1); DELETE FROM t"])
    func whatSQLiteRefusesHasNoVerb(_ sql: String) {
        #expect(refusal(of: sql, in: .memory()) != nil)
        #expect(StatementVerb(of: sql) == .other)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 38))) func aByteOrderMarkIsBlank() throws {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE t (a)")
        let sql = "\u{FEFF}INSERT INTO t VALUES (1)"
        try db.execute(FMSQL(raw: sql))
        #expect(StatementVerb(of: sql) == .insert)
        #expect(StatementText.withoutValues(sql) == "INSERT INTO t VALUES (?)")
        #expect(sql.firstKeyword == "INSERT")
        // Within a name it is a letter.
        #expect(drawn("a\u{FEFF}b :\u{FEFF}a") == "word a\u{FEFF}b · variable :\u{FEFF}a")
    }

    @Test func aParameterOfTclIsOne() throws {
        let db = FMDatabase.memory()
        let sql = "SELECT $a::b(c), 'd'"
        #expect(try db.statementDescription(of: FMSQL(raw: sql)).parameters.count == 1)
        #expect(StatementText.withoutValues(sql) == "SELECT $a::b(c), ?")
    }
}
