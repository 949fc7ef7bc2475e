#if Checked
    import FMDBCheck
    import FMDBTestHelpers
    import Testing

    /// Three databases with bad plans, and the indexes that are proposed.
    @Suite struct AdviceTests {
        private let folder = TemporaryFolder()

        private func database(_ name: String, analyzed: Bool = false, _ script: String) throws -> String {
            let path = folder.file(name)
            let db = FMDatabase.file(path)
            defer { db.close() }
            #expect(db.executeStatements(script), "\(db.lastErrorMessage())")
            if analyzed { try db.execute("ANALYZE") }
            return path
        }

        private static func numbers(_ count: Int) -> String {
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))"
        }

        private func shop(analyzed: Bool = false) throws -> String {
            try database(
                "shop.db", analyzed: analyzed,
                """
                CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER, status TEXT, placed INTEGER, total REAL);
                \(Self.numbers(20_000)) INSERT INTO orders SELECT i, i % 10, CASE i % 3 WHEN 0 THEN 'open' ELSE 'paid' END, i * 7919 % 20000, i FROM n;
                """)
        }

        private func source(_ calls: String...) -> String {
            "import FMDB\nfunc f(_ db: FMDatabase, _ a: Int, _ b: Int) throws {\n"
                + calls.map { "    \($0)\n" }.joined() + "}\n"
        }

        // MARK: The three databases

        @Test("equality and order: one index finds and sorts", arguments: [false, true])
        func shopOrders(analyzed: Bool) throws {
            let advice = try FMQueryAdvisor(database: try shop(analyzed: analyzed)).advice(
                onSource: source(
                    #"_ = try db.rows("SELECT id FROM orders WHERE customer = \(a) ORDER BY placed", as: Int.self)"#))
            #expect(advice.indexes.map(\.sql) == ["CREATE INDEX orders_customer_placed ON orders (customer, placed)"])
            #expect(advice.indexes.first?.rows == 20_000)
            #expect(advice.indexes.first?.rowsPerValue == 2_000)
            let statement = try #require(advice.statements.first)
            #expect(statement.problems.map(\.kind) == [.scan, .sort])
            #expect(statement.plan.contains("SCAN"))
            #expect(statement.plan.contains("TEMP B-TREE"))
            #expect(
                statement.planAfter?.contains("SEARCH orders USING COVERING INDEX orders_customer_placed (customer=?)")
                    == true
                    || statement.planAfter?.contains("orders_customer_placed (customer=?)") == true)
            #expect(statement.planAfter?.contains("TEMP B-TREE") == false)
            #expect(advice.hasStatistics == analyzed)
        }

        @Test func ofTwoOrdersOfTheSameColumnsOneIsProposed() throws {
            let advice = try FMQueryAdvisor(database: try shop()).advice(
                onSource: source(
                    #"_ = try db.rows("SELECT id FROM orders WHERE customer = \(a) AND placed = \(b)", as: Int.self)"#,
                    #"_ = try db.rows("SELECT id FROM orders WHERE placed = \(b) AND customer = \(a)", as: Int.self)"#))
            #expect(advice.indexes.count == 1 && advice.indexes.first?.places.count == 2, "\(advice)")
            #expect(advice.statements.allSatisfy { $0.indexes == advice.indexes.map(\.sql) })
        }

        @Test func whatSQLiteRefusesIsTold() throws {
            let advice = try FMQueryAdvisor(database: try shop()).advice(
                onSource: source(
                    #"_ = try db.rows("SELECT id FROM orders WHERE custmer = 1", as: Int.self)"#,
                    #"_ = try db.rows("SELECT id FROM items", as: Int.self)"#))
            #expect(advice.refusals.map(\.reason) == ["no such column: custmer", "no such table: items"])
            #expect(advice.refusals.map(\.place.line) == [3, 4])
            #expect(advice.description.contains("refuses on this database: 2\n    Source.swift:3:"))
            #expect(advice.description.contains(": no such table: items"))
        }

        @Test("a join: the filter and the automatic index get an index each")
        func libraryJoin() throws {
            let path = try database(
                "library.db",
                """
                CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT);
                CREATE TABLE book (id INTEGER PRIMARY KEY, author INTEGER, title TEXT);
                \(Self.numbers(2_000)) INSERT INTO author SELECT i, 'name ' || i FROM n;
                \(Self.numbers(20_000)) INSERT INTO book SELECT i, i % 2000, 'title ' || i FROM n;
                """)
            let advice = try FMQueryAdvisor(database: path).advice(
                onSource: source(
                    #"_ = db.executeQuery("SELECT b.title FROM author a JOIN book b ON b.author = a.id WHERE a.name = ?", withArgumentsIn: [a])"#
                ))
            #expect(
                Set(advice.indexes.map(\.sql)) == [
                    "CREATE INDEX author_name ON author (name)", "CREATE INDEX book_author ON book (author)",
                ])
            let statement = try #require(advice.statements.first)
            #expect(statement.indexes.count == 2)
            #expect(statement.planAfter?.contains("SCAN") == false)
        }

        private func log() throws -> String {
            try database(
                "log.db",
                """
                CREATE TABLE entry (id INTEGER PRIMARY KEY, kind INTEGER, level TEXT, time INTEGER, text TEXT);
                CREATE INDEX entry_text ON entry (text);
                CREATE TABLE note (id INTEGER PRIMARY KEY, entry INTEGER REFERENCES entry (id));
                CREATE INDEX note_entry ON note (entry);
                \(Self.numbers(10_000)) INSERT INTO entry SELECT i, i % 200, CASE i % 2 WHEN 0 THEN 'info' ELSE 'error' END, i * 7919 % 10000, 'text ' || i FROM n;
                """)
        }

        @Test("order with a limit, a shared index, a column with two values, an unused index")
        func logEntries() throws {
            let advice = try FMQueryAdvisor(database: try log()).advice(
                onSource: source(
                    #"_ = try db.rows("SELECT id FROM entry ORDER BY time DESC LIMIT 20", as: Int.self)"#,
                    #"_ = try db.rows("SELECT text FROM entry WHERE kind = \(a)", as: String.self)"#,
                    #"_ = try db.rows("SELECT text FROM entry WHERE kind = \(a) AND time > \(b)", as: String.self)"#,
                    #"_ = try db.rows("SELECT text FROM entry WHERE level = \(a)", as: String.self)"#))
            #expect(
                Set(advice.indexes.map(\.sql)) == [
                    "CREATE INDEX entry_time ON entry (time)", "CREATE INDEX entry_kind_time ON entry (kind, time)",
                ])
            let shared = try #require(advice.indexes.first { $0.sql.contains("kind") })
            #expect(shared.places.map(\.line) == [4, 5])
            let level = try #require(advice.statements.first { $0.sql.contains("level") })
            #expect(level.indexes == [] && level.planAfter == nil)
            // That of a foreign key is used by SQLite itself.
            #expect(advice.unusedIndexes.map(\.name) == ["entry_text"])
        }

        @Test("the three are measured if that is asked for")
        func measurement() throws {
            let path = try log()
            let text = source(#"_ = try db.rows("SELECT text FROM entry WHERE kind = \(a)", as: String.self)"#)
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            let advice = try FMQueryAdvisor(database: path, measures: true).advice(onSource: text)
            let measurement = try #require(advice.statements.first?.measurement)
            #expect(measurement.reason == nil)
            #expect(measurement.before ?? 0 > 0)
            #expect(measurement.after ?? 0 > 0)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
            #expect(try FMQueryAdvisor(database: path).advice(onSource: text).statements.first?.measurement == nil)
        }

        // MARK: What is not proposed

        @Test func smallTablesAreNotWorthAWord() throws {
            let advice = try FMQueryAdvisor(database: try shop(), minimumRows: 20_000).advice(
                onSource: source(#"_ = try db.rows("SELECT id FROM orders WHERE customer = \(a)", as: Int.self)"#))
            #expect(advice.statements.isEmpty && advice.indexes.isEmpty)
            #expect(advice.explained == 1)
        }

        @Test func anIndexThatExistsIsNotProposed() throws {
            let path = try shop()
            try FMDatabase.file(path).execute("CREATE INDEX by_customer ON orders (customer, total)")
            let advice = try FMQueryAdvisor(database: path).advice(
                onSource: source(
                    #"_ = try db.rows("SELECT status FROM orders WHERE customer = \(a)", as: String.self)"#))
            #expect(advice.statements.isEmpty)
            #expect(advice.unusedIndexes.isEmpty)
        }

        @Test func whoAsksForAllRowsGetsNoIndex() throws {
            let advice = try FMQueryAdvisor(database: try shop()).advice(
                onSource: source(
                    #"_ = try db.rows("SELECT total FROM orders", as: Double.self)"#,
                    #"_ = try db.rows("SELECT total FROM orders LIMIT 5", as: Double.self)"#))
            #expect(advice.statements.map { $0.problems.map(\.kind) } == [[.reading]])
            #expect(advice.indexes.isEmpty)
        }

        @Test func anUpdateIsAdvisedToo() throws {
            let advice = try FMQueryAdvisor(database: try shop()).advice(
                onSource: source(
                    #"try db.execute("UPDATE orders SET total = 0 WHERE placed = \(a)")"#,
                    #"db.executeUpdate("DELETE FROM orders WHERE placed = ?", withArgumentsIn: [a])"#))
            #expect(advice.indexes.map(\.sql) == ["CREATE INDEX orders_placed ON orders (placed)"])
            #expect(advice.indexes.first?.places.count == 2)
        }

        @Test func anOrNeedsAnIndexForEachTerm() throws {
            let advice = try FMQueryAdvisor(database: try shop()).advice(
                onSource: source(
                    #"_ = try db.rows("SELECT id FROM orders WHERE placed = \(a) OR total = \(b)", as: Int.self)"#))
            #expect(
                Set(advice.indexes.map(\.sql)) == [
                    "CREATE INDEX orders_placed ON orders (placed)", "CREATE INDEX orders_total ON orders (total)",
                ])
        }

        @Test func namesAreQuotedWhereTheyNeedIt() throws {
            let path = try database(
                "quoted.db",
                """
                CREATE TABLE "order" (id INTEGER PRIMARY KEY, "group" INTEGER, "größe" INTEGER);
                \(Self.numbers(5_000)) INSERT INTO "order" SELECT i, i % 100, i FROM n;
                """)
            let advice = try FMQueryAdvisor(database: path).advice(
                onSource: source(
                    #"_ = try db.rows("SELECT id FROM [order] WHERE `group` = 1", as: Int.self)"#,
                    #"_ = try db.rows("SELECT id FROM [order] o WHERE o.größe = 1", as: Int.self)"#))
            #expect(
                Set(advice.indexes.map(\.sql)) == [
                    #"CREATE INDEX "order_group" ON "order" ("group")"#,
                    #"CREATE INDEX "order_größe" ON "order" ("größe")"#,
                ])
        }

        @Test func aViewIsLookedThrough() throws {
            let path = try shop()
            try FMDatabase.file(path).execute(
                "CREATE VIEW paid AS SELECT o.id, o.placed FROM orders o WHERE o.status = 'paid'")
            let advice = try FMQueryAdvisor(database: path).advice(
                onSource: source(#"_ = try db.rows("SELECT id FROM paid WHERE placed = \(a)", as: Int.self)"#))
            #expect(advice.indexes.map(\.table) == ["orders"])
            #expect(advice.indexes.first?.sql.contains("placed") == true)
        }

        @Test func refusedStatementsAndMissingFilesAreTold() throws {
            let advisor = FMQueryAdvisor(database: try shop())
            #expect(
                try advisor.advice(onSource: source(#"db.executeUpdate("DELETE FROM missing", withArgumentsIn: [])"#))
                    .refusals.count == 1)
            #expect(throws: FMCheckError.self) { try advisor.advice(onSources: [folder.file("none")]) }
            #expect(throws: FMError.self) { try FMQueryAdvisor(database: folder.file("no.db")).advice(onSource: "") }
        }

        @Test func theTextHasCountsIndexesAndPlans() throws {
            let advice = try FMQueryAdvisor(database: try log()).advice(
                onSource: source(#"_ = try db.rows("SELECT text FROM entry WHERE kind = \(a)", as: String.self)"#))
            let text = advice.description
            #expect(
                text.hasPrefix("Statements explained: 1. Growing with a large table: 1. Indexes that would help: 1\n"))
            #expect(
                text.contains(
                    "CREATE INDEX entry_kind ON entry (kind);\n    -- entry has 10000 rows, on average 50 for each value"
                ))
            #expect(text.contains("Source.swift:3:16: reads all 10000 rows of entry to find some"))
            #expect(text.contains("  before: "))
            #expect(text.contains("    entry_text on entry"))
            #expect(advice.json.contains("\"indexes\""))
        }
    }
#endif
