#if Checked
    import FMDBCheck
    import Foundation
    import Testing

    /// The types of a result's columns.
    @Suite struct ColumnTypeTests {
        /// The types of the columns of a query.
        private func types(_ sql: String, notes: String = "", schema: String = LibraryQueries.schema) throws -> [String]
        {
            let result = try generated("-- name: f :many\n-- row: Row\n\(notes)\(sql)", schema: schema)
            if result.source == nil { return printed(result.findings) }
            return lines(of: result.source, with: "var ").filter { !$0.hasPrefix("var rows") }.map {
                String($0.dropFirst(4))
            }
        }

        @Test(arguments: [
            ("SELECT count(*) AS a, count(DISTINCT title) AS b FROM book", ["a: Int", "b: Int"]),
            (
                "SELECT sum(page_count) AS a, sum(price) AS b, total(price) AS c, avg(id) AS d FROM book",
                ["a: Int?", "b: Double?", "c: Double", "d: Double?"]
            ),
            ("SELECT min(title) AS a, max(id) AS b FROM book", ["a: String?", "b: Int64?"]),
            ("SELECT author, max(price) AS a FROM book GROUP BY author", ["author: Int64", "a: Double?"]),
            (
                "SELECT 1 AS a, 1.5 AS b, 'x' AS c, x'00' AS d, TRUE AS e, 0x1E AS f",
                ["a: Int", "b: Double", "c: String", "d: Data", "e: Bool", "f: Int"]
            ),
            ("SELECT CAST(title AS INTEGER) AS a, CAST(price AS TEXT) AS b FROM book", ["a: Int", "b: String?"]),
            ("SELECT coalesce(price, 0.5) AS a, ifnull(page_count, 0) AS b FROM book", ["a: Double", "b: Int"]),
            ("SELECT coalesce(price, NULL, 1.0) AS a FROM book", []), ("SELECT coalesce(price, 0) AS a FROM book", []),
            ("SELECT price + 1 AS a FROM book", []), ("SELECT title || 'x' AS a FROM book", ["a: String"]),
            (
                "SELECT length(title) AS a, upper(title) AS b, lower(born) AS c FROM book JOIN author ON 1",
                ["a: Int", "b: String", "c: String?"]
            ),
            (
                "SELECT EXISTS (SELECT 1 FROM loan) AS a, row_number() OVER (ORDER BY id) AS b FROM book",
                ["a: Bool", "b: Int"]
            ),
            ("SELECT rowid AS a, id AS b FROM book", ["a: Int64", "b: Int64"]),
            (
                "SELECT book.title, born FROM author LEFT JOIN book ON book.author = author.id",
                ["title: String?", "born: Date?"]
            ),
            ("SELECT title FROM (SELECT title FROM book)", ["title: String"]),
            ("SELECT title, count(*) AS n FROM book", ["title: String?", "n: Int"]),
            ("SELECT (SELECT title FROM book WHERE id = 7) AS a", ["a: String?"]),
            ("SELECT name AS a FROM author UNION SELECT title FROM book", ["a: String"]),
            ("SELECT name AS a FROM author UNION ALL SELECT NULL", []),
            (
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3) SELECT i AS \"i: Int\" FROM n",
                ["i: Int"]
            ),
            ("WITH x AS (SELECT NULL AS id UNION SELECT id FROM book) SELECT id FROM x", ["id: Int64?"]),
        ])
        func expressionsHaveTypesWhereThoseAreSure(sql: String, expected: [String]) throws {
            let types = try types(sql)
            if expected.isEmpty {
                #expect(types.count == 1 && (types.first?.contains("its type is not known") ?? false))
            } else {
                #expect(types == expected)
            }
        }

        @Test func aliasesMayHaveTypesAndMarks() throws {
            let sql = """
                SELECT id AS "number: Int", title AS "title?", price AS "price!", code AS "code!: String", shelf AS "shelf?: Shelf"
                FROM book WHERE number > 3 ORDER BY "price!", number
                """
            #expect(
                try types(sql) == ["number: Int", "title: String?", "price: Double", "code: String", "shelf: Shelf?"])
        }

        @Test func columnsMayBeToldInComments() throws {
            let notes = "-- column shelf: Shelf\n-- column price!\n"
            let types = try types("SELECT * FROM book", notes: notes)
            #expect(types.contains("shelf: Shelf"))
            #expect(types.contains("price: Double"))
            #expect(types.contains("pageCount: Int?"))
            #expect(
                try self.types("PRAGMA journal_mode = WAL", notes: "-- column journal_mode: String\n") == [
                    "journalMode: String"
                ])
            #expect(
                try self.types("SELECT id FROM book", notes: "-- column name: Shelf\n")
                    == ["q.sql:3:4: error: the query f has no column name"])
        }

        @Test func functionsOfTheProgramAreTold() throws {
            let query = """
                -- function: distance(4): Double
                -- function: initials(2)

                -- name: f :many
                SELECT title, distance(1, 2, 3, 4) AS away, initials(title, 'x') AS "initials: String?" FROM book;
                """
            let source = try generated(query).source
            #expect(
                lines(of: source, with: "var ").prefix(3) == [
                    "var title: String", "var away: Double", "var initials: String?",
                ])
        }

        @Test func datesWhoseDefaultIsATextAreNone() throws {
            let schema =
                "CREATE TABLE t (made DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP, seen DATETIME DEFAULT (unixepoch('now')))"
            #expect(try types("SELECT seen FROM t", schema: schema) == ["seen: Date?"])
            #expect(
                try types("SELECT made FROM t", schema: schema) == [
                    "q.sql:3:8: error: column made: the default of the column made is text, which is not read as a Date: annotate String; write AS \"made: Type\""
                ])
        }

        @Test func keysMayBeNullWhereSQLiteAllowsIt() throws {
            let schema = """
                CREATE TABLE a (code TEXT PRIMARY KEY);
                CREATE TABLE b (code TEXT PRIMARY KEY) WITHOUT ROWID;
                CREATE TABLE c (code TEXT PRIMARY KEY) STRICT;
                CREATE TABLE d (code TEXT NOT NULL PRIMARY KEY);
                """
            let expected = ["a": "String?", "b": "String", "c": "String", "d": "String"]
            for (table, type) in expected {
                #expect(try types("SELECT code FROM \(table)", schema: schema) == ["code: \(type)"])
            }
        }
    }
#endif
