import FMDB
import FMDBTestHelpers
import Testing

/// Copies of a database into a file, over its own connection.
@Suite struct BackupTests {
    private let scene = BackupScene()

    @Test(arguments: ["WAL", "DELETE"], [512, 4096, 65536]) func aCopyHasTheContent(_ journal: String, _ pageSize: Int)
        throws
    {
        let database = try scene.people(journal: journal, pageSize: pageSize)
        let backup = try database.backup(to: scene.copy)
        #expect(try scene.count(scene.copy) == 1000)
        #expect(backup.restarts == 0)
        #expect(backup.verification == .quick)
        #expect(backup.bytes == Int64(backup.pages) * Int64(pageSize))
        #expect(try scene.leftovers() == ["copy.db"])
    }

    @Test func aDatabaseInMemoryIsCopied() throws {
        let database = FMDatabase.memory()
        try database.execute("CREATE TABLE person (name TEXT)")
        try database.backup(to: scene.copy)
        #expect(try scene.count(scene.copy) == 0)
    }

    @Test(arguments: [true, false]) func anEmptyDatabaseIsCopied(_ hasFile: Bool) throws {
        let database = hasFile ? FMDatabase.file(scene.folder.file("empty.db")) : .memory()
        try database.backup(to: scene.copy)
        let copy = FMDatabase.file(scene.copy)
        #expect(try copy.rows("SELECT name FROM sqlite_master", as: String.self) == [])
    }

    @Test func anAttachedDatabaseIsCopied() throws {
        let database = FMDatabase.memory()
        try database.execute("ATTACH \(scene.folder.file("other.db")) AS \"an other\"")
        try database.execute("CREATE TABLE \"an other\".person (name TEXT)")
        var options = FMDatabase.BackupOptions()
        options.schema = "an other"
        try database.backup(to: scene.copy, options)
        #expect(try scene.count(scene.copy) == 0)
    }

    @Test func aCopyWithoutTheSchemaIsRefused() throws {
        var options = FMDatabase.BackupOptions()
        options.schema = "missing"
        let database = try scene.people(10)
        #expect(thrown { try database.backup(to: scene.copy, options) }?.resultCode == .error)
        #expect(try scene.leftovers() == [])
    }

    @Test func aCopyHasThePermissionsOfItsSource() throws {
        let database = try scene.people(10)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: scene.folder.file("source.db"))
        try database.backup(to: scene.copy)
        let permissions = try FileManager.default.attributesOfItem(atPath: scene.copy)[.posixPermissions] as? NSNumber
        #expect(permissions?.intValue == 0o600)
    }

    @Test func theProgressCountsThePages() throws {
        let database = try scene.people()
        var steps: [FMDatabase.BackupProgress] = []
        let backup = try database.backup(to: scene.copy, BackupScene.smallSteps) { steps.append($0) }
        #expect(steps.first?.completed == 5)
        #expect(steps.allSatisfy { $0.total == backup.pages })
        #expect(steps.last?.completed == backup.pages)
        #expect(steps.last?.remaining == 0)
    }

    @Test func whatTheProgressThrowsCancelsTheCopy() throws {
        let database = try scene.people()
        #expect(throws: Regret.self) {
            try database.backup(to: scene.copy, BackupScene.smallSteps) { if $0.completed >= 10 { throw Regret() } }
        }
        #expect(try scene.leftovers() == [])
        #expect(!database.isTransactionOpen)
        try database.execute("DELETE FROM person")
    }

    @Test func theProgressBlockMustNotUseTheDatabase() throws {
        let database = try scene.people()
        var codes: Set<FMResultCode?> = []
        try database.backup(to: scene.copy, BackupScene.smallSteps) { _ in
            codes.insert(thrown { try database.execute("DELETE FROM person") }?.resultCode)
        }
        #expect(codes == [.misuse])
        #expect(try scene.count(scene.copy) == 1000)
    }

    @Test func aDatabaseThatIsClosedMeanwhileEndsItsCopy() throws {
        let database = try scene.people()
        let error = thrown { try database.backup(to: scene.copy, BackupScene.smallSteps) { _ in database.close() } }
        #expect(error?.resultCode == .misuse)
        #expect(try scene.leftovers() == [])
        #expect(database.open())
        #expect(try database.value("SELECT count(*) FROM person", as: Int.self) == 1000)
    }

    @Test func aCopyWithinAWriteTransactionIsRefused() throws {
        let database = try scene.people(10)
        try database.withTransaction {
            try database.execute("DELETE FROM person")
            #expect(thrown { try database.backup(to: scene.copy) }?.resultCode == .misuse)
        }
        try database.backup(to: scene.copy)
        #expect(try scene.count(scene.copy) == 0)
    }

    @Test func aCopyWithinAReadTransactionHasItsState() throws {
        let database = try scene.people(10)
        let other = FMDatabase.file(scene.folder.file("source.db"))
        try database.withTransaction(.deferred) {
            #expect(try database.value("SELECT count(*) FROM person", as: Int.self) == 10)
            try other.execute("DELETE FROM person")
            try database.backup(to: scene.copy)
        }
        #expect(try scene.count(scene.copy) == 10)
    }

    @Test func inWALModeOthersWriteAndTheCopyHasTheStateOfItsBeginning() throws {
        let database = try scene.people()
        let other = FMDatabase.file(scene.folder.file("source.db"))
        let backup = try database.backup(to: scene.copy, BackupScene.smallSteps) { _ in
            try other.execute("INSERT INTO person (name) VALUES ('new')")
        }
        #expect(backup.restarts == 0)
        #expect(try scene.count(scene.copy) == 1000)
        #expect(try other.value("SELECT count(*) FROM person", as: Int.self) > 1000)
    }

    @Test func inOtherModesTheCopyBeginsAgainAndIsNotEndless() throws {
        let database = try scene.people(journal: "DELETE")
        let other = FMDatabase.file(scene.folder.file("source.db"))
        other.maxBusyRetryTimeInterval = 0
        var written = 0
        let backup = try database.backup(to: scene.copy, BackupScene.smallSteps) { _ in
            if (try? other.execute("INSERT INTO person (name) VALUES ('new')")) != nil { written += 1 }
        }
        #expect(backup.restarts == 4)
        #expect(try scene.count(scene.copy) == 1000 + written)
    }

    @Test(arguments: ["WAL", "DELETE"]) func aLockOfAnotherIsWaitedForAndThenTold(_ journal: String) throws {
        let database = try scene.people(10, journal: journal)
        let other = FMDatabase.file(scene.folder.file("source.db"))
        #expect(other.beginExclusiveTransaction())
        defer { other.rollback() }
        try #require(journal == "DELETE" || true)
        var options = FMDatabase.BackupOptions()
        options.busyTimeout = .milliseconds(20)
        database.maxBusyRetryTimeInterval = 0
        let error = thrown { try database.backup(to: scene.copy, options) }
        #expect(error?.resultCode == (journal == "WAL" ? nil : .busy))
        #expect(try scene.leftovers() == (journal == "WAL" ? ["copy.db"] : []))
    }

    /// The bytes 44 to 47 are the format of the schema, which is 4 at most.
    @Test func aFileOfAnUnknownFormatIsReplaced() throws {
        let database = try scene.people(journal: "DELETE")
        try database.backup(to: scene.copy)
        let url = URL(fileURLWithPath: scene.copy)
        var file = try Data(contentsOf: url)
        file[47] = 9
        try file.write(to: url)
        #expect(thrown { try scene.count(scene.copy) }?.resultCode == .error)
        try database.backup(to: scene.copy, BackupScene.overwriting)
        #expect(try scene.count(scene.copy) == 1000)
    }

    @Test func aDamagedDatabaseMakesNoCopyUnlessAsked() throws {
        let database = try scene.people(journal: "DELETE")
        try database.execute("CREATE INDEX name ON person (name)")
        try database.execute("PRAGMA writable_schema = ON")
        try database.execute("UPDATE sqlite_master SET rootpage = 2 WHERE name = 'name'")
        var options = FMDatabase.BackupOptions()
        #expect(thrown { try database.backup(to: scene.copy, options) }?.resultCode == .corrupt)
        #expect(try scene.leftovers() == [])
        options.verification = .none
        #expect(try database.backup(to: scene.copy, options).verification == .none)
    }
}
