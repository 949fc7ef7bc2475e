import FMDB
import FMDBTestHelpers
import Foundation
import Testing

/// What errors say to do about the state of a connection, a file or a row.
@Suite struct StateAdviceTests {
    private let folder = TemporaryFolder()
    private let db = FMDatabase.memory()

    private func reason(_ body: () throws -> Void) -> String { thrown(body)?.localizedFailureReason ?? "" }

    // MARK: Transactions

    @Test func aTransactionWithinATransactionPointsToTheSavePoint() throws {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        let text = "a transaction is already open; use withSavePoint inside it"
        #expect(reason { try queue.withTransaction { db in try db.withTransaction {} } } == text)
        #expect(reason { try queue.withSavePoint { db in try db.withTransaction {} } } == text)
        #expect(reason { try queue.withTransaction { db in try db.execute("BEGIN") } } == text)
        #expect(db.beginTransaction())
        #expect(reason { try db.execute("BEGIN") } == text)
        #expect(db.rollback())
        let pool = FMDatabasePool(path: folder.file(), configuration: .init())
        try pool.write { _ in }
        // An old SQLite refuses BEGIN IMMEDIATE first.
        let refusal =
            SQLiteVersion.linked >= SQLiteVersion(3, 39)
            ? "the block of `read` is already in a read-only transaction" : "`read` uses a read-only connection"
        #expect(reason { try pool.read { db in try db.withTransaction {} } } == refusal + "; use `write`")
    }

    @Test func aVacuumIsToldWhereItRuns() throws {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        let text = "end the transaction first, or use withDatabase instead of withTransaction or write"
        #expect(reason { try queue.withTransaction { try $0.execute("VACUUM") } } == text)
        #expect(db.beginTransaction())
        #expect(reason { try db.execute("VACUUM") } == text)
        #expect(db.rollback())
        let rows = try db.executeQuery("SELECT 7", values: nil)
        #expect(rows.next())
        #expect(
            reason { try db.execute("VACUUM") } == "read all rows, or close() the result set, of SELECT 7")
        rows.close()
        try db.execute("VACUUM")
    }

    @Test func aResultSetInTheWayIsToldToBeClosed() throws {
        try db.execute("CREATE TABLE t (a)")
        try db.execute("INSERT INTO t VALUES (1), (2)")
        let rows = try db.executeQuery("SELECT a FROM t", values: nil)
        #expect(rows.next())
        let text = reason { try db.execute("DROP TABLE t") }
        #expect(
            text.hasSuffix("SELECT a FROM t; read its rows to the end, or close() its result set, first"), "\(text)")
        rows.close()
    }

    @Test func aBlockThatEndsItsTransactionIsToldHow() throws {
        let queue = try FMDatabaseQueue(path: nil, configuration: .init())
        for end in ["ROLLBACK", "COMMIT"] {
            let text = reason { try queue.withTransaction { db in try db.execute(FMSQL(raw: end)) } }
            #expect(text.contains("throw an error") && text.contains("rollback.pointee"), "\(text)")
        }
    }

    @Test func aStepOfAMigrationKeepsTheReason() throws {
        try db.execute("CREATE TABLE t (a)")
        let migrator = FMMigrator([.step("one") { try $0.execute("ALTER TABLE t ADD COLUMN a") }])
        let error = thrown { try migrator.migrate(db) }
        #expect(error?.message == "the step \"one\" failed: duplicate column name: a")
        #expect(error?.localizedFailureReason?.hasPrefix("the table already has this column; createTable") == true)
        #expect(error?.sql == "ALTER TABLE t ADD COLUMN a")
        let other = FMMigrator([.step("one") { try $0.execute("ALTER TABLE note ADD COLUMN a") }])
        #expect(reason { _ = try other.migrate(db) }.contains("its tables are t;"))
    }

    // MARK: Files

    // Whether a database is attached is asked by sqlite3_db_name.
    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 39)))
    func aFileThatIsNoDatabaseIsToldToBeEncryptedPerhaps() throws {
        try Data(repeating: 0x61, count: 8192).write(to: URL(fileURLWithPath: folder.file()))
        let db = FMDatabase(path: folder.file())
        #expect(db.open())
        let text = reason { _ = try db.value("SELECT count(*) FROM sqlite_master", as: Int.self) }
        #expect(text.hasPrefix("\(folder.file()): it is not a database, or it is encrypted"), "\(text)")
        #expect(text.contains("setKey(_:)"))
        let other = FMDatabase.file(folder.file("other.db"))
        #expect(reason { try other.execute("ATTACH \(folder.file()) AS a") } == "")
    }

    // Whether a database is attached is asked by sqlite3_db_name.
    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 39)))
    func aDamagedFilePointsToItsRepair() throws {
        let path = folder.file()
        let whole = FMDatabase.file(path)
        try whole.execute("CREATE TABLE t (a)")
        try whole.execute("INSERT INTO t VALUES (zeroblob(20000))")
        #expect(whole.close())
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.seek(toOffset: 4096)
        try file.write(contentsOf: Data(repeating: 0xFF, count: 4096))
        try file.close()
        let db = FMDatabase(path: path)
        db.logsErrors = false
        #expect(db.open())
        let error = thrown { try db.rows("SELECT a FROM t", as: Data.self) }
        #expect(error?.message == "database disk image is malformed")
        let text = error?.localizedFailureReason ?? ""
        #expect(text.hasPrefix(path) && text.contains("integrity()") && text.contains("FMRepair"), "\(text)")
    }

    @Test func aCopyOntoTheDatabaseItselfIsToldSo() throws {
        let db = FMDatabase.file(folder.file())
        try db.execute("CREATE TABLE t (a)")
        var options = FMDatabase.BackupOptions()
        for overwrites in [false, true] {
            options.overwrites = overwrites
            let text = "it is the database's own file: name another file"
            #expect(reason { _ = try db.backup(to: folder.file(), options) } == text)
            if SQLiteVersion.linked >= SQLiteVersion(3, 27) {
                #expect(reason { try db.vacuum(into: folder.file(), overwrites: overwrites) } == text)
            }
        }
        try Data([1]).write(to: URL(fileURLWithPath: folder.file("other.db")))
        #expect(reason { _ = try db.backup(to: folder.file("other.db")) } == "")
    }

    @Test func aPoolThatIsClosedIsToldToBeMadeAnew() throws {
        let pool = FMDatabasePool(path: folder.file(), configuration: .init())
        try pool.write { _ in }
        pool.close()
        let text = "a closed pool cannot be opened again: create a new one"
        #expect(reason { try pool.read { _ in } } == text)
        #expect(reason { try pool.write { _ in } } == text)
    }

    @Test func ofADatabaseInMemoryNothingIsLeft() throws {
        let queue = try FMDatabaseQueue(path: nil, configuration: .init())
        try queue.execute("CREATE TABLE t (a)")
        queue.close()
        #expect(
            reason { try queue.execute("DELETE FROM t") }.contains("it has no tables; close() deletes it;"))
    }

    @Test(.enabled(if: !SQLiteVersion.hasCodec)) func aKeyWithoutEncryptionIsTheLastError() throws {
        db.logsErrors = false
        #expect(!db.setKey("secret"))
        #expect(db.lastErrorMessage().hasPrefix("encryption needs the package trait SQLCipher"))
        #expect((db.lastError() as? FMError)?.message == db.lastErrorMessage() && db.lastErrorCode() == 1)
        #expect(db.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: []))
        #expect(db.lastErrorMessage() == "not an error" && db.lastErrorCode() == 0)
        let closed = FMDatabase(path: nil)
        closed.logsErrors = false
        #expect(!closed.setKey("secret") && closed.lastErrorMessage() == "out of memory")
    }

    @Test func aDatabaseThatIsNotOpenIsToldSo() throws {
        let text = "call open() first; the db passed to a block is valid only inside that block"
        let closed = FMDatabase(path: nil)
        let error = thrown { try closed.executeUpdate("SELECT 1", values: nil) }
        #expect(
            error?.code == 7 && error?.message == "out of memory"
                && error?.localizedFailureReason == "the database is not open: " + text)
        #expect(closed.lastErrorMessage() == "out of memory" && closed.lastErrorCode() == 7)
        #expect((closed.lastError() as? FMError)?.localizedFailureReason == nil)
        var kept: FMDatabase?
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        queue.inDatabase { db in kept = db }
        queue.close()
        #expect(reason { try kept?.execute("SELECT 1") } == text)
    }

    // Which connection holds a lock is asked by sqlite3_txn_state; an older SQLite waits until it is busy.
    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 34)))
    func twoQueuesOfOneFileInOneBlockArePointedToOne() throws {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        let other = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        let error = thrown {
            try queue.withTransaction { db in
                try db.execute("CREATE TABLE t (a)")
                try other.execute("CREATE TABLE u (a)")
            }
        }
        #expect(
            error?.message.hasSuffix(": use one queue for the file, and inside its block only its db") == true,
            "\(error?.message ?? "")")
    }

    @Test func aDictionaryAmongListedValuesPointsToNames() throws {
        try db.execute("CREATE TABLE t (a, b)")
        let sql = "INSERT INTO t VALUES (:a, :b)"
        let values: [String: Any] = ["a": 1, "b": "x"]
        let error = thrown { try db.executeUpdate(sql, values: [values]) }
        #expect(
            error?.message
                == "expected 2 values, got 1: a dictionary counts as one value; withParameterDictionary: binds it by name"
        )
        #expect(error?.resultCode == .range)
        #expect(thrown { try db.executeUpdate(sql, values: ["x"]) }?.message == "expected 2 values, got 1")
        #expect(db.executeUpdate(sql, withParameterDictionary: values))
    }

    @Test func aFileThatIsThereIsToldHowToReplace() throws {
        let path = folder.file()
        try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        let error = thrown { try db.backup(to: path) }
        #expect(error?.message.hasSuffix("must not be overwritten: set `overwrites`, or remove it") == true)
    }

    // MARK: Rows

    @Test func aNullPointsToTheOptional() throws {
        try db.execute("CREATE TABLE t (a)")
        #expect(reason { _ = try db.value("SELECT sum(a) FROM t", as: Int.self) }.hasPrefix("read NULL as Int?, "))
        #expect(reason { _ = try db.rows("SELECT NULL", as: String.self) }.contains("coalesce()"))
        #expect(try db.value("SELECT sum(a) FROM t", as: Int?.self) == nil)
    }

    @Test func aQueryWithoutARowPointsToTheOptional() throws {
        try db.execute("CREATE TABLE t (a)")
        #expect(
            reason { _ = try db.value("SELECT a FROM t", as: String.self) }
                == "as: String?.self returns nil if there is no row")
        #expect(try db.value("SELECT a FROM t", as: String?.self) == nil)
    }

    @Test func aDateOfAModelPointsToFind() {
        #expect(reason { _ = try db.rows("SELECT '2026-05-18'", as: Date.self) }.contains("FMTableOptions(dates:"))
    }

    @Test func aConversionWithinQuotesIsToldToGoWithoutThem() throws {
        try db.execute("CREATE TABLE t (a, b)")
        db.logsErrors = false
        #expect(!db.executeUpdate(withFormat: "INSERT INTO t VALUES ('%@', %d)", "a", 1))
        let last = db.lastError() as? FMError
        #expect(last?.localizedFailureReason == "%@ within quotes is a string literal: remove the quotes")
        #expect(!db.executeUpdate(withFormat: "INSERT INTO t VALUES (%d, %@)", "a", 1))
        #expect((db.lastError() as? FMError)?.localizedFailureReason == nil)
    }

    // MARK: Indexes

    @Test func equalRowsUnderANewIndexAreToldHowToFind() throws {
        try db.execute("CREATE TABLE t (a, b)")
        try db.execute("INSERT INTO t VALUES (1, 2), (1, 2), (1, 3)")
        let one = reason { try db.execute("CREATE UNIQUE INDEX i ON t (a)") }
        #expect(
            one
                == "existing rows have equal values: SELECT a, count(*) FROM t GROUP BY a HAVING count(*) > 1 finds them"
        )
        let two = reason { try db.execute("CREATE UNIQUE INDEX i ON t (a, b)") }
        #expect(two.contains("SELECT a, b, count(*) FROM t GROUP BY a, b "), "\(two)")
        #expect(reason { try db.execute("CREATE UNIQUE INDEX i ON t (a + b)") }.hasPrefix("existing rows have"))
        try db.execute("CREATE TABLE \"to do\" (\"order\", \"a b\", c)")
        try db.execute("INSERT INTO \"to do\" VALUES (1, 2, 3), (1, 2, 3)")
        let quoted = reason { try db.execute("CREATE UNIQUE INDEX i ON \"to do\" (\"order\", \"a b\", c)") }
        #expect(
            quoted.contains(#"SELECT "order", "a b", c, count(*) FROM "to do" GROUP BY "order", "a b", c HAVING"#),
            "\(quoted)")
    }

    @Test func aUniqueColumnIsToldToBeAddedInTwoSteps() throws {
        try db.execute("CREATE TABLE t (a)")
        #expect(reason { try db.execute("ALTER TABLE t ADD COLUMN b UNIQUE") }.contains("CREATE UNIQUE INDEX"))
    }
}
