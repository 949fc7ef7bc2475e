import FMDB
import Support
import Testing

/// Changes that come from outside.
@Suite struct ChangeExternalTests {
    private let folder = TemporaryFolder()

    @Test(arguments: ChangeScene.Kind.allCases) func aChangeFromOutsideIsFound(kind: ChangeScene.Kind) async throws {
        let scene = try ChangeScene(kind)
        let outside = FMDatabase.file(scene.folder.file())
        let values = scene.lender.values(externalChanges: .poll(every: .milliseconds(2))) { database in
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
        let changes = scene.lender.changes(in: "log", externalChanges: .poll(every: .milliseconds(2)))
        let found = Task { await changes.makeAsyncIterator().next() }
        // Which of these is the first to be seen is up to the watch.
        let writing = Task.detached {
            while !Task.isCancelled {
                try outside.execute("INSERT INTO marker VALUES (1)")
                await Task.yield()
            }
        }
        let change = try #require(await found.value)
        writing.cancel()
        #expect(change.isUnknown)
        #expect(change.tables == [])
        _ = await writing.result
    }

    @Test func theLendersOwnChangesAreNotTakenForForeignOnes() async throws {
        let scene = try ChangeScene(.pool)
        let pool = try #require(scene.lender as? FMDatabasePool)
        try pool.writeHere { _ in }
        let changes = pool.changes(in: "log", externalChanges: .poll(every: .milliseconds(1))).makeAsyncIterator()
        for number in 0..<50 {
            try pool.writeHere { try $0.execute("INSERT INTO log VALUES (\(number))") }
            #expect(await changes.next()?.isUnknown == false)
        }
    }
}
