import FMDB
import FMDBTestHelpers
import Testing

@Suite struct TransactionTests {
    private let folder = TemporaryFolder()

    /// An open database on the test's file, with an empty table `t (x UNIQUE)`, that does not wait for locks.
    private func file() throws -> FMDatabase {
        let db = FMDatabase.file(folder.file())
        db.maxBusyRetryTimeInterval = 0
        try db.execute("CREATE TABLE IF NOT EXISTS t (x UNIQUE)")
        return db
    }

    private func content(_ db: FMDatabase) throws -> [Int] {
        try db.rows("SELECT x FROM t ORDER BY x", as: Int.self)
    }

    // MARK: Commit and rollback

    @Test func whatTheBodyDoesIsCommittedWhenItReturns() throws {
        let (db, other) = (try file(), try file())

        try db.withTransaction {
            try db.execute("INSERT INTO t VALUES (1)")
            #expect(try content(other) == [])
        }

        #expect(try content(other) == [1])
        #expect(!db.isTransactionOpen)
    }

    @Test func whatTheBodyDoesIsUndoneWhenItThrows() throws {
        let db = try file()

        #expect(throws: Regret.self) {
            try db.withTransaction {
                try db.execute("INSERT INTO t VALUES (1)")
                throw Regret()
            }
        }

        #expect(try content(db) == [])
        #expect(!db.isTransactionOpen)
    }

    @Test func theValueOfTheBodyIsReturned() throws {
        let db = try file()

        let id = try db.withTransaction {
            try db.execute("INSERT INTO t VALUES (7)")
            return db.lastInsertRowId
        }

        #expect(id == 1)
    }

    @Test func aFailedStatementThatIsCaughtDoesNotUndoTheRest() throws {
        let db = try file()

        try db.withTransaction {
            try db.execute("INSERT INTO t VALUES (1)")
            #expect(thrown { try db.execute("INSERT INTO t VALUES (1)") }?.extendedCode == .constraintUnique)
            try db.execute("INSERT INTO t VALUES (2)")
        }

        #expect(try content(db) == [1, 2])
    }

    @Test func fmdbsFlagIsSetWithinTheBody() throws {
        let db = try file()

        try db.withTransaction { #expect(db.isInTransaction && db.isTransactionOpen) }
        #expect(!db.isInTransaction)

        #expect(throws: Regret.self) { try db.withTransaction { throw Regret() } }
        #expect(!db.isInTransaction)
    }

    @Test func anOpenCursorDoesNotHinderTheEnd() throws {
        let db = try file()
        try db.execute("INSERT INTO t VALUES (1), (2)")
        let cursor = try db.query("SELECT x FROM t ORDER BY x")
        #expect(try cursor.nextRow() != nil)

        try db.withTransaction { try db.execute("INSERT INTO t VALUES (3)") }

        #expect(!db.isTransactionOpen)
        cursor.close()
        #expect(try content(db) == [1, 2, 3])
    }

    // MARK: Kinds

    /// What another connection can do while a transaction of a kind is open.
    private func othersCan(_ kind: FMDatabase.TransactionKind?) throws -> (read: Bool, write: Bool) {
        let (db, other) = (try file(), try file())
        func tryBoth() -> (Bool, Bool) {
            (thrown { try content(other) } == nil, thrown { try other.execute("DELETE FROM t") } == nil)
        }
        guard let kind else { return try db.withTransaction { tryBoth() } }
        return try db.withTransaction(kind) { tryBoth() }
    }

    @Test func aDeferredTransactionLetsOthersReadAndWrite() throws {
        #expect(try othersCan(.deferred) == (read: true, write: true))
    }

    @Test func anImmediateTransactionLetsOthersRead() throws {
        #expect(try othersCan(.immediate) == (read: true, write: false))
    }

    @Test func anExclusiveTransactionShutsOthersOut() throws {
        #expect(try othersCan(.exclusive) == (read: false, write: false))
    }

    @Test func aTransactionIsImmediateUnlessSaidOtherwise() throws {
        #expect(try othersCan(nil) == (read: true, write: false))
    }

    // MARK: Failures of the library's own statements

    @Test func theBodyDoesNotRunIfTheTransactionCannotBegin() throws {
        let (db, other) = (try file(), try file())
        var hasRun = false

        let error = try other.withTransaction(.exclusive) {
            thrown { try db.withTransaction { hasRun = true } }
        }

        #expect(error?.resultCode == .busy)
        #expect(!hasRun)
        #expect(!db.isInTransaction)
    }

    @Test func aCommitThatFailsIsRolledBackAndThrown() throws {
        let db = try file()
        try db.execute("PRAGMA foreign_keys = ON")
        try db.execute("CREATE TABLE child (parent REFERENCES t (x) DEFERRABLE INITIALLY DEFERRED)")

        let error = thrown {
            try db.withTransaction {
                try db.execute("INSERT INTO t VALUES (1)")
                try db.execute("INSERT INTO child VALUES (99)")
            }
        }

        #expect(error?.extendedCode == .constraintForeignKey)
        #expect(!db.isTransactionOpen && !db.isInTransaction)
        #expect(try content(db) == [])
    }

    @Test func aCommitThatMustWaitIsRolledBackAndThrown() throws {
        let (db, reader) = (try file(), try file())
        try db.execute("INSERT INTO t VALUES (1), (2)")
        let cursor = try reader.query("SELECT x FROM t")
        #expect(try cursor.nextRow() != nil)

        #expect(thrown { try db.withTransaction { try db.execute("DELETE FROM t") } }?.resultCode == .busy)

        #expect(!db.isTransactionOpen)
        cursor.close()
        #expect(try content(db) == [1, 2])
    }

    @Test func aClosedDatabaseIsRefused() {
        let closed = FMDatabase(path: nil)
        var hasRun = false

        #expect(thrown { try closed.withTransaction { hasRun = true } }?.resultCode == .misuse)
        #expect(thrown { try closed.withSavePoint { hasRun = true } }?.resultCode == .misuse)
        #expect(!hasRun)
    }

    @Test func closingTheDatabaseWithinTheBodyIsAnError() throws {
        let db = try file()

        let error = thrown {
            try db.withTransaction {
                try db.execute("INSERT INTO t VALUES (1)")
                db.close()
            }
        }

        #expect(error?.resultCode == .misuse)
        #expect(!db.isInTransaction)
        #expect(try content(file()) == [])
    }

    // MARK: Rollback by SQLite itself

    @Test func aRollbackBySQLiteIsRecognised() throws {
        let db = try file()
        try db.execute("INSERT INTO t VALUES (1)")

        let error = thrown {
            try db.withTransaction {
                try db.execute("INSERT INTO t VALUES (2)")
                try db.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
            }
        }

        // It is the statement's error, not that of a second rollback.
        #expect(error?.extendedCode == .constraintUnique)
        #expect(!db.isTransactionOpen && !db.isInTransaction)
        #expect(try content(db) == [1])
    }

    @Test func aRollbackBySQLiteThatTheBodyHidesIsAnError() throws {
        let db = try file()
        try db.execute("INSERT INTO t VALUES (1)")

        let error = thrown {
            try db.withTransaction {
                try db.execute("INSERT INTO t VALUES (2)")
                _ = thrown { try db.execute("INSERT OR ROLLBACK INTO t VALUES (1)") }
            }
        }

        #expect(error?.extendedCode == .constraintUnique)
        #expect(!db.isInTransaction)
        #expect(try content(db) == [1])
    }

    // MARK: Nesting

    @Test func aTransactionWithinATransactionIsRefused() throws {
        let db = try file()

        try db.withTransaction {
            try db.execute("INSERT INTO t VALUES (1)")
            let error = thrown { try db.withTransaction { try db.execute("INSERT INTO t VALUES (2)") } }
            #expect(error?.message == "cannot start a transaction within a transaction")
            #expect(db.isTransactionOpen && db.isInTransaction)
        }

        #expect(try content(db) == [1])
    }

    @Test func aSavePointWithinATransactionIsUndoneAlone() throws {
        let db = try file()

        try db.withTransaction {
            try db.execute("INSERT INTO t VALUES (1)")
            #expect(throws: Regret.self) {
                try db.withSavePoint {
                    try db.execute("INSERT INTO t VALUES (2)")
                    throw Regret()
                }
            }
            try db.withSavePoint { try db.execute("INSERT INTO t VALUES (3)") }
        }

        #expect(try content(db) == [1, 3])
    }
}

@Suite struct SavePointTests {
    private let db = FMDatabase.memory()

    private func table() throws -> FMDatabase {
        try db.execute("CREATE TABLE t (x UNIQUE)")
        return db
    }

    private func content() throws -> [Int] {
        try db.rows("SELECT x FROM t ORDER BY x", as: Int.self)
    }

    @Test func whatTheBodyDoesIsKeptWhenItReturns() throws {
        let db = try table()

        let count = try db.withSavePoint { try db.execute("INSERT INTO t VALUES (1), (2)") }

        #expect(count == 2)
        #expect(try content() == [1, 2])
        #expect(!db.isTransactionOpen)
    }

    @Test func whatTheBodyDoesIsUndoneWhenItThrows() throws {
        let db = try table()

        #expect(throws: Regret.self) {
            try db.withSavePoint {
                try db.execute("INSERT INTO t VALUES (1)")
                throw Regret()
            }
        }

        #expect(try content() == [])
        #expect(!db.isTransactionOpen)
    }

    @Test func savePointsNest() throws {
        let db = try table()

        try db.withSavePoint {
            try db.execute("INSERT INTO t VALUES (1)")
            #expect(throws: Regret.self) {
                try db.withSavePoint {
                    try db.execute("INSERT INTO t VALUES (2)")
                    try db.withSavePoint { try db.execute("INSERT INTO t VALUES (3)") }
                    throw Regret()
                }
            }
            try db.withSavePoint { try db.execute("INSERT INTO t VALUES (4)") }
        }

        #expect(try content() == [1, 4])
    }

    @Test func theOuterSavePointUndoesTheInnerOnes() throws {
        let db = try table()

        #expect(throws: Regret.self) {
            try db.withSavePoint {
                try db.withSavePoint { try db.execute("INSERT INTO t VALUES (1)") }
                try db.withSavePoint { try db.execute("INSERT INTO t VALUES (2)") }
                throw Regret()
            }
        }

        #expect(try content() == [])
    }

    @Test func aRollbackBySQLiteIsRecognised() throws {
        let db = try table()
        try db.execute("INSERT INTO t VALUES (1)")

        let error = thrown {
            try db.withSavePoint {
                try db.withSavePoint {
                    try db.execute("INSERT INTO t VALUES (2)")
                    try db.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
                }
            }
        }

        #expect(error?.extendedCode == .constraintUnique)
        #expect(!db.isTransactionOpen)
        #expect(try content() == [1])
        try db.withSavePoint { try db.execute("INSERT INTO t VALUES (3)") }
        #expect(try content() == [1, 3])
    }

    @Test func aRollbackBySQLiteThatTheBodyHidesIsAnError() throws {
        let db = try table()
        try db.execute("INSERT INTO t VALUES (1)")

        let error = thrown {
            try db.withSavePoint { _ = thrown { try db.execute("INSERT OR ROLLBACK INTO t VALUES (1)") } }
        }

        #expect(error?.extendedCode == .constraintUnique)
        #expect(!db.isTransactionOpen)
    }

    @Test func aReleaseThatFailsIsUndoneAndThrown() throws {
        let db = try table()
        try db.execute("PRAGMA foreign_keys = ON")
        try db.execute("CREATE TABLE child (parent REFERENCES t (x) DEFERRABLE INITIALLY DEFERRED)")

        let error = thrown {
            try db.withSavePoint {
                try db.execute("INSERT INTO t VALUES (1)")
                try db.execute("INSERT INTO child VALUES (99)")
            }
        }

        #expect(error?.extendedCode == .constraintForeignKey)
        #expect(!db.isTransactionOpen)
        #expect(try content() == [])
    }

    @Test func fmdbsSavePointNestsWithIt() throws {
        let db = try table()

        try db.withSavePoint {
            try db.execute("INSERT INTO t VALUES (1)")
            let error = db.inSavePoint { rollback in
                #expect(db.executeUpdate("INSERT INTO t VALUES (2)", withArgumentsIn: []))
                rollback.pointee = true
            }
            #expect(error == nil)
        }

        #expect(try content() == [1])
    }
}
