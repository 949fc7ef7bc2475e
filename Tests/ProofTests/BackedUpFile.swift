import FMDB
import FMDBTestHelpers

/// A target in memory that may be cut off.
final class CutTarget: FMBackupTarget {
    /// What becomes of the call at which it is cut off.
    enum Effect: CaseIterable, Sendable { case none, whole }

    private struct State {
        var pieces: [String: Data] = [:]
        var calls = 0
        var cut: (number: Int, effect: Effect)?
        var isCut = false
    }

    private let state = Locked(State())
    /// Whether everything fails.
    private let isGone: @Sendable () -> Bool

    init(isGone: @escaping @Sendable () -> Bool = { false }) {
        self.isGone = isGone
    }

    /// A target with the same pieces, which is there.
    convenience init(copying other: CutTarget) {
        self.init()
        let pieces = other.state.value.pieces
        state.withLock { $0.pieces = pieces }
    }

    /// Has each call fail from one on that puts or removes, counted from 1.
    func cut(at number: Int, _ effect: Effect) {
        state.withLock { $0.cut = (number, effect) }
    }

    /// Ends that.
    func restore() {
        state.withLock { ($0.cut, $0.isCut) = (nil, false) }
    }

    /// How many calls there were that put or remove.
    var calls: Int { state.value.calls }

    func put(_ piece: Data, named name: String) throws {
        try change { $0[name] = piece }
    }

    func remove(_ name: String) throws {
        try change { $0[name] = nil }
    }

    func get(_ name: String) throws -> Data {
        try expectThere()
        guard let piece = state.value.pieces[name] else { throw FMError(.notFound, "there is no piece \(name)") }
        return piece
    }

    func list() throws -> [FMBackupPiece] {
        try expectThere()
        return state.value.pieces.map { FMBackupPiece(name: $0.key, size: Int64($0.value.count)) }
    }

    private func expectThere() throws {
        guard !isGone(), !state.value.isCut else { throw FMError(.ioError, "the target is gone") }
    }

    private func change(_ body: (inout [String: Data]) -> Void) throws {
        try expectThere()
        let isDone = state.withLock { state in
            state.calls += 1
            if let cut = state.cut, state.calls >= cut.number { state.isCut = true }
            if !state.isCut || state.cut?.effect == .whole { body(&state.pieces) }
            return !state.isCut
        }
        guard isDone else { throw FMError(.ioError, "the target is gone") }
    }
}

/// A file whose commits are acknowledged when they are in a target.
struct BackedUpFile {
    let path: String
    let target: any FMBackupTarget
    var vfs: String?
    var patience = Duration.seconds(60)

    /// A queue with snapshots so frequent that they meet commits.
    func queue() throws -> FMDatabaseQueue {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.vfs = vfs
        configuration.synchronous = .full
        configuration.writeAheadLog = .init()
        configuration.writeAheadLog?.checkpointPages = 20
        configuration.writeAheadLog?.sizeLimit = 60 * 4096
        configuration.configure = { database in
            database.logsErrors = false
            try database.execute("PRAGMA cache_size = 8")
        }
        configuration.backup = .init(
            to: target, snapshotEvery: .milliseconds(5), keep: .milliseconds(20),
            acknowledges: .whenShipped(within: patience))
        return try FMDatabaseQueue(path: path, configuration: configuration)
    }

    /// Writes transactions until one is not acknowledged.
    ///
    /// - Returns: the numbers of those that were.
    func write(_ numbers: ClosedRange<Int>) -> Set<Int> {
        var acknowledged: Set<Int> = []
        guard let queue = try? queue() else { return [] }
        defer { queue.close() }
        do {
            for number in numbers {
                try queue.withTransaction { database in
                    try Ledger.create(database)
                    try Ledger.add(number, database)
                }
                acknowledged.insert(number)
            }
        } catch {}
        return acknowledged
    }

    /// What the file has.
    var survivors: Survivors {
        let database = SilentDatabase(path: path)
        defer { database.close() }
        guard database.open() else { return Survivors(fault: "it cannot be opened") }
        return Survivors.found(in: database, Ledger.survivors)
    }

    /// What a restored file has.
    func restored(at moment: FMBackup.Moment = .latest) -> Survivors {
        let folder = TemporaryFolder()
        do {
            let file = BackedUpFile(path: folder.file("restored.db"), target: target)
            try FMBackup(target).restore(to: file.path, at: moment)
            return file.survivors
        } catch let error as FMError where error.resultCode == .notFound {
            // Nothing was stored yet.
            return Survivors()
        } catch {
            return Survivors(fault: "it cannot be restored: \(error)")
        }
    }
}
