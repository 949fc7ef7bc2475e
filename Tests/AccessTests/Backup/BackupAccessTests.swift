import FMDB
import FMDBTestHelpers
import Testing

/// Copies of the database of a queue or pool.
@Suite struct BackupAccessTests {
    private let folder = TemporaryFolder()
    private var copy: String { folder.file("copy.db") }

    enum Lender: CaseIterable, Sendable {
        case queue, pool

        func make(_ path: String?) throws -> FMDatabaseCoordinator {
            switch self {
            case .queue: try FMDatabaseQueue(path: path, configuration: .init())
            case .pool: FMDatabasePool(path: path, configuration: .init())
            }
        }
    }

    private static var smallSteps: FMDatabase.BackupOptions {
        var options = FMDatabase.BackupOptions()
        options.pagesPerStep = 5
        return options
    }

    private func filled(_ lender: Lender, journal: String = "WAL") throws -> FMDatabaseCoordinator {
        let coordinator = try lender.make(folder.file())
        _ = try coordinator.withDatabase { try $0.value("PRAGMA journal_mode = \(raw: journal)", as: String.self) }
        try coordinator.withTransaction { db in
            try db.execute("CREATE TABLE t (x)")
            for number in 0..<500 {
                try db.execute("INSERT INTO t VALUES (\(String(repeating: "x", count: 300) + "\(number)"))")
            }
        }
        return coordinator
    }

    private func count(_ path: String) throws -> Int {
        let database = FMDatabase.file(path)
        defer { database.close() }
        #expect(try database.value("PRAGMA integrity_check", as: String.self) == "ok")
        return try database.value("SELECT count(*) FROM t", as: Int.self)
    }

    private func leftovers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.contains("partial") || $0.hasPrefix("copy") }
    }

    @Test(arguments: Lender.allCases, ["WAL", "DELETE"]) func aCopyHasTheContent(
        _ lender: Lender, _ journal: String
    ) async throws {
        let coordinator = try filled(lender, journal: journal)
        try await coordinator.backup(to: copy)
        #expect(try count(copy) == 500)
        #expect(try leftovers() == ["copy.db"])
    }

    @Test(arguments: Lender.allCases) func theSynchronousFormCopiesOnThisThread(_ lender: Lender) throws {
        let coordinator = try filled(lender)
        let me = Thread.current
        try coordinator.backup(to: copy) { _ in #expect(Thread.current === me) }
        #expect(try count(copy) == 500)
    }

    @Test(arguments: Lender.allCases) func writersGoOnDuringACopy(_ lender: Lender) throws {
        let coordinator = try filled(lender)
        let backup = try coordinator.backup(to: copy, Self.smallSteps) { _ in
            try coordinator.withTransaction { try $0.execute("INSERT INTO t VALUES (1)") }
        }
        #expect(backup.restarts == 0)
        #expect(try count(copy) == 500)
        #expect(try coordinator.withDatabase { try $0.value("SELECT count(*) FROM t", as: Int.self) } > 500)
    }

    @Test(arguments: Lender.allCases) func aCopyFromWithinABlockDoesNotWaitForIt(_ lender: Lender) throws {
        let (coordinator, path) = (try filled(lender), copy)
        try coordinator.withTransaction { db in
            try db.execute("DELETE FROM t")
            try coordinator.backup(to: path)
        }
        #expect(try count(copy) == 500)
    }

    @Test(arguments: Lender.allCases) func aCancelledTaskLeavesNoCopy(_ lender: Lender) async throws {
        let (coordinator, path) = (try filled(lender), copy)
        let (task, isKnown) = (Locked<Task<Void, any Error>?>(nil), DispatchSemaphore(value: 0))
        var options = Self.smallSteps
        // Longer than any test may take.
        options.pause = .seconds(3600)
        let running = Task { [options] in
            _ = try await coordinator.backup(to: path, options) { _ in
                isKnown.wait()
                task.value?.cancel()
                isKnown.signal()
            }
        }
        task.withLock { $0 = running }
        isKnown.signal()
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(try leftovers() == [])
        try await coordinator.withTransaction { try $0.execute("DELETE FROM t") }
    }

    @Test(arguments: Lender.allCases) func aDeadlineOfABlockEndsItsCopy(_ lender: Lender) throws {
        let (coordinator, path) = (try filled(lender), copy)
        var options = Self.smallSteps
        options.pause = .seconds(3600)
        let error = thrown {
            try coordinator.withDatabase(timeout: .milliseconds(50)) { [options] db in
                _ = try db.backup(to: path, options)
            }
        }
        #expect(error?.extendedCode == .deadlineExceeded)
        #expect(try leftovers() == [])
    }

    @Test(arguments: Lender.allCases) func aSuspensionEndsACopy(_ lender: Lender) throws {
        let coordinator = try filled(lender)
        let error = thrown { try coordinator.backup(to: copy, Self.smallSteps) { _ in coordinator.suspend() } }
        coordinator.resume()
        #expect(error?.resultCode == .interrupt)
        #expect(try leftovers() == [])
    }

    @Test func aQueueInMemoryIsCopied() async throws {
        let queue = try FMDatabaseQueue(path: nil, configuration: .init())
        try await queue.withDatabase { try $0.execute("CREATE TABLE t (x)") }
        try await queue.backup(to: copy)
        #expect(try count(copy) == 0)
    }

    @Test func aPoolInMemoryIsRefused() throws {
        let pool = FMDatabasePool(path: nil, configuration: .init())
        #expect(thrown { try pool.backup(to: copy) }?.resultCode == .misuse)
    }

    @Test func theConnectionOfACopyIsConfiguredLikeTheOthers() throws {
        let names = Locked<[String]>([])
        var configuration = FMDatabaseQueue.Configuration()
        configuration.configure = { db in
            try db.addFunction("one", argumentCount: 0, deterministic: true) { _ in 1 }
            names.withLock { $0.append(db.databasePath ?? "") }
        }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        try queue.withDatabase { try $0.execute("CREATE TABLE t (x)") }
        try queue.backup(to: copy)
        #expect(names.value == [folder.file(), folder.file()])
    }

    @Test func anIndexOverAnOwnFunctionIsNotCheckedWithoutIt() throws {
        let define: @Sendable (FMDatabase) throws -> Void = { db in
            try db.addFunction("one", argumentCount: 0, deterministic: true) { _ in 1 }
        }
        var configuration = FMDatabaseQueue.Configuration()
        configuration.configure = define
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        try queue.withDatabase { try $0.execute("CREATE TABLE t (x)") }
        try queue.withDatabase { try $0.execute("CREATE INDEX i ON t (one())") }
        var options = FMDatabase.BackupOptions()
        options.verification = .full
        #expect(try queue.backup(to: copy, options).verification == .none)
        options.configure = define
        #expect(try queue.backup(to: folder.file("copy 2.db"), options).verification == .full)
    }

    #if os(Linux)
        @Test(arguments: ["WAL", "DELETE"]) func aFileThatAnotherProcessUsesIsNotReplaced(_ journal: String) throws {
            let former = try filled(.queue, journal: journal)
            (former as? FMDatabaseQueue)?.close()
            try FileManager.default.moveItem(atPath: folder.file(), toPath: copy)
            let holder = try HolderProcess(path: copy)
            _ = try holder.answer(to: "hold SELECT x FROM t")
            var options = FMDatabase.BackupOptions()
            options.overwrites = true
            options.busyTimeout = .zero
            let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
            #expect(thrown { try queue.backup(to: copy, options) }?.resultCode == .busy)
            #expect(try count(copy) == 500)
        }
    #endif
}
