import Foundation

/// Finds out, after SQLite has refused a lock, who has it.
///
/// It measures little and asks nobody to wait: what other connections publish, and the kernel's list of locks.
struct LockHolders {
    typealias Contention = FMError.Contention
    typealias Lock = Contention.Lock

    /// The refused connection.
    let own: Activity
    /// Whether it may write itself, so that nobody else can be the writer.
    let isWriter: Bool
    /// What was refused.
    let sql: String?
    let stage: FMError.Stage

    /// - Parameter code: `SQLITE_BUSY` in one of its forms.
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

    /// A lock that none of the connections has may have been taken, or left, between a look at them and at the locks. And
    /// the kernel's list, which is read in pieces, lacks lines at times while other locks come and go.
    ///
    /// Where the list has no line of this process, the lock is most likely free by now, and more looks would only cost.
    private func isWorthAnother(_ look: Look, _ others: Int, _ looks: Int) -> Bool {
        guard looks < (look.listsThisProcess ? 20 : 5) else { return false }
        return look.candidates.isEmpty ? own.file != nil : others > 0 && look.candidates.contains(where: \.isUnknown)
    }

    /// Who reads, so that newer pages of a WAL cannot be moved into the file: who has read longest comes first, and
    /// other processes last.
    func findReaders() -> Contention {
        guard let file = own.file else { return Contention(.read, connectionsOnFile: 1) }
        let others = OpenFiles.shared.others(like: own)
        let readers = others.map(\.snapshot).filter(\.isReading).map { Contention.Holder($0) }
        let strangers = FileLocks(of: file, path: own.path).foreign.filter { $0.lock == .read }.map(\.holder)
        return Contention(
            .read, holders: readers.sorted { $0.duration ?? .zero > $1.duration ?? .zero } + strangers,
            connectionsOnFile: others.count + 1)
    }

    /// A table of a shared cache is locked.
    func findSharedCacheHolders() -> Contention {
        let others = OpenFiles.shared.others(like: own)
        return Contention(
            .sharedCache,
            holders: others.map(\.snapshot).filter { $0.transaction != nil || $0.runningSQL != nil }.map { .init($0) },
            connectionsOnFile: others.count + 1)
    }

    /// The connection blocks itself.
    ///
    /// - Parameter statements: those whose rows are being read.
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
            .sorted { ($0.lock.rank, $0.holder.processID ?? 0) < ($1.lock.rank, $1.holder.processID ?? 0) }
    }
}

extension FileLocks {
    /// Those of other processes.
    fileprivate var foreign: [(lock: Lock, holder: FMError.Contention.Holder)] {
        entries.filter { $0.process != getpid() }.map { entry in
            let command = entry.process.flatMap { FileLocks.command(of: $0) }
            return (entry.lock, .init(process: entry.process, command: command))
        }
    }
}

// MARK: - Suspects

extension LockHolders {
    private struct Candidate {
        let lock: Lock
        let holder: Contention.Holder
        /// Whether this process has the lock, and none of the library's connections.
        var isUnknown = false
    }

    /// With whether the kernel lists a lock that this process has on the file.
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

    /// Connections of this process that write.
    private func writers(_ others: [Activity.Snapshot], _ locks: FileLocks) -> [Candidate] {
        // Then the locks that the kernel lists for this process are this connection's.
        guard !isWriter else { return [] }
        let held = locks.entries.filter { $0.process == getpid() }.map(\.lock).min { $0.rank < $1.rank }
        let lock = held.flatMap { $0 == .read ? nil : $0 }
        let isExplained = locks.entries.contains { $0.process != getpid() && $0.lock != .read }
        // There is one writer at a time. A connection that waits itself comes last: it may wait for readers to end.
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

    /// Connections of this process that keep a lock though they seem to do nothing; nil if there are none.
    ///
    /// - Parameter lock: what this process has, as the kernel says; nil for nothing but locks of readers.
    private func keepers(_ lock: Lock?, _ locks: FileLocks) -> [Candidate]? {
        let found = OpenFiles.shared.others(like: own).filter {
            $0.keepsLock(forWriting: lock != nil, isWriteAhead: locks.isWriteAhead)
        }
        return found.isEmpty ? nil : found.map { Candidate(lock: lock ?? .read, holder: .init($0.snapshot)) }
    }

    /// Whether what was refused has to wait for readers: with a WAL a checkpoint alone does, and what switches it off.
    private func canBeStoppedByReaders(isWriteAhead: Bool) -> Bool {
        let start = sql?.prefix(15).uppercased() ?? ""
        return isWriteAhead ? stage == .checkpoint || start.hasPrefix("PRAGMA") : start != "BEGIN IMMEDIATE"
    }
}

extension FMError.Contention.Lock {
    /// The likelier reason comes first.
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
