#if Cluster && os(Linux)
    import FMDBCluster
    import Foundation
    import Testing

    private typealias C = ClusterCompatibilityTests

    // MARK: - Result sets

    extension ClusterCompatibilityTests {
        private func row(_ sql: String, _ values: [Any] = []) throws -> FMClusterResultSet {
            let rows = try C.open().executeQuery(sql, values: values)
            #expect(rows.next())
            return rows
        }

        @Test func testB180_B181_B182_B186_B187_theEndOfRows() throws {
            let db = try C.open()
            let rows = try db.executeQuery("SELECT 1 UNION ALL SELECT 2", values: nil)
            #expect(db.hasOpenResultSets && !rows.hasAnotherRow())
            #expect(rows.next() && rows.hasAnotherRow() && rows.next())
            #expect(!rows.next() && !rows.hasAnotherRow() && !db.hasOpenResultSets)
            #expect(!rows.next())
        }

        @Test func testB183_B184_B185_nextWithError() throws {
            let db = try C.open()
            let rows = try db.executeQuery("SELECT 1", values: nil)
            try rows.nextWithError()
            #expect(C.error { try rows.nextWithError() }?.resultCode == .done)
            #expect(C.error { try rows.nextWithError() }?.resultCode == .misuse)
            let sql =
                "WITH n (x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n WHERE x < 3000) SELECT CASE x WHEN 2900 THEN abs(-9223372036854775807 - 1) ELSE x END FROM n"
            let failing = try db.executeQuery(sql, values: nil)
            var count = 0
            while failing.next() { count += 1 }
            #expect(count < 2_900 && db.lastErrorMessage() == "integer overflow")
        }

        @Test func testB188_B189_releasedAndClosedSets() throws {
            let db = try C.open()
            var rows: FMClusterResultSet? = try db.executeQuery("SELECT 1", values: nil)
            #expect(rows != nil && db.hasOpenResultSets)
            rows = nil
            #expect(!db.hasOpenResultSets)
            let (one, other) = (
                try db.executeQuery("SELECT 1", values: nil), try db.executeQuery("SELECT 2", values: nil)
            )
            db.closeOpenResultSets()
            #expect(!one.next() && !other.next() && !db.hasOpenResultSets)
        }

        @Test func testB192_B193_B194_B195_B196_B197_B198_columns() throws {
            let db = try C.open()
            let sql = "SELECT 1 AS One, 2 AS [a.b], t.a, 3 AS one FROM (SELECT 5 AS a) t"
            let rows = try db.executeQuery(sql, values: nil)
            #expect(rows.query == sql && rows.columnCount == 4)
            #expect(
                rows.columnName(for: 0) == "One" && rows.columnName(for: 2) == "a" && rows.columnName(for: 9) == nil)
            #expect(rows.columnIndex(forName: "A.B") == 1 && rows.columnIndex(forName: "x") == -1)
            #expect(rows.columnIndex(forName: "ONE") == 3)
            #expect(rows.columnNameToIndexMap["one"] as? Int == 3 && rows.columnNameToIndexMap.count == 3)
            #expect(rows.next() && rows.int(forColumnIndex: 0) == 1 && rows.int(forColumn: "one") == 3)
            #expect(rows.int(forColumn: "a.b") == 2)
        }

        @Test func testB199_B200_B201_unknownColumns() throws {
            let rows = try row("SELECT 7 AS x")
            for index: Int32 in [-1, 1, 99] {
                #expect(rows.object(forColumnIndex: index) == nil && rows.string(forColumnIndex: index) == nil)
                #expect(rows.data(forColumnIndex: index) == nil && rows.dataNoCopy(forColumnIndex: index) == nil)
                #expect(rows.date(forColumnIndex: index) == nil && rows.columnIndexIsNull(index))
                #expect(rows.int(forColumnIndex: index) == 0 && rows.double(forColumnIndex: index) == 0)
            }
            #expect(rows.object(forColumn: "y") == nil && rows.columnIsNull("y") && !rows.bool(forColumn: "y"))
            #expect(rows.type(forColumn: "y") == .null)
        }

        @Test func testB202_nulls() throws {
            let rows = try row("SELECT NULL AS x")
            #expect(
                rows.string(forColumn: "x") == nil && rows.data(forColumn: "x") == nil
                    && rows.date(forColumn: "x") == nil)
            #expect(rows.long(forColumn: "x") == 0 && rows.double(forColumn: "x") == 0 && !rows.bool(forColumn: "x"))
            #expect(rows.object(forColumn: "x") is NSNull)
        }

        @Test func testB203_B204_B205_objects() throws {
            let rows = try row("SELECT 5 AS i, 2.5 AS r, 'x' AS t, x'01' AS b")
            #expect(rows["i"] as? Int == 5 && rows["i"] as? Int64 == 5 && rows[0] is NSNumber)
            #expect(rows["r"] as? Double == 2.5 && rows[2] as? String == "x" && rows["b"] as? Data == Data([1]))
        }

        @Test func testB206_B207_B208_B209_numbers() throws {
            let rows = try row(
                "SELECT '12abc' AS a, 3.9 AS b, 'x' AS c, 4294967297 AS d, -1 AS e, 0.5 AS f, 4294967296 AS g, '1e2' AS h, '99999999999999999999' AS i"
            )
            #expect(rows.int(forColumn: "a") == 12 && rows.long(forColumn: "b") == 3 && rows.int(forColumn: "c") == 0)
            #expect(rows.int(forColumn: "d") == 1 && rows.longLongInt(forColumn: "d") == 4_294_967_297)
            #expect(rows.unsignedLongLongInt(forColumn: "e") == .max && rows.bool(forColumn: "e"))
            #expect(!rows.bool(forColumn: "f") && !rows.bool(forColumn: "g"))
            #expect(
                rows.double(forColumn: "a") == 12 && rows.double(forColumn: "h") == 100
                    && rows.long(forColumn: "h") == 1)
            #expect(rows.longLongInt(forColumn: "i") == .max)
        }

        @Test func testB210_B211_B212_B213_textsAndBytes() throws {
            let rows = try row(
                "SELECT 5 AS i, 5.5 AS r, x'C3A9' AS b, x'FF' AS n, x'' AS z, 'é' AS t, 1e20 AS e, 3.0 AS w")
            #expect(rows.string(forColumn: "i") == "5" && rows.string(forColumn: "r") == "5.5")
            #expect(rows.string(forColumn: "b") == "é" && rows.string(forColumn: "n") == nil)
            #expect(rows.string(forColumn: "e") == "1.0e+20" && rows.string(forColumn: "w") == "3.0")
            #expect(rows.data(forColumn: "t") == Data([0xC3, 0xA9]) && rows.data(forColumn: "i") == Data("5".utf8))
            #expect(rows.data(forColumn: "z") == nil && rows.dataNoCopy(forColumn: "z") == Data())
            #expect(
                rows.type(forColumn: "z") == .blob && !rows.columnIsNull("z") && rows.object(forColumn: "z") is NSNull)
            #expect(rows.dataNoCopy(forColumn: "b") == Data([0xC3, 0xA9]))
        }

        @Test func testB215_datesOfNumbers() throws {
            let rows = try row("SELECT 0 AS z, 86400.5 AS r, '1970-01-01 00:00:07' AS t")
            #expect(rows.date(forColumn: "z") == Date(timeIntervalSince1970: 0))
            #expect(rows.date(forColumn: "r") == Date(timeIntervalSince1970: 86_400.5))
            #expect(rows.date(forColumn: "t") == Date(timeIntervalSince1970: 7))
        }

        @Test func testB217_types() throws {
            let rows = try row("SELECT 1, 1.5, 'x', x'00', NULL")
            #expect((0..<5).map { rows.type(forColumnIndex: $0) } == [.integer, .float, .text, .blob, .null])
        }

        @Test func testB218_B220_resultDictionaries() throws {
            let db = try C.open()
            let rows = try db.executeQuery("SELECT 1 AS Ab, NULL AS n, 2 AS d, 3 AS d", values: nil)
            #expect(rows.resultDictionary == nil)
            #expect(rows.next())
            let row = rows.resultDictionary
            #expect(row?["Ab"] as? Int == 1 && row?["n"] is NSNull && row?["d"] as? Int == 3 && row?.count == 3)
        }

        @Test func testB222_severalSetsAtOnce() throws {
            let db = try C.open("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)")
            let (one, other) = (
                try db.executeQuery("SELECT a FROM t", values: nil),
                try db.executeQuery("SELECT a * 10 FROM t", values: nil)
            )
            #expect(one.next() && other.next() && one.next() && other.next())
            #expect(one.int(forColumnIndex: 0) == 2 && other.int(forColumnIndex: 0) == 20)
        }

        @Test func testB227_B503_pragmasAndPlansAreQueries() throws {
            let db = try C.open()
            #expect(db.stringForQuery("PRAGMA journal_mode") == "wal")
            #expect(try C.rows(db, "PRAGMA table_info(t)").count == 2)
            #expect(try C.rows(db, "EXPLAIN QUERY PLAN SELECT * FROM t").count == 1)
        }

        @Test func testB228_beforeTheFirstRow() throws {
            let rows = try C.open().executeQuery("SELECT 5 AS x", values: nil)
            #expect(rows.int(forColumn: "x") == 0 && rows.object(forColumn: "x") == nil)
        }
    }

    // MARK: - Prepared statements

    extension ClusterCompatibilityTests {
        @Test func testB240_B241_B242_B249_B252_preparedUpdates() throws {
            let db = try C.open()
            let insert = db.prepare("INSERT INTO t VALUES (?, ?)")
            #expect(db.hasOpenResultSets)
            #expect(insert.step())
            for value in 1...3 { #expect(insert.bind(with: [value, value * 2]) && insert.step()) }
            insert.close()
            #expect(!db.hasOpenResultSets)
            #expect(
                try C.rows(db, "SELECT a FROM t ORDER BY a") == [[.null], [.integer(1)], [.integer(2)], [.integer(3)]])
            let named = db.prepare("INSERT INTO t VALUES (:x, NULL)")
            #expect(named.bind(with: ["x": 9]) && named.step())
        }

        @Test func testB243_aPreparedTextThatIsNone() throws {
            let db = try C.open()
            let dead = db.prepare("INSRT")
            #expect(!dead.next() && !dead.step() && !dead.bind(with: [1]) && dead.columnCount == 0)
            #expect(db.prepare("INSRT").query == "INSRT" && db.lastErrorMessage().contains("syntax error"))
        }

        @Test func testB244_B246_preparedQueriesRunAgain() throws {
            let db = try C.open()
            let query = db.prepare("SELECT ? + 1")
            #expect(query.bind(with: [1]) && query.next() && query.int(forColumnIndex: 0) == 2 && !query.next())
            #expect(query.next() && query.int(forColumnIndex: 0) == 2)
            #expect(query.bind(with: [5]) && query.next() && query.int(forColumnIndex: 0) == 6)
        }

        @Test func testB245_B247_B248_B250_whatFailsLeavesThemUsable() throws {
            let db = try C.open("CREATE TABLE t (a PRIMARY KEY)")
            let insert = db.prepare("INSERT INTO t VALUES (?)")
            #expect(!insert.bind(with: []))
            #expect(insert.bind(with: [1]) && insert.step() && !insert.step())
            #expect(C.error { try insert.stepWithError() }?.resultCode == .constraint)
            #expect(insert.bind(with: [2]) && insert.step())
            #expect(C.error { try insert.stepWithError() } != nil)
            let query = db.prepare("SELECT a FROM t")
            #expect(!query.step())
        }
    }

    // MARK: - Additions

    extension ClusterCompatibilityTests {
        @Test func testB380_B381_helpers() throws {
            let db = try C.open()
            #expect(
                db.intForQuery("SELECT ?", 5) == 5 && db.longForQuery("SELECT 6") == 6
                    && db.boolForQuery("SELECT 1") == true)
            #expect(db.doubleForQuery("SELECT 1.5") == 1.5 && db.stringForQuery("SELECT 'x'") == "x")
            #expect(
                db.dataForQuery("SELECT x'07'") == Data([7])
                    && db.dateForQuery("SELECT 0") == Date(timeIntervalSince1970: 0))
            #expect(
                db.intForQuery("SELECT NULL") == nil && db.intForQuery("SELECT 1 WHERE 0") == nil
                    && db.intForQuery("SELEC") == nil)
            #expect(!db.hasOpenResultSets)
        }

        @Test func testB382_B386_B392_whatExists() throws {
            let db = try C.open("CREATE TABLE Ab (Cd); CREATE VIEW v AS SELECT 1 AS x")
            #expect(db.tableExists("aB") && !db.tableExists("v") && !db.tableExists("nope"))
            #expect(db.columnExists("cD", inTableWithName: "AB") && !db.columnExists("x", inTableWithName: "ab"))
            #expect(!db.columnExists("x", inTableWithName: "nope") && !db.hasOpenResultSets)
        }

        @Test func testB383_B384_B385_B393_schemas() throws {
            let db = try ClusterScene.shared.get().open()
            #expect(db.getSchema()?.next() == false)
            #expect(
                db.executeStatements(
                    "CREATE TABLE \"1 a\" (x INTEGER NOT NULL DEFAULT 7, y TEXT PRIMARY KEY); CREATE INDEX i ON \"1 a\" (x)"
                ))
            let schema = db.getSchema()
            var found: [String] = []
            while schema?.next() == true {
                found.append("\(schema?.string(forColumn: "type") ?? "") \(schema?.string(forColumn: "name") ?? "")")
            }
            #expect(found == ["table 1 a", "index i"])
            let table = db.getTableSchema("1 a")
            #expect(
                table?.next() == true && table?.string(forColumn: "name") == "x"
                    && table?.string(forColumn: "dflt_value") == "7")
            #expect(table?.bool(forColumn: "notnull") == true && db.getTableSchema("nope")?.next() == false)
        }

        @Test func testB387_validateSQLOnlyCompiles() throws {
            let db = try C.open()
            try db.validateSQL("INSERT INTO t VALUES (?, ?)")
            #expect(
                C.error { try db.validateSQL("SELEC") } != nil
                    && C.error { try db.validateSQL("SELECT * FROM nope") } != nil)
            #expect(db.intForQuery("SELECT count(*) FROM t") == 0)
        }

        @Test func testB389_B390_userVersionAndApplicationID() throws {
            let db = try C.open()
            #expect(db.userVersion == 0 && db.applicationID == 0)
            db.userVersion = 7
            db.applicationID = .max
            #expect(db.close() && db.open() && db.userVersion == 7 && db.applicationID == .max)
        }
    }
#endif
