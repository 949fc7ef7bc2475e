import FMDB
import FMDBTestHelpers
import Testing

@Suite struct ArchiveRestoreTests {
    @Test(arguments: [1, 7, 100]) func eachCommitIsRestored(_ size: Int) throws {
        let scene = try ArchiveScene()
        try scene.ship(40, in: size)
        try scene.expectEachCommit(1...41, delay: 0.5)
        #expect(try scene.restores(.latest, as: 41))
        #expect(try scene.backup.verify().isWhole)
    }

    /// Commits of a clock that was ahead keep its dates; those of the next generation have their own.
    @Test func theDatesOfAWrongClockEndWithTheGeneration() throws {
        let scene = try ArchiveScene()
        try scene.ship(3)
        let right = scene.clock
        scene.clock += 1_000_000
        try scene.ship(3)
        scene.clock = right
        try scene.beginGeneration()
        try scene.ship(3)
        for number in [2, 3, 4, 8, 9, 10, 11] as [UInt64] {
            let date = try #require(scene.dates[number])
            #expect(try scene.restores(.commit(number), as: number), "commit \(number)")
            #expect(try scene.restores(.date(date), as: number), "date of \(number)")
        }
        let last = try #require(try scene.backup.timeline().last)
        #expect(last.date == scene.clock)
    }

    @Test func whatWasRestoredIsTold() throws {
        let scene = try ArchiveScene()
        try scene.ship(20)
        let done = Locked<[FMBackup.RestoreProgress]>([])
        let restored = try scene.backup.restore(to: scene.copy, at: .commit(15)) { progress in
            done.withLock { $0.append(progress) }
        }
        #expect(restored.commit.number == 15 && restored.commit.date == scene.dates[15])
        #expect(restored.bytes == Int64(scene.images[15]?.count ?? 0))
        #expect(restored.pages * ArchiveScene.pageSize == Int(restored.bytes))
        #expect(restored.verification == .quick && restored.problem == nil)
        #expect(done.value.count == 2 && done.value.last?.completed == done.value.last?.total)
        #expect(try scene.leftovers() == ["copy.db"])
    }

    @Test func aSmallerDatabaseIsCut() throws {
        let scene = try ArchiveScene()
        try scene.database.execute("INSERT INTO person (name) VALUES (zeroblob(100000))")
        try scene.capture()
        try scene.database.execute("DELETE FROM person")
        try scene.database.execute("VACUUM")
        try scene.capture()
        try scene.ship()
        try scene.ship(3)
        try scene.expectEachCommit(1...6)
        #expect((scene.images[2]?.count ?? 0) > (scene.images[3]?.count ?? .max))
    }

    @Test func commitsFollowASnapshotInTheirMidst() throws {
        let scene = try ArchiveScene()
        try scene.ship(10, in: 3)
        try scene.addSnapshot()
        try scene.ship(10, in: 3)
        try scene.expectEachCommit(1...21)
        // Without the first one the second one serves.
        for name in try scene.pieces("snapshot").dropLast() { try scene.target.remove(name) }
        try scene.expectEachCommit(11...21)
        #expect(try scene.backup.timeline().first?.number == 11)
    }

    @Test func aGenerationFollowsAnother() throws {
        let scene = try ArchiveScene()
        try scene.ship(10, in: 3)
        try scene.beginGeneration()
        try scene.ship(10, in: 3)
        try scene.expectEachCommit(1...22, delay: 0.5)
        let timeline = try scene.backup.timeline()
        #expect(timeline.generations.map { [$0.first, $0.last] } == [[1, 11], [12, 22]])
        #expect(timeline.gaps.isEmpty && timeline.first?.number == 1 && timeline.last?.number == 22)
        #expect(timeline.pieces == 10 && timeline.bytes == timeline.generations.reduce(0) { $0 + $1.bytes })
        #expect(timeline.generations.allSatisfy { $0.snapshots.allSatisfy(\.isWhole) })
    }

    @Test func aSnapshotHasSeveralParts() throws {
        let scene = try ArchiveScene()
        try scene.database.execute("INSERT INTO person (name) VALUES (zeroblob(20000000))")
        try scene.beginGeneration()
        #expect(try scene.pieces("snapshot").count == 3)
        #expect(try scene.restores(.latest, as: 2))
    }

    @Test func aMomentBeforeTheBackupIsRefused() throws {
        let scene = try ArchiveScene()
        try scene.ship(3)
        let error = thrown {
            try scene.backup.restore(to: scene.copy, at: .date(Date(timeIntervalSince1970: 1_699_999_999)))
        }
        #expect(error?.resultCode == .notFound)
        #expect(error?.message.contains("2023-11-14 22:13:20.000 UTC") == true)
        #expect(thrown { try scene.backup.restore(to: scene.copy, at: .commit(0)) }?.resultCode == .notFound)
        let behind = thrown { try scene.backup.restore(to: scene.copy, at: .commit(5)) }
        #expect(behind?.resultCode == .notFound && behind?.message.contains("its last one is 4") == true)
        #expect(try scene.leftovers() == [])
    }

    @Test func withoutABackupThereIsNothing() throws {
        let folder = TemporaryFolder()
        let backup = FMBackup(URL(fileURLWithPath: folder.file("none")))
        let timeline = try backup.timeline()
        #expect(timeline.generations.isEmpty && timeline.first == nil && timeline.pieces == 0)
        #expect(thrown { try backup.restore(to: folder.file("copy.db")) }?.resultCode == .notFound)
        #expect(try !backup.verify().isWhole)
        #expect(try ArchiveWriter.resume(.folder(URL(fileURLWithPath: folder.file("none")))) == nil)
    }

    @Test func anExistingFileIsKept() throws {
        let scene = try ArchiveScene()
        try Data("mine".utf8).write(to: URL(fileURLWithPath: scene.copy))
        #expect(thrown { try scene.backup.restore(to: scene.copy) }?.resultCode == .misuse)
        #expect(FileManager.default.contents(atPath: scene.copy) == Data("mine".utf8))
        #expect(try scene.leftovers() == ["copy.db"])
    }

    @Test func whatTheProgressThrowsLeavesNoFile() throws {
        let scene = try ArchiveScene()
        try scene.ship(10, in: 1)
        #expect(throws: Regret.self) {
            try scene.backup.restore(to: scene.copy) { if $0.completed > $0.total / 2 { throw Regret() } }
        }
        #expect(try scene.leftovers() == [])
    }

    @Test func aCancelledTaskLeavesNoFile() async throws {
        let scene = try ArchiveScene()
        try scene.ship(10, in: 1)
        let (backup, copy) = (scene.backup, scene.copy)
        let task = Task {
            try await backup.restore(to: copy) { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try scene.leftovers() == [])
    }

    @Test func asynchronousCallsDoTheSame() async throws {
        let scene = try ArchiveScene()
        try scene.ship(30, in: 1)
        let (backup, copy, date) = (scene.backup, scene.copy, scene.clock)
        #expect(try await backup.compact().merged == 1)
        #expect(try await backup.removeOld(keeping: .seconds(1000), at: date).pieces == 0)
        #expect(try await backup.verify().isWhole)
        #expect(try await backup.restore(to: copy).commit.number == 31)
    }
}
