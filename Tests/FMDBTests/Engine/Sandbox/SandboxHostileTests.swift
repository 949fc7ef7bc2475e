import FMDB
import FMDBTestHelpers
import Testing

/// Statements that a sandbox stops, each for its own reason.
@Suite(.enabled(if: SandboxScene.isPossible)) struct SandboxHostileTests {
    /// Ways to read a table.
    private static let forms = [
        "SELECT * FROM @", "SELECT count(*) FROM @", "SELECT 1 FROM @", "SELECT rowid FROM @",
        "select 7 from (select * from @)",
        "SELECT (SELECT 1 FROM @)", "SELECT EXISTS (SELECT 1 FROM @)",
        "SELECT 1 WHERE EXISTS (SELECT 1 FROM @ AS book)",
        "WITH c AS (SELECT * FROM @) SELECT * FROM c", "WITH c AS (SELECT 1 FROM @) SELECT count(*) FROM c",
        "WITH c(a) AS (SELECT 1) SELECT * FROM c WHERE a IN (SELECT 1 FROM @)",
        "SELECT id FROM book UNION SELECT 1 FROM @", "SELECT id FROM book UNION ALL SELECT count(*) FROM @",
        "SELECT id FROM book EXCEPT SELECT 1 FROM @", "SELECT id FROM book, @", "SELECT id FROM book JOIN @",
        "SELECT id FROM book LEFT JOIN @ ON 1",
        "SELECT id FROM book CROSS JOIN @ AS h", "SELECT id FROM book ORDER BY (SELECT 1 FROM @)",
        "SELECT id FROM book GROUP BY id HAVING (SELECT count(*) FROM @)",
        "SELECT id FROM book LIMIT (SELECT count(*) FROM @)",
        "SELECT id FROM book LIMIT 1 OFFSET (SELECT 1 FROM @)", "VALUES ((SELECT 1 FROM @))",
        "SELECT sum(id) OVER (ORDER BY (SELECT 1 FROM @)) FROM book",
        "SELECT CASE WHEN (SELECT 1 FROM @) THEN 1 END", "SELECT * FROM (@)", "SELECT 1 FROM (book JOIN @)",
        "SELECT/**/1/**/FROM/**/@",
        "SELECT 1 -- FROM book\nFROM @", "SELECT count(*) FILTER (WHERE EXISTS (SELECT 1 FROM @)) FROM book",
        "SELECT b.id FROM book AS b WHERE b.id = (SELECT max(1) FROM @ WHERE b.id = 1)",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n, @ WHERE i < 3) SELECT * FROM n",
        "SELECT author AS hidden_name FROM book_overview WHERE 0 < (SELECT count(*) FROM @)",
        "SELECT * FROM review INDEXED BY nothing, @",
    ]

    private static let names = [
        "hidden", "HIDDEN", "\"hidden\"", "[hidden]", "`hidden`", "main.hidden", "main.\"HiDDen\"", "hidden_view",
        "inner_overview",
        "temporary", "temp.temporary", "other.foreign_table", "foreign_table", "sqlite_master", "main.sqlite_master",
        "\"odd \"\"name\"",
        "other.sqlite_master",
    ]

    @Test(arguments: names) func aTableThatIsNotAllowedIsRefused(_ name: String) throws {
        let scene = try SandboxScene()
        let before = scene.state
        for form in Self.forms where !(form.contains("rowid") && name.contains("view")) {
            let sql = form.replacing("@", with: name)
            let error = thrown { try scene.read(sql) }
            // A missing index is found before anybody is asked.
            if form.contains("INDEXED"), error?.resultCode == .error { continue }
            #expect(error?.resultCode == .authorization, "\(sql): \(error?.message ?? "passed")")
            let reason = form.contains("INDEXED") ? "the statement uses INDEXED BY" : "the statement reads "
            #expect(error?.message.hasPrefix(reason) == true, "\(sql): \(error?.message ?? "passed")")
        }
        #expect(scene.state == before)
    }

    /// SQLite's own tables, which not every build has.
    @Test(arguments: [
        "dbstat", "sqlite_stmt", "sqlite_dbpage", "sqlite_schema", "temp.sqlite_schema", "sqlite_temp_master",
        "sqlite_sequence", "sqlite_stat1",
        "pragma_table_info('book')", "pragma_database_list", "pragma_function_list", "pragma_table_list",
        "pragma_journal_mode('delete')",
        "pragma_user_version", "generate_series(1, 3)", "fsdir('/')", "bytecode('SELECT 1')", "tables_used('SELECT 1')",
        "fts3tokenize",
        "note_data", "note_content", "note_idx", "note_docsize", "note_config", "note_words", "csv", "zipfile('x')",
        "completion('a')",
    ]) func aTableOfSQLitesIsRefused(_ name: String) throws {
        let scene = try SandboxScene()
        for form in [
            "SELECT * FROM @", "SELECT count(*) FROM @", "SELECT 1 FROM book, @",
            "WITH c AS (SELECT 1 FROM @) SELECT * FROM c, c AS d",
        ] {
            let error = thrown { try scene.read(form.replacing("@", with: name)) }
            let message = error?.message ?? "passed"
            #expect(
                message.hasPrefix("the statement reads ") || message.hasPrefix("no such table"),
                "\(form) \(name): \(message)")
        }
    }

    /// What is written, and what is said of it.
    private static let others: [(String, String)] = [
        // Columns
        ("SELECT price FROM book", "reads book.price"), ("SELECT * FROM book", "reads book.price"),
        ("SELECT book.* FROM book", "reads book.price"),
        ("SELECT b.price FROM book AS b", "reads book.price"), ("SELECT \"price\" FROM book", "reads book.price"),
        ("SELECT [PRICE] FROM main.book", "reads book.price"),
        ("SELECT id FROM book WHERE price > 3", "reads book.price"),
        ("SELECT id FROM book ORDER BY price", "reads book.price"),
        ("SELECT count(*) FROM book GROUP BY price", "reads book.price"),
        ("SELECT count(price) FROM book", "reads book.price"),
        ("SELECT sum(id) OVER (ORDER BY price) FROM book", "reads book.price"),
        ("SELECT id FROM book WHERE (SELECT max(price) FROM review)", "reads book.price"),
        ("SELECT mail FROM author", "reads author.mail"),
        ("SELECT book.id FROM book JOIN author ON mail = title", "reads author.mail"),
        ("SELECT 1 WHERE 3 IN book", "reads book.price"),
        ("WITH c AS (SELECT price FROM book) SELECT * FROM c", "reads book.price"),
        ("WITH c AS (SELECT price FROM book) SELECT count(*) FROM c", "reads book.price"),
        ("SELECT (SELECT price FROM book)", "reads book.price"),
        ("SELECT max(1) FILTER (WHERE price) FROM book", "reads book.price"),
        ("SELECT title FROM book LIMIT (SELECT price FROM book)", "reads book.price"),
        ("SELECT title FROM book GROUP BY 1 HAVING max(price)", "reads book.price"),
        ("SELECT CASE price WHEN 1 THEN 2 END FROM book", "reads book.price"),
        ("SELECT (id, price) = (1, 2) FROM book", "reads book.price"),
        ("SELECT title COLLATE nocase FROM book ORDER BY price DESC", "reads book.price"),
        ("SELECT DISTINCT price FROM book", "reads book.price"),
        ("SELECT price FROM book UNION SELECT 1", "reads book.price"),
        ("SELECT cast(price AS text) FROM book", "reads book.price"),
        ("SELECT price IS NULL FROM book", "reads book.price"),
        ("SELECT author_id FROM book WHERE price BETWEEN 1 AND 2", "reads book.price"),
        ("SELECT json_array(price) FROM book", "reads book.price"),
        ("SELECT value FROM book, json_each(json_array(price))", "reads book.price"),
        ("SELECT 1 FROM book_overview JOIN book ON book.price = book_overview.price", "reads book.price"),
        // What the authorizer is not told
        ("SELECT 1 FROM hidden NATURAL JOIN (SELECT 's3cret' AS x)", "names hidden"),
        ("SELECT 1 FROM (SELECT 's3cret' AS x) NATURAL JOIN hidden", "names hidden"),
        ("SELECT 1 FROM hidden JOIN (SELECT 's3cret' AS x) USING (x)", "names hidden"),
        ("SELECT 1 FROM \"hidden\" NATURAL LEFT JOIN (SELECT 1 AS x)", "names hidden"),
        ("SELECT 1 FROM [HIDDEN] JOIN (SELECT 1 AS x) USING (x)", "names hidden"),
        ("SELECT 1 FROM book NATURAL JOIN (SELECT 9.5 AS price)", "joins book by NATURAL"),
        ("SELECT 1 FROM book JOIN (SELECT 9.5 AS price) USING (price)", "reads book.price"),
        ("SELECT 1 FROM book JOIN (SELECT 9.5 AS price) USING (\"PRICE\")", "reads book.price"),
        ("SELECT 1 FROM book AS b JOIN (SELECT 1 AS id, 9.5 AS price) USING (id, price)", "reads book.price"),
        ("SELECT 1 FROM author NATURAL JOIN (SELECT 'a' AS mail)", "joins author by NATURAL"),
        ("SELECT 1 FROM sqlite_master JOIN (SELECT 1 AS name) USING (name)", "names sqlite_master"),
        ("SELECT 1 FROM pragma_table_info('x') NATURAL JOIN (SELECT 'x' AS name)", "names pragma_table_info"),
        ("SELECT 1 FROM dbstat NATURAL JOIN (SELECT 1 AS pgsize)", "names dbstat"),
        // Names given to something else
        ("WITH book_overview AS (SELECT x FROM hidden) SELECT * FROM book_overview", "uses the name of a table"),
        ("WITH hidden AS (SELECT 1) SELECT * FROM hidden", "uses the name of a table"),
        (
            "SELECT (WITH hidden AS (SELECT 1) SELECT count(*) FROM hidden), (SELECT count(*) FROM hidden)",
            "uses the name of a table"
        ),
        (
            "WITH \"book_overview\" (a) AS NOT MATERIALIZED (SELECT price FROM book) SELECT * FROM book_overview",
            "uses the name of a table"
        ),
        ("WITH 'hidden' AS MATERIALIZED (SELECT 1) SELECT 1", "uses the name of a table"),
        ("WITH json_each AS (SELECT x FROM hidden) SELECT * FROM json_each", "uses the name of a table"),
        ("WITH sqlite_master AS (SELECT 1) SELECT 1", "uses the name of a table"),
        ("WITH pragma_table_info AS (SELECT 1) SELECT 1", "uses the name of a table"),
        (
            "WITH a AS (SELECT 1), Author/**/(x)--\nAS/**/(SELECT mail FROM author) SELECT * FROM author",
            "uses the name of a table"
        ),
        (
            "SELECT 1 FROM (WITH nested_overview AS (SELECT x FROM hidden) SELECT * FROM nested_overview)",
            "uses the name of a table"
        ),
        // Functions
        ("SELECT load_extension('x')", "calls load_extension()"), ("SELECT leak(title) FROM book", "calls leak()"),
        ("SELECT LEAK('a')", "calls leak()"),
        ("SELECT \"leak\"('a')", "calls leak()"), ("SELECT title REGEXP '(a+)+$' FROM book", "calls regexp()"),
        ("SELECT regexp('a', title) FROM book", "calls regexp()"),
        ("SELECT title NOT REGEXP 'a' FROM book", "calls regexp()"),
        ("SELECT last_insert_rowid()", "calls last_insert_rowid()"), ("SELECT changes()", "calls changes()"),
        ("SELECT total_changes()", "calls total_changes()"), ("SELECT sqlite_log(1, 'x')", "calls sqlite_log()"),
        ("SELECT sqlite_compileoption_get(0)", "calls sqlite_compileoption_get()"),
        ("SELECT id FROM book WHERE leak('a') = 'a'", "calls leak()"),
        ("SELECT id FROM book ORDER BY leak('a')", "calls leak()"),
        ("WITH c AS (SELECT leak('a')) SELECT * FROM c", "calls leak()"),
        ("SELECT trim(title, title) FROM book", "calls trim()"),
        ("SELECT trim(a, b) FROM (SELECT hex(zeroblob(9)) AS a, 'b' AS b)", "calls trim()"),
        ("SELECT \"ltrim\"('a', hex(zeroblob(9)))", "calls ltrim()"),
        ("SELECT rtrim(replace(title, ',', '.'), title || 'x') FROM book", "calls rtrim()"),
        ("SELECT trim('a', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')", "calls trim()"),
        ("SELECT trim('a', (SELECT title FROM book))", "calls trim()"),
        ("SELECT trim('a', 'b' || title) FROM book", "calls trim()"),
        // Other statements
        ("INSERT INTO book (title) VALUES ('x')", "is not a query"), ("UPDATE book SET title = 'x'", "is not a query"),
        ("DELETE FROM book", "is not a query"),
        ("REPLACE INTO book (id) VALUES (1)", "is not a query"),
        ("WITH c AS (SELECT 1) DELETE FROM hidden", "writes hidden"),
        ("WITH c AS (SELECT 1) INSERT INTO book (title) SELECT 'x'", "writes book"),
        ("WITH c AS (SELECT 1) UPDATE book SET title = 'x'", "writes book"),
        ("WITH c AS (SELECT 1) DELETE FROM book_overview", "is a view"),
        ("WITH c AS (SELECT 1) INSERT INTO book (title) SELECT 'x' RETURNING id", "writes book"),
        ("CREATE TABLE t (a)", "is not a query"), ("CREATE TEMP TABLE t AS SELECT * FROM hidden", "is not a query"),
        ("CREATE VIEW v AS SELECT 1", "is not a query"),
        ("CREATE TRIGGER t AFTER INSERT ON book BEGIN SELECT 1; END", "is not a query"),
        ("CREATE INDEX i ON book (title)", "is not a query"),
        ("CREATE VIRTUAL TABLE v USING fts5(a)", "is not a query"), ("DROP TABLE book", "is not a query"),
        ("DROP VIEW book_overview", "is not a query"),
        ("ALTER TABLE book RENAME TO b", "is not a query"), ("ALTER TABLE book ADD COLUMN c", "is not a query"),
        ("PRAGMA journal_mode = DELETE", "is not a query"),
        ("PRAGMA writable_schema = 1", "is not a query"), ("PRAGMA table_info(hidden)", "is not a query"),
        ("PRAGMA query_only = 0", "is not a query"),
        ("ATTACH '/tmp/x.db' AS x", "is not a query"), ("DETACH other", "is not a query"), ("BEGIN", "is not a query"),
        ("COMMIT", "is not a query"), ("ROLLBACK", "is not a query"),
        ("END", "is not a query"), ("SAVEPOINT s", "is not a query"), ("RELEASE s", "is not a query"),
        ("ANALYZE", "is not a query"), ("REINDEX", "is not a query"), ("VACUUM", "is not a query"),
        ("VACUUM INTO '/tmp/x.db'", "is not a query"), ("EXPLAIN SELECT 1", "is not a query"),
        ("EXPLAIN QUERY PLAN SELECT * FROM hidden", "is not a query"),
        ("/* SELECT */ DELETE FROM book", "is not a query"), ("-- SELECT\nDELETE FROM book", "is not a query"),
        (";DELETE FROM book", "is not a query"),
        ("\"SELECT\" 1", "is not a query"), ("", "is not a query"), (";;", "is not a query"),
        ("-- nothing", "is not a query"),
        // More than one
        ("SELECT 1; DELETE FROM book", "is followed by another statement"),
        ("SELECT 1; SELECT * FROM hidden", "is followed by another statement"),
        ("SELECT 1;;; VALUES (1)", "is followed by another statement"),
        ("SELECT 1; PRAGMA journal_mode = DELETE", "is followed by another statement"),
        ("SELECT 1 /* */ ; /* */ BEGIN", "is followed by another statement"),
        // Parameters without values
        ("SELECT ?", "expected 1 value"), ("SELECT :name", "expected 1 value"),
        ("SELECT title FROM book LIMIT @limit", "expected 1 value"),
        // Size
        ("SELECT zeroblob(1000000000)", "too big"), ("SELECT randomblob(1000000000)", "too big"),
        ("SELECT printf('%.*c', 1000000000, 'x')", "calls printf()"),
        ("SELECT FORMAT('%1000000000c', 'x')", "calls FORMAT()"),
        ("SELECT printf(title, 2) FROM book", "calls printf()"),
        ("SELECT printf('%.1000' || '000c', 2)", "calls printf()"),
        ("SELECT hex(zeroblob(60000))", "too big"), ("SELECT replace(hex(zeroblob(40000)), '0', 'xxxx')", "too big"),
        ("SELECT \"printf\"('%1000000d', 1)", "calls printf()"),
        ("WITH RECURSIVE n(t) AS (SELECT 'x' UNION ALL SELECT t || t FROM n) SELECT max(length(t)) FROM n", "too big"),
        (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT group_concat(i) FROM n",
            "took longer"
        ),
        (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT json_group_array(i) FROM n",
            "too big"
        ),
        ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n", "more than 1000 rows"),
        ("SELECT a.title FROM book a, book b, book c, book d, book e, book f, book g", "more than 1000 rows"),
        (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT zeroblob(99000) FROM n",
            "more than 10000000 bytes"
        ),
        // Time
        ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n", "took longer"),
        ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT max(i) FROM n", "took longer"),
        (
            "SELECT count(*) FROM review a, review b, review c, review d, review e, review f, review g, review h, review i, review j, review k, review l, review m, review n, review o, review p, review q, review r, review s",
            "took longer"
        ),
        (
            "WITH RECURSIVE n(t) AS (SELECT hex(zeroblob(40000)) UNION ALL SELECT upper(t) FROM n) SELECT count(*) FROM n",
            "took longer"
        ),
        (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0 ORDER BY i",
            "took longer"
        ),
        // Memory
        (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT json_group_array(hex(zeroblob(40000))) FROM n",
            "of memory"
        ),
        (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT json_group_object(i, hex(zeroblob(40000))) FROM n",
            "of memory"
        ),
        // Compilation
        (
            "SELECT " + String(repeating: "(", count: 90) + "1" + String(repeating: ")", count: 90) + " + "
                + Array(repeating: "1", count: 150).joined(separator: "+"), "too large"
        ),
        (Array(repeating: "SELECT 1", count: 60).joined(separator: " UNION ALL "), "too many terms"),
        (
            "SELECT " + Array(repeating: "abs(1)", count: 400).joined(separator: ", "),
            "calls functions more than 300 times"
        ),
        ("SELECT 'x' LIKE '" + String(repeating: "%a", count: 200) + "'", "pattern too complex"),
        ("SELECT fm_like('x', '" + String(repeating: "%a", count: 200) + "', '')", "pattern too complex"),
        ("SELECT '" + String(repeating: "x", count: 20_000) + "'", "may have at most 20000 bytes"),
        (doubling(40), "repeats its common table expressions"), (doubling(12), "repeats its common table expressions"),
    ]

    /// Common table expressions each of which uses the one before it twice.
    private static func doubling(_ count: Int) -> String {
        let rest = (1...count).map { "c\($0) AS (SELECT * FROM c\($0 - 1) UNION ALL SELECT * FROM c\($0 - 1))" }
        return "WITH c0 AS (SELECT 1), " + rest.joined(separator: ", ") + " SELECT count(*) FROM c\(count)"
    }

    @Test func eachIsStoppedForItsOwnReason() throws {
        var scene = try SandboxScene()
        let before = scene.state
        for (sql, reason) in Self.others {
            // Only the limit that is meant is tight: on a busy machine another one would come first.
            scene.sandbox.limits.time = reason == "took longer" ? .milliseconds(100) : .seconds(600)
            scene.sandbox.limits.memory = reason == "of memory" ? 20_000_000 : .max
            let error = thrown { try scene.read(sql) }
            #expect(error?.message.contains(reason) == true, "\(sql.prefix(150)): \(error?.message ?? "passed")")
            #expect(scene.state == before, "\(sql.prefix(150))")
        }
        #expect(Self.forms.count * Self.names.count + Self.others.count > 600)
    }

    /// What has not told all its names might be named by the statement.
    @Test func aSchemaThatCannotBeReadRefusesTheQuery() throws {
        let folder = TemporaryFolder()
        let scene = try SandboxScene()
        let file = folder.file("attached.db")
        let other = FMDatabase.file(file)
        try other.execute("CREATE TABLE foreign_one (x)")
        try scene.db.execute("ATTACH \(file) AS busy")
        scene.db.maxBusyRetryTimeInterval = 0
        #expect(try scene.rows("SELECT count(*) FROM book") == "3")

        try other.execute("BEGIN EXCLUSIVE")
        for sql in ["SELECT count(*) FROM book", "WITH c AS (SELECT 1) SELECT count(*) FROM c"] {
            #expect(thrown { try scene.read(sql) }?.resultCode == .busy)
        }
        try other.execute("COMMIT")
        #expect(try scene.rows("SELECT count(*) FROM book") == "3")
    }
}
