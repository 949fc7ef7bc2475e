import Dispatch
import FMDB
import Foundation
import FMDBTestHelpers

typealias ContinuousBackup = FMDatabaseCoordinator.ContinuousBackup

/// A target of a backup in memory, which fails, waits or forgets when a test wants it to.
final class MemoryTarget: FMBackupTarget {
    private struct State {
        var pieces: [String: Data] = [:]
        var isFailing = false
        var putsUntilFailure: Int?
        var isKeeping = false
        var isCompressing = false
        var refused: String?
        var hasRefused = false
        var begun: Set<Substring> = []
        var puts = 0
    }

    struct Failure: Error {}

    private let state = Locked(State())
    /// The next piece waits before it, if it is closed.
    let gate = Gate()

    var isFailing: Bool {
        get { state.value.isFailing }
        set { state.withLock { $0.isFailing = newValue } }
    }

    /// Whether no piece can be removed.
    var isKeeping: Bool {
        get { state.value.isKeeping }
        set { state.withLock { $0.isKeeping = newValue } }
    }

    /// Whether the sizes that are listed are smaller than those of the pieces.
    var isCompressing: Bool {
        get { state.value.isCompressing }
        set { state.withLock { $0.isCompressing = newValue } }
    }

    /// Pieces whose names contain it cannot be stored.
    var refused: String? {
        get { state.value.refused }
        set { state.withLock { $0.refused = newValue } }
    }

    /// Waits until one of them was to be stored.
    func awaitRefusal() throws { try poll { state.value.hasRefused } }

    /// Lets so many pieces be stored, and no more.
    func fail(after puts: Int) { state.withLock { $0.putsUntilFailure = puts } }

    /// Fails no more.
    func recover() { state.withLock { ($0.isFailing, $0.putsUntilFailure) = (false, nil) } }

    var puts: Int { state.value.puts }
    var names: [String] { state.value.pieces.keys.sorted() }
    var generations: Set<String> { Set(names.map { String($0.prefix { $0 != "/" }) }) }
    /// The generations that a piece was ever to be put into.
    var begun: Set<Substring> { state.value.begun }
    /// A target with the same pieces, which has a life of its own.
    var copy: MemoryTarget {
        let other = MemoryTarget()
        let pieces = state.value.pieces
        other.state.withLock { $0.pieces = pieces }
        return other
    }

    func put(_ piece: Data, named name: String) throws {
        gate.pass()
        try state.withLock {
            try check($0)
            $0.begun.insert(name.prefix { $0 != "/" })
            if let refused = $0.refused, name.contains(refused) {
                $0.hasRefused = true
                throw Failure()
            }
            if let left = $0.putsUntilFailure {
                guard left > 0 else {
                    $0.isFailing = true
                    throw Failure()
                }
                $0.putsUntilFailure = left - 1
            }
            $0.puts += 1
            $0.pieces[name] = piece
        }
    }

    func get(_ name: String) throws -> Data {
        try state.withLock {
            try check($0)
            guard let piece = $0.pieces[name] else { throw Failure() }
            return piece
        }
    }

    func list() throws -> [FMBackupPiece] {
        try state.withLock {
            try check($0)
            let saved = $0.isCompressing ? 5 : 0
            return $0.pieces.map { FMBackupPiece(name: $0.key, size: Int64($0.value.count - saved)) }
        }
    }

    func remove(_ name: String) throws {
        try state.withLock {
            try check($0)
            if $0.isKeeping { throw Failure() }
            $0.pieces[name] = nil
        }
    }

    /// Cuts pieces whose names contain a word.
    func cut(_ word: String, to percent: Int) throws {
        for name in names where name.contains(word) {
            let piece = try get(name)
            try put(piece.prefix(piece.count * percent / 100), named: name)
        }
    }

    private func check(_ state: State) throws {
        if state.isFailing { throw Failure() }
    }
}

/// A database with a backup, and what happens to that.
final class BackupScene: Sendable {
    let folder = TemporaryFolder()
    let target: MemoryTarget
    private let events = EventLog<ContinuousBackup.Event>()
    private let restores = Locked(0)

    init(_ target: MemoryTarget = MemoryTarget()) { self.target = target }

    var path: String { folder.file() }

    func configuration(
        _ acknowledgement: ContinuousBackup.Acknowledgement = .whenCommitted,
        _ change: (inout FMDatabaseCoordinator.Configuration) -> Void = { _ in }
    ) -> FMDatabaseCoordinator.Configuration {
        var configuration = FMDatabaseCoordinator.Configuration()
        var backup = ContinuousBackup(to: target, acknowledges: acknowledgement) { [events] in events.add($0) }
        backup.interval = .milliseconds(5)
        // On a machine with much to do, all may take long.
        backup.closingTimeout = .seconds(600)
        configuration.backup = backup
        // Where a test takes long, none but its own checkpoints let the log be started anew.
        configuration.writeAheadLog = .init()
        configuration.writeAheadLog?.checkpointInterval = nil
        configuration.busyTimeout = .seconds(600)
        change(&configuration)
        return configuration
    }

    func queue(
        _ acknowledgement: ContinuousBackup.Acknowledgement = .whenCommitted,
        _ change: (inout FMDatabaseCoordinator.Configuration) -> Void = { _ in }
    ) throws -> FMDatabaseQueue {
        try SilentQueue(path: path, configuration: configuration(acknowledgement, change))
    }

    /// A queue on a new file, with a table, of which the first snapshot is stored.
    func begunQueue(
        _ acknowledgement: ContinuousBackup.Acknowledgement = .whenCommitted,
        _ change: (inout FMDatabaseCoordinator.Configuration) -> Void = { _ in }
    ) throws -> FMDatabaseQueue {
        let queue = try queue(acknowledgement, change)
        try awaitSnapshot()
        try queue.withTransaction { try $0.execute("CREATE TABLE t (i INTEGER PRIMARY KEY, b)") }
        return queue
    }

    // MARK: Events

    /// The next event that is meant; what comes before it is skipped.
    @discardableResult
    func next<Value>(_ meant: (ContinuousBackup.Event) -> Value?) throws -> Value { try events.next(meant) }

    func awaitSnapshot() throws { try next { if case .snapshot = $0 { true } else { nil } } }
    func awaitFailure() throws { try next { if case .failing = $0 { true } else { nil } } }
    func awaitRecovery() throws { try next { if case .recovered = $0 { true } else { nil } } }

    /// The reason of the next beginning.
    func nextReason() throws -> ContinuousBackup.Reason {
        try next { if case .newGeneration(_, let reason) = $0 { reason } else { nil } }
    }

    /// The reasons of beginnings that have come already.
    var reasons: [ContinuousBackup.Reason] {
        events.unread.compactMap { if case .newGeneration(_, let reason) = $0 { reason } else { nil } }
    }

    /// Whether a recovery has come already.
    var hasRecovered: Bool { events.unread.contains { if case .recovered = $0 { true } else { false } } }

    /// Whether a failure has come already.
    var hasFailed: Bool { events.unread.contains { if case .failing = $0 { true } else { false } } }

    /// Waits until commits have been stored.
    func awaitShipping(_ count: Int) throws {
        var shipped = 0
        while shipped < count {
            shipped += try next { if case .shipped(let commits, _, _) = $0 { commits } else { nil } }
        }
    }

    /// Waits until all commits of a queue are stored, which may take longer than closing waits.
    func awaitAll(_ coordinator: FMDatabaseCoordinator) throws {
        try poll { (coordinator.backupStatistics?.waitingCommits ?? 0) == 0 }
    }

    /// What a log has anew each time that it is started.
    func saltOfLog() throws -> Data {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path + "-wal"))
        defer { try? file.close() }
        return try file.read(upToCount: 24)?.suffix(8) ?? Data()
    }

    // MARK: Restoring

    var backup: FMBackup { FMBackup(target) }

    func lastCommit() throws -> UInt64 { try backup.timeline().last?.number ?? 0 }

    /// Restores the database, and asks it.
    func restored<Value>(at moment: FMBackup.Moment = .latest, _ body: (FMDatabase) throws -> Value) throws -> Value {
        let number = restores.withLock {
            $0 += 1
            return $0
        }
        let copy = folder.file("restored-\(number).db")
        try backup.restore(to: copy, at: moment)
        let database = FMDatabase.file(copy)
        defer {
            database.close()
            try? FileManager.default.removeItem(atPath: copy)
        }
        return try body(database)
    }

    func restoredFile() throws -> Data {
        let copy = folder.file("restored.db")
        try backup.restore(to: copy)
        return try Data(contentsOf: URL(fileURLWithPath: copy))
    }

    func restoredRows(at moment: FMBackup.Moment = .latest) throws -> [Int] {
        try restored(at: moment) { try $0.rows("SELECT i FROM t ORDER BY i", as: Int.self) }
    }

    /// The rows of all commits in their order, from the empty table on. A backup that begins anew, as it may on a busy machine, has the
    /// state of a commit twice; that counts once.
    func restoredStates() throws -> [[Int]] {
        var number = try lastCommit()
        var states: [[Int]] = []
        while states.last != [] {
            let rows = try restoredRows(at: .commit(number))
            if rows != states.last { states.append(rows) }
            number -= 1
        }
        return states.reversed()
    }
}

extension ContinuousBackup.Acknowledgement {
    /// However long that takes.
    static let shipped = Self.whenShipped(within: .seconds(600))
}

extension FMDatabaseCoordinator {
    /// Commits one row each.
    func commit(rows: some Sequence<Int>) throws {
        for row in rows { try withTransaction { try $0.execute("INSERT INTO t VALUES (\(row), NULL)") } }
    }
}

/// How a database gets smaller.
enum AutoVacuum: Int, CaseIterable {
    /// By `VACUUM`.
    case none
    /// By a `DELETE`.
    case full
    case incremental
}

extension BackupScene {
    /// Makes the file, with its table.
    func makeTable(_ vacuum: AutoVacuum) throws {
        let database = FMDatabase.file(path)
        try database.execute("PRAGMA auto_vacuum = \(raw: "\(vacuum.rawValue)")")
        try database.execute("CREATE TABLE t (i INTEGER PRIMARY KEY, b)")
        database.close()
    }
}

extension FMDatabaseCoordinator {
    /// Gives the free pages back in one commit; where that happens by itself, those of all rows.
    func shrink(_ vacuum: AutoVacuum) throws {
        try withDatabase { database in
            switch vacuum {
            case .none: try database.execute("VACUUM")
            case .full: try database.execute("DELETE FROM t")
            case .incremental: try database.execute("PRAGMA incremental_vacuum")
            }
        }
    }
}
