#if Checked
    import FMDBCheck
    import Testing

    /// What is said of queries that have no code.
    @Suite struct GeneratorErrorTests {
        private func errors(_ queries: String) throws -> [String] {
            let result = try generated(queries)
            #expect(result.source == nil)
            return printed(result.findings)
        }

        @Test func aNameIsUsedOnce() throws {
            let file = QueryGenerator.File(
                name: "a.sql", path: "queries/a.sql", text: "-- name: one :many\nSELECT id FROM book;")
            let other = QueryGenerator.File(
                name: "b.sql", path: "queries/b.sql", text: "\n-- name: one :many\nSELECT id FROM book;")
            let result = try generated([file, other])
            #expect(result.source == nil)
            #expect(
                printed(result.findings) == [
                    "queries/b.sql:2:4: error: there is already a query named one: queries/a.sql:1"
                ])
        }

        @Test func kindsAreKnown() throws {
            #expect(
                try errors("-- name: f :all\nSELECT 1 AS a;\n-- name: g\nSELECT 1 AS a") == [
                    "q.sql:1:4: error: the query f has the unknown kind :all; the kinds are :one :optional :many :page :each :exec :insert :batch",
                    "q.sql:3:4: error: the query g has no kind; the kinds are :one :optional :many :page :each :exec :insert :batch",
                ])
        }

        @Test func kindsSuitTheStatement() throws {
            #expect(
                try errors("-- name: f :exec\nSELECT id FROM book;\n-- name: g :many\nDELETE FROM book;") == [
                    "q.sql:1:4: error: the query f is :exec, but its statement returns rows; write :one, :optional or :many",
                    "q.sql:3:4: error: the query g is :many, but its statement returns no rows; write :exec",
                ])
            #expect(
                try errors(
                    "-- name: f :insert\nUPDATE book SET title = 'x';\n-- name: g :insert\nINSERT INTO loan VALUES (1, 'x', 2);"
                ) == [
                    "q.sql:1:4: error: the query f is :insert, but it inserts no row with a rowid; write :exec",
                    "q.sql:3:4: error: the query g is :insert, but it inserts no row with a rowid; write :exec",
                ])
            #expect(
                try errors(
                    "-- name: f :insert\nINSERT INTO author (name) VALUES ('x') ON CONFLICT DO UPDATE SET born = 1"
                ).first?
                .contains("write RETURNING and :one") ?? false)
        }

        @Test func whatSQLiteRefusesHasItsPlace() throws {
            #expect(
                try errors(
                    "-- name: f :many\n\nSELECT id,\n    nme AS name\nFROM book WHERE id IN :ids;\n-- name: g :many\nSELECT id FROM boook;"
                ) == [
                    "q.sql:4:5: error: no column \"nme\" in table book; it has id, author, title, code, price, page_count, cover, in_print and shelf",
                    "q.sql:7:16: error: no table \"boook\"; did you mean \"book\"?",
                ])
            #expect(
                try errors("-- name: f :many\nSELECT id FROM book WHERE id IN :ids AND WHERE") == [
                    "q.sql:2:42: error: syntax error near \"WHERE\""
                ])
        }

        @Test func placesInLongTextsAreRight() throws {
            let comment = String(repeating: "/* é */ ", count: 1000)
            #expect(
                try errors("-- name: f :many\nSELECT\n\(comment)\nid, nme FROM book") == [
                    "q.sql:4:5: error: no column \"nme\" in table book; it has id, author, title, code, price, page_count, cover, in_print and shelf"
                ])
        }

        @Test func columnsHaveNamesOfTheirOwn() throws {
            #expect(
                try errors(
                    "-- name: f :many\nSELECT id, title, author AS id FROM book;\n-- name: g :one\nSELECT max(id) + 1, 2 AS two FROM book;"
                ) == [
                    "q.sql:2:19: error: two columns have the name id: rename one with AS",
                    "q.sql:4:8: error: the column max(id) + 1 has no name that is valid in Swift: write AS name",
                ])
        }

        @Test func typesOfExpressionsAreToBeTold() throws {
            #expect(
                try errors("-- name: f :many\nSELECT id, price * 2 AS twice FROM book")
                    == ["q.sql:2:12: error: column twice: its type is not known; write AS \"twice: Type\""])
            #expect(
                try errors("-- name: f :many\nSELECT title AS \"title: URL\", price AS \"price: Money\" FROM book")
                    == [
                        "q.sql:2:31: error: column price may be NULL: write \"price: Money?\", or \"price!: Money\" if it is never NULL here"
                    ])
        }

        @Test func parametersHaveNames() throws {
            #expect(
                try errors("-- name: f :many\nSELECT title FROM book WHERE id = ?")
                    == ["q.sql:2:35: error: a parameter of a typed query needs a name: write :name"])
            #expect(
                try errors("-- name: f :many\n-- param x: Int\nSELECT title FROM book WHERE id = :y")
                    == ["q.sql:2:4: error: the query f has no parameter :x"])
            #expect(
                try errors("-- name: f :many\n-- param ids: Int\nSELECT title FROM book WHERE id IN :ids")
                    == ["q.sql:2:4: error: :ids is a list: write -- param ids: [Int]"])
            #expect(
                try errors("-- name: f :many\nSELECT title FROM book WHERE id IN :ids OR id = :ids")
                    == ["q.sql:2:37: error: :ids is a list after IN and a value elsewhere: use two names"].map {
                        $0.replacing("2:37", with: "2:36")
                    })
        }

        @Test func aQueryIsOneStatement() throws {
            #expect(
                try errors("-- name: f :exec\nDELETE FROM loan;\nDELETE FROM book;")
                    == [
                        "q.sql:3:1: error: the query f has more than one statement; each needs its own line \"-- name: … :exec\""
                    ])
            #expect(
                try errors("SELECT 1;\n-- name: f :exec\n") == [
                    "q.sql:1:1: error: this statement has no name: write \"-- name: … :many\" above it",
                    "q.sql:2:4: error: the query f has no statement",
                ])
            #expect(
                try errors("-- name: f :exec\nBEGIN").first?.contains("BEGIN is not a query: call withTransaction")
                    ?? false)
        }

        @Test func rowsOfANameHaveTheSameColumns() throws {
            #expect(
                try errors(
                    "-- name: f :many\n-- row: Thing\nSELECT id FROM book;\n-- name: g :many\n-- row: Thing\nSELECT title FROM book;\n-- name: h :many\n-- row: String\nSELECT id FROM book;"
                ) == [
                    "q.sql:5:4: error: the row type Thing of the query f has different columns: choose another name",
                    "q.sql:8:4: error: String cannot be the name of a row type",
                ])
        }

        @Test func pagesNeedAnOrder() throws {
            let head = "-- name: f :page\nSELECT id, title, price FROM book"
            #expect(
                try errors(head) == ["q.sql:1:4: error: the query f is :page, so it must be a SELECT with ORDER BY"])
            #expect(try errors(head + " ORDER BY id LIMIT 3").first?.contains("it must not have a LIMIT") ?? false)
            #expect(
                try errors(head + " ORDER BY title || 'x', id")
                    == [
                        "q.sql:2:44: error: ORDER BY of a :page query may only name columns of the result"
                    ])
            #expect(
                try errors(head + " ORDER BY price, id")
                    == [
                        "q.sql:2:44: error: ORDER BY of a :page query needs columns that are never NULL, and price may be NULL"
                    ])
        }

        @Test func keywordsAreEscaped() throws {
            let source = try generated(
                "-- name: default :many\nSELECT id AS \"in\", title AS \"class\" FROM book WHERE title = :func;"
            ).source
            #expect(lines(of: source, with: "func `default`(").count == 2)
            #expect(lines(of: source, with: "`func`: String").count == 2)
            #expect(lines(of: source, with: "var `") == ["var `in`: Int64", "var `class`: String"])
        }

        @Test(arguments: [
            "(", ")", "'", "\"", "[", "/*", "`", ":", "?", "SELECT", "WITH", ",", "-- param", "-- row:", "-- function:",
        ])
        func brokenTextsAreErrors(text: String) throws {
            for broken in [
                "-- name: f :many\n\(text)", "-- name: f :many\nSELECT id FROM book WHERE \(text)",
                "-- name: f :insert\nINSERT \(text)",
            ] {
                #expect(try !errors(broken).isEmpty)
            }
        }

        @Test func deepTextsAreErrors() throws {
            let deep = String(repeating: "(", count: 10_000) + "1" + String(repeating: ")", count: 10_000)
            #expect(try errors("-- name: f :many\nSELECT \(deep) AS a").count == 1)
        }
    }
#endif
