import FMDB
import FMDBTestHelpers
import Testing

/// What a sandbox allows, and what it leaves as it was.
@Suite(.enabled(if: SandboxScene.isPossible)) struct SandboxTests {
    private static let friendly: [(String, String)] = [
        ("SELECT title FROM book ORDER BY id", "Sea|Sky|Sun"),
        ("SELECT TITLE, [Id] FROM \"Book\" WHERE id = 2;", "Sky,2"),
        ("SELECT count(*) FROM book", "3"), ("SELECT count(*), max(rowid) FROM book", "3,3"),
        ("VALUES (1, 'a'), (2, NULL)", "1,a|2,-"),
        ("SELECT title, name FROM book JOIN author ON author.id = author_id ORDER BY 1", "Sea,Ann|Sky,Bob|Sun,Bob"),
        (
            "SELECT title, stars FROM book LEFT JOIN review ON book_id = book.id ORDER BY 1, 2",
            "Sea,3|Sea,5|Sky,-|Sun,4"
        ),
        (
            "SELECT name, count(*) AS n FROM author JOIN book ON author_id = author.id GROUP BY name HAVING n > 1",
            "Bob,2"
        ),
        (
            "WITH c AS (SELECT author_id, count(*) AS n FROM book GROUP BY 1) SELECT name, n FROM c JOIN author ON id = author_id ORDER BY n",
            "Ann,1|Bob,2"
        ),
        ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT * FROM n", "1|2|3"),
        (
            "WITH a AS (SELECT 1 AS x), b AS (SELECT x FROM a UNION ALL SELECT x + 1 FROM a) SELECT count(*) FROM a, b",
            "2"
        ),
        ("SELECT title, row_number() OVER (ORDER BY id DESC) FROM book ORDER BY id", "Sea,3|Sky,2|Sun,1"),
        ("SELECT sum(stars) OVER w FROM review WINDOW w AS (ORDER BY stars)", "3|7|12"),
        ("SELECT title FROM book WHERE id IN (SELECT book_id FROM review) ORDER BY 1", "Sea|Sun"),
        ("SELECT title FROM book UNION SELECT name FROM author ORDER BY 1 LIMIT 2", "Ann|Bob"),
        ("SELECT upper(title) || ';' FROM book WHERE title LIKE 's%y'", "SKY;"),
        ("SELECT date('2024-02-29', '+1 year'), strftime('%Y', 0, 'unixepoch')", "2025-03-01,1970"),
        ("SELECT trim('  a '), trim('xay', 'xy'), replace(trim(title), 'S', 's') FROM book WHERE id = 1", "a,a,sea"),
        ("SELECT printf('%05.2f|%s', 1.5, title) FROM book WHERE id = 1", "01.50|Sea"),
        ("SELECT coalesce(NULL, 2), nullif(1, 1), round(2.5), abs(-3), typeof(1.5)", "2,-,3.0,3,real"),
        ("SELECT twice(id) FROM book", "2|4|6"), ("SELECT tax(10.0)", "2.0"),
        ("SELECT * FROM review WHERE stars = 4", "3,4,warm"), ("SELECT rowid FROM review", "1|2|3"),
        // Of a view everything is allowed that it selects
        ("SELECT * FROM book_overview WHERE price > 10 ORDER BY author, title", "Sky,12.0,Bob|Sun,20.0,Bob"),
        ("SELECT count(*) FROM book_overview", "3"),
        ("SELECT author FROM book_overview ORDER BY title LIMIT 1", "Ann"),
        ("SELECT * FROM nested_overview ORDER BY 1", "Sky,1|Sun,1"),
        ("SELECT b.title, v.price FROM book b JOIN book_overview v ON v.title = b.title WHERE b.id = 1", "Sea,9.5"),
        ("WITH c AS (SELECT price FROM book_overview) SELECT max(price) FROM c", "20.0"),
        // Joins that SQLite does not report
        ("SELECT title FROM book JOIN (SELECT 2 AS id) USING (id)", "Sky"),
        ("SELECT count(*) FROM book_overview NATURAL JOIN (SELECT 'Sea' AS title)", "1"),
        ("SELECT b.title FROM book AS b JOIN author AS a USING (id) WHERE a.name = 'Ann'", "Sea"),
        // Words that are no names here
        ("SELECT 'hidden', 'price' AS \"price\"", "hidden,price"),
        ("SELECT title AS hidden FROM book WHERE id = 1 -- hidden", "Sea"),
    ]

    @Test func whatIsAllowedRuns() throws {
        let scene = try SandboxScene()
        for (sql, rows) in Self.friendly { #expect(try scene.rows(sql) == rows, "\(sql)") }
    }

    @Test(.enabled(if: SQLiteVersion.hasJSON)) func JSONIsAllowed() throws {
        let scene = try SandboxScene()
        #expect(try scene.rows("SELECT json_extract('{\"a\": [1, 2]}', '$.a[1]'), json_array(1, 'b')") == "2,[1,\"b\"]")
        #expect(try scene.rows("SELECT key, value FROM json_each('[7, 8]')") == "0,7|1,8")
        #expect(try scene.rows("SELECT count(*) FROM json_tree('[[1]]')") == "3")
        #expect(try scene.rows("SELECT json_group_array(title) FROM book") == "[\"Sea\",\"Sky\",\"Sun\"]")
    }

    @Test(.enabled(if: SQLiteVersion.hasFTS5)) func fullTextIsSearched() throws {
        let scene = try SandboxScene()
        #expect(
            try scene.rows("SELECT title, highlight(note, 1, '<', '>') FROM note WHERE note MATCH 'red' ORDER BY rank")
                == "Wine,<red> and white")
        #expect(try scene.rows("SELECT rowid, round(bm25(note)) < 1 FROM note('green')") == "2,1")
        #expect(try scene.rows("SELECT title FROM note WHERE body MATCH 'gre*'") == "Tea")
    }

    /// The first use on a connection declares the table, and has its statements compiled.
    @Test(.enabled(if: SQLiteVersion.hasFTS5)) func aVirtualTableIsFirstUsedInASandbox() throws {
        let folder = TemporaryFolder()
        let maker = FMDatabase(path: folder.file())
        try #require(maker.open())
        try maker.execute("CREATE TABLE text (id INTEGER PRIMARY KEY, body, secret)")
        try maker.execute("INSERT INTO text VALUES (1, 'red wine', 'x')")
        try maker.execute("CREATE VIRTUAL TABLE found USING fts5(body, content = 'text', content_rowid = 'id')")
        try maker.execute("INSERT INTO found (found) VALUES ('rebuild')")
        try maker.execute("CREATE VIRTUAL TABLE old USING fts4(body)")
        try maker.execute("INSERT INTO old VALUES ('red tea')")
        var tables: [String: FMSandbox.Columns] = ["found": .all, "old": .all]
        if (try? maker.execute("CREATE VIRTUAL TABLE place USING rtree(id, low, high)")) != nil {
            try maker.execute("INSERT INTO place VALUES (1, 2, 3)")
            tables["place"] = .all
        }
        maker.close()

        for sql in [
            "SELECT body FROM found('wine')", "SELECT body FROM old WHERE old MATCH 'tea'",
            "SELECT high FROM place WHERE low > 1",
        ] {
            let db = FMDatabase(path: folder.file())
            try #require(db.open())
            if sql.contains("place"), tables["place"] == nil { continue }
            #expect(try db.readUntrusted(FMSQL(raw: sql), in: FMSandbox(tables: tables)).rows.count == 1, "\(sql)")
            #expect(
                thrown { try db.readUntrusted("SELECT * FROM text", in: FMSandbox(tables: tables)) }?.resultCode
                    == .authorization)
            db.close()
        }
    }

    @Test func valuesAreBound() throws {
        let scene = try SandboxScene()
        #expect(try scene.rows("SELECT title FROM book WHERE id = ? OR title LIKE ?", [1, "S_n"]) == "Sea|Sun")
        let id = 2
        #expect(
            try scene.db.readUntrusted("SELECT title FROM book WHERE id = \(id)", in: scene.sandbox)["title"] == [
                .text("Sky")
            ])
    }

    @Test func aSecondStatementIsNotAllowed() throws {
        let scene = try SandboxScene()
        let error = thrown { try scene.db.readUntrusted("SELECT 1; SELECT 2", in: FMSandbox(tables: [:])) }
        #expect(error?.resultCode == .authorization)
        #expect(error?.message == "the statement is followed by another statement, which the sandbox does not allow")
        #expect(try scene.db.readUntrusted("SELECT 1; ; -- no more", in: FMSandbox(tables: [:])).rows == [[1]])
    }

    @Test func anAnswerHasNames() throws {
        let answer = try SandboxScene().read("SELECT title, id AS number FROM book")
        #expect(answer.columns == ["title", "number"])
        #expect(answer["number"] == [.integer(1), .integer(2), .integer(3)])
        #expect(answer["id"] == nil)
        #expect(try SandboxScene().read("SELECT id, title FROM book WHERE 0").columns == ["id", "title"])
    }

    @Test func aLongResultIsCutIfThatIsAskedFor() throws {
        var scene = try SandboxScene()
        scene.sandbox.limits.truncates = true
        scene.sandbox.limits.rowCount = 2
        let answer = try scene.read("SELECT title FROM book ORDER BY id")
        #expect(answer.isTruncated && answer["title"] == [.text("Sea"), .text("Sky")])
        #expect(try scene.read("SELECT title FROM book LIMIT 2").isTruncated == false)
        scene.sandbox.limits.byteCount = 15
        #expect(try scene.read("SELECT title FROM book").rows.count == 1)
    }

    @Test func anotherDatabaseMayBeTheOneThatIsRead() throws {
        var scene = try SandboxScene()
        scene.sandbox.tables = ["foreign_table": .all, "book": .all]
        scene.sandbox.schema = "other"
        #expect(try scene.rows("SELECT count(x) FROM foreign_table") == "0")
        #expect(thrown { try scene.read("SELECT price FROM book") }?.message.contains("reads main.book") == true)
    }

    @Test func theSchemaIsReadIfThatIsAskedFor() throws {
        var scene = try SandboxScene()
        scene.sandbox.tables["sqlite_schema"] = ["name", "type"]
        #expect(try scene.rows("SELECT name FROM sqlite_master WHERE name = 'hidden'") == "hidden")
        #expect(
            thrown { try scene.read("SELECT sql FROM sqlite_master") }?.message.contains("reads sqlite_master.sql")
                == true)
    }

    // MARK: What stays as it was

    @Test func aStatementIsCompiledAnew() throws {
        let scene = try SandboxScene()
        #expect(try scene.db.rows("SELECT x FROM hidden", as: String.self) == ["s3cret"])
        #expect(thrown { try scene.read("SELECT x FROM hidden") }?.resultCode == .authorization)
        let before = RawObjects.countOfStatements(scene.db)
        #expect(try scene.rows("SELECT title FROM book WHERE id = 1") == "Sea")
        #expect(RawObjects.countOfStatements(scene.db) == before)
        #expect(try scene.db.rows("SELECT x FROM hidden", as: String.self) == ["s3cret"])
        #expect(try scene.db.value("SELECT leak('a')", as: String.self) == "a")
    }

    @Test func anAuthorizerOfTheClientsIsReplaced() throws {
        let scene = try SandboxScene()
        #expect(try scene.rows("SELECT 1") == "1")
        RawObjects.allowEverything(scene.db)
        #expect(thrown { try scene.read("SELECT x FROM hidden") }?.resultCode == .authorization)
        #expect(try scene.rows("SELECT title FROM book WHERE id = 1") == "Sea")
    }

    @Test func anInnocuousFunctionIsAllowedOnlyIfAllOfItsNameAre() throws {
        let scene = try SandboxScene()
        try scene.db.addFunction("twice") { (a: Int, b: Int) in a + b }
        #expect(thrown { try scene.read("SELECT twice(1)") }?.message.contains("calls twice()") == true)
        try scene.db.addFunction("upper") { (text: String) in text }
        #expect(thrown { try scene.read("SELECT upper('a')") }?.message.contains("calls upper()") == true)
    }

    @Test func aTransactionGoesOn() throws {
        let scene = try SandboxScene()
        try scene.db.withTransaction {
            try scene.db.execute("INSERT INTO book (id, title) VALUES (4, 'New')")
            #expect(try scene.rows("SELECT title FROM book WHERE id = 4") == "New")
            #expect(thrown { try scene.read("ROLLBACK") }?.resultCode == .authorization)
            #expect(thrown { try scene.read("SELECT price FROM book") }?.resultCode == .authorization)
        }
        #expect(try scene.rows("SELECT count(*) FROM book") == "4")
    }

    @Test func aClosedDatabaseAnswersNothing() throws {
        let scene = try SandboxScene()
        scene.db.close()
        #expect(thrown { try scene.read("SELECT 1") }?.resultCode == .misuse)
    }

    @Test func errorsTellNoValues() throws {
        let scene = try SandboxScene()
        let error = thrown { try scene.read("SELECT price FROM book WHERE title = ?", ["s3cret"]) }
        #expect(error?.message == "the statement reads book.price, which the sandbox does not allow")
        #expect(error.map { String(describing: $0).contains("s3cret") } == false)
    }
}
