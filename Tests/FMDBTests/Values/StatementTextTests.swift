import FMDB
import Testing

/// What is shown of an SQL text.
@Suite struct StatementTextTests {
    @Test(arguments: [
        ("SELECT 1", "SELECT ?"),
        ("SELECT * FROM t WHERE a = 'it''s' AND b = ?", "SELECT * FROM t WHERE a = ? AND b = ?"),
        ("SELECT ?1, :name, @name, $name, #name", "SELECT ?1, :name, @name, $name, #name"),
        ("SELECT x'0aFF', X'00', xyz, x", "SELECT ?, ?, xyz, x"),
        ("SELECT 1.5, .5, 1e-5, 1E+5, 0x1F, 0xE-1, 1_000, t1.c2", "SELECT ?, ?, ?, ?, ?, ?-?, ?, t1.c2"),
        ("SELECT \"a\"\"b\", [c 'd], `e`", "SELECT \"a\"\"b\", [c 'd], `e`"),
        ("SELECT 'unended -- text", "SELECT ?"),
        ("SELECT a -- secret 'text'\nFROM t /* secret */ WHERE b=-5", "SELECT a FROM t WHERE b=-?"),
        ("SELECT a /* unended", "SELECT a"),
        ("  SELECT\n\t1  ", "SELECT ?"),
        ("PRAGMA main.journal_mode = wal", "PRAGMA main.journal_mode = ?"),
        ("PRAGMA key = \"secret\"", "PRAGMA key = ?"),
        ("PRAGMA temp_store_directory == secret", "PRAGMA temp_store_directory == ?"),
        ("PRAGMA hexkey(secret)", "PRAGMA hexkey(?)"),
        ("ATTACH \"secret\" AS other KEY 'secret'", "ATTACH ? AS other KEY ?"),
        ("INSERT INTO größe VALUES ('ü')", "INSERT INTO größe VALUES (?)"),
        ("", ""), ("'", "?"), ("[", "["), ("?", "?"), ("$", "$"), ("x'", "?"), ("--", ""),
        // With nothing behind it, it is no comment to SQLite.
        ("/*", "/*"), ("/* ", ""), ("-", "-"),
    ])
    func literalsAreTakenOut(_ sql: String, _ expected: String) {
        #expect(StatementText.withoutValues(sql) == expected)
    }

    @Test func aLongTextIsCut() {
        let sql = "SELECT " + (0..<10_000).map { "c\($0)" }.joined(separator: ", ")
        let text = StatementText.withoutValues(sql)
        #expect(text.count == 2001)
        #expect(text.hasSuffix("…"))
    }

    @Test(arguments: [
        ("select 1", "SELECT"), ("VALUES (1)", "SELECT"), (" ; -- c\n INSERT INTO t VALUES (1)", "INSERT"),
        ("REPLACE INTO t VALUES (1)", "INSERT"), ("Update t SET a = 1", "UPDATE"), ("DELETE FROM t", "DELETE"),
        ("WITH a AS (SELECT 1), b(c) AS (SELECT 2) INSERT INTO t SELECT * FROM a", "INSERT"),
        ("WITH RECURSIVE a AS (DELETE) SELECT * FROM a", "SELECT"), ("WITH a AS (SELECT 1)", "OTHER"),
        ("BEGIN IMMEDIATE", "BEGIN"), ("END", "COMMIT"), ("COMMIT", "COMMIT"), ("ROLLBACK TO a", "ROLLBACK"),
        ("EXPLAIN SELECT 1", "EXPLAIN"), ("PRAGMA user_version", "PRAGMA"), ("OTHER", "OTHER"), ("", "OTHER"),
        ("'SELECT'", "OTHER"), ("(SELECT 1)", "OTHER"), ("SELECTED", "OTHER"),
    ])
    func theVerbIsThatOfTheMainStatement(_ sql: String, _ verb: String) {
        #expect(StatementVerb(of: sql).rawValue == verb)
    }
}
