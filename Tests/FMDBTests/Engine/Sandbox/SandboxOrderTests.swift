import FMDB
import FMDBTestHelpers
import Testing

/// What SQLite's planner, its errors and the order of rows reveal about columns that are not allowed: each is refused, or
/// documented.
@Suite(.enabled(if: SandboxScene.isPossible)) struct SandboxOrderTests {
    private let db = FMDatabase.memory()
    private let sandbox = FMSandbox(tables: ["author": ["id", "name", "indexed"], "rich": .all, "pay": ["twice"]])

    init() throws {
        db.logsErrors = false
        let isSetUp = db.executeStatements(
            """
            CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT, salary INTEGER UNIQUE, vip INTEGER, indexed INTEGER);
            CREATE INDEX vips ON author (name) WHERE vip = 1;
            CREATE INDEX expr ON author (salary > 50);
            CREATE TABLE pay (salary INTEGER, twice AS (salary * 2));
            CREATE VIEW rich AS SELECT id, name FROM author INDEXED BY sqlite_autoindex_author_1 WHERE salary > 40;
            CREATE VIEW plain AS SELECT id, name FROM author NOT INDEXED;
            INSERT INTO author VALUES (1, 'n1', 70, 0, 1), (2, 'n2', 10, 1, 0), (3, 'n3', 90, 0, 1), (4, 'n4', 30, 1, 0);
            INSERT INTO pay (salary) VALUES (7);
            ANALYZE;
            """)
        guard isSetUp else { throw db.lastError() }
    }

    private func rows(_ sql: String) throws -> String {
        try db.readUntrusted(FMSQL(raw: sql), in: sandbox).rows.map { row in row.map { "\($0)" }.joined(separator: ",")
        }
        .joined(separator: "|")
    }

    @Test(arguments: [
        "SELECT id FROM author INDEXED BY sqlite_autoindex_author_1", "SELECT id FROM author INDEXED BY vips",
        "SELECT id FROM author INDEXED BY expr", "SELECT id FROM author INDEXED BY nosuch",
        "SELECT id FROM author indexed/**/by/**/sqlite_autoindex_author_1",
        "SELECT id FROM author Indexed -- \n By [sqlite_autoindex_author_1]",
        "SELECT id FROM main.author AS a INDEXED BY 'sqlite_autoindex_author_1' LIMIT 1",
        "SELECT id FROM [author]INDEXED BY\"sqlite_autoindex_author_1\"",
        "SELECT id FROM author a INDEXED BY sqlite_autoindex_author_1 JOIN author b USING (id)",
        "SELECT id FROM (SELECT id FROM author INDEXED BY sqlite_autoindex_author_1)",
        "WITH a AS (SELECT id FROM author INDEXED BY sqlite_autoindex_author_1) SELECT id FROM a",
        "VALUES ((SELECT id FROM author INDEXED BY sqlite_autoindex_author_1))",
        "SELECT id FROM author WHERE id IN (SELECT id FROM author NOT INDEXED)",
        "SELECT id FROM author NOT INDEXED", "SELECT id FROM author not/**/indexed",
        "SELECT id FROM author AS a NOT INDEXED",
    ]) func anIndexIsNotChosen(_ sql: String) {
        let error = thrown { try rows(sql) }
        #expect(error?.resultCode == .authorization, "\(sql): \(error?.message ?? "no error")")
        #expect(error?.message.hasPrefix("the statement uses ") == true, "\(error?.message ?? "")")
    }

    /// To SQLite the word alone is a name.
    @Test(arguments: [
        "SELECT indexed FROM author WHERE id = 1",
        "SELECT \"indexed\" FROM author WHERE NOT \"indexed\" = 0 AND id = 1",
        "SELECT 1 AS indexed ORDER BY indexed",
        "SELECT 'INDEXED BY', 'NOT INDEXED' LIKE 'INDEXED BY' /* NOT INDEXED */",
        "SELECT indexed AS \"by\" FROM author -- INDEXED BY vips",
    ]) func aColumnOfThatNameIsRead(_ sql: String) {
        #expect(throws: Never.self) { try rows(sql) }
    }

    @Test func aViewOfTheOwnerMayChooseAnIndex() throws {
        #expect(try rows("SELECT count(*) FROM rich") == "2")
        let open = FMSandbox(tables: ["plain": .all])
        #expect(try db.readUntrusted("SELECT id FROM plain", in: open).rows.count == 4)
    }

    // MARK: Not told

    @Test(arguments: [
        "SELECT * FROM author", "SELECT id FROM author ORDER BY salary", "SELECT id FROM author GROUP BY salary",
        "SELECT id FROM author GROUP BY id HAVING max(salary) > 1",
        "SELECT row_number() OVER (ORDER BY salary) FROM author",
        "SELECT count(*) FILTER (WHERE salary > 1) FROM author", "SELECT typeof(salary) FROM author",
        "SELECT a.id FROM author a JOIN author b USING (salary)",
        "SELECT count(*) FROM author NATURAL JOIN author AS b",
        "SELECT id FROM author a WHERE EXISTS (SELECT * FROM author b WHERE b.salary = a.salary)",
        "SELECT (id, salary) = (1, 70) FROM author", "SELECT \"salary\" FROM author",
        "SELECT author.salary FROM author",
        "SELECT likelihood(salary > 1, 0.5) FROM author", "SELECT salary AS id FROM author ORDER BY 1",
        "SELECT sqlite_offset(id) FROM author", "SELECT changes()", "SELECT total_changes()",
        "SELECT last_insert_rowid()",
        "SELECT stat FROM sqlite_stat1", "SELECT sql FROM sqlite_schema", "SELECT name FROM sqlite_master",
        "SELECT * FROM pragma_index_list('author')", "SELECT * FROM pragma_table_info('author')",
        "SELECT * FROM sqlite_dbpage", "SELECT name FROM dbstat", "EXPLAIN SELECT id FROM author",
        "EXPLAIN QUERY PLAN SELECT id FROM author", "PRAGMA index_list(author)",
        "INSERT INTO author (id) VALUES (1) RETURNING salary",
        "INSERT INTO author (id) VALUES (1) ON CONFLICT (salary) DO NOTHING",
        "WITH a AS (SELECT 1) UPDATE author SET name = 'x' RETURNING salary", "SELECT salary FROM pay",
        "SELECT rowid FROM pay",
    ]) func whatWouldTellAHiddenColumnIsRefused(_ sql: String) {
        let code = thrown { try rows(sql) }?.resultCode
        // Some builds of SQLite lack a table or a function.
        #expect(code == .authorization || code == .error, "\(sql)")
    }

    // MARK: Told, as the article says

    @Test func theOrderOfAnIndexIsTold() throws {
        try db.execute("CREATE INDEX covering ON author (salary, name)")
        #expect(try rows("SELECT name FROM author ORDER BY name LIMIT 1") == "'n1'")
        let open = try rows("SELECT name FROM author").split(separator: "|")
        #expect(open.sorted() == ["'n1'", "'n2'", "'n3'", "'n4'"])
        // Some builds since 3.50 do not read this small table by the index.
        let isByIndex = open.first == "'n2'" || SQLiteVersion.linked >= SQLiteVersion(3, 50)
        #expect(isByIndex, "the article says that the row with the least salary comes first")
    }

    @Test func whetherAColumnExistsIsTold() {
        #expect(thrown { try rows("SELECT salary FROM author") }?.message.contains("reads author.salary") == true)
        #expect(thrown { try rows("SELECT celery FROM author") }?.message.contains("no such column: celery") == true)
    }

    @Test func whatAViewAndAGeneratedColumnAreMadeOfIsTold() throws {
        #expect(try rows("SELECT twice FROM pay") == "14")
        #expect(try rows("SELECT id FROM rich ORDER BY id") == "1|3")
    }
}
