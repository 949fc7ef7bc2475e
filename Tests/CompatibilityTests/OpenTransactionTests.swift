import FMDB
import FMDBTestHelpers
import Testing

/// `isTransactionOpen` tells SQLite's state where FMDB's flag `isInTransaction` only knows the library's own calls.
@Suite struct OpenTransactionTests {
    @Test func testD16_bothAreTrueInATransactionOfTheLibrary() {
        let db = FMDatabase.memory()
        #expect(!db.isInTransaction)
        #expect(!db.isTransactionOpen)

        db.beginTransaction()
        #expect(db.isInTransaction)
        #expect(db.isTransactionOpen)

        db.commit()
        #expect(!db.isInTransaction)
        #expect(!db.isTransactionOpen)
    }

    @Test func testD16_aRawBeginIsSeen() throws {
        let db = FMDatabase.memory()

        try db.executeUpdate("BEGIN", values: nil)

        #expect(!db.isInTransaction)
        #expect(db.isTransactionOpen)
    }

    @Test func testD16_aRawCommitIsSeen() throws {
        let db = FMDatabase.memory()
        db.beginTransaction()

        try db.executeUpdate("COMMIT", values: nil)

        #expect(db.isInTransaction)
        #expect(!db.isTransactionOpen)
    }

    @Test func testD16_aRollbackBySQLiteItselfIsSeen() throws {
        let db = FMDatabase.memory()
        try db.executeUpdate("CREATE TABLE t (x NOT NULL ON CONFLICT ROLLBACK)", values: nil)
        db.beginTransaction()

        #expect(!db.executeUpdate("INSERT INTO t VALUES (NULL)", withArgumentsIn: []))

        #expect(db.isInTransaction)
        #expect(!db.isTransactionOpen)
    }

    @Test func testD16_aSavePointOutsideATransactionIsSeen() throws {
        let db = FMDatabase.memory()

        try db.startSavePoint(withName: "point")
        #expect(!db.isInTransaction)
        #expect(db.isTransactionOpen)

        try db.releaseSavePoint(withName: "point")
        #expect(!db.isTransactionOpen)
    }

    @Test func testD16_aClosedDatabaseHasNoOpenTransaction() {
        let db = FMDatabase.memory()
        db.beginTransaction()

        db.close()

        #expect(db.isInTransaction)
        #expect(!db.isTransactionOpen)
        #expect(!FMDatabase(path: nil).isTransactionOpen)
    }
}
