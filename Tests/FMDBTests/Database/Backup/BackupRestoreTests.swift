import FMDB
import FMDBTestHelpers
import Testing

/// Replacing the content of a database by that of a file.
@Suite struct BackupRestoreTests {
    private let scene = BackupScene()
    private var path: String { scene.folder.file("source.db") }

    /// A copy with some people, whose database is gone.
    private func copied(_ count: Int, pageSize: Int = 4096) throws {
        let database = try scene.people(count, in: "former.db", pageSize: pageSize)
        try database.backup(to: scene.copy)
        database.close()
    }

    @Test(arguments: ["WAL", "DELETE", "MEMORY"], [1024, 4096]) func theContentIsReplaced(
        _ journal: String, _ pageSize: Int
    ) throws {
        try copied(500, pageSize: pageSize)
        let database = journal == "MEMORY" ? FMDatabase.memory() : try scene.people(10, journal: journal)
        let backup = try database.restore(from: scene.copy)
        #expect(try database.value("SELECT count(*) FROM person", as: Int.self) == 500)
        #expect(try database.value("PRAGMA integrity_check", as: String.self) == "ok")
        #expect(backup.bytes == Int64(backup.pages * pageSize))
        if journal == "WAL" { #expect(try database.value("PRAGMA journal_mode", as: String.self) == "wal") }
        database.close()
        if journal != "MEMORY" { #expect(try scene.count(path) == 500) }
    }

    @Test(arguments: ["WAL", "DELETE"]) func whatTheProgressThrowsLeavesTheContent(_ journal: String) throws {
        try copied(500)
        let database = try scene.people(10, journal: journal)
        #expect(throws: Regret.self) {
            try database.restore(from: scene.copy, BackupScene.smallSteps) { if $0.completed > 5 { throw Regret() } }
        }
        #expect(try database.value("SELECT count(*) FROM person", as: Int.self) == 10)
        try scene.add(1, to: database)
        database.close()
        #expect(try scene.count(path) == 11)
    }

    @Test func statementsAreCompiledAnewAfterwards() throws {
        try copied(500)
        let database = FMDatabase.memory()
        try database.execute("CREATE TABLE person (other)")
        #expect(try database.rows("SELECT * FROM person", as: String.self) == [])
        try database.restore(from: scene.copy)
        let rows = try database.query("SELECT * FROM person")
        #expect(try rows.nextRow()?.columnCount == 2)
    }

    @Test func otherConnectionsSeeTheNewContent() throws {
        try copied(500)
        let database = try scene.people(10)
        let other = FMDatabase.file(path)
        #expect(try other.value("SELECT count(*) FROM person", as: Int.self) == 10)
        try database.restore(from: scene.copy)
        #expect(try other.value("SELECT count(*) FROM person", as: Int.self) == 500)
    }

    @Test func aReaderOfTheDatabaseDoesNotLoseItsState() throws {
        try copied(500)
        let database = try scene.people(10)
        let other = FMDatabase.file(path)
        try other.withTransaction(.deferred) {
            #expect(try other.value("SELECT count(*) FROM person", as: Int.self) == 10)
            try database.restore(from: scene.copy)
            #expect(try other.value("SELECT count(*) FROM person", as: Int.self) == 10)
        }
        #expect(try other.value("SELECT count(*) FROM person", as: Int.self) == 500)
    }

    @Test func aLockOfAnotherIsToldAfterTheTimeout() throws {
        try copied(500)
        let database = try scene.people(10)
        let other = FMDatabase.file(path)
        #expect(other.beginImmediateTransaction())
        var options = FMDatabase.BackupOptions()
        options.busyTimeout = .zero
        database.maxBusyRetryTimeInterval = 0
        #expect(thrown { try database.restore(from: scene.copy, options) }?.resultCode == .busy)
        #expect(other.rollback())
        #expect(try database.value("SELECT count(*) FROM person", as: Int.self) == 10)
    }

    @Test func withinATransactionItIsRefused() throws {
        try copied(5)
        let database = try scene.people(10)
        try database.withTransaction(.deferred) {
            #expect(thrown { try database.restore(from: scene.copy) }?.resultCode == .misuse)
        }
    }

    @Test(arguments: ["missing", "text", "damaged"]) func aBadFileChangesNothing(_ kind: String) throws {
        let expected: FMResultCode
        switch kind {
        case "text":
            try Data(String(repeating: "text ", count: 1000).utf8).write(to: URL(fileURLWithPath: scene.copy))
            expected = .notADatabase
        case "damaged":
            try copied(500)
            var content = try Data(contentsOf: URL(fileURLWithPath: scene.copy))
            content.replaceSubrange(8192..<8192 + 100, with: Data(count: 100))
            try content.write(to: URL(fileURLWithPath: scene.copy))
            expected = .corrupt
        default: expected = .cantOpen
        }
        let database = try scene.people(10)
        #expect(thrown { try database.restore(from: scene.copy) }?.resultCode == expected)
        #expect(try database.value("SELECT count(*) FROM person", as: Int.self) == 10)
    }
}

/// Compact copies, and contents as bytes.
@Suite struct BackupContentTests {
    private let scene = BackupScene()
    private static let vacuums = SQLiteVersion.linked >= SQLiteVersion(3, 27)
    private static let serializes = FMSQLiteFeature.serialization.isAvailable

    @Test(.enabled(if: vacuums)) func aCompactCopyHasNoFreePages() throws {
        let database = try scene.people()
        try database.execute("DELETE FROM person WHERE id > 10")
        try database.vacuum(into: scene.copy)
        #expect(try scene.count(scene.copy) == 10)
        #expect(try FMDatabase.file(scene.copy).value("PRAGMA freelist_count", as: Int.self) == 0)
        #expect(try database.value("PRAGMA freelist_count", as: Int.self) > 0)
        #expect(try scene.leftovers() == ["copy.db"])
    }

    @Test(.enabled(if: vacuums)) func aCompactCopyReplacesAFileIfThatIsWanted() throws {
        let database = try scene.people(10)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: scene.copy))
        #expect(thrown { try database.vacuum(into: scene.copy) }?.resultCode == .misuse)
        try database.vacuum(into: scene.copy, overwrites: true)
        #expect(try scene.count(scene.copy) == 10)
        #expect(try scene.leftovers() == ["copy.db"])
    }

    /// A write version above 2 has SQLite only read the file, as if it were not to be written.
    @Test func aFileOfALaterFormatIsReplaced() throws {
        let database = try scene.people(10)
        try database.backup(to: scene.copy)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: scene.copy))
        try file.seek(toOffset: 18)
        try file.write(contentsOf: Data([3]))
        try file.close()
        #expect(thrown { try FMDatabase.file(scene.copy).execute("DELETE FROM person") }?.resultCode == .readOnly)
        var options = FMDatabase.BackupOptions()
        options.overwrites = true
        try database.backup(to: scene.copy, options)
        try FMDatabase.file(scene.copy).execute("DELETE FROM person")
        #expect(try scene.leftovers() == ["copy.db"])
    }

    @Test(.enabled(if: !vacuums)) func anOlderSQLiteMakesNoCompactCopy() throws {
        let database = try scene.people(10)
        #expect(thrown { try database.vacuum(into: scene.copy) }?.extendedCode == .notSupported)
        #expect(try scene.leftovers() == [])
    }

    @Test(.enabled(if: vacuums)) func withinATransactionThereIsNoCompactCopy() throws {
        let database = try scene.people(10)
        try database.withTransaction {
            #expect(thrown { try database.vacuum(into: scene.copy) }?.resultCode == .misuse)
        }
    }

    @Test(.enabled(if: serializes), arguments: ["DELETE", "MEMORY"]) func aContentBecomesBytesAndBack(_ journal: String)
        throws
    {
        let database = try scene.people(50, journal: journal)
        let data = try database.serialized()
        #expect(data.count % 4096 == 0)
        let other = FMDatabase.memory()
        try other.deserialize(data)
        #expect(try other.value("SELECT count(*) FROM person", as: Int.self) == 50)
        // It can grow.
        try scene.add(1000, to: other)
        #expect(try other.value("SELECT count(*) FROM person", as: Int.self) == 1050)
        #expect(try other.serialized().count > data.count)
        #expect(try other.value("PRAGMA integrity_check", as: String.self) == "ok")
        try other.backup(to: scene.copy)
        #expect(try scene.count(scene.copy) == 1050)
    }

    @Test(.enabled(if: serializes)) func theBytesOfAWALDatabaseHaveItsLog() throws {
        let data = try scene.people(50).serialized()
        let other = FMDatabase.memory()
        try other.deserialize(data)
        #expect(try other.value("SELECT count(*) FROM person", as: Int.self) == 50)
    }

    @Test(.enabled(if: serializes)) func anEmptyDatabaseHasNoBytes() throws {
        let database = FMDatabase.memory()
        let data = try database.serialized()
        try database.deserialize(data)
        try database.execute("CREATE TABLE t (x)")
        #expect(try database.rows("SELECT x FROM t", as: Int.self) == [])
    }

    @Test(.enabled(if: serializes)) func withinATransactionNoContentIsReplaced() throws {
        let database = FMDatabase.memory()
        let data = try scene.people(1).serialized()
        try database.withTransaction(.deferred) {
            #expect(thrown { try database.deserialize(data) }?.resultCode == .misuse)
        }
    }

    @Test(.enabled(if: serializes)) func bytesOfAnotherKindAreRefusedByTheFirstStatement() throws {
        let database = FMDatabase.memory()
        try database.deserialize(Data(repeating: 7, count: 5000))
        #expect(
            thrown { try database.value("SELECT count(*) FROM sqlite_master", as: Int.self) }?.resultCode
                == .notADatabase)
    }

    @Test(.enabled(if: !serializes)) func anOlderSQLiteMakesNoBytes() throws {
        let database = try scene.people(10)
        #expect(thrown { try database.serialized() }?.extendedCode == .notSupported)
        #expect(thrown { try database.deserialize(Data()) }?.extendedCode == .notSupported)
    }
}
