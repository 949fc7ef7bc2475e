import FMDB
import FMDBTestHelpers
import Testing

/// A verb that waits for the one connection behind it.
enum Door: String, CaseIterable, Codable, Sendable {
    case queue, queueTransaction, queueSavePoint, queueSharedCommit
    case pool, poolTransaction, poolSavePoint, poolRead, poolWrite, poolSharedCommit

    /// The next one of the list, for scenes with doors of different kinds.
    var next: Door {
        let all = Door.allCases
        return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }
}

/// A queue or a pool with one connection of the kind that a door leads to.
struct House: Sendable {
    let door: Door
    let queue: FMDatabaseQueue?
    let pool: FMDatabasePool?

    /// Call sites of the scene's own, so that a message can be searched for them.
    static let file: StaticString = "Scene/House.swift"

    init(_ door: Door, path: String) throws {
        self.door = door
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.configure = { db in
            db.logsErrors = false
            if !db.executeStatements("PRAGMA synchronous = OFF") { throw db.lastError() }
        }
        configuration.maximumReaders = 1
        if door == .queueSharedCommit || door == .poolSharedCommit { configuration.groupCommit = .init() }
        switch door {
        case .queue, .queueTransaction, .queueSavePoint, .queueSharedCommit:
            queue = try FMDatabaseQueue(path: path, configuration: configuration)
            pool = nil
        case .pool, .poolTransaction, .poolSavePoint, .poolRead, .poolWrite, .poolSharedCommit:
            let pool = FMDatabasePool(path: path, configuration: configuration)
            pool.maximumNumberOfDatabasesToCreate = 1
            // The first reader waits for the writer, who puts the file into WAL mode.
            if door == .poolRead { try pool.read { _ in } }
            self.pool = pool
            queue = nil
        }
    }

    private var coordinator: FMDatabaseCoordinator {
        guard let coordinator = queue ?? pool else { fatalError("a house has a queue or a pool") }
        return coordinator
    }

    func enter(_ line: UInt, _ body: () throws -> Void) throws {
        try lend(line) { _ in try body() }
    }

    func enter(_ line: UInt, _ body: @escaping @Sendable () throws -> Void) async throws {
        try await lend(line) { _ in try body() }
    }

    func lend(_ line: UInt = 1, _ body: (FMDatabase) throws -> Void) throws {
        let file = House.file
        switch door {
        case .queue, .pool: try coordinator.withDatabase(file: file, line: line, body)
        case .queueTransaction, .queueSharedCommit, .poolTransaction:
            try coordinator.withTransaction(file: file, line: line, body)
        case .queueSavePoint, .poolSavePoint: try coordinator.withSavePoint(file: file, line: line, body)
        case .poolRead: try pool?.read(file: file, line: line, body)
        case .poolWrite, .poolSharedCommit: try pool?.write(file: file, line: line, body)
        }
    }

    func lend(_ line: UInt = 1, _ body: @escaping @Sendable (FMDatabase) throws -> Void) async throws {
        let file = House.file
        switch door {
        case .queue, .pool: try await coordinator.withDatabase(file: file, line: line, body)
        case .queueTransaction, .queueSharedCommit, .poolTransaction:
            try await coordinator.withTransaction(file: file, line: line, body)
        case .queueSavePoint, .poolSavePoint: try await coordinator.withSavePoint(file: file, line: line, body)
        case .poolRead: try await pool?.read(file: file, line: line, body)
        case .poolWrite, .poolSharedCommit: try await pool?.write(file: file, line: line, body)
        }
    }
}

/// Houses next to each other, and callers who want into several of them.
struct Street: Sendable {
    let houses: [House]

    init(_ doors: [Door], in folder: TemporaryFolder) throws {
        houses = try doors.enumerated().map { try House($1, path: folder.file("\($0).db")) }
    }

    /// The line with which a caller enters his first house, and that with which he goes on.
    static func line(_ number: Int, inner: Bool) -> UInt { UInt((inner ? 2000 : 1000) + number) }

    static func place(_ number: Int, inner: Bool) -> String { "\(House.file):\(line(number, inner: inner))" }

    /// Goes from each house into the next, and from the last into the first once more.
    ///
    /// - Returns: with what the last step was refused.
    func aroundTheBlock(from number: Int = 0) throws -> FMError? {
        guard number < houses.count else { return thrown { try houses[0].enter(Street.line(0, inner: true)) {} } }
        let error = Locked<FMError?>(nil)
        try houses[number].enter(Street.line(number, inner: false)) {
            let refusal = try aroundTheBlock(from: number + 1)
            error.withLock { $0 = refusal }
        }
        return error.value
    }

    /// The same, with the first house entered by a task.
    func aroundTheBlockAsynchronously() async throws -> FMError? {
        let error = Locked<FMError?>(nil)
        try await houses[0].enter(Street.line(0, inner: false)) {
            let refusal = try aroundTheBlock(from: 1)
            error.withLock { $0 = refusal }
        }
        return error.value
    }

    /// A caller for each house, who enters the next one when all are inside their first.
    ///
    /// - Returns: with what they were refused.
    func crossing() throws -> [FMError] {
        let errors = Locked<[FMError]>([])
        let meeting = Meeting(houses.count)
        let allCameBack = BackgroundThreads.run(houses.count) { number in
            do {
                try houses[number].enter(Street.line(number, inner: false)) {
                    goOn(from: number, meeting, errors)
                }
            } catch {
                Issue.record("caller \(number): \(error)")
            }
        }
        guard allCameBack else { throw Hanging() }
        return errors.value
    }

    /// The same with tasks.
    func crossingAsynchronously() async throws -> [FMError] {
        let errors = Locked<[FMError]>([])
        let meeting = Meeting(houses.count)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in houses.indices {
                group.addTask {
                    try await houses[number].enter(Street.line(number, inner: false)) {
                        goOn(from: number, meeting, errors)
                    }
                }
            }
            try await group.waitForAll()
        }
        return errors.value
    }

    private func goOn(from number: Int, _ meeting: Meeting, _ errors: Locked<[FMError]>) {
        meeting.join()
        let next = houses[(number + 1) % houses.count]
        if let error = thrown({ try next.enter(Street.line(number, inner: true)) {} }) {
            errors.withLock { $0.append(error) }
        }
    }

    /// Whether each house lets a caller in as if nothing had happened.
    func isFree() throws -> Bool {
        try onBackgroundThread { try houses.forEach { try $0.enter(1) {} } }
        return true
    }
}

/// So many threads wait here until all have come.
final class Meeting: Sendable {
    private let group = DispatchGroup()

    init(_ count: Int) {
        (0..<count).forEach { _ in group.enter() }
    }

    func join() {
        group.leave()
        #expect(group.wait(timeout: .now() + patience) == .success)
    }
}

/// Awaits a body, but not for ever: one that hangs is a failed test then, not a test run without an end.
func withoutHanging<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let isOver = Locked(false)
    let isFirst = { @Sendable in
        isOver.withLock { over in
            defer { over = true }
            return !over
        }
    }
    return try await withCheckedThrowingContinuation { continuation in
        Task {
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
            if isFirst() { continuation.resume(with: outcome) }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + patience) {
            if isFirst() { continuation.resume(throwing: Hanging()) }
        }
    }
}
