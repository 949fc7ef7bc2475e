import FMDB
import FMDBTestHelpers
import Testing

/// What a body does that it had better not do within a transaction. Whatever it is: after an error nothing of the
/// transaction is left, and after none all of it is there.
@Suite struct MisuseOfTransactionsTests {
    private let folder = TemporaryFolder()
    private let database: FMDatabase

    init() throws {
        database = FMDatabase.file(folder.file())
        database.maxBusyRetryTimeInterval = 0
        try database.execute("CREATE TABLE t (x)")
        try database.execute("INSERT INTO t VALUES (1), (2), (3)")
    }

    private struct Refused: Error {}

    /// What the body does after it has written a row.
    enum Deed: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case nothing, refuse, commit, rollback, rollbackInSQL, begin, close, closeAndOpen, endTheCursor
        case interruptWhileAReaderIsActive, leaveACursorOpen, closeOpenResultSets, failAStatement, releaseTheSavePoint

        var testDescription: String { rawValue }

        /// Whether the verb around it may return as if nothing had happened.
        var isHarmless: Bool {
            switch self {
            case .nothing, .begin, .endTheCursor, .leaveACursorOpen, .closeOpenResultSets, .failAStatement: true
            default: false
            }
        }

        func callAsFunction(_ database: FMDatabase, _ cursor: FMResultSet) throws {
            switch self {
            case .nothing: break
            case .refuse: throw Refused()
            case .commit: #expect(database.commit())
            case .rollback: #expect(database.rollback())
            case .rollbackInSQL: try database.execute("ROLLBACK")
            case .begin: #expect(!database.beginTransaction())
            case .close: #expect(database.close())
            case .closeAndOpen:
                #expect(database.close())
                #expect(database.open())
            case .endTheCursor: cursor.close()
            case .interruptWhileAReaderIsActive:
                #expect(try cursor.nextRow() != nil)
                #expect(database.interrupt())
                // SQLite forgets an interrupt only when no statement is active.
                try database.execute("INSERT INTO t VALUES (8)")
            case .leaveACursorOpen: #expect(try cursor.nextRow() != nil)
            case .closeOpenResultSets: database.closeOpenResultSets()
            case .failAStatement:
                #expect(!database.executeUpdate("INSERT INTO missing VALUES (1)", withArgumentsIn: []))
            case .releaseTheSavePoint:
                // The transaction is a save point here, or has none of that name.
                try database.execute("RELEASE SAVEPOINT \"fmdb save point 0\"")
                throw Refused()
            }
        }
    }

    @Test(arguments: Deed.allCases) func withTransaction(_ deed: Deed) throws {
        let cursor = try database.query("SELECT x FROM t")
        var isDone = true
        do {
            try database.withTransaction {
                try database.execute("INSERT INTO t VALUES (7)")
                try deed(database, cursor)
            }
        } catch {
            isDone = false
        }
        try expectOrder(isDone, deed)
    }

    @Test(arguments: Deed.allCases) func withSavePoint(_ deed: Deed) throws {
        let cursor = try database.query("SELECT x FROM t")
        var isDone = true
        do {
            try database.withSavePoint {
                try database.execute("INSERT INTO t VALUES (7)")
                try deed(database, cursor)
            }
        } catch {
            isDone = false
        }
        try expectOrder(isDone, deed)
    }

    @Test(arguments: Deed.allCases) func withSavePointWithinATransaction(_ deed: Deed) throws {
        let cursor = try database.query("SELECT x FROM t")
        var isDone = true
        do {
            try database.withTransaction {
                try database.withSavePoint {
                    try database.execute("INSERT INTO t VALUES (7)")
                    try deed(database, cursor)
                }
            }
        } catch {
            isDone = false
        }
        try expectOrder(isDone, deed)
    }

    @Test(arguments: Deed.allCases) func inTransactionOfAQueue(_ deed: Deed) throws {
        database.close()
        let queue = try #require(FMDatabaseQueue(path: folder.file()))
        queue.inTransaction { database, rollback in
            database.logsErrors = false
            do {
                let cursor = try database.query("SELECT x FROM t")
                try database.execute("INSERT INTO t VALUES (7)")
                try deed(database, cursor)
            } catch {
                rollback.pointee = true
            }
        }
        #expect(try queue.withDatabase { $0.isTransactionOpen } == false)
        queue.close()
        try expectOrder(nil, deed)
    }

    private func expectOrder(_ isDone: Bool?, _ deed: Deed) throws {
        if let isDone { #expect(isDone == deed.isHarmless) }
        #expect(!database.isTransactionOpen, "the connection is still inside a transaction")
        #expect(!database.isInTransaction)
        database.closeOpenResultSets()
        database.open()
        // To commit or to release by oneself is to keep the row, whatever comes after.
        let mayKeep = deed == .commit || deed == .releaseTheSavePoint
        let expected: [[Int]] =
            deed.isHarmless ? [[1, 2, 3, 7]] : mayKeep ? [[1, 2, 3], [1, 2, 3, 7]] : [[1, 2, 3]]
        let other = FMDatabase.file(folder.file())
        #expect(expected.contains(try other.rows("SELECT x FROM t ORDER BY x", as: Int.self)))
        other.maxBusyRetryTimeInterval = 0
        try other.withTransaction(.exclusive) { _ = try other.execute("DELETE FROM t WHERE x > 3") }
        other.close()
        _ = try database.withTransaction { try database.execute("INSERT INTO t VALUES (9)") }
        #expect(try database.rows("SELECT x FROM t ORDER BY x", as: Int.self) == [1, 2, 3, 9])
    }

    // MARK: Statements that are half done

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
    func aStatementThatStillWritesIsNotCommitted() throws {
        let error = #expect(throws: FMError.self) {
            try database.withTransaction {
                let cursor = try database.query("INSERT INTO t VALUES (7), (8) RETURNING x")
                #expect(try cursor.nextRow() != nil)
                // Kept beyond the body, so that it is still at work at the commit.
                try withExtendedLifetime(cursor) { try database.withTransaction {} }
            }
        }
        #expect(error != nil)
        #expect(!database.isTransactionOpen)
        #expect(try database.rows("SELECT x FROM t ORDER BY x", as: Int.self) == [1, 2, 3])
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
    func aCommitThatAStatementStopsIsRolledBack() throws {
        var kept: FMResultSet?
        let error = #expect(throws: FMError.self) {
            try database.withTransaction {
                kept = try database.query("INSERT INTO t VALUES (7), (8) RETURNING x")
                #expect(try kept?.nextRow() != nil)
            }
        }
        #expect(error?.resultCode == .busy)
        #expect(!database.isTransactionOpen)
        kept?.close()
        #expect(try database.rows("SELECT x FROM t ORDER BY x", as: Int.self) == [1, 2, 3])
    }

    // MARK: Nesting

    @Test func aTransactionWithinATransactionThrowsAndEndsTheOuter() throws {
        let error = #expect(throws: FMError.self) {
            try database.withTransaction {
                try database.execute("INSERT INTO t VALUES (7)")
                try database.withTransaction { _ = try database.execute("INSERT INTO t VALUES (8)") }
            }
        }
        #expect(error?.message == "cannot start a transaction within a transaction")
        #expect(!database.isTransactionOpen)
        #expect(try database.rows("SELECT x FROM t ORDER BY x", as: Int.self) == [1, 2, 3])
    }

    @Test func aTransactionWithinATransactionThatIsCaughtLeavesTheOuterAlone() throws {
        try database.withTransaction {
            try database.execute("INSERT INTO t VALUES (7)")
            #expect(throws: FMError.self) {
                try database.withTransaction { _ = try database.execute("INSERT INTO t VALUES (8)") }
            }
            #expect(database.isTransactionOpen)
            #expect(database.isInTransaction)
        }
        #expect(try database.rows("SELECT x FROM t ORDER BY x", as: Int.self) == [1, 2, 3, 7])
    }

    @Test func aSavePointThatWasUndoneInsideIsNotKeptOutside() throws {
        try database.withTransaction {
            try database.execute("INSERT INTO t VALUES (7)")
            #expect(throws: Refused.self) {
                try database.withSavePoint {
                    try database.execute("INSERT INTO t VALUES (8)")
                    throw Refused()
                }
            }
        }
        #expect(try database.rows("SELECT x FROM t ORDER BY x", as: Int.self) == [1, 2, 3, 7])
    }

    @Test func aSavePointThatTheBlockHasReleasedIsNotReplacedByAnother() throws {
        let error = thrown {
            try database.withSavePoint {
                try database.execute("INSERT INTO t VALUES (4)")
                try? database.withSavePoint {
                    try database.execute("INSERT INTO t VALUES (5)")
                    // Takes the inner save point with it, and commits.
                    try database.execute("RELEASE SAVEPOINT \"fmdb save point 0\"")
                }
                try database.startSavePoint(withName: "fmdb save point 0")
            }
        }
        #expect(error?.message.contains("committed") == true)
        #expect(!database.isTransactionOpen)
        #expect(try database.withSavePoint { try database.value("SELECT count(*) FROM t", as: Int.self) } == 5)
    }
}
