import FMDB
import FMDBTestHelpers
import Testing

/// Changes that come from outside.
@Suite struct ChangeExternalTests {
    private let folder = TemporaryFolder()

    @Test(arguments: ChangeScene.Kind.allCases) func aChangeFromOutsideIsFound(kind: ChangeScene.Kind) async throws {
        let scene = try ChangeScene(kind)
        let outside = FMDatabase.file(scene.folder.file())
        let values = scene.coordinator.values(externalChanges: .poll(every: .milliseconds(2))) { database in
            try database.value("SELECT count(*) FROM log", as: Int.self)
        }
        .removingDuplicates().makeAsyncIterator()
        #expect(try await values.next() == 0)
        try outside.execute("INSERT INTO log VALUES (1)")
        #expect(try await values.next() == 1)
    }

    @Test func aChangeFromOutsideIsUnknown() async throws {
        let scene = try ChangeScene()
        let outside = FMDatabase.file(scene.folder.file())
        let changes = scene.coordinator.changes(in: "log", externalChanges: .poll(every: .milliseconds(2)))
        try outside.execute("INSERT INTO marker VALUES (1)")
        let iterator = changes.makeAsyncIterator()
        let first = try #require(await iterator.next())
        #expect(first.isUnknown)
        #expect(first.tables == [])
        try outside.execute("INSERT INTO marker VALUES (2)")
        #expect(await iterator.next()?.isUnknown == true)
    }

    @Test func theCoordinatorsOwnChangesAreNotTakenForForeignOnes() async throws {
        let scene = try ChangeScene(.pool)
        let pool = try #require(scene.coordinator as? FMDatabasePool)
        try pool.writeHere { _ in }
        let changes = pool.changes(in: "log", externalChanges: .poll(every: .milliseconds(1))).makeAsyncIterator()
        #expect(await changes.next()?.isUnknown == true, "the first look")
        for number in 0..<50 {
            try pool.writeHere { try $0.execute("INSERT INTO log VALUES (\(number))") }
            #expect(await changes.next()?.isUnknown == false)
        }
    }

    /// A new connection begins with the number that the closed one had, and often lies where that one lay.
    @Test func aChangeThatCameBeforeANewConnectionIsFound() async throws {
        let scene = try ChangeScene(.pool)
        let pool = try #require(scene.coordinator as? FMDatabasePool)
        let outside = FMDatabase.file(scene.folder.file())
        try pool.writeHere { _ in }
        let changes = pool.changes(in: "log", externalChanges: .poll(every: .milliseconds(1))).makeAsyncIterator()
        #expect(await changes.next()?.isUnknown == true, "the first look")
        for number in 0..<50 {
            pool.releaseAllDatabases()
            try outside.execute("INSERT INTO log VALUES (\(number))")
            try pool.writeHere { _ in }
            // Without an answer the test waits for its limit of time.
            #expect(await changes.next()?.isUnknown == true)
        }
    }
}
