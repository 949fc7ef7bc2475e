import FMDB

/// A disk that fails when a test wants it to: operations return errors, the power is cut, or writes are slow.
///
/// The disk is an SQLite VFS that wraps the default VFS. The files are ordinary files at their usual paths. Only connections
/// that are opened with the disk's ``vfs`` use it.
///
///     let disk = FMTestDisk()
///     var configuration = FMDatabaseQueue.Configuration()
///     configuration.vfs = disk.vfs
///     let queue = try FMDatabaseQueue(path: path, configuration: configuration)
///
///     disk.fail([.write], at: 3, code: .full)
///     #expect(throws: FMError.self) { try queue.withTransaction { try save(order, $0) } }
///
/// Nothing is synced to the real disk, and no file is memory-mapped. The disk tracks only operations of connections that use
/// it. So nothing else may write to its files between a power cut and ``restorePower(_:)``. Any number of threads may use the
/// object and its files. Open files retain their disk.
///
/// SQLite's own pauses, such as those of `PRAGMA busy_timeout`, take no time in three cases: while a failure is pending, after
/// a power cut, and on a disk with a clock.
///
/// See [The SQLite OS Interface or "VFS"](https://sqlite.org/vfs.html).
public final class FMTestDisk: Sendable {
    /// An operation on a file, on its folder, or on the shared memory of a write-ahead log. Unlocking, closing and `unfetch`
    /// never fail. SQLite calls `xUnfetch` when it reads a changed WAL-index header.
    public enum Operation: String, CaseIterable, Sendable {
        case open, access, delete, read, write, truncate, sync, size, lock, mapMemory, lockMemory, unfetch

        /// The operations that change the disk or make changes durable. At these operations, a power cut matters.
        public static let changes: Set<Operation> = [.open, .write, .truncate, .sync, .delete]
    }

    /// How long a failure lasts.
    public enum Persistence: Sendable {
        /// Only one operation fails.
        case once
        /// Every later operation of the chosen kinds fails, too.
        case sticky
    }

    enum Verdict: Equatable {
        case works
        case fails(Int32)
        /// The power is cut. The operation during which it is cut may still change the file, perhaps in part. Later operations
        /// do not.
        case isCut(isFirst: Bool)
    }

    private struct State {
        var kinds: Set<Operation> = []
        var target = 0
        var persistence = Persistence.once
        var code: FMResultCode?
        var count = 0
        var failures = 0
        var cutsPower = false
        var isPowerCut = false
        var observers: [Operation: @Sendable () -> Void] = [:]
    }

    private let state = Locked(State())
    let files = UnsyncedFiles()
    let fileSystem: TestFileSystem
    /// The clock that SQLite's date functions use on this disk, or nil for the system's time.
    public let clock: FMTestClock?

    /// Creates a disk on which nothing fails yet.
    ///
    /// - Parameters:
    ///   - isDefault: whether connections that are opened without a `vfs` also use the disk. It applies to the whole process,
    ///     until the object is released. Default: false.
    ///   - clock: the clock that SQLite's date functions use on this disk. Default: nil, the system's time.
    public init(isDefault: Bool = false, clock: FMTestClock? = nil) {
        self.clock = clock
        fileSystem = TestFileSystem()
        fileSystem.register(self, isDefault: isDefault)
    }

    deinit {
        fileSystem.release()
    }

    /// The name of the VFS, for the `vfs` of a configuration, of `open(withFlags:vfs:)` or of a URI.
    public var vfs: String { fileSystem.name }

    // MARK: Faults

    /// Chooses the operations that fail, and resets the counters.
    ///
    /// - Parameters:
    ///   - kinds: the kinds of operations to count. Default: all.
    ///   - number: the operation that fails, counted from 1. With 0, none fails, and ``count`` is the number of operations.
    ///   - persistence: whether later operations fail, too.
    ///   - code: the result code. With `.ioErrorShortRead`, a read returns half of its bytes. Default: nil, the code that
    ///     SQLite's own VFS returns for the operation.
    public func fail(
        _ kinds: Set<Operation> = Set(Operation.allCases), at number: Int = 1, _ persistence: Persistence = .once,
        code: FMResultCode? = nil
    ) {
        state.withLock { state in
            state = State(
                kinds: kinds, target: number, persistence: persistence, code: code,
                isPowerCut: state.isPowerCut, observers: state.observers)
        }
    }

    /// Ends the failures and the counting. It does not restore the power.
    public func heal() {
        fail([], at: 0)
    }

    /// The number of operations of the chosen kinds so far.
    public var count: Int { state.value.count }

    /// The number of operations that failed.
    public var failures: Int { state.value.failures }

    /// The number of open files of the disk. It is 0 when all connections to its databases are closed.
    public var openFileCount: Int { files.openCount }

    /// Calls a function before each operation of a kind, on the thread of the operation. If the function waits, the disk is
    /// slow.
    ///
    ///     disk.before(.sync) { gate.wait() }
    ///
    /// - Parameters:
    ///   - kind: the operation.
    ///   - body: the function, which replaces the previous one. It must not use the database. Nil removes the function.
    public func before(_ kind: Operation, _ body: (@Sendable () -> Void)?) {
        state.withLock { $0.observers[kind] = body }
    }

    /// Delays each operation of some kinds.
    ///
    /// - Parameters:
    ///   - kinds: the operations, for example `[.sync]`.
    ///   - duration: the delay. Zero removes it.
    public func slow(_ kinds: Set<Operation>, by duration: Duration) {
        let seconds = duration / .seconds(1)
        let pause: @Sendable () -> Void = { Thread.sleep(forTimeInterval: seconds) }
        for kind in kinds { before(kind, seconds > 0 ? pause : nil) }
    }

    // MARK: Power

    /// Cuts the power at an operation that changes the disk. That operation and all later ones fail until ``restorePower(_:)``.
    ///
    ///     disk.cutPower(at: 17)
    ///     try? placeOrders(queue)
    ///     queue.close()
    ///     try disk.restorePower(.losesUnsynced)
    ///     // Open the database again: acknowledged commits are there.
    ///
    /// - Parameter number: the operation among ``Operation/changes`` at which the power is cut, counted from 1 from this call
    ///   on. With 0, the power is not cut, and ``count`` is the number of operations.
    public func cutPower(at number: Int) {
        state.withLock { state in
            state = State(
                kinds: Operation.changes, target: number, cutsPower: true, isPowerCut: state.isPowerCut,
                observers: state.observers)
        }
    }

    /// Whether the power is cut.
    public var isPowerCut: Bool { state.value.isPowerCut }

    /// Restores the power after ``cutPower(at:)``. The files then have a state that a disk may have if some writes since the
    /// last sync were lost. If the power was not cut, this call acts as a power cut.
    ///
    /// All connections must be closed, because a process ends when it loses power.
    ///
    /// - Parameter damage: the effect on writes, new files and deletions that were not synced.
    /// - Throws: `FMError`: `.busy` if a file is still open, `.ioError` if a file cannot be written.
    public func restorePower(_ damage: Damage) throws(FMError) {
        guard openFileCount == 0 else {
            throw FMError(.busy, "files of the disk are open: close all connections before the power is restored")
        }
        try files.damage(damage)
        state.withLock { $0 = State(observers: $0.observers) }
    }

    // MARK: For the file system

    /// Returns whether a pause of SQLite takes no time. With real pauses, SQLite would retry a failing WAL lock for ten seconds.
    func skips(pause microseconds: Int32) -> Bool {
        clock?.advance(by: .microseconds(Int64(microseconds)))
        return clock != nil || state.withLock { $0.target > 0 || $0.isPowerCut }
    }

    func meet(_ operation: Operation) {
        state.value.observers[operation]?()
    }

    func verdict(on operation: Operation) -> Verdict {
        meet(operation)
        return state.withLock { state in
            if state.isPowerCut {
                state.failures += 1
                return .isCut(isFirst: false)
            }
            guard state.kinds.contains(operation) else { return .works }
            state.count += 1
            guard state.target > 0, state.count >= state.target else { return .works }
            guard state.count == state.target || state.persistence == .sticky else { return .works }
            state.failures += 1
            guard !state.cutsPower else {
                state.isPowerCut = true
                return .isCut(isFirst: true)
            }
            return .fails(state.code?.rawValue ?? operation.code)
        }
    }
}
