import FMDB
import Foundation
import FMDBTestHelpers
import Testing

@Suite("Query plans")
struct QueryPlanTests {
    private let db = FMDatabase.memory()

    init() throws {
        for sql: FMSQL in [
            "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, c)", "CREATE INDEX t_ab ON t (a, b)",
            "CREATE INDEX t_c ON t (c)", "CREATE TABLE w (k PRIMARY KEY, v) WITHOUT ROWID", "CREATE TABLE u (x, y)",
        ] {
            try db.execute(sql)
        }
    }

    private func kinds(_ sql: FMSQL) throws -> [FMQueryPlan.Kind] { try db.queryPlan(of: sql).allSteps.map(\.kind) }

    private func index(
        _ name: String, covering: Bool = false, _ terms: String...
    ) -> FMQueryPlan.Index? {
        FMQueryPlan.Index(form: .named, name: name, isCovering: covering, terms: terms)
    }

    @Test("scans and searches are told apart, with their indexes")
    func loops() throws {
        #expect(try kinds("SELECT * FROM t") == [.scan("t", index: nil)])
        #expect(
            try kinds("SELECT * FROM t AS r WHERE a = 1 AND b > 2 AND b < 9")
                == [.search("r", index: index("t_ab", "a=?", "b>?", "b<?"))])
        #expect(
            try kinds("SELECT a, b FROM t WHERE a = 1")
                == [.search("t", index: index("t_ab", covering: true, "a=?"))])
        #expect(
            try kinds("SELECT * FROM t WHERE id > 1 AND id < 5")
                == [.search("t", index: FMQueryPlan.Index(form: .rowNumber, terms: ["rowid>?", "rowid<?"]))])
        #expect(
            try kinds("SELECT * FROM w WHERE k = 1")
                == [.search("w", index: FMQueryPlan.Index(form: .primaryKey, terms: ["k=?"]))])
    }

    @Test("a table without the index it needs is found")
    func missingIndexes() throws {
        let plan = try db.queryPlan(of: "SELECT * FROM u JOIN u AS v ON u.x = v.y ORDER BY u.y")
        #expect(plan.scannedTables == ["u"])
        #expect(plan.automaticIndexes == ["v"])
        #expect(plan.sorts == ["ORDER BY"])
        #expect(plan.usedIndexes == [])
        let good = try db.queryPlan(
            of: "SELECT * FROM t AS p CROSS JOIN t AS q ON q.a = p.a WHERE p.c = 1 ORDER BY p.c")
        #expect(good.scannedTables == [] && good.automaticIndexes == [] && good.sorts == [])
        #expect(good.usedIndexes == ["t_c", "t_ab"])
    }

    @Test("temporary B-trees are named by what needs them")
    func sorts() throws {
        let plan = try db.queryPlan(of: "SELECT DISTINCT x FROM u GROUP BY y ORDER BY x")
        #expect(Set(plan.sorts) == ["GROUP BY", "DISTINCT", "ORDER BY"])
        // Since SQLite 3.53 sorted rows are merged, of which the index has some.
        let sorts = try db.queryPlan(of: "SELECT x FROM u UNION SELECT a FROM t").sorts
        let isMerged = sorts == ["ORDER BY"] && SQLiteVersion.linked >= SQLiteVersion(3, 51)
        #expect(sorts == ["UNION"] || isMerged, "\(sorts)")
        #expect(try db.queryPlan(of: "SELECT x FROM u UNION ALL SELECT a FROM t").sorts == [])
    }

    @Test("subqueries are scanned, but are no tables")
    func subqueries() throws {
        let plan = try db.queryPlan(
            of: "SELECT * FROM (SELECT x, count(*) AS n FROM u GROUP BY x) AS s JOIN t ON t.a = s.n")
        #expect(plan.scannedTables == ["u"])
        #expect(plan.allSteps.map(\.kind).contains(.scanSubquery("s")))
        let list = try kinds("SELECT * FROM u WHERE x IN (SELECT a FROM t WHERE c > 1)")
        #expect(list.contains(.listSubquery(1, isCorrelated: false)))
        let scalar = try kinds("SELECT (SELECT b FROM t WHERE t.a = u.x) FROM u")
        #expect(scalar.contains(.scalarSubquery(1, isCorrelated: true)))
        #expect(try kinds("SELECT * FROM u WHERE x IN (SELECT a FROM t)").contains(.indexForIn("t_ab")))
    }

    @Test("what belongs to a subquery is below it")
    func tree() throws {
        let plan = try db.queryPlan(of: "SELECT * FROM u WHERE x IN (SELECT a FROM t WHERE c > 1)")
        let subquery = try #require(plan.steps.last)
        let step = try #require(subquery.steps.first)
        // SQLite 3.50 also makes a Bloom filter below it.
        #expect(plan.steps.count == 2 && (1...2).contains(subquery.steps.count))
        #expect(step.parent == subquery.id && subquery.parent == 0)
        #expect(step.kind == .search("t", index: index("t_c", "c>?")))
        #expect(Set(plan.allSteps.map(\.id)).count == 2 + subquery.steps.count)
    }

    @Test(
        "it is drawn as SQLite's shell does", .enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 36)))
    func drawing() throws {
        let plan = try db.queryPlan(of: "SELECT * FROM t WHERE a = 1 OR c = 2 ORDER BY b")
        #expect(
            "\(plan)" == """
                QUERY PLAN
                |--MULTI-INDEX OR
                |  |--INDEX 1
                |  |  `--SEARCH t USING INDEX t_ab (a=?)
                |  `--INDEX 2
                |     `--SEARCH t USING INDEX t_c (c=?)
                `--USE TEMP B-TREE FOR ORDER BY
                """)
        #expect(
            plan.allSteps.map(\.kind).filter { if case .search = $0 { false } else { true } }
                == [.multiIndexOr, .termOfOr(1), .termOfOr(2), .temporaryTree("ORDER BY")])
    }

    @Test("newer SQLite's steps are known", .enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 39)))
    func newSteps() throws {
        #expect(
            try kinds("WITH c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 5) SELECT * FROM c") == [
                .coroutine("c"), .recursiveSetup, .constantRows(1), .recursiveStep, .scanSubquery("c"),
                .scanSubquery("c"),
            ])
        #expect(try kinds("VALUES (1), (2), (3)") == [.constantRows(3)])
        #expect(try kinds("SELECT * FROM t RIGHT JOIN u ON u.x = t.a").contains(.rightJoin("u")))
        #expect(
            try kinds("SELECT x FROM u UNION SELECT a FROM t ORDER BY 1").starts(with: [.merge(.union), .leftOfMerge]))
        #expect(
            try kinds("SELECT row_number() OVER (ORDER BY x) FROM u").contains(.scanSubquery("(subquery-2)")))
        // SQLite 3.51 joins it.
        let joined = try kinds("SELECT * FROM u WHERE EXISTS (SELECT 1 FROM t WHERE t.a = u.x)")
        #expect(joined.contains(.search("t", index: index("t_ab", covering: true, "a=?"))), "\(joined)")
        let left = try db.queryPlan(of: "SELECT * FROM t LEFT JOIN u ON u.x = t.a")
        #expect(left.automaticIndexes == ["u"])
    }

    @Test("virtual tables have plans of their own", .enabled(if: SQLiteVersion.hasFTS5))
    func virtualTables() throws {
        try db.execute("CREATE VIRTUAL TABLE f USING fts5(body)")
        let plan = try db.queryPlan(of: "SELECT * FROM f WHERE f MATCH \("x")")
        guard case .virtualTable("f", let index) = plan.steps.first?.kind else {
            Issue.record("\(plan)")
            return
        }
        #expect(!index.isEmpty && plan.scannedTables == [])
    }

    @Test("statements that write have plans, and are not run")
    func writing() throws {
        try db.execute("INSERT INTO u VALUES (1, 2)")
        for sql: FMSQL in [
            "INSERT INTO u SELECT a, b FROM t", "UPDATE u SET x = 2", "DELETE FROM u WHERE x > 0",
            "REPLACE INTO t SELECT x, 1, 1, 1 FROM u",
        ] {
            #expect(try db.queryPlan(of: sql).scannedTables.count == 1, "\(sql)")
        }
        #expect(try db.rows("SELECT x FROM u", as: Int.self) == [1])
        #expect(try db.queryPlan(of: "INSERT INTO u VALUES (\(1), \(2))").steps.isEmpty)
    }

    @Test("bound values decide about the plan")
    func values() throws {
        try db.execute("CREATE TABLE n (name TEXT COLLATE NOCASE)")
        try db.execute("CREATE INDEX n_name ON n (name)")
        let sql: FMSQL = "SELECT name FROM n WHERE name LIKE ?"
        #expect(try db.queryPlan(of: sql, "abc%").scannedTables == [])
        #expect(try db.queryPlan(of: sql, "%abc").scannedTables == ["n"])
        #expect(try db.queryPlan(of: "SELECT name FROM n WHERE name LIKE \("abc%")").scannedTables == [])
    }

    @Test("what stands around a statement does no harm")
    func surroundings() throws {
        var texts = [
            "; SELECT * FROM u", " -- a comment\n SELECT * FROM u; -- the end\n", "/* x */ select * from u ;;",
        ]
        // An old SQLite takes a byte order mark for a letter.
        if SQLiteVersion.linked >= SQLiteVersion(3, 40) { texts.append("\u{FEFF}SELECT * FROM u") }
        for text in texts {
            #expect(try db.queryPlan(of: FMSQL(raw: text)).scannedTables == ["u"], "\(text.debugDescription)")
        }
    }

    @Test("whatever has no plan is an error, and is not run")
    func refusals() throws {
        for text in [
            "PRAGMA user_version = 7", "CREATE TABLE z (a)", "DROP TABLE u", "BEGIN", "VACUUM", "EXPLAIN SELECT 1",
            "EXPLAIN QUERY PLAN SELECT 1", "ATTACH ':memory:' AS other", "SELEC 1", "%", "", " ", "-- nothing", ";",
            "SELECT 1; SELECT 2", "SELECT 1; PRAGMA user_version = 7", "SELECT 1; nonsense",
        ] {
            let error = thrown { try db.queryPlan(of: FMSQL(raw: text)) }
            #expect(error?.resultCode == .misuse, "\(text): \(error as Any)")
        }
        #expect(try db.value("PRAGMA user_version", as: Int.self) == 0)
        #expect(db.tableExists("u") && !db.tableExists("z") && !db.isInTransaction)
    }

    @Test("errors of SQLite name the place in the text")
    func places() throws {
        let error = thrown { try db.queryPlan(of: "SELECT * FROM t WHERE missing = 1") }
        #expect(error?.resultCode == .error)
        #expect(error?.message == "no such column: missing")
        #expect(error?.sql == "SELECT * FROM t WHERE missing = 1")
        if SQLiteVersion.linked >= SQLiteVersion(3, 38) { #expect(error?.offset == 22) }
        #expect(thrown { try db.queryPlan(of: "SELECT * FROM nowhere") }?.resultCode == .error)
    }

    @Test("wrong numbers of values are errors")
    func wrongValues() throws {
        let sql: FMSQL = "SELECT * FROM t WHERE a = ?"
        #expect(thrown { try db.queryPlan(of: sql) }?.resultCode == .range)
        #expect(thrown { try db.queryPlan(of: sql, 1, 2) }?.resultCode == .range)
        #expect(thrown { try db.queryPlan(of: "SELECT * FROM t WHERE a = \(1) AND b = ?", 2) }?.resultCode == .misuse)
        #expect(thrown { try db.queryPlan(of: sql, UInt64.max) }?.resultCode == .mismatch)
        #expect(try db.queryPlan(of: sql, Int?.none).usedIndexes == ["t_ab"])
    }

    @Test("a closed database is an error")
    func closed() {
        db.close()
        #expect(thrown { try db.queryPlan(of: "SELECT 1") }?.resultCode == .misuse)
    }

    @Test("names that contain SQLite's words cannot stop it")
    func confusingNames() throws {
        for name in [
            "a USING INDEX b (c=?)", "TABLE", "SUBQUERY 1 AS x", "x AS y", "3 CONSTANT ROWS", "CONSTANT ROW",
            "(subquery-1)",
            " ", "a (", "é\u{301}\u{200D}", "USING", "a VIRTUAL TABLE INDEX 1:", "a LEFT-JOIN", "\"", "a\nb",
        ] {
            try db.execute("CREATE TABLE \(identifier: name) (c)")
            let plan = try db.queryPlan(of: "SELECT * FROM \(identifier: name)")
            #expect(plan.steps.count == 1 && plan.steps[0].detail.hasPrefix("SCAN"), "\(plan)")
        }
        try db.execute("CREATE TABLE \"my table\" (c)")
        try db.execute("CREATE INDEX \"my index\" ON \"my table\" (c)")
        let plan = try db.queryPlan(of: "SELECT * FROM \"my table\" WHERE c = 1")
        #expect(plan.usedIndexes == ["my index"])
    }

    @Test("a queue and a pool have the call, with and without await")
    func coordinators() async throws {
        let folder = TemporaryFolder()
        let queue = try #require(FMDatabaseQueue(path: folder.file()))
        try await queue.withDatabase { db in _ = try db.execute("CREATE TABLE t (a)") }
        let pool = FMDatabasePool(path: folder.file())
        let sql: FMSQL = "SELECT * FROM t WHERE a = ?"
        #expect(try await queue.queryPlan(of: sql, 1).scannedTables == ["t"])
        #expect(try await pool.queryPlan(of: "SELECT * FROM t WHERE a = \(1)").scannedTables == ["t"])
        #expect(try await pool.queryPlan(of: "DELETE FROM t WHERE a > 1").scannedTables == ["t"])
        try lent(queue, pool)
        queue.close()
        pool.close()
    }

    private func lent(_ queue: FMDatabaseQueue, _ pool: FMDatabasePool) throws {
        #expect(try queue.queryPlan(of: "SELECT * FROM t").scannedTables == ["t"])
        #expect(try pool.queryPlan(of: "SELECT * FROM t WHERE a = ?", 1).scannedTables == ["t"])
        #expect(thrown { try pool.queryPlan(of: "SELECT nothing") }?.resultCode == .error)
    }

    @Test("random words of SQL give a plan or an error")
    func randomText() throws {
        let words = [
            "SELECT", "*", "a", "t", "u", "FROM", "WHERE", "(", ")", ",", "x", "=", "1", "UNION", "ALL", "WITH", "AS",
            "IN", "ORDER BY",
            "GROUP BY", "DELETE", "UPDATE", "SET", "INSERT INTO", "VALUES", "JOIN", "ON", "?", ";", "'", "\"", "--",
            "/*", "OR", "LIMIT",
        ]
        var numbers = SeededNumbers(7)
        var plans = 0
        for _ in 0..<3000 {
            let start = ["SELECT * FROM t", "DELETE FROM u", "WITH c AS (SELECT x FROM u)", ""]
            let text =
                ([start.randomElement(using: &numbers) ?? ""]
                + (0..<Int.random(in: 0...6, using: &numbers)).map { _ in words.randomElement(using: &numbers) ?? "" })
                .joined(separator: " ")
            do throws(FMError) {
                plans += try db.queryPlan(of: FMSQL(raw: text)).steps.isEmpty ? 0 : 1
            } catch {
                #expect([.error, .misuse, .range].contains(error.resultCode), "\(text): \(error)")
            }
        }
        #expect(plans > 100)
        #expect(try db.queryPlan(of: "SELECT * FROM t").scannedTables == ["t"])
    }
}
