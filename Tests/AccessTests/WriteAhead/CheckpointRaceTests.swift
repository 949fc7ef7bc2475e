import Dispatch
import FMDB
import FMDBTestHelpers
import Testing

/// A commit meets the beginning of a checkpoint on a log that is in the database already.
@Suite struct CheckpointRaceTests {
    /// Whether the linked SQLite has the bug.
    static let hasBug =
        SQLiteVersion.linked < SQLiteVersion(3, 51, 3)
        && !(SQLiteVersion(3, 50, 7)..<SQLiteVersion(3, 51)).contains(.linked)
        && !(SQLiteVersion(3, 44, 6)..<SQLiteVersion(3, 45)).contains(.linked)

    /// How often each order is tried.
    static let rounds = ProcessInfo.processInfo.environment["FMDB_RACES"].flatMap { Int($0) } ?? 3

    @Test(.enabled(if: hasBug), arguments: 0..<rounds) func withoutTheLibraryTheFileIsCorrupted(round: Int) throws {
        let scene = try CheckpointRaceScene()
        let isReached = try scene.inTheWindow {
            try scene.insert()
        } of: {
            RawCheckpoint.run(scene.mover, .passive)
        }

        #expect(isReached)
        #expect(try scene.verdict().hasPrefix("lost"))
    }

    @Test(.enabled(if: hasBug)) func withoutTheLibraryAFullCheckpointThatIsRefusedTheWriteLockCorruptsTheFile() throws {
        let scene = try CheckpointRaceScene()
        try scene.writer.execute("BEGIN IMMEDIATE")
        let isReached = try scene.inTheWindow {
            try scene.insert()
            try scene.writer.execute("COMMIT")
        } of: {
            RawCheckpoint.run(scene.mover, .truncate)
        }

        #expect(isReached)
        #expect(try scene.verdict().hasPrefix("lost"))
    }

    @Test(arguments: CheckpointWay.allCases, 0..<rounds) func nothingIsLost(by way: CheckpointWay, round: Int) throws {
        let scene = try CheckpointRaceScene()
        let isReached = try scene.inTheWindow {
            try scene.insert()
        } of: {
            try way.move(scene.mover)
        }

        #expect(isReached)
        #expect(try scene.verdict() == "nothing is lost")
    }

    @Test(arguments: CheckpointWay.allCases, 0..<rounds)
    func nothingIsLostBesideAWriteTransaction(by way: CheckpointWay, round: Int) throws {
        let scene = try CheckpointRaceScene()
        try scene.writer.execute("BEGIN IMMEDIATE")
        let isReached = try scene.inTheWindow {
            try scene.insert()
            try scene.writer.execute("COMMIT")
        } of: {
            try? way.move(scene.mover)
        }

        #expect(isReached)
        #expect(try scene.verdict() == "nothing is lost")
    }

    @Test func nothingIsLostInAnAttachedFile() throws {
        let scene = try CheckpointRaceScene()
        let other = FMDatabase.memory()
        #expect(other.close() && scene.disk.open(other))
        other.logsErrors = false
        try other.execute("ATTACH \(scene.folder.file()) AS other")
        _ = try other.value("SELECT count(*) FROM other.t", as: Int.self)
        let isReached = try scene.inTheWindow {
            try scene.insert()
        } of: {
            try other.checkpoint(.passive, name: "other")
        }

        #expect(isReached)
        other.close()
        #expect(try scene.verdict() == "nothing is lost")
    }
}

/// The same in the background of a queue, and beside another process.
@Suite struct BackgroundCheckpointRaceTests {
    private let file = LoggedFile()

    /// The thread in the background comes to a log that the program has moved itself, and commits meet each of its looks.
    @Test(arguments: 0..<CheckpointRaceTests.rounds) func nothingIsLostWhereTheProgramHasMovedTheLogBefore(round: Int)
        throws
    {
        let disk = FMTestDisk()
        let gate = Gate()
        let openings = Locked(0)
        let watched = WatchedLog()
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.vfs = disk.vfs
        configuration.writeAheadLog = watched.choices { $0.checkpointPages = 10 }
        configuration.configure = { _ in
            // The second connection is that of the thread in the background.
            openings.withLock { $0 += 1 }
            if openings.value == 2 { gate.pass() }
        }
        let queue = try SilentQueue(path: file.path, configuration: configuration)
        try queue.withDatabase { try $0.execute("CREATE TABLE t (a)") }
        gate.close()
        try queue.insert(pages: 40)
        #expect(gate.isReached())
        try queue.withDatabase { try $0.checkpoint(.passive) }
        let commits = CommitsAtLooks(of: queue, disk)
        gate.open()
        #expect(commits.areReached(2))
        commits.end()
        // A commit beside a checkpoint leads to none of its own.
        var rows = 1
        repeat {
            try queue.insert(pages: 40)
            rows += 1
        } while !watched.hasCheckpoint { $0.movedPages == $0.logPages }
        queue.close()

        #expect(try file.verdict() == "ok, \(rows + commits.count) rows")
    }

    /// Nobody can close out another process. At least the program is told which SQLite it has.
    @Test(.enabled(if: CheckpointRaceTests.hasBug)) func theBugIsReportedOnce() throws {
        let advisories = Locked<[FMEvent.Advisory]>([])
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.eventHandler = { event in
            if case .advisory(let advisory) = event { advisories.withLock { $0.append(advisory) } }
        }
        let queue = try SilentQueue(path: file.path, configuration: configuration)
        try queue.withDatabase { try $0.execute("CREATE TABLE t (a)") }
        #expect(advisories.value == [])
        _ = try queue.withDatabase { try $0.value("PRAGMA journal_mode = WAL", as: String.self) }
        for _ in 0..<3 { try queue.insert() }

        #expect(advisories.value.map(\.name) == ["wal-reset"])
        #expect(advisories.value.map(\.message).first?.contains(FMDatabase.sqliteLibVersion()) == true)
        #expect(advisories.value.map(\.page) == ["https://sqlite.org/wal.html#walresetbug"])
    }

    #if os(Linux)
        /// What the library cannot prevent, in the order in which it happens.
        @Test(.enabled(if: CheckpointRaceTests.hasBug), arguments: 0..<CheckpointRaceTests.rounds)
        func betweenProcessesTheBugRemains(round: Int) throws {
            let scene = try CheckpointRaceScene()
            let other = Confined(try HolderProcess(path: scene.folder.file()))
            let advisories = Locked<[String]>([])
            scene.writer.eventHandler = { event in
                if case .advisory(let advisory) = event { advisories.withLock { $0.append(advisory.name) } }
            }
            try scene.insert(40)
            let answers = Locked<[String?]>([])
            let disk = scene.disk
            let ask = { @Sendable (commands: [String]) in
                for command in commands {
                    let answer = try? other.value.answer(to: command)
                    answers.withLock { $0.append(answer) }
                }
            }
            // The library finds that not all is moved; then the other process moves it, and then commits.
            disk.before(.mapMemory) {
                disk.before(.mapMemory, nil)
                disk.before(.lockMemory) {
                    disk.before(.lockMemory, nil)
                    ask(["INSERT INTO t VALUES (-1, '')", "PRAGMA wal_checkpoint"])
                }
            }
            disk.before(.unfetch) {
                disk.before(.unfetch, nil)
                ask(["INSERT INTO t VALUES (-2, '')"])
            }
            try scene.mover.checkpoint(.passive)
            scene.othersHaveInserted(2)

            #expect(answers.value == ["ok", "ok", "ok"])
            #expect(advisories.value == ["wal-reset"])
            #expect(try scene.verdict().hasPrefix("lost"))
        }
    #endif
}

// SAFETY: all of it is safe by itself.
/// Commits one row whenever another connection looks at the log, and moves it into the database again.
private final class CommitsAtLooks: @unchecked Sendable {
    private let disk: FMTestDisk
    private let isInside = Locked(false)
    private let made = Locked(0)
    private let arrival = DispatchSemaphore(value: 0)
    private static let moments = [FMTestDisk.Operation.mapMemory, .unfetch]

    init(of queue: FMDatabaseQueue, _ disk: FMTestDisk) {
        self.disk = disk
        for moment in CommitsAtLooks.moments {
            disk.before(moment) { [self] in
                let isNested = isInside.value
                guard !isNested else { return }
                isInside.withLock { $0 = true }
                defer { isInside.withLock { $0 = false } }
                guard (try? queue.insert()) != nil else { return }
                made.withLock { $0 += 1 }
                try? queue.withDatabase { try $0.checkpoint(.passive) }
                arrival.signal()
            }
        }
    }

    var count: Int { made.value }

    func areReached(_ count: Int) -> Bool {
        (0..<count).allSatisfy { _ in arrival.arrives() }
    }

    func end() {
        for moment in CommitsAtLooks.moments { disk.before(moment, nil) }
    }
}

/// A spelling of a checkpoint.
enum CheckpointWay: String, CaseIterable {
    case passive, full, restart, truncate, statement, truncatingStatement, cachedStatement, script, quotedName

    func move(_ database: FMDatabase) throws {
        switch self {
        case .passive: try database.checkpoint(.passive)
        case .full: try database.checkpoint(.full)
        case .restart: try database.checkpoint(.restart, name: "main")
        case .truncate: try database.checkpoint(.truncate)
        // It answers that there is a row.
        case .statement: try? database.executeUpdate("PRAGMA wal_checkpoint", values: nil)
        case .truncatingStatement: _ = try database.rows("PRAGMA main.wal_checkpoint(TRUNCATE)", as: Int.self)
        case .cachedStatement:
            let rows = try database.executeQuery(" /* move */ pragma wal_checkpoint = full;", values: nil)
            while rows.next() {}
        case .script: _ = database.executeStatements("SELECT 1; PRAGMA WAL_CHECKPOINT(PASSIVE); SELECT 2")
        case .quotedName: try database.execute("PRAGMA [main].\"wal_checkpoint\"('passive')")
        }
    }
}
