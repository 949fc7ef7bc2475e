import FMDB

import SQLiteC

/// What shall go wrong with the files of one database that is opened through ``FaultVFS``.
///
///     let disk = FaultPlan(for: folder.file())
///     FaultVFS.open(database)
///     disk.fail([.write], at: 3, code: .full)
///
/// The plan covers the database and its journals. It counts for as long as the object lives; files that were opened
/// meanwhile keep it.
public final class FaultPlan: Sendable {
    /// What SQLite asks of a file, of its folder, and of the shared memory beside a WAL. Unlocking, closing and
    /// `unfetch` never fail; SQLite calls the last one when it has read a header of the WAL index that is new to it.
    public enum Operation: String, CaseIterable, Sendable {
        case open, access, delete, read, write, truncate, sync, size, lock, mapMemory, lockMemory, unfetch
    }

    /// How long a failure lasts.
    public enum Duration: Sendable {
        /// The next operation works again.
        case once
        /// Every later operation of the chosen kinds fails too.
        case sticky
    }

    private struct State {
        var kinds: Set<Operation> = []
        var target = 0
        var duration = Duration.once
        var code: FMResultCode?
        var count = 0
        var failures = 0
    }

    private let state = Locked(State())
    private let meetings = Locked<[Operation: @Sendable () -> Void]>([:])
    private let name: String

    /// A plan under which nothing fails yet.
    public init(for path: String) {
        name = FaultPlan.name(of: path)
        let entry = Entry(plan: self)
        FaultPlan.all.withLock { $0[name] = entry }
    }

    deinit {
        FaultPlan.all.withLock { plans in
            // A later plan for the same file stays.
            if plans[name]?.plan == nil { plans[name] = nil }
        }
    }

    /// Starts counting anew, and chooses what fails.
    ///
    /// - Parameters:
    ///   - kinds: the operations that count.
    ///   - number: the operation that fails, counted from 1. With 0 none does.
    ///   - duration: whether the later ones fail too.
    ///   - code: the result code; nil for the one that SQLite's own file system has for that operation.
    public func fail(
        _ kinds: Set<Operation> = Set(Operation.allCases), at number: Int = 1, _ duration: Duration = .once,
        code: FMResultCode? = nil
    ) {
        state.withLock { $0 = State(kinds: kinds, target: number, duration: duration, code: code) }
    }

    /// Lets everything work again, and nothing count.
    public func heal() {
        fail([], at: 0)
    }

    /// Calls a body before each operation of a kind, on the thread that wants it: one that waits makes the disk slow.
    ///
    ///     disk.before(.sync) { gate.wait() }
    ///
    /// - Parameter body: nil for none any more.
    public func before(_ kind: Operation, _ body: (@Sendable () -> Void)?) {
        meetings.withLock { $0[kind] = body }
    }

    /// How many of the chosen operations there were.
    public var count: Int { state.value.count }

    /// How many of them failed.
    public var failures: Int { state.value.failures }

    func meet(_ operation: Operation) {
        meetings.value[operation]?()
    }

    /// The result code of an operation that is about to happen; nil if it shall work.
    func verdict(on operation: Operation) -> Int32? {
        meet(operation)
        return state.withLock { state in
            guard state.kinds.contains(operation) else { return nil }
            state.count += 1
            guard state.target > 0, state.count >= state.target else { return nil }
            guard state.count == state.target || state.duration == .sticky else { return nil }
            state.failures += 1
            return state.code?.rawValue ?? operation.code
        }
    }
}

// MARK: - Finding a plan

extension FaultPlan {
    private struct Entry: Sendable {
        weak var plan: FaultPlan?
    }

    private static let all = Locked<[String: Entry]>([:])

    /// SQLite resolves symbolic links, so a path is known by the names of its file and of its folder, which is a
    /// ``TemporaryFolder`` and has a name of its own.
    private static func name(of path: String) -> String {
        path.split(separator: "/").suffix(2).joined(separator: "/")
    }

    /// The plan for a file: a database, or a journal, whose name is the database's with an ending.
    static func plan(for path: UnsafePointer<CChar>?) -> FaultPlan? {
        guard let path else { return nil }
        let name = name(of: String(cString: path))
        let endings = ["-journal", "-wal"]
        let database = endings.first { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) } ?? name
        return all.value[database]?.plan
    }
}

extension FaultPlan.Operation {
    /// What SQLite's own file system answers when this fails.
    fileprivate var code: Int32 {
        switch self {
        case .open: SQLITE_CANTOPEN
        case .access: SQLITE_IOERR | 13 << 8
        case .delete: SQLITE_IOERR | 10 << 8
        case .read: SQLITE_IOERR | 1 << 8
        case .write: SQLITE_IOERR | 3 << 8
        case .truncate: SQLITE_IOERR | 6 << 8
        case .sync: SQLITE_IOERR | 4 << 8
        case .size: SQLITE_IOERR | 7 << 8
        case .lock: SQLITE_IOERR | 15 << 8
        case .mapMemory: SQLITE_IOERR | 21 << 8
        case .lockMemory: SQLITE_IOERR | 20 << 8
        case .unfetch: SQLITE_OK
        }
    }
}
