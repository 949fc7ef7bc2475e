import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Changesets that are recorded and applied when or where that cannot be.
@Suite(.enabled(if: SQLiteVersion.hasSessions)) struct MisuseOfChangesetsTests {
    private let folder = TemporaryFolder()

    @Test func aClosedDatabaseRefuses() throws {
        let set = try ChangesetScene.recorded()
        let database = try ChangesetScene.database()
        database.close()
        #expect(thrown { try database.recordChanges { _ in } }?.message == "the database is not open")
        #expect(thrown { try database.apply(set) }?.message == "the database is not open")
        #expect(thrown { try database.tablesWithoutPrimaryKey() }?.message == "the database is not open")
        #expect(thrown { try database.changes(from: "main") }?.message == "the database is not open")
    }

    /// SQLite before 3.50 reads beyond the columns of such a row, which AddressSanitizer finds.
    @Test func aKeyThatNamesAColumnTwiceIsSafe() throws {
        let database = try ChangesetScene.database()
        try database.execute(
            "CREATE TABLE twice (a TEXT, b, PRIMARY KEY (a, a COLLATE nocase, a COLLATE rtrim)) WITHOUT ROWID")
        func record(_ tables: [String]?) throws -> Int {
            try database.recordChanges(tables: tables) { db in
                try db.execute("INSERT INTO twice VALUES ('x', 1)")
                try db.execute("DELETE FROM twice")
                try db.execute("DELETE FROM person WHERE id = 1")
            }.count
        }
        #expect(try record(["person"]) == 1)
        if SQLiteVersion.linked < SQLiteVersion(3, 50) {
            for tables in [nil, ["TWICE"]] {
                let error = thrown { try record(tables) }
                #expect(error?.resultCode == .error && error?.extendedCode == .notSupported)
                #expect(error?.message.contains("the table twice") == true)
            }
        } else {
            #expect(try record(["twice"]) == 0)
        }
    }

    @Test func aDatabaseThatIsClosedWhileRecordingClosesWell() throws {
        let database = try ChangesetScene.database()
        let error = thrown {
            try database.recordChanges { db in
                try db.execute("DELETE FROM person")
                #expect(db.close())
            }
        }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("was closed") == true)
    }

    @Test func aDatabaseThatIsOpenedAnewWhileRecordingIsNoticed() throws {
        let database = FMDatabase.file(folder.file())
        try ChangesetScene.fill(database)
        let error = thrown {
            try database.recordChanges { db in
                #expect(db.close() && db.open())
                try db.execute("DELETE FROM person")
            }
        }
        #expect(error?.message.contains("was closed") == true)
    }

    @Test func theClosureMustNotUseTheDatabase() throws {
        let set = try ChangesetScene.recorded()
        let database = try ChangesetScene.database()
        try database.execute("UPDATE person SET name = 'theirs' WHERE id = 1")
        var errors: [FMError?] = []
        try database.apply(set) { _ in
            errors.append(thrown { try database.value("SELECT 1", as: Int.self) })
            errors.append(thrown { try database.execute("COMMIT") })
            errors.append(thrown { try database.apply(set) })
            errors.append(thrown { try database.recordChanges { _ in } })
            errors.append(thrown { try database.execute("DELETE FROM person") })
            let isClosed: Bool = database.close()
            #expect(!isClosed)
            return .skip
        }
        #expect(errors.count == 5)
        #expect(errors.allSatisfy { $0?.message.contains("must not use the database that calls it") == true })
        #expect(try database.value("SELECT 1", as: Int.self) == 1)
        #expect(database.close())
    }

    @Test(arguments: ["a\0b", "\0"]) func namesWithNulCharactersAreRefused(name: String) throws {
        let database = try ChangesetScene.database()
        #expect(thrown { try database.recordChanges(tables: [name]) { _ in } }?.resultCode == .misuse)
        #expect(thrown { try database.recordChanges(schema: name) { _ in } }?.resultCode == .misuse)
        #expect(thrown { try database.tablesWithoutPrimaryKey(schema: name) }?.resultCode == .misuse)
    }

    @Test func anotherSchemaIsAnError() throws {
        let database = try ChangesetScene.database()
        #expect(thrown { try database.recordChanges(schema: "none") { _ in } } != nil)
        #expect(thrown { try database.tablesWithoutPrimaryKey(schema: "none") } != nil)
    }

    @Test func aDatabaseThatIsOnlyReadAppliesNothing() throws {
        let pool = FMDatabasePool(path: folder.file())
        try pool.write { db in try ChangesetScene.fill(db) }
        let set = try ChangesetScene.recorded()
        let code = try pool.read { db in thrown { try db.apply(set) }?.resultCode }
        #expect(code == .readOnly)
        pool.close()
    }

    @Test func aTableThatIsAlteredWhileRecordingIsAnErrorOrRecorded() throws {
        let database = try ChangesetScene.database()
        let result = Result {
            try database.recordChanges { db in
                try db.execute("UPDATE person SET age = 1 WHERE id = 1")
                try db.execute("ALTER TABLE person ADD COLUMN extra")
                try db.execute("UPDATE person SET extra = 1 WHERE id = 2")
            }
        }
        if case .failure(let error) = result { #expect((error as? FMError)?.resultCode == .schema) }
        #expect(try database.value("SELECT count(*) FROM person", as: Int.self) == 3)
    }

    @Test func aLockOfAnotherIsBusy() throws {
        let path = folder.file()
        let (database, other) = (FMDatabase.file(path), FMDatabase.file(path))
        try ChangesetScene.fill(database)
        database.maxBusyRetryTimeInterval = 0
        try other.execute("BEGIN IMMEDIATE")
        let set = try ChangesetScene.recorded()
        #expect(thrown { try database.apply(set) }?.resultCode == .busy)
        try other.execute("ROLLBACK")
    }

    @Test func recordingsLieWithinOneAnother() throws {
        let database = try ChangesetScene.database()
        var inner = FMChangeset()
        let outer = try database.recordChanges { db in
            try db.execute("DELETE FROM person WHERE id = 1")
            inner = try db.recordChanges { db in try db.execute("DELETE FROM person WHERE id = 2") }
            try db.execute("DELETE FROM person WHERE id = 3")
        }
        #expect(inner.count == 1)
        #expect(outer.count == 3)
    }

    #if os(Linux) || os(macOS)
        @Test func sessionsGiveBackTheirMemory() async {
            // What SQLite takes is counted for the whole process.
            await #expect(processExitsWith: .success) { try MisuseOfChangesetsTests.expectMemoryGivenBack() }
        }
    #endif

    private static func expectMemoryGivenBack() throws {
        let database = try ChangesetScene.database()
        let peak = try SQLiteMemory.peak {
            for _ in 0..<50 {
                _ = try database.recordChanges { db in
                    for number in 10..<110 { try db.execute("INSERT INTO person (id, name) VALUES (\(number), 'n')") }
                    try db.execute("DELETE FROM person WHERE id >= 10")
                }
            }
        }
        // Fifty that were kept would have more than this.
        #expect(peak < 400_000)
    }

    @Test func aPatchsetIsReadAndAppliedButNotInverted() throws {
        // UPDATE of (1, ?), new name.
        let bytes: [UInt8] =
            [0x50, 4, 1, 0, 0, 0] + Array("person\0".utf8) + [23, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 3, 3]
            + Array("new".utf8)
            + [0, 0]
        let set = try FMChangeset(Data(bytes))
        #expect(set.isPatchset)
        #expect(set.map(\.key) == [[.integer(1)]])
        #expect(set.map { $0.newValues[1] } == [.text("new")])
        #expect(thrown { try set.inverted() }?.resultCode == .misuse)
        let other = try ChangesetScene.recorded()
        #expect(thrown { try set.followed(by: other) }?.resultCode == .misuse)
        let database = try ChangesetScene.database()
        try database.apply(set)
        #expect(try database.value("SELECT name FROM person WHERE id = 1", as: String.self) == "new")
    }
}
