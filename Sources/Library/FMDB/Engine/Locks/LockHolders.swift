import Foundation

/// Finds the holders of a lock that SQLite has refused.
///
/// It reads what other connections publish and the kernel's list of locks. It makes no other connection wait.
struct LockHolders {
    typealias Contention = FMError.Contention
    typealias Lock = Contention.Lock

    /// The refused connection.
    let own: Activity
    /// Whether the refused connection holds the write lock, so that no other connection can be the writer.
    let isWriter: Bool
    /// The refused statement.
    let sql: String?
    let stage: FMError.Stage

    /// Returns the lock and its holders.
    ///
    /// - Parameter code: `SQLITE_BUSY` or one of its extended codes.
    func find(_ code: FMResultCode) -> Contention {
        var others = OpenFiles.shared.others(like: own)
        guard code != .busySnapshot else { return Contention(.snapshot, connectionsOnFile: others.count + 1) }
        var look = look(at: others.map(\.snapshot))
        var looks = 1
        while isWorthAnother(look, others.count, looks) {
            sched_yield()
            others = OpenFiles.shared.others(like: own)
            look = self.look(at: others.map(\.snapshot))
            looks += 1
        }
        let candidates = look.candidates
        let fallback = code == .busyRecovery ? Lock.recovery : .unknown
        let lock = candidates.map(\.lock).min { $0.rank < $1.rank } ?? fallback
        return Contention(
            lock, holders: candidates.filter { $0.lock == lock }.map(\.holder), connectionsOnFile: others.count + 1)
    }

    /// Whether to look again because the holder was not found.
    ///
    /// A lock may have been taken or released after the connections were read and before the list of locks was read. The kernel's list is
    /// read in pieces, so it can lack lines while other locks change. If the list has no line of this process, the lock is most likely free
    /// by now, and fewer looks are made.
    private func isWorthAnother(_ look: Look, _ others: Int, _ looks: Int) -> Bool {
        guard looks < (look.listsThisProcess ? 20 : 5) else { return false }
        return look.candidates.isEmpty ? own.file != nil : others > 0 && look.candidates.contains(where: \.isUnknown)
    }

    /// Returns the readers that prevent a checkpoint from copying newer frames: the longest reader first, other processes last.
    func findReaders() -> Contention {
        guard let file = own.file else { return Contention(.read, connectionsOnFile: 1) }
        let others = OpenFiles.shared.others(like: own)
        let readers = others.map(\.snapshot).filter(\.isReading).map { Contention.Holder($0) }
        let strangers = FileLocks(of: file, path: own.path).foreign.filter { $0.lock == .read }.map(\.holder)
        return Contention(
            .read, holders: readers.sorted { $0.duration ?? .zero > $1.duration ?? .zero } + strangers,
            connectionsOnFile: others.count + 1)
    }

    /// Returns the connections that may hold a lock on a table of a shared cache.
    func findSharedCacheHolders() -> Contention {
        let others = OpenFiles.shared.others(like: own)
        return Contention(
            .sharedCache,
            holders: others.map(\.snapshot).filter { $0.transaction != nil || $0.runningSQL != nil }.map { .init($0) },
            connectionsOnFile: others.count + 1)
    }

    /// Returns the contention of a connection that blocks itself.
    ///
    /// - Parameter statements: the SQL of the statements whose rows are being read.
    func findOwnStatements(_ statements: [String]) -> Contention {
        let me = own.snapshot
        var texts = statements
        if texts.isEmpty, let sql = me.transaction?.write ?? me.transaction?.sql { texts = [sql] }
        return Contention(
            .sameConnection, holders: texts.map { Contention.Holder(me, sql: $0) },
            connectionsOnFile: OpenFiles.shared.others(like: own).count + 1,
            advice: statements.isEmpty ? nil : "read its rows to the end, or close() its result set, first")
    }
}

extension Activity {
    func foreignLocks() -> [(lock: FMError.Contention.Lock, holder: FMError.Contention.Holder)] {
        guard let file else { return [] }
        return FileLocks(of: file, path: path).foreign
    }
}

extension FileLocks {
    /// The locks that other processes hold, in a fixed order.
    fileprivate var foreign: [(lock: Lock, holder: FMError.Contention.Holder)] {
        entries.filter { $0.process != getpid() }.map { entry in
            let command = entry.process.flatMap { FileLocks.command(of: $0) }
            return (entry.lock, .init(process: entry.process, command: command))
        }
        .sorted { ($0.lock.rank, $0.holder.processID ?? 0) < ($1.lock.rank, $1.holder.processID ?? 0) }
    }
}

// MARK: - Suspects

extension LockHolders {
    private struct Candidate {
        let lock: Lock
        let holder: Contention.Holder
        /// Whether this process holds the lock, but the connection that holds it is unknown.
        var isUnknown = false
    }

    /// The result of one look: the candidates, and whether the kernel lists a lock of this process on the file.
    private typealias Look = (candidates: [Candidate], listsThisProcess: Bool)

    private func look(at others: [Activity.Snapshot]) -> Look {
        guard let file = own.file else { return ([], false) }
        let locks = FileLocks(of: file, path: own.path)
        var candidates =
            locks.foreign.map { Candidate(lock: $0.lock, holder: $0.holder) } + writers(others, locks)
            + others.filter(\.isReading).map {
                Candidate(lock: .read, holder: .init($0))
            }
        if candidates.allSatisfy(\.isUnknown) {
            candidates = keepers(candidates.first?.lock, locks) ?? candidates
        }
        return (
            candidates.filter { $0.lock != .read || canBeStoppedByReaders(isWriteAhead: locks.isWriteAhead) },
            locks.entries.contains { $0.process == getpid() }
        )
    }

    /// Returns the connections of this process that write.
    private func writers(_ others: [Activity.Snapshot], _ locks: FileLocks) -> [Candidate] {
        // If the refused connection writes, the kernel's entries for this process belong to that connection.
        guard !isWriter else { return [] }
        let held = locks.entries.filter { $0.process == getpid() }.map(\.lock).min { $0.rank < $1.rank }
        let lock = held.flatMap { $0 == .read ? nil : $0 }
        let isExplained = locks.entries.contains { $0.process != getpid() && $0.lock != .read }
        // There is only one writer at a time. Waiting connections come last: a writer may be waiting for readers to finish.
        var writers = others.filter(\.hasWritten)
        if writers.isEmpty { writers = others.filter { $0.isRunningWrite && !$0.isWaiting } }
        if writers.isEmpty, !isExplained { writers = others.filter(\.isRunningWrite) }
        if writers.isEmpty, lock != nil { writers = others.filter(\.isAboutToWrite) }
        if !writers.isEmpty { return writers.map { Candidate(lock: lock ?? .write, holder: .init($0)) } }
        let movers = lock != nil || stage == .checkpoint ? others.filter(\.isAtCheckpoint) : []
        if !movers.isEmpty { return movers.map { Candidate(lock: lock ?? .checkpoint, holder: .init($0)) } }
        return lock.map {
            [Candidate(lock: $0, holder: .init(process: getpid(), command: nil), isUnknown: true)]
        } ?? []
    }

    /// Returns the idle connections of this process that keep a lock, or nil if there are none.
    ///
    /// - Parameter lock: the lock that the kernel lists for this process; nil if it lists only read locks.
    private func keepers(_ lock: Lock?, _ locks: FileLocks) -> [Candidate]? {
        let found = OpenFiles.shared.others(like: own).filter {
            $0.keepsLock(forWriting: lock != nil, isWriteAhead: locks.isWriteAhead)
        }
        return found.isEmpty ? nil : found.map { Candidate(lock: lock ?? .read, holder: .init($0.snapshot)) }
    }

    /// Whether readers can block the refused statement. In WAL mode only checkpoints and PRAGMA journal_mode wait for readers.
    private func canBeStoppedByReaders(isWriteAhead: Bool) -> Bool {
        let start = sql?.prefix(15).uppercased() ?? ""
        return isWriteAhead ? stage == .checkpoint || start.hasPrefix("PRAGMA") : start != "BEGIN IMMEDIATE"
    }
}

extension FMError.Contention.Lock {
    /// The order in which locks are reported: the likelier cause of a refusal has the lower rank.
    fileprivate var rank: Int {
        switch self {
        case .recovery: 0
        case .exclusive: 1
        case .write: 2
        case .checkpoint: 3
        default: 4
        }
    }
}

extension FMError.Contention.Holder {
    fileprivate init(_ other: Activity.Snapshot, sql: String? = nil) {
        self.init(
            processID: getpid(), command: nil, label: other.owner.label,
            sql: (sql ?? other.sql)?.withoutKeys.shortened().text,
            callSite: other.owner.site?.description, duration: other.since.map { $0.duration(to: .now) },
            role: other.owner.role)
    }

    init(process: Int32?, command: String?) {
        self.init(
            processID: process, command: command, label: nil, sql: nil, callSite: nil, duration: nil, role: nil)
    }
}
