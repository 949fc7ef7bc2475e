import FMDB
import FMDBTestHelpers
import Testing

/// A file that cannot be read must not look like one that has ended.
@Suite struct ReadFaultTests {
    private let folder = TemporaryFolder()
    private let disk: FMTestDisk
    private let database: FMDatabase
    private static let rows = 200

    /// A table over many pages, opened anew so that none of them is in the cache.
    init() throws {
        disk = FMTestDisk()
        let writer = FMDatabase.file(folder.file())
        try writer.execute("CREATE TABLE t (x, filling)")
        try writer.withTransaction {
            let filling = String(repeating: "filling ", count: 50)
            for row in 0..<ReadFaultTests.rows { try writer.execute("INSERT INTO t VALUES (\(row), \(filling))") }
        }
        writer.close()
        database = FMDatabase(path: folder.file())
        database.logsErrors = false
        #expect(disk.open(database))
        #expect(database.tableExists("t"))
        disk.fail([.read], at: 20)
    }

    @Test func theThrowingCursorThrows() throws {
        let cursor = try database.query("SELECT x FROM t")
        var count = 0
        let error = #expect(throws: FMError.self) {
            while try cursor.nextRow() != nil { count += 1 }
        }
        #expect(error?.extendedCode == .ioErrorRead)
        #expect(count > 0 && count < ReadFaultTests.rows)
    }

    @Test func theListOfRowsIsNotCutShort() {
        let error = #expect(throws: FMError.self) { try database.rows("SELECT x FROM t", as: Int.self) }
        #expect(error?.extendedCode == .ioErrorRead)
    }

    @Test func theTuplesAreNotCutShort() {
        let error = #expect(throws: FMError.self) {
            try database.rows("SELECT x, filling FROM t", as: (Int, String).self)
        }
        #expect(error?.extendedCode == .ioErrorRead)
    }

    @Test func theDecodedRowsAreNotCutShort() {
        struct Row: Decodable { var x: Int }
        let error = #expect(throws: FMError.self) { try database.rows("SELECT x FROM t", as: Row.self) }
        #expect(error?.extendedCode == .ioErrorRead)
    }

    @Test func theLoopOverRowsThrows() {
        let error = #expect(throws: FMError.self) { try database.forEachRow("SELECT x FROM t") { _ in } }
        #expect(error?.extendedCode == .ioErrorRead)
    }

    @Test func aSingleValueThrows() {
        let error = #expect(throws: FMError.self) { try database.value("SELECT sum(x) FROM t", as: Int?.self) }
        #expect(error?.extendedCode == .ioErrorRead)
    }

    @Test func fmdbsCursorEndsWithTheError() throws {
        let rows = try #require(database.executeQuery("SELECT x FROM t", withArgumentsIn: []))
        var count = 0
        while rows.next() { count += 1 }
        #expect(count > 0 && count < ReadFaultTests.rows)
        #expect(database.hadError())
        #expect(database.lastExtendedErrorCode() == FMResultCode.ioErrorRead.rawValue)
    }

    @Test func fmdbsThrowingCursorThrows() throws {
        let rows = try database.executeQuery("SELECT x FROM t", values: nil)
        let error = #expect(throws: NSError.self) {
            while true { try rows.nextWithError() }
        }
        #expect(error?.code == 10)
    }

    @Test func theNextAttemptReadsAll() throws {
        #expect(throws: FMError.self) { try database.rows("SELECT x FROM t", as: Int.self) }
        #expect(try database.rows("SELECT x FROM t", as: Int.self).count == ReadFaultTests.rows)
    }
}
