#if Checked
    import FMDBCheck
    import Foundation
    import Testing

    /// What is written for queries.
    @Suite struct GeneratorTests {
        /// `FMDB_WRITE_TABLES=1 swift test --filter GeneratorTests` writes the file anew.
        @Test func theGeneratedFileIsWhatWouldBeWritten() throws {
            let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("LibraryQueries+Generated.swift")
            let result = try generated([
                QueryGenerator.File(name: "reading.sql", path: "reading.sql", text: LibraryQueries.reading),
                QueryGenerator.File(name: "writing.sql", path: "writing.sql", text: LibraryQueries.writing),
            ])
            #expect(printed(result.findings) == [])
            let source = try #require(result.source)
            if ProcessInfo.processInfo.environment["FMDB_WRITE_TABLES"] != nil {
                try source.write(to: file, atomically: true, encoding: .utf8)
            }
            #expect(try String(contentsOf: file, encoding: .utf8) == source)
        }

        @Test func accessIsThatOfTheOption() throws {
            let query = """
                -- name: titles :many
                SELECT id, title FROM book;
                """
            for access in QueryAccess.allCases {
                let source = try generated(query, access: access).source
                let word = access == .internal ? "" : access.rawValue + " "
                #expect(lines(of: source, with: "func titles").allSatisfy { $0.hasPrefix("\(word)func titles(") })
                #expect(
                    lines(of: source, with: "struct TitlesRow") == [
                        "\(word)struct TitlesRow: Sendable, Hashable, Codable {"
                    ])
                #expect(lines(of: source, with: "var id") == ["\(word)var id: Int64"])
            }
        }

        @Test func typesAreThoseOfTheColumns() throws {
            let schema = """
                CREATE TABLE t (
                    id INTEGER PRIMARY KEY, a INT NOT NULL, b VARCHAR(20) NOT NULL, c DOUBLE PRECISION NOT NULL, d BLOB NOT NULL,
                    e BOOLEAN NOT NULL, f DATETIME NOT NULL, g UUID NOT NULL, h BIGINT NOT NULL, i INTEGER NOT NULL REFERENCES t, j TEXT);
                """
            let source = try generated("-- name: all :many\nSELECT * FROM t;", schema: schema).source
            #expect(
                lines(of: source, with: "var ") == [
                    "var id: Int64", "var a: Int", "var b: String", "var c: Double", "var d: Data", "var e: Bool",
                    "var f: Date",
                    "var g: UUID", "var h: Int64", "var i: Int64", "var j: String?", "var rows: [TRow] = []",
                ])
        }

        @Test func starsAreWrittenOut() throws {
            let source = try generated(
                """
                -- name: pairs :many
                SELECT author.*, loan.* FROM author JOIN loan ON loan.book = author.id;
                -- name: with :many
                SELECT 1 AS one, * FROM loan;
                """
            ).source
            #expect(
                lines(of: source, with: "SELECT")
                    == [
                        "\"SELECT author.id, author.name, author.born, loan.book, loan.reader, loan.due FROM author JOIN loan ON loan.book = author.id\"",
                        "let sql: FMSQL = \"SELECT 1 AS one, book, reader, due FROM loan\"",
                    ].map { $0.hasPrefix("\"") ? String($0.dropFirst().dropLast()) : $0 })
        }

        /// The parameters of a query, as they are declared.
        private func parameters(_ sql: String) throws -> String {
            let kind = sql.hasPrefix("SELECT") || sql.hasPrefix("WITH") ? "many" : "exec"
            let result = try generated("-- name: f :\(kind)\n\(sql)")
            if result.source == nil { return printed(result.findings).joined() }
            let head = lines(of: result.source, with: "func f(").first ?? ""
            guard head.hasSuffix("("), let source = result.source, let place = source.range(of: "func f(\n") else {
                return head.dropFirst("func f(".count).components(separatedBy: ", file:")[0]
            }
            return source[place.upperBound...].trimmingCharacters(in: .whitespaces).components(separatedBy: ", file:")[
                0]
        }

        @Test(arguments: [
            ("SELECT title FROM book WHERE id = :p", "p: Int64"),
            ("SELECT title FROM book WHERE :p <= book.price", "p: Double"),
            ("SELECT title FROM book b WHERE b.title <> :p", "p: String"),
            ("SELECT title FROM book WHERE page_count IS :p", "p: Int?"),
            ("SELECT title FROM book WHERE :p IS NOT page_count", "p: Int?"),
            ("SELECT title FROM book WHERE id IN :p", "p: [Int64]"),
            ("SELECT title FROM book WHERE id NOT IN (7, :p)", "p: Int64"),
            ("SELECT title FROM book WHERE price BETWEEN :p AND :q", "p: Double, q: Double"),
            ("SELECT title FROM book WHERE :p BETWEEN price AND 9", "p: Double"),
            ("SELECT title FROM book WHERE title LIKE '%' || :p || '%'", "p: String"),
            ("SELECT title FROM book WHERE lower(title) = :p", "p: String"),
            ("SELECT title FROM book WHERE (price = :p OR :p IS NULL)", "p: Double?"),
            ("SELECT title FROM book LIMIT :p OFFSET :q", "p: Int, q: Int"),
            ("SELECT title FROM book LIMIT :p, :q", "p: Int, q: Int"),
            ("SELECT title FROM book WHERE author IN (SELECT id FROM author WHERE name = :p)", "p: String"),
            (
                "SELECT title FROM book WHERE EXISTS (SELECT 1 FROM loan WHERE loan.book = book.id AND price > :p)",
                "p: Double"
            ),
            ("SELECT title FROM (SELECT title, page_count AS size FROM book) WHERE size > :p", "p: Int"),
            ("SELECT title FROM book JOIN author ON author.id = book.author AND author.born > :p", "p: Date"),
            ("SELECT author FROM book GROUP BY author HAVING count(*) > :p", "p: Int"),
            ("SELECT title FROM book WHERE CAST(:p AS INTEGER) = 3", "p: Int"),
            ("INSERT INTO loan VALUES (:p, :q, :r)", "p: Int64, q: String, r: Date"),
            (
                "INSERT INTO book (title, price, author) VALUES (:p, :q, 1), ('x', 1, :r)",
                "p: String, q: Double?, r: Int64"
            ),
            (
                "INSERT INTO book (id, author, title) SELECT :p, id, :q FROM author WHERE id = :r",
                "p: Int64?, q: String, r: Int64"
            ),
            (
                "UPDATE book SET title = :p, price = :q WHERE id = :r AND code = :s",
                "p: String, q: Double?, r: Int64, s: UUID"
            ),
            ("UPDATE book AS b SET price = ifnull(:p, price) WHERE b.shelf = :q", "p: Double?, q: String"),
            ("DELETE FROM book WHERE in_print = :p", "p: Bool"),
            (
                "INSERT INTO author (name) VALUES (:p) ON CONFLICT (name) DO UPDATE SET born = :q WHERE born < :r",
                "p: String, q: Date?, r: Date"
            ),
            (
                "WITH cheap AS (SELECT id, price FROM book WHERE price < :p) SELECT id FROM cheap WHERE price > :q",
                "p: Double, q: Double"
            ),
        ])
        func parametersHaveTheTypesOfWhatStandsAroundThem(sql: String, expected: String) throws {
            #expect(try parameters(sql) == expected)
        }

        @Test(arguments: [
            "SELECT title FROM book WHERE price + :p > 3", "SELECT title FROM book WHERE price > :p * 2",
            "SELECT 1 AS a WHERE abs(:p) > 2",
            "SELECT title FROM book WHERE price * 2 > :p",
            "SELECT 1 AS a FROM (SELECT length(title) + 1 AS title FROM book) WHERE title = :p",
            "SELECT title FROM book WHERE title = :p OR price = :p",
        ])
        func parametersThatAreNotKnownAreToBeTold(sql: String) throws {
            let result = try generated("-- name: f :many\n\(sql);")
            #expect(result.source == nil)
            #expect(
                result.findings.first?.message.hasSuffix("; write -- param p: Type below the query's name") ?? false)
            #expect(try generated("-- name: f :many\n-- param p: Int?\n\(sql);").source != nil)
        }
    }
#endif
