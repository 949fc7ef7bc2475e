import FMDB

/// A disk that fails when a test wants it to: operations return errors, the power is cut, writes are slow.
///
/// It is a file system of SQLite (a VFS) in front of the default one. The files lie where they always do; only
/// connections that are opened with its ``vfs`` pass through it.
///
///     let disk = FMTestDisk()
///     var configuration = FMDatabaseQueue.Configuration()
///     configuration.vfs = disk.vfs
///     let queue = try FMDatabaseQueue(path: path, configuration: configuration)
///
///     disk.fail([.write], at: 3, code: .full)
///     #expect(throws: FMError.self) { try queue.withTransaction { try save(order, $0) } }
///
/// Nothing is forced to the real disk, and no file is mapped into memory. The disk knows only what
/// SQLite does through it: between a power cut and ``restorePower(_:)`` nobody else may write to its files. Any number of
/// threads may use the object and its files; files that are open keep their disk.
///
/// SQLite's own pauses, those of `PRAGMA busy_timeout` for example, take no time while something is to fail, after a power
/// cut, and on a disk with a clock.
///
/// See [The SQLite OS Interface or "VFS"](https://sqlite.org/vfs.html).
public final class FMTestDisk: Sendable {
    /// An operation on a file, on its folder, or on the shared memory beside a write-ahead log. Unlocking, closing and
    /// `unfetch` never fail; SQLite calls the last one when it has read a header of the WAL index that is new to it.
    public enum Operation: String, CaseIterable, Sendable {
        case open, access, delete, read, write, truncate, sync, size, lock, mapMemory, lockMemory, unfetch

        /// The operations that change what is on a disk, or make it durable: those at which a power cut matters.
        public static let changes: Set<Operation> = [.open, .write, .truncate, .sync, .delete]
    }

    /// How long a failure lasts.
    public enum Persistence: Sendable {
        /// The next operation works again.
        case once
        /// Every later operation of the chosen kinds fails too.
        case sticky
    }

    enum Verdict: Equatable {
        case works
        case fails(Int32)
        /// The power is cut. The operation that it meets has still changed the file, in part perhaps; later ones do not.
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
    /// The time that SQLite's date functions see on this disk; nil for the system's.
    public let clock: FMTestClock?

    /// A disk on which nothing fails yet.
    ///
    /// - Parameters:
    ///   - isDefault: whether connections that are opened without a `vfs` use it too, in the whole process, until the
    ///     object is released. Default: false.
    ///   - clock: the time that SQLite's date functions see on this disk. Default: nil, the system's.
    public init(isDefault: Bool = false, clock: FMTestClock? = nil) {
        self.clock = clock
        fileSystem = TestFileSystem()
        fileSystem.register(self, isDefault: isDefault)
    }

    deinit {
        fileSystem.release()
    }

    /// The name to open a database with: `vfs` of a configuration, of `open(withFlags:vfs:)`, or in a URI.
    public var vfs: String { fileSystem.name }

    // MARK: Faults

    /// Chooses what fails, and starts counting anew.
    ///
    /// - Parameters:
    ///   - kinds: the operations that count. Default: all.
    ///   - number: the operation that fails, counted from 1. With 0 none does, so ``count`` tells how many there are.
    ///   - persistence: whether the later ones fail too.
    ///   - code: the result code. `.ioErrorShortRead` has a read find half of its bytes. Default: nil, the code that
    ///     SQLite's own file system has for the operation.
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

    /// Lets everything work again, and nothing count. It does not restore the power.
    public func heal() {
        fail([], at: 0)
    }

    /// How many of the chosen operations there were.
    public var count: Int { state.value.count }

    /// How many of them failed.
    public var failures: Int { state.value.failures }

    /// How many files of the disk are open: 0 once every connection to its databases is closed.
    public var openFileCount: Int { files.openCount }

    /// Calls a function before each operation of a kind, on the thread that asks for it. If it waits, the disk is slow.
    ///
    ///     disk.before(.sync) { gate.wait() }
    ///
    /// - Parameters:
    ///   - kind: the operation.
    ///   - body: the function. It must not use the database. nil removes the former one.
    public func before(_ kind: Operation, _ body: (@Sendable () -> Void)?) {
        state.withLock { $0.observers[kind] = body }
    }

    /// Makes each operation of some kinds take longer.
    ///
    /// - Parameters:
    ///   - kinds: the operations, for example `[.sync]`.
    ///   - duration: how much longer. Zero makes the disk as fast as before.
    public func slow(_ kinds: Set<Operation>, by duration: Duration) {
        let seconds = duration / .seconds(1)
        let pause: @Sendable () -> Void = { Thread.sleep(forTimeInterval: seconds) }
        for kind in kinds { before(kind, seconds > 0 ? pause : nil) }
    }

    // MARK: Power

    /// Cuts the power at an operation that changes the disk: that one and all later ones fail, until
    /// ``restorePower(_:)``.
    ///
    ///     disk.cutPower(at: 17)
    ///     try? placeOrders(queue)
    ///     queue.close()
    ///     try disk.restorePower(.losesUnsynced)
    ///     // Open the database again: what was acknowledged is there.
    ///
    /// - Parameter number: the operation of ``Operation/changes``, counted from 1 and from now on. With 0 the power is not
    ///   cut, and ``count`` tells how many there are.
    public func cutPower(at number: Int) {
        state.withLock { state in
            state = State(
                kinds: Operation.changes, target: number, cutsPower: true, isPowerCut: state.isPowerCut,
                observers: state.observers)
        }
    }

    /// Whether the power is cut.
    public var isPowerCut: Bool { state.value.isPowerCut }

    /// Restores the power after ``cutPower(at:)``: the files are now as a disk may have them on which the writes since the
    /// last sync had not all arrived. Without a power cut, this is one.
    ///
    /// - Parameter damage: what happens to writes, new files and deletions that were not synced.
    /// - Throws: `FMError`: `.busy` if a file is still open, `.ioError` if a file cannot be written. All connections must be
    ///   closed, because the process that lost its power would have ended.
    public func restorePower(_ damage: Damage) throws(FMError) {
        guard openFileCount == 0 else {
            throw FMError(.busy, "files of the disk are open: close all connections before the power is restored")
        }
        try files.damage(damage)
        state.withLock { $0 = State(observers: $0.observers) }
    }

    // MARK: For the file system

    /// Whether a pause of SQLite's takes no time. A log whose lock is refused again and again is tried for ten seconds.
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
