import Dispatch
import FMDB
import FMDBTestHelpers
import Testing

typealias WriteAheadLog = FMDatabaseCoordinator.WriteAheadLog

/// Events in their order, for a test to wait for.
final class EventLog<Event: Sendable>: Sendable {
    private let events = Locked<[Event]>([])
    private let arrival = DispatchSemaphore(value: 0)

    func add(_ event: Event) {
        events.withLock { $0.append(event) }
        arrival.signal()
    }

    /// Those that nobody has waited for.
    var unread: [Event] { events.value }

    /// The next event that is meant; what comes before it is skipped.
    func next<Value>(_ meant: (Event) -> Value?) throws -> Value {
        while true {
            let event = events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let event {
                if let value = meant(event) { return value }
            } else if !arrival.arrives() {
                throw NoSuchEvent()
            }
        }
    }
}

/// What happens to a write-ahead log, for a test to wait for.
final class WatchedLog: Sendable {
    private let events = EventLog<WriteAheadLog.Event>()

    /// Choices with which nothing happens by itself; a test adds what it is about.
    func choices(_ change: (inout WriteAheadLog) -> Void = { _ in }) -> WriteAheadLog {
        var log = WriteAheadLog(persistence: .never) { [events] in events.add($0) }
        log.stallDuration = .seconds(3600)
        log.checkpointInterval = nil
        log.checkpointPages = .max
        log.alarmSize = nil
        change(&log)
        return log
    }

    /// The next event that is meant; what comes before it is skipped.
    func next<Value>(_ meant: (WriteAheadLog.Event) -> Value?) throws -> Value { try events.next(meant) }

    func nextCheckpoint(
        _ occasion: WriteAheadLog.Checkpoint.Occasion = .background,
        where isMeant: (WriteAheadLog.Checkpoint) -> Bool = { _ in true }
    ) throws -> WriteAheadLog.Checkpoint {
        try next { event in
            if case .checkpoint(let checkpoint) = event, checkpoint.occasion == occasion, isMeant(checkpoint) {
                return checkpoint
            }
            return nil
        }
    }

    /// Whether a checkpoint that is meant has come already, by the thread in the background.
    func hasCheckpoint(where isMeant: (WriteAheadLog.Checkpoint) -> Bool) -> Bool {
        events.unread.contains { event in
            if case .checkpoint(let checkpoint) = event {
                checkpoint.occasion == .background && isMeant(checkpoint)
            } else {
                false
            }
        }
    }

    /// Adds ten pages so many times, each time up to the checkpoint that follows.
    func fill(_ coordinator: FMDatabaseCoordinator, times: Int) throws {
        for _ in 0..<times {
            try coordinator.insert(pages: 10)
            _ = try nextCheckpoint()
        }
    }

    /// Waits until the file is cut and nothing has come since.
    func awaitCut(_ coordinator: FMDatabaseCoordinator, _ file: LoggedFile) throws {
        repeat {
            _ = try nextCheckpoint(.idle)
        } while coordinator.writeAheadStatistics?.logPages != 0 || file.logSize != 0
    }

    func nextStarvation() throws -> WriteAheadLog.Starvation {
        try next { event in
            if case .starvation(let starvation) = event { return starvation }
            return nil
        }
    }
}

/// A database file with the files beside it.
struct LoggedFile {
    let folder = TemporaryFolder()

    var path: String { folder.file() }

    /// The length of the write-ahead log's file in bytes; nil without a file.
    var logSize: Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
        return (attributes?[.size] as? NSNumber)?.intValue
    }

    func queue(_ log: WriteAheadLog?, vfs: String? = nil) throws -> FMDatabaseQueue {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.writeAheadLog = log
        configuration.vfs = vfs
        let queue = try SilentQueue(path: path, configuration: configuration)
        try queue.withDatabase { try $0.execute("CREATE TABLE IF NOT EXISTS t (a)") }
        return queue
    }

    /// What a new connection finds: SQLite's word on the file, and how many rows there are.
    func verdict() throws -> String {
        let database = FMDatabase.file(path)
        defer { database.close() }
        let integrity = try database.value("PRAGMA integrity_check", as: String.self)
        return try "\(integrity), \(database.value("SELECT count(*) FROM t", as: Int.self)) rows"
    }
}

extension FMDatabaseCoordinator {
    /// Adds a row that takes so many pages of 4096 bytes and a few more.
    func insert(pages: Int = 0) throws {
        try withDatabase { try $0.execute("INSERT INTO t VALUES (zeroblob(\(pages * 4096)))") }
    }
}

/// What the next thread finds closed: it waits until it is opened, all others pass.
final class Gate: Sendable {
    private let isClosed = Locked(false)
    private let arrival = DispatchSemaphore(value: 0)
    private let opening = DispatchSemaphore(value: 0)

    /// Lets the next one wait who passes.
    func close() {
        isClosed.withLock { $0 = true }
    }

    func pass() {
        let waits = isClosed.withLock { isClosed in
            defer { isClosed = false }
            return isClosed
        }
        guard waits else { return }
        arrival.signal()
        opening.arrives()
    }

    /// Waits until a thread waits at it.
    func isReached() -> Bool {
        arrival.arrives()
    }

    /// Lets that one go on.
    func open() {
        opening.signal()
    }
}

/// What a test waits for has not happened.
struct NoSuchEvent: Error {}
