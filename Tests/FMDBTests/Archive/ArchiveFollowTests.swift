import FMDB
import FMDBTestHelpers
import Testing

/// A standby file that follows a backup.
@Suite struct ArchiveFollowTests {
    private let scene: ArchiveScene
    private var standby: String { scene.folder.file("standby.db") }

    init() throws { scene = try ArchiveScene() }

    private static var options: FMBackup.FollowOptions {
        var options = FMBackup.FollowOptions()
        (options.interval, options.busyTimeout) = (.milliseconds(1), .zero)
        return options
    }

    /// Follows until a body that gets the events returns.
    private func follow<Value>(
        _ options: FMBackup.FollowOptions = Self.options, _ body: (inout Events) async throws -> Value
    ) async throws -> Value {
        let (stream, continuation) = AsyncStream.makeStream(of: FMBackup.FollowEvent.self)
        let (backup, standby) = (scene.backup, standby)
        let task = Task {
            defer { continuation.finish() }
            try await backup.follow(to: standby, options) { continuation.yield($0) }
        }
        var events = Events(iterator: stream.makeAsyncIterator())
        let result: Result<Value, any Error>
        do { result = .success(try await body(&events)) } catch { result = .failure(error) }
        task.cancel()
        let value = try result.get()
        await #expect(throws: CancellationError.self) { try await task.value }
        return value
    }

    struct Events {
        var iterator: AsyncStream<FMBackup.FollowEvent>.AsyncIterator

        /// Waits until the file has the state of a commit.
        mutating func applied(_ number: UInt64) async throws {
            while let event = await iterator.next() {
                if case .applied(let commit) = event, commit.number >= number { return }
            }
            throw Regret()
        }

        /// Waits for an error.
        mutating func failure() async throws -> FMError {
            while let event = await iterator.next() { if case .failing(let error) = event { return error } }
            throw Regret()
        }
    }

    /// Whether the standby has the state of a commit, but for its counters and its journal mode.
    private func stands(_ scene: ArchiveScene, at commit: UInt64) throws -> Bool {
        // The first reader rolls back what was not finished.
        guard FMDatabase.file(standby).isWhole else { return false }
        var (file, image) = (try Data(contentsOf: URL(fileURLWithPath: standby)), scene.images[commit] ?? Data())
        for range in [18..<20, 24..<28, 92..<96] where file.count > 100 && image.count > 100 {
            file.replaceSubrange(range, with: Data(count: range.count))
            image.replaceSubrange(range, with: Data(count: range.count))
        }
        return file == image
    }

    @Test func newCommitsAreApplied() async throws {
        try scene.ship(5)
        try await follow { events in
            try await events.applied(6)
            #expect(try stands(scene, at: 6))
            let reader = FMDatabase.file(standby)
            for number in stride(from: 7, through: 30, by: 3) as StrideThrough<UInt64> {
                try scene.ship(3)
                try await events.applied(number + 2)
                // The reader notices it.
                let count = try reader.value("SELECT count(*) FROM person", as: Int.self)
                #expect(try count == scene.database.value("SELECT count(*) FROM person", as: Int.self))
            }
            reader.close()
            #expect(try stands(scene, at: 30))
        }
        // The next call goes on, also after pieces were merged.
        try scene.ship(20, in: 1)
        try await scene.backup.compact()
        try await follow { try await $0.applied(50) }
        #expect(try stands(scene, at: 50))
    }

    @Test func itWaitsForABackup() async throws {
        let first = try #require(try scene.pieces("snapshot").first)
        let piece = try scene.target.get(first)
        try scene.target.remove(first)
        try await follow { events in
            #expect(try await events.failure().resultCode == .notFound)
            try scene.target.put(piece, named: first)
            try await events.applied(1)
        }
        #expect(try stands(scene, at: 1))
    }

    @Test func aDatabaseGrowsAndShrinks() async throws {
        try await follow { events in
            try await events.applied(1)
            try scene.database.execute("INSERT INTO person (name) VALUES (zeroblob(300000))")
            try scene.capture()
            try scene.ship()
            try await events.applied(2)
            #expect(try stands(scene, at: 2))
            try scene.database.execute("DELETE FROM person")
            try scene.database.execute("VACUUM")
            try scene.capture()
            try scene.ship()
            try await events.applied(3)
            #expect(try stands(scene, at: 3))
        }
    }

    @Test func aNewGenerationIsCompared() async throws {
        try scene.ship(20)
        try await follow { try await $0.applied(21) }
        try scene.commit(5)
        try scene.beginGeneration()
        try await follow { try await $0.applied(22) }
        #expect(try stands(scene, at: 22))
    }

    /// The numbers of its commits pass those that the file has seen.
    @Test func anArchiveThatWasEmptiedIsCompared() async throws {
        try scene.ship(5)
        try await follow { try await $0.applied(6) }
        for piece in try scene.target.list() { try scene.target.remove(piece.name) }
        try scene.database.execute("UPDATE person SET name = 'another'")
        try scene.beginGeneration()
        try scene.ship(20)
        try await follow { try await $0.applied(21) }
        #expect(try stands(scene, at: 21))
    }

    /// The file of the emptied archive has the same number, and is in use when the new one is to come.
    @Test func anotherHistoryOfTheSameNumberIsNotTakenForIt() async throws {
        try await follow { try await $0.applied(1) }
        for piece in try scene.target.list() { try scene.target.remove(piece.name) }
        try scene.database.execute("INSERT INTO person (name) VALUES ('another')")
        try scene.beginGeneration()
        #expect(scene.last == 1)
        try await follow { events in
            let reader = FMDatabase.file(standby)
            let rows = try reader.query("SELECT * FROM sqlite_master")
            _ = try rows.nextRow()
            #expect(try await events.failure().resultCode == .busy)
            #expect(try await events.failure().resultCode == .busy)
            rows.close()
            try await events.applied(1)
            reader.close()
        }
        #expect(try stands(scene, at: 1))
    }

    /// What an earlier file of the name has left beside it would be rolled back into this one.
    @Test func filesOfAnEarlierDatabaseAreRemoved() async throws {
        for ending in ["-journal", "-wal"] {
            try Data("leftover".utf8).write(to: URL(fileURLWithPath: standby + ending))
        }
        try await follow { events in
            try await events.applied(1)
            #expect(!FileManager.default.fileExists(atPath: standby + "-journal"))
            #expect(!FileManager.default.fileExists(atPath: standby + "-wal"))
        }
        #expect(try stands(scene, at: 1))
    }

    @Test func readersAreNotDisturbedWhileNothingIsNew() async throws {
        let lists = Locked(0)
        let scene = try ArchiveScene { CountedTarget(target: $0, lists: lists) }
        let file = scene.folder.file("standby.db")
        let failures = Locked(0)
        let task = Task {
            try await scene.backup.follow(to: file, Self.options) { event in
                if case .failing = event { failures.withLock { $0 += 1 } }
            }
        }
        try await pollInTurn { lists.value >= 3 }
        let reader = FMDatabase.file(file)
        let rows = try reader.query("SELECT * FROM sqlite_master")
        _ = try rows.nextRow()
        let former = lists.value
        try await pollInTurn { lists.value >= former + 20 }
        rows.close()
        reader.close()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(failures.value == 0)
    }

    @Test func whatSomebodyWroteIsReplaced() async throws {
        try scene.ship(20)
        try await follow { try await $0.applied(21) }
        let other = FMDatabase.file(standby)
        try other.execute("DELETE FROM person WHERE id < 10")
        other.close()
        try await follow { try await $0.applied(21) }
        #expect(try stands(scene, at: 21))
    }

    @Test func aFileThatIsDeletedIsMadeAnew() async throws {
        try await follow { events in
            try await events.applied(1)
            try scene.ship(1)
            // The file is open by now.
            try await events.applied(2)
            try FileManager.default.removeItem(atPath: standby)
            try scene.ship(1)
            try await events.applied(3)
            try scene.ship(1)
            try await events.applied(4)
        }
        #expect(try stands(scene, at: 4))
    }

    @Test func aFileInWALModeIsLeftAlone() async throws {
        try await follow { try await $0.applied(1) }
        let other = FMDatabase.file(standby)
        #expect(try other.value("PRAGMA journal_mode = WAL", as: String.self) == "wal")
        let error = await #expect(throws: FMError.self) { try await scene.backup.follow(to: standby, Self.options) }
        #expect(error?.resultCode == .misuse)
        #expect(try other.value("SELECT count(*) FROM person", as: Int.self) == 0)
        other.close()
    }

    @Test func aReaderIsWaitedFor() async throws {
        try scene.ship(5)
        try await follow { events in
            try await events.applied(6)
            let reader = FMDatabase.file(standby)
            let rows = try reader.query("SELECT * FROM person")
            _ = try rows.nextRow()
            try scene.ship(1)
            #expect(try await events.failure().resultCode == .busy)
            rows.close()
            try await events.applied(7)
            reader.close()
        }
        #expect(try stands(scene, at: 7))
    }

    @Test(arguments: [true, false]) func aGapIsToldAndEndsWithTheNextSnapshot(_ isMissing: Bool) async throws {
        try scene.ship(5)
        try await follow { try await $0.applied(6) }
        try scene.ship(4, in: 1)
        let third = try scene.pieces("commits")[2]
        if isMissing { try scene.target.remove(third) } else { try scene.damage(third) { $0[$0.count / 2] ^= 1 } }
        try await follow { events in
            try await events.applied(7)
            #expect(try await events.failure().resultCode == .corrupt)
            #expect(try stands(scene, at: 7))
            try scene.addSnapshot()
            try await events.applied(10)
        }
        #expect(try stands(scene, at: 10))
    }

    @Test func aFileThatFollowsNothingIsKept() async throws {
        try Data("mine".utf8).write(to: URL(fileURLWithPath: standby))
        let error = await #expect(throws: FMError.self) { try await scene.backup.follow(to: standby, Self.options) }
        #expect(error?.resultCode == .misuse)
        #expect(FileManager.default.contents(atPath: standby) == Data("mine".utf8))
    }

    @Test func anEncryptedDatabaseIsRefused() async throws {
        let target = FMFolderTarget(URL(fileURLWithPath: scene.folder.file("other")))
        let writer = try ArchiveWriter(target, pageSize: 512, after: nil)
        let snapshot = try writer.beginSnapshot(pageCount: 1, date: Date(), position: nil)
        try snapshot.add([UInt8](repeating: 7, count: 512))
        try snapshot.finish()
        let error = await #expect(throws: FMError.self) {
            try await FMBackup(target).follow(to: standby, Self.options)
        }
        #expect(error?.extendedCode == .notSupported)
        #expect(!FileManager.default.fileExists(atPath: standby))
    }

    @Test func whereverThePowerIsCutTheFileHasOneOfTheStates() async throws {
        let disk = FMTestDisk()
        var options = Self.options
        options.vfs = disk.vfs
        try scene.ship(5)
        try await follow { try await $0.applied(6) }
        var (number, states) = (1, Set<UInt64>())
        while true {
            let former = scene.last
            try scene.ship(3)
            disk.cutPower(at: number)
            let isApplied = try await follow(options) { events in
                for await event in AsyncEvents(events) {
                    if case .applied = event { return true }
                    if disk.isPowerCut { return false }
                }
                return false
            }
            let wasCut = disk.isPowerCut
            try disk.restorePower(FMTestDisk.Damage.all(seed: UInt64(number))[number % 4])
            let isFormer = try stands(scene, at: former)
            #expect(try isFormer || stands(scene, at: former + 3), "cut at \(number)")
            #expect(!isApplied || !isFormer)
            states.insert(isFormer ? 0 : 1)
            try await follow { events in
                try scene.ship(1)
                try await events.applied(former + 4)
            }
            #expect(try stands(scene, at: former + 4), "cut at \(number)")
            guard wasCut else { break }
            number += 1
        }
        #expect(states.count == 2 && number > 5)
    }
}

private struct AsyncEvents: AsyncSequence, AsyncIteratorProtocol {
    typealias Element = FMBackup.FollowEvent

    private var iterator: AsyncStream<FMBackup.FollowEvent>.AsyncIterator

    init(_ events: ArchiveFollowTests.Events) { iterator = events.iterator }

    mutating func next() async -> FMBackup.FollowEvent? { await iterator.next() }

    func makeAsyncIterator() -> AsyncEvents { self }
}

extension FMDatabase {
    fileprivate var isWhole: Bool {
        defer { close() }
        return (try? value("PRAGMA integrity_check", as: String.self)) == "ok"
    }
}

/// Counts how often the pieces are listed.
private struct CountedTarget: FMBackupTarget {
    let target: FMFolderTarget
    let lists: Locked<Int>

    func put(_ piece: Data, named name: String) throws { try target.put(piece, named: name) }
    func get(_ name: String) throws -> Data { try target.get(name) }
    func remove(_ name: String) throws { try target.remove(name) }

    func list() throws -> [FMBackupPiece] {
        lists.withLock { $0 += 1 }
        return try target.list()
    }
}
