import FMDB
import Foundation
import FMDBTestHelpers
import Testing

@Suite("The counters of a statement")
struct StatementStatusTests {
    private let db = FMDatabase.memory()

    init() throws {
        try db.execute("CREATE TABLE t (a, b)")
        try db.executeMany("INSERT INTO t VALUES (?, ?)", (1...100).map { [$0, 100 - $0] })
    }

    private func drain(_ rows: FMResultSet) throws {
        while try rows.nextRow() != nil {}
    }

    @Test("scans and sorts are counted, also when the result set has closed itself")
    func scans() throws {
        let rows = try db.query("SELECT * FROM t ORDER BY b")
        let statement = try #require(rows.statement)
        #expect(statement.status?.fullScanSteps == 0)
        try drain(rows)
        let status = try #require(statement.status)
        #expect(status.fullScanSteps == 99 && status.sorts == 1 && status.automaticIndexRows == 0)
        #expect(status.virtualMachineSteps > 100)
    }

    @Test("rows of automatic indexes are counted")
    func automaticIndexes() throws {
        let rows = try db.query("SELECT * FROM t AS p CROSS JOIN t AS q ON p.a = q.b")
        let statement = try #require(rows.statement)
        try drain(rows)
        // SQLite counts the steps to the rows, of which the first needs none.
        #expect([99, 100].contains(statement.status?.automaticIndexRows))
    }

    @Test("an index that serves leaves nothing to count")
    func index() throws {
        try db.execute("CREATE INDEX t_b ON t (b)")
        let rows = try db.query("SELECT * FROM t WHERE b = \(7) ORDER BY b")
        let statement = try #require(rows.statement)
        try drain(rows)
        #expect(statement.status?.fullScanSteps == 0 && statement.status?.sorts == 0)
    }

    @Test("a prepared statement counts on until its counters are reset")
    func prepared() throws {
        let rows = db.prepare("SELECT * FROM t WHERE a > ?")
        let statement = try #require(rows.statement)
        for value in 1...3 {
            #expect(rows.bind(with: [value]))
            while rows.next() {}
        }
        #expect(statement.status?.fullScanSteps == 297)
        if SQLiteVersion.linked >= SQLiteVersion(3, 20) { #expect(statement.status?.runs == 3) }
        statement.resetStatus()
        #expect(statement.status?.fullScanSteps == 0 && statement.status?.virtualMachineSteps == 0)
        if SQLiteVersion.linked >= SQLiteVersion(3, 20) {
            #expect(statement.status?.runs == 0 && statement.status?.reprepares == 0)
            #expect((statement.status?.memory ?? 0) > 100)
        }
        #expect(rows.bind(with: [50]))
        while rows.next() {}
        #expect(statement.status?.fullScanSteps == 99)
        rows.close()
    }

    @Test("compiling again is counted", .enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 20)))
    func reprepares() throws {
        let rows = db.prepare("SELECT * FROM t")
        let statement = try #require(rows.statement)
        #expect(statement.status?.reprepares == 0)
        try db.execute("CREATE TABLE other (a)")
        #expect(rows.next())
        #expect(statement.status?.reprepares == 1)
        rows.close()
    }

    @Test("resetting does not keep the names of columns from being read anew")
    func names() throws {
        let rows = db.prepare("SELECT * FROM t")
        let statement = try #require(rows.statement)
        for name in ["c", "d", "e"] {
            try db.execute("ALTER TABLE t ADD COLUMN \(identifier: name)")
            #expect(rows.next())
            #expect(rows.columnIndex(forName: name) >= 0, "\(name)")
            rows.bind(with: [])
            statement.resetStatus()
            if SQLiteVersion.linked >= SQLiteVersion(3, 20) { #expect(statement.status?.reprepares == 0) }
        }
        rows.close()
    }

    @Test("what an older SQLite does not count is nil")
    func older() throws {
        let rows = try db.query("SELECT * FROM t")
        let status = try #require(rows.statement?.status)
        #expect((status.runs != nil) == (SQLiteVersion.linked >= SQLiteVersion(3, 20)))
        #expect((status.memory != nil) == (SQLiteVersion.linked >= SQLiteVersion(3, 20)))
        #expect((status.filterHits != nil) == (SQLiteVersion.linked >= SQLiteVersion(3, 38)))
        rows.close()
    }

    @Test("a cached statement counts over its uses")
    func cached() throws {
        db.shouldCacheStatements = true
        for _ in 1...2 {
            let rows = try db.executeQuery("SELECT * FROM t", values: nil)
            let statement = try #require(rows.statement)
            let before = statement.status?.fullScanSteps ?? -1
            while rows.next() {}
            #expect((statement.status?.fullScanSteps ?? -1) - before == 99)
        }
    }

    @Test("a closed statement has its last counters, one that never was has none")
    func closed() throws {
        let rows = try db.query("SELECT * FROM t")
        let statement = try #require(rows.statement)
        _ = try rows.nextRow()
        _ = try rows.nextRow()
        db.close()
        #expect(statement.statement == nil)
        #expect(statement.status?.fullScanSteps == 1)
        statement.resetStatus()
        #expect(statement.status?.fullScanSteps == 1)
        #expect(FMStatement().status == nil)
        FMStatement().resetStatus()
    }
}
