#if Cluster && os(Linux)
    import FMDBCluster
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// FMDB's behaviour on three real nodes, by the numbers of its facts; README.md lists which of them hold for a cluster. It is run by
    /// `make test-node`.
    @Suite(.enabled(if: ClusterScene.isThere, "needs the program fmdb-node, which `make test-node` builds"))
    struct ClusterCompatibilityTests {}

    extension ClusterCompatibilityTests {
        static func open(_ script: String = "CREATE TABLE t (a, b)") throws -> FMClusterDatabase {
            let db = try ClusterScene.shared.get().open()
            #expect(db.executeStatements(script))
            return db
        }

        static func error(_ body: () throws -> Void) -> FMError? {
            do {
                try body()
                return nil
            } catch {
                return error as? FMError
            }
        }

        static func rows(_ db: FMClusterDatabase, _ sql: String, _ values: [Any] = []) throws -> [[FMValue]] {
            let rows = try db.executeQuery(sql, values: values)
            var all: [[FMValue]] = []
            while let row = try rows.nextRow() { all.append(row.values()) }
            return all
        }
    }

    private typealias C = ClusterCompatibilityTests

    // MARK: - Opening, closing, errors

    extension ClusterCompatibilityTests {
        @Test func testB004_B017_B033_creatingOpensNothing() throws {
            let db = FMClusterDatabase(try ClusterScene.shared.get().configuration())
            #expect(!db.isOpen && !db.goodConnection)
            #expect(db.open())
            #expect(db.lastErrorCode() == 0 && db.lastErrorMessage() == "not an error" && !db.hadError())
            #expect(db.goodConnection)
            #expect(db.close())
            #expect(!db.isOpen && !db.goodConnection)
        }

        @Test func testB007_B016_B018_openingTwiceAndClosingTwice() throws {
            let db = try C.open()
            #expect(db.executeUpdate("INSERT INTO t VALUES (1, 2)", withArgumentsIn: []))
            #expect(db.open())
            #expect(db.close() && db.close())
            #expect(FMClusterDatabase(db.configuration).close())
            #expect(db.open())
            #expect(db.intForQuery("SELECT count(*) FROM t") == 1)
        }

        @Test func testB009_B010_B011_anOpenThatFailsCanBeRepeated() throws {
            let scene = try ClusterScene.shared.get()
            let isBarred = Flag(true)
            var configuration = scene.configuration()
            configuration.timeout = .milliseconds(200)
            configuration.reach = { isBarred.value ? "127.0.0.1:1" : $0 }
            let db = FMClusterDatabase(configuration)
            #expect(!db.open())
            #expect(!db.isOpen)
            #expect(db.lastErrorCode() == 14)
            isBarred.value = false
            var isOpen = false
            for _ in 0..<20 where !isOpen { isOpen = db.open() }
            #expect(isOpen)
        }

        @Test func testB020_B190_B191_closingClosesResultSets() throws {
            let db = try C.open()
            let rows = try db.executeQuery("SELECT 1 AS x UNION ALL SELECT 2", values: nil)
            #expect(rows.next() && rows.columnCount == 1)
            db.close()
            #expect(!rows.next())
            #expect(rows.parentDB == nil && rows.columnCount == 0)
            #expect(
                rows.int(forColumn: "x") == 0 && rows.string(forColumn: "x") == nil
                    && rows.object(forColumn: "x") == nil)
            rows.close()
            #expect(rows.query == "SELECT 1 AS x UNION ALL SELECT 2")
        }

        @Test func testB022_B026_theLastReferenceClosesAndRollsBack() throws {
            let db = try C.open()
            var other: FMClusterDatabase? = FMClusterDatabase(db.configuration)
            #expect(other?.open() == true)
            #expect(other?.beginTransaction() == true)
            #expect(other?.executeUpdate("INSERT INTO t VALUES (1, 2)", withArgumentsIn: []) == true)
            other = nil
            #expect(db.executeUpdate("INSERT INTO t VALUES (3, 4)", withArgumentsIn: []))
            #expect(try C.rows(db, "SELECT a FROM t") == [[.integer(3)]])
        }

        @Test func testB023_aResultSetKeepsItsDatabase() throws {
            var db: FMClusterDatabase? = try C.open()
            let rows = db?.executeQuery("SELECT 5", withArgumentsIn: [])
            db = nil
            #expect(rows?.parentDB != nil)
            #expect(rows?.next() == true && rows?.int(forColumnIndex: 0) == 5)
        }

        @Test func testB024_goodConnection() throws { #expect(try C.open().goodConnection) }

        @Test func testB028_twoDatabasesAreTwoConnections() throws {
            let db = try C.open()
            let other = FMClusterDatabase(db.configuration)
            #expect(other.open())
            #expect(db.executeUpdate("INSERT INTO t VALUES (1, 2)", withArgumentsIn: []))
            #expect(other.intForQuery("SELECT a FROM t") == 1)
        }

        @Test func testB031_B034_B037_B040_errorsAreNotSticky() throws {
            let db = try C.open()
            #expect(!db.executeUpdate("INSRT INTO t", withArgumentsIn: []))
            #expect(db.lastErrorCode() == 1 && db.hadError())
            #expect(db.lastErrorMessage().contains("syntax error"))
            #expect(db.executeQuery("SELEC 1", withArgumentsIn: []) == nil)
            #expect(db.executeUpdate("INSERT INTO t VALUES (1, 1)", withArgumentsIn: []))
            #expect(db.lastErrorCode() == 0 && !db.hadError())
        }

        @Test func testB035_B038_lastErrorIsFMDBs() throws {
            let db = try C.open()
            let thrown = C.error { try db.executeUpdate("INSERT INTO nowhere VALUES (1)", values: nil) }
            let last = db.lastError() as NSError
            #expect(last.domain == "FMDatabase" && last.code == 1)
            #expect(last.localizedDescription == db.lastErrorMessage())
            #expect(thrown.map { $0 as NSError }?.domain == "FMDatabase" && thrown?.message == db.lastErrorMessage())
            #expect(db.lastErrorMessage().contains("no such table"))
        }

        @Test func testB036_B049_B156_aClosedDatabaseDoesNothing() throws {
            let db = try C.open()
            #expect(db.executeUpdate("INSERT INTO t VALUES (1, 1)", withArgumentsIn: []))
            db.close()
            #expect(db.changes == 0 && db.lastInsertRowId == 0)
            #expect(!db.executeUpdate("INSERT INTO t VALUES (1, 1)", withArgumentsIn: []))
            #expect(db.executeQuery("SELECT 1", withArgumentsIn: []) == nil)
            #expect(!db.executeStatements("SELECT 1") && !db.beginTransaction() && !db.commit())
            #expect(db.hadError())
        }

        @Test func testB039_B047_constraints() throws {
            let db = try C.open("CREATE TABLE t (a INTEGER PRIMARY KEY, b UNIQUE)")
            #expect(db.executeUpdate("INSERT INTO t VALUES (1, 1)", withArgumentsIn: []))
            #expect(!db.executeUpdate("INSERT INTO t VALUES (2, 1)", withArgumentsIn: []))
            #expect(db.lastErrorCode() == 19 && db.lastExtendedErrorCode() == 2067)
            let thrown = C.error { try db.executeUpdate("INSERT INTO t VALUES (1, 2)", values: nil) }
            #expect(thrown?.resultCode == .constraint && db.lastExtendedErrorCode() == 1555)
        }

        @Test func testB048_changesAndLastInsertRowId() throws {
            let db = try C.open()
            #expect(db.lastInsertRowId == 0)
            #expect(db.executeUpdate("INSERT INTO t VALUES (1, 1), (2, 2)", withArgumentsIn: []))
            #expect(db.changes == 2 && db.lastInsertRowId == 2)
            #expect(db.executeUpdate("UPDATE t SET b = 5 WHERE a = 1", withArgumentsIn: []))
            #expect(db.changes == 1 && db.lastInsertRowId == 2)
        }

        @Test func testB071_B072_B074_aLockedDatabase() throws {
            let db = try C.open()
            var configuration = db.configuration
            configuration.busyTimeout = .milliseconds(100)
            let other = FMClusterDatabase(configuration)
            #expect(other.open())
            #expect(db.beginImmediateTransaction())
            #expect(db.executeUpdate("INSERT INTO t VALUES (1, 1)", withArgumentsIn: []))
            #expect(!other.executeUpdate("INSERT INTO t VALUES (2, 2)", withArgumentsIn: []))
            #expect(other.lastErrorCode() == 5)
            configuration.busyTimeout = .zero
            let hasty = FMClusterDatabase(configuration)
            #expect(hasty.open())
            #expect(!hasty.executeUpdate("INSERT INTO t VALUES (2, 2)", withArgumentsIn: []))
            #expect(hasty.lastErrorCode() == 5)
            #expect(db.commit())
            #expect(other.executeUpdate("INSERT INTO t VALUES (2, 2)", withArgumentsIn: []))
        }
    }

    // SAFETY: the value is read and changed under `lock`.
    private final class Flag: @unchecked Sendable {
        private let lock = NSLock()
        private var isSet: Bool
        init(_ isSet: Bool) { self.isSet = isSet }
        var value: Bool {
            get { lock.withLock { isSet } }
            set { lock.withLock { isSet = newValue } }
        }
    }
#endif
