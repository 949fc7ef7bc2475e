#if Cluster && os(Linux)
    import FMDBCluster
    import Foundation
    import Testing

    private typealias C = ClusterCompatibilityTests

    // MARK: - Values and parameters

    extension ClusterCompatibilityTests {
        /// The value and the type as SQLite has stored it.
        private func stored(_ value: Any, _ setUp: (FMClusterDatabase) -> Void = { _ in }) throws -> (FMValue, String) {
            let db = try C.open()
            setUp(db)
            try db.executeUpdate("INSERT INTO t (a) VALUES (?)", values: [value])
            let row = try C.rows(db, "SELECT a, typeof(a) FROM t")[0]
            guard case .text(let type) = row[1] else { throw FMError(.error, "no type") }
            return (row[0], type)
        }

        @Test func testB080_B081_nullsBind() throws {
            for value in [NSNull() as Any, Optional<Int>.none as Any, Optional<Int?>.some(nil) as Any] {
                #expect(try stored(value) == (.null, "null"))
            }
            #expect(try stored(Optional(5) as Any) == (.integer(5), "integer"))
        }

        @Test func testB082_B100_B225_textsBind() throws {
            for text in ["", "é\u{301}\u{10FFFF}", "'; DROP TABLE t; --"] {
                #expect(try stored(text) == (.text(text), "text"))
            }
            #expect(try stored(NSString("abc")) == (.text("abc"), "text"))
        }

        @Test func testB083_B084_blobsBind() throws {
            #expect(try stored(Data([0, 1, 2])) == (.blob(Data([0, 1, 2])), "blob"))
            #expect(try stored(Data()) == (.blob(Data()), "blob"))
            #expect(try stored(NSData(data: Data([7]))) == (.blob(Data([7])), "blob"))
        }

        @Test func testB086_B216_B444_B445_B446_datesWithAFormat() throws {
            let format = FMClusterDatabase.storeableDateFormat("yyyy-MM-dd HH:mm:ss")
            let date = Date(timeIntervalSince1970: 86_400)
            #expect(try stored(date) { $0.setDateFormat(format) } == (.text("1970-01-02 00:00:00"), "text"))
            let db = try C.open()
            #expect(
                !db.hasDateFormatter() && db.date(from: "1970-01-02 00:00:00") == nil && db.string(from: date) == nil)
            db.setDateFormat(format)
            #expect(db.hasDateFormatter() && db.string(from: date) == "1970-01-02 00:00:00")
            let rows = try db.executeQuery("SELECT '1970-01-02 00:00:00', 'x'", values: nil)
            #expect(rows.next())
            #expect(rows.date(forColumnIndex: 0) == date && rows.date(forColumnIndex: 1) == nil)
            db.setDateFormat(nil)
            #expect(!db.hasDateFormatter())
        }

        @Test func testB087_B088_B090_B099_integersBind() throws {
            let values: [(Any, Int64)] = [
                (Int8.min, -128), (UInt8.max, 255), (Int16.min, -32_768), (UInt32.max, 4_294_967_295),
                (Int64.min, .min),
                (Int64.max, .max), (true, 1), (false, 0), (UInt64.max, -1),
            ]
            for (value, expected) in values { #expect(try stored(value) == (.integer(expected), "integer")) }
            let db = try C.open()
            #expect(db.executeUpdate("INSERT INTO t (a) VALUES (?)", withArgumentsIn: [UInt64.max]))
            let rows = try db.executeQuery("SELECT a FROM t", values: nil)
            #expect(rows.next() && rows.unsignedLongLongInt(forColumn: "a") == .max)
        }

        @Test func testB089_B091_B093_B095_realsBind() throws {
            #expect(try stored(2.5) == (.real(2.5), "real"))
            #expect(try stored(Float(2.2)) == (.real(Double(Float(2.2))), "real"))
            #expect(try stored(NSNumber(value: 7)) == (.integer(7), "integer"))
            #expect(try stored(NSNumber(value: 1.5)) == (.real(1.5), "real"))
            #expect(try stored(NSNumber(value: true)) == (.integer(1), "integer"))
            #expect(try stored(Decimal(string: "1.25") ?? 0) == (.real(1.25), "real"))
            #expect(try stored(Double.nan) == (.null, "null"))
            #expect(try stored(Double.infinity) == (.real(.infinity), "real"))
        }

        @Test func testB092_B096_objectsBindTheirDescription() throws {
            let id = UUID()
            #expect(try stored(id) == (.text(id.uuidString), "text"))
            #expect(try stored("a?b;'c'".dropFirst()) == (.text("?b;'c'"), "text"))
        }

        @Test func testB098_affinityStillApplies() throws {
            let db = try C.open("CREATE TABLE t (a INTEGER)")
            #expect(db.executeUpdate("INSERT INTO t VALUES (?)", withArgumentsIn: ["12"]))
            #expect(try C.rows(db, "SELECT a FROM t") == [[.integer(12)]])
        }

        @Test func testB120_B121_B123_B133_tooFewValues() throws {
            let db = try C.open()
            #expect(!db.executeUpdate("INSERT INTO t VALUES (?, ?)", withArgumentsIn: [1]))
            #expect(db.executeQuery("SELECT ?", withArgumentsIn: []) == nil)
            let thrown = C.error { try db.executeUpdate("INSERT INTO t VALUES (?, ?)", values: nil) }
            #expect(
                thrown?.resultCode == .range && thrown?.message.contains("2") == true
                    && thrown?.message.contains("0") == true)
            #expect(try C.rows(db, "SELECT * FROM t").isEmpty)
        }

        @Test func testB122_B124_surplusAndNumberedValues() throws {
            let db = try C.open()
            #expect(db.executeUpdate("INSERT INTO t VALUES (?, ?)", withArgumentsIn: [1, 2, 3]))
            #expect(try C.rows(db, "SELECT * FROM t") == [[.integer(1), .integer(2)]])
            #expect(try C.rows(db, "SELECT ?1, ?2, ?1", ["x", "y"]) == [[.text("x"), .text("y"), .text("x")]])
        }

        @Test func testB125_B127_B128_B129_B131_B134_namedValues() throws {
            let db = try C.open()
            let insert = "INSERT INTO t VALUES (:a, :b)"
            #expect(db.executeUpdate(insert, withParameterDictionary: ["a": 1, "b": NSNull(), "c": 3]))
            #expect(try C.rows(db, "SELECT * FROM t") == [[.integer(1), .null]])
            #expect(!db.executeUpdate(insert, withParameterDictionary: ["a": 1]))
            #expect(!db.executeUpdate(insert, withParameterDictionary: ["A": 1, "b": 2]))
            let rows = db.executeQuery("SELECT :x + :x", withParameterDictionary: ["x": 4])
            #expect(rows?.next() == true && rows?.int(forColumnIndex: 0) == 8)
            #expect(db.intForQuery("SELECT count(*) FROM t") == 1)
        }

        @Test func testB130_B132_namesByPosition() throws {
            let db = try C.open()
            #expect(try C.rows(db, "SELECT :b, :a, :b", [1, 2]) == [[.integer(1), .integer(2), .integer(1)]])
            #expect(db.executeQuery("SELECT 1", withParameterDictionary: nil)?.next() == true)
        }
    }

    // MARK: - Updates and scripts

    extension ClusterCompatibilityTests {
        @Test func testB140_B141_B142_B144_B145_whatAnUpdateIs() throws {
            let db = try C.open()
            #expect(db.executeUpdate("INSERT INTO t VALUES (1, 1)", withArgumentsIn: []))
            #expect(!db.executeUpdate("SELECT 1", withArgumentsIn: []))
            #expect(C.error { try db.executeUpdate("SELECT 1", values: nil) }?.resultCode == .row)
            #expect(db.executeUpdate("SELECT 1 WHERE 0", withArgumentsIn: []))
            #expect(!db.executeUpdate("", withArgumentsIn: []) && !db.executeUpdate("-- nothing", withArgumentsIn: []))
            #expect(!db.hasOpenResultSets)
        }

        @Test func testB146_B221_anUpdateAmidRows() throws {
            let db = try C.open("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3); CREATE TABLE u (a)")
            let rows = try db.executeQuery("SELECT a FROM t ORDER BY a", values: nil)
            while rows.next() {
                #expect(db.executeUpdate("INSERT INTO u VALUES (?)", withArgumentsIn: [rows.int(forColumn: "a") * 10]))
                #expect(db.intForQuery("SELECT max(a) FROM u") == rows.int(forColumn: "a") * 10)
            }
            #expect(try C.rows(db, "SELECT a FROM u ORDER BY a") == [[.integer(10)], [.integer(20)], [.integer(30)]])
        }

        @Test func testB147_DDLIsAnUpdate() throws {
            let db = try C.open()
            for sql in [
                "CREATE INDEX i ON t (a)", "ALTER TABLE t ADD COLUMN c", "DROP INDEX i", "DROP TABLE t", "ANALYZE",
            ] {
                #expect(db.executeUpdate(sql, withArgumentsIn: []), "\(sql)")
            }
        }

        @Test func testB150_B151_B155_scripts() throws {
            let db = try C.open()
            #expect(db.executeStatements("INSERT INTO t VALUES (1, 1); SELECT * FROM t; INSERT INTO t VALUES (2, 2);"))
            #expect(!db.executeStatements("INSERT INTO t VALUES (3, 3); oops; INSERT INTO t VALUES (4, 4)"))
            #expect(try C.rows(db, "SELECT a FROM t ORDER BY a") == [[.integer(1)], [.integer(2)], [.integer(3)]])
        }

        @Test func testB152_B154_B157_B158_rowsOfScripts() throws {
            let db = try C.open()
            var found: [[AnyHashable: Any]] = []
            let script =
                "SELECT 1 AS x, NULL AS y; INSERT INTO t VALUES (1, 1); SELECT x'FF' AS z, 2.5 AS w; SELECT 1 AS d, 2 AS d"
            #expect(
                db.executeStatements(script) {
                    found.append($0)
                    return 0
                })
            #expect(found.count == 3)
            #expect(found[0]["x"] as? String == "1" && found[0]["y"] is NSNull)
            #expect(found[1]["z"] is NSNull && found[1]["w"] as? String == "2.5")
            #expect(found[2].count == 1 && found[2]["d"] as? String == "2")
        }

        @Test func testB153_aBlockThatEndsTheScript() throws {
            let db = try C.open()
            var count = 0
            #expect(
                !db.executeStatements("SELECT 1 UNION ALL SELECT 2; INSERT INTO t VALUES (1, 1)") { _ in
                    count += 1
                    return 1
                })
            #expect(count == 1 && db.lastErrorCode() == 4)
            #expect(db.intForQuery("SELECT count(*) FROM t") == 0)
        }
    }

    // MARK: - Transactions

    extension ClusterCompatibilityTests {
        @Test func testB260_B261_kindsOfTransactions() throws {
            let db = try C.open()
            var configuration = db.configuration
            configuration.busyTimeout = .zero
            let other = FMClusterDatabase(configuration)
            #expect(other.open())
            let insert = "INSERT INTO t VALUES (1, 1)"
            for begin in [db.beginTransaction, db.beginExclusiveTransaction, db.beginImmediateTransaction] {
                #expect(begin())
                #expect(!other.executeUpdate(insert, withArgumentsIn: []) && other.lastErrorCode() == 5)
                #expect(db.rollback())
            }
            #expect(db.beginDeferredTransaction())
            #expect(other.executeUpdate(insert, withArgumentsIn: []))
            #expect(db.rollback())
        }

        @Test func testB262_B264_B265_B266_transactions() throws {
            let db = try C.open()
            #expect(!db.commit() && db.hadError() && !db.rollback() && db.hadError())
            #expect(db.beginTransaction() && db.isInTransaction)
            #expect(!db.beginTransaction())
            #expect(db.lastErrorMessage() == "cannot start a transaction within a transaction")
            #expect(db.executeUpdate("INSERT INTO t VALUES (1, 1)", withArgumentsIn: []))
            #expect(db.rollback() && !db.isInTransaction)
            #expect(db.intForQuery("SELECT count(*) FROM t") == 0)
            #expect(db.beginTransaction())
            #expect(db.executeUpdate("INSERT INTO t VALUES (1, 1)", withArgumentsIn: []))
            #expect(db.commit() && !db.isInTransaction)
            #expect(db.intForQuery("SELECT count(*) FROM t") == 1)
        }

        @Test func testB270_B271_B272_savePoints() throws {
            let db = try C.open()
            #expect(db.beginTransaction())
            try db.startSavePoint(withName: "it's")
            try db.executeUpdate("INSERT INTO t VALUES (1, 1)", values: nil)
            try db.startSavePoint(withName: "inner")
            try db.executeUpdate("INSERT INTO t VALUES (2, 2)", values: nil)
            try db.rollbackToSavePoint(withName: "inner")
            try db.releaseSavePoint(withName: "inner")
            try db.releaseSavePoint(withName: "it's")
            #expect(C.error { try db.releaseSavePoint(withName: "x") }?.message.contains("no such savepoint") == true)
            #expect(
                C.error { try db.rollbackToSavePoint(withName: "x") }?.message.contains("no such savepoint") == true)
            #expect(db.commit())
            #expect(try C.rows(db, "SELECT a FROM t") == [[.integer(1)]])
        }

        @Test func testB273_B275_inSavePoint() throws {
            let db = try C.open()
            let insert = { (value: Int) in
                _ = db.executeUpdate("INSERT INTO t (a) VALUES (?)", withArgumentsIn: [value])
            }
            let outer = db.inSavePoint { _ in
                insert(1)
                let inner = db.inSavePoint { rollback in
                    insert(2)
                    rollback.pointee = true
                }
                #expect(inner == nil)
            }
            #expect(outer == nil)
            #expect(try C.rows(db, "SELECT a FROM t") == [[.integer(1)]])
        }

        @Test func testB274_inSavePointOnAClosedDatabase() throws {
            let db = try C.open()
            db.close()
            var hasRun = false
            #expect(db.inSavePoint { _ in hasRun = true } != nil)
            #expect(!hasRun)
        }

        @Test func testB276_B277_aSavePointOutsideATransaction() throws {
            let db = try C.open(
                "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p (id) DEFERRABLE INITIALLY DEFERRED)"
            )
            try db.startSavePoint(withName: "a")
            try db.executeUpdate("INSERT INTO p VALUES (1)", values: nil)
            try db.releaseSavePoint(withName: "a")
            #expect(FMClusterDatabase(db.configuration).open())
            #expect(db.intForQuery("SELECT count(*) FROM p") == 1)
            let error = db.inSavePoint { _ in _ = db.executeUpdate("INSERT INTO c VALUES (9)", withArgumentsIn: []) }
            #expect((error as? FMError)?.resultCode == .constraint)
            #expect(!db.isInTransaction)
        }
    }
#endif
