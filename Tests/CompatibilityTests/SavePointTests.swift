import FMDB
import FMDBTestHelpers
import Testing

private let genericError = 1  // SQLITE_ERROR
private let noMemory = 7  // SQLITE_NOMEM, what a connection without a handle answers

@Suite struct SavePointTests {
    private let folder = TemporaryFolder()

    private func database() -> FMDatabase {
        let database = FMDatabase.memory()
        NumberTable.create(in: database)
        return database
    }

    @Test func testB270_rollbackToAnOuterSavePointUndoesTheInnerOneToo() throws {
        let database = database()
        try database.startSavePoint(withName: "outer")
        NumberTable.insert(1, into: database)
        try database.startSavePoint(withName: "inner")
        NumberTable.insert(2, into: database)
        try database.releaseSavePoint(withName: "inner")
        try database.rollbackToSavePoint(withName: "outer")
        try database.releaseSavePoint(withName: "outer")
        #expect(NumberTable.all(in: database) == [])
    }

    @Test func testB270_rollbackToAnInnerSavePointKeepsTheOuterChanges() throws {
        let database = database()
        try database.startSavePoint(withName: "outer")
        NumberTable.insert(1, into: database)
        try database.startSavePoint(withName: "inner")
        NumberTable.insert(2, into: database)
        try database.rollbackToSavePoint(withName: "inner")
        try database.releaseSavePoint(withName: "inner")
        try database.releaseSavePoint(withName: "outer")
        #expect(NumberTable.all(in: database) == [1])
    }

    @Test func testB270_rollbackKeepsTheSavePointAlive() throws {
        let database = database()
        try database.startSavePoint(withName: "point")
        NumberTable.insert(1, into: database)
        try database.rollbackToSavePoint(withName: "point")
        NumberTable.insert(2, into: database)
        try database.rollbackToSavePoint(withName: "point")
        NumberTable.insert(3, into: database)
        try database.releaseSavePoint(withName: "point")
        #expect(NumberTable.all(in: database) == [3])
    }

    @Test func testB270_releaseRemovesTheSavePoint() throws {
        let database = database()
        try database.startSavePoint(withName: "outer")
        try database.startSavePoint(withName: "inner")
        try database.releaseSavePoint(withName: "inner")
        #expect(throws: NSError.self) { try database.rollbackToSavePoint(withName: "inner") }
        try database.releaseSavePoint(withName: "outer")
    }

    @Test(arguments: ["it's", "'", "two words", "\"quoted\"", "select", "Größe'; DROP TABLE numbers; --"])
    func testB271_anyNameWorks(name: String) throws {
        let database = database()
        try database.startSavePoint(withName: name)
        NumberTable.insert(1, into: database)
        try database.rollbackToSavePoint(withName: name)
        NumberTable.insert(2, into: database)
        try database.releaseSavePoint(withName: name)
        #expect(NumberTable.all(in: database) == [2])
    }

    @Test func testB272_releasingAnUnknownSavePointThrows() {
        let database = database()
        let error = #expect(throws: NSError.self) { try database.releaseSavePoint(withName: "missing") }
        #expect(error?.code == genericError)
        #expect(error?.localizedDescription.contains("no such savepoint") == true)
    }

    @Test func testB272_rollingBackToAnUnknownSavePointThrows() {
        let database = database()
        let error = #expect(throws: NSError.self) { try database.rollbackToSavePoint(withName: "missing") }
        #expect(error?.code == genericError)
        #expect(error?.localizedDescription.contains("no such savepoint") == true)
    }

    @Test func testB273_theBlockRunsOnceAndItsChangesStay() {
        let database = database()
        var runs = 0
        let error = database.inSavePoint { _ in
            runs += 1
            NumberTable.insert(1, into: database)
        }
        #expect(error == nil)
        #expect(runs == 1)
        #expect(NumberTable.all(in: database) == [1])
    }

    @Test func testB273_theFlagRollsBack() {
        let database = database()
        let error = database.inSavePoint { rollback in
            NumberTable.insert(1, into: database)
            rollback.pointee = true
        }
        #expect(error == nil)
        #expect(NumberTable.all(in: database) == [])
    }

    @Test(arguments: [false, true])
    func testB273_theSavePointIsAlwaysReleased(rollsBack: Bool) {
        let database = database()
        database.inSavePoint { rollback in
            rollback.pointee = ObjCBool(rollsBack)
        }
        // A save point that is still there would be a transaction, and BEGIN would fail.
        #expect(database.beginTransaction())
        #expect(database.rollback())
    }

    @Test func testB274_onAClosedDatabaseTheBlockDoesNotRun() throws {
        let database = FMDatabase(path: nil)
        database.logsErrors = false
        var runs = 0
        let error = database.inSavePoint { _ in runs += 1 }
        #expect(runs == 0)
        let failure = try #require(error) as NSError
        #expect(failure.domain == "FMDatabase")
        #expect(failure.code == noMemory)
    }

    @Test func testB275_anInnerBlockRollsBackAlone() {
        let database = database()
        var inner: (any Error)?
        let outer = database.inSavePoint { _ in
            NumberTable.insert(1, into: database)
            inner = database.inSavePoint { rollback in
                NumberTable.insert(2, into: database)
                rollback.pointee = true
            }
            NumberTable.insert(3, into: database)
        }
        #expect(outer == nil)
        #expect(inner == nil)
        #expect(NumberTable.all(in: database) == [1, 3])
    }

    @Test func testB275_anOuterRollbackUndoesTheInnerBlock() {
        let database = database()
        database.inSavePoint { rollback in
            database.inSavePoint { _ in
                NumberTable.insert(1, into: database)
            }
            rollback.pointee = true
        }
        #expect(NumberTable.all(in: database) == [])
    }

    @Test func testB276_anOutermostSavePointTakesNoLockBeforeItsFirstWrite() throws {
        NumberTable.makeFile(folder.file())
        let database = FMDatabase.file(folder.file())
        try database.startSavePoint(withName: "point")
        #expect(LockState.ofFile(folder.file()) == .open)
        NumberTable.insert(1, into: database)
        #expect(LockState.ofFile(folder.file()) == .reserved)
        try database.releaseSavePoint(withName: "point")
        #expect(LockState.ofFile(folder.file()) == .open)
    }

    @Test func testB276_releasingTheOutermostSavePointCommits() throws {
        NumberTable.makeFile(folder.file())
        let database = FMDatabase.file(folder.file())
        let other = FMDatabase.file(folder.file())
        try database.startSavePoint(withName: "point")
        NumberTable.insert(1, into: database)
        #expect(NumberTable.all(in: other) == [])
        try database.releaseSavePoint(withName: "point")
        #expect(NumberTable.all(in: other) == [1])
    }

    @Test func testB276_theTransactionFlagStaysUnset() throws {
        let database = database()
        try database.startSavePoint(withName: "point")
        #expect(!database.isInTransaction)
        try database.releaseSavePoint(withName: "point")
        #expect(!database.isInTransaction)
    }

    @Test func testB277_theErrorOfAFailedReleaseIsReturned() throws {
        let database = FMDatabase.memory()
        DeferredForeignKey.create(in: database)
        let error = database.inSavePoint { _ in
            DeferredForeignKey.insertOrphan(into: database)
        }
        #expect((try #require(error) as NSError).code == DeferredForeignKey.failure)
    }

    @Test(arguments: [false, true])
    func testB277_theErrorOfAVanishedSavePointIsReturned(rollsBack: Bool) throws {
        let database = database()
        let error = database.inSavePoint { rollback in
            // Ends the transaction that the save point stands for, and the save point with it.
            database.executeUpdate("ROLLBACK", withArgumentsIn: [])
            rollback.pointee = ObjCBool(rollsBack)
        }
        let failure = try #require(error) as NSError
        #expect(failure.code == genericError)
        #expect(failure.localizedDescription.contains("no such savepoint"))
    }

    @Test func testD29_threadsOpenSavePointsOnTheirOwnConnections() {
        let kept = Locked<[Int]>([])
        let errors = Locked<[String]>([])
        let finished = BackgroundThreads.run(4) { thread in
            let database = FMDatabase.memory()
            NumberTable.create(in: database)
            for number in 0..<100 {
                let error = database.inSavePoint { rollback in
                    NumberTable.insert(number, into: database)
                    rollback.pointee = ObjCBool(number % 2 == 1)
                }
                if let error { errors.withLock { $0.append("\(thread): \(error)") } }
            }
            let count = NumberTable.all(in: database)?.count ?? -1
            kept.withLock { $0.append(count) }
        }
        #expect(finished)
        #expect(errors.value == [])
        #expect(kept.value == [50, 50, 50, 50])
    }
}
