import Foundation

/// What other processes do that hold a lock, as they tell it themselves.
extension FMError.Contention {
    /// How long an error waits for all of them together.
    private static let patience = Duration.milliseconds(100)

    /// Adds what other processes answer. They are asked only if this process publishes the file too.
    func askingHolders(of file: FileIdentity?) -> FMError.Contention {
        let strangers = holders.filter(\.isStranger)
        let isAnyone = strangers.contains { $0.processID == nil } || holders.isEmpty && !FileLocks.areListed
        guard let file, isAnyone || !strangers.isEmpty, let folder = ActivityServer.shared.folder(for: file) else {
            return self
        }
        let folders = [folder] + ActivityFolder.all.filter { $0 != folder }
        let numbers = Set(strangers.compactMap(\.processID)).prefix(5)
        let sockets = folders.filter { (try? $0.isThere()) == true }.flatMap { folder in
            isAnyone
                ? folder.sockets(for: file).filter { $0.processID != getpid() }
                : numbers.map { folder.socket(of: $0, for: file) }
        }
        let answers = ActivityQuestion.ask(sockets, until: .now + FMError.Contention.patience)
        return isAnyone ? findingHolder(among: answers) : naming(answers)
    }

    /// The processes that the kernel names are known.
    private func naming(_ answers: [FMActivity]) -> FMError.Contention {
        let known = Dictionary(answers.map { ($0.processID, $0) }, uniquingKeysWith: { first, _ in first })
        return FMError.Contention(
            lock, holders: holders.flatMap { $0.asked(of: $0.processID.flatMap { known[$0] }, about: lock) },
            connectionsOnFile: connectionsOnFile)
    }

    /// Where the kernel lists no locks, or does not name their holders. A process that reports that it writes is taken for the
    /// holder.
    private func findingHolder(among answers: [FMActivity]) -> FMError.Contention {
        let lock = lock == .unknown ? .write : lock
        let found = answers.flatMap { activity in
            FMError.Contention.Holder(process: activity.processID, command: activity.processName)
                .asked(of: activity, about: lock)
        }.filter { $0.label != nil }
        guard !found.isEmpty else { return self }
        return FMError.Contention(
            lock, holders: holders.filter { $0.processID != nil } + found, connectionsOnFile: connectionsOnFile)
    }
}

extension FMError.Contention.Holder {
    /// Whether nothing but its process is known.
    fileprivate var isStranger: Bool { label == nil && processID != getpid() }

    /// The connections of a process that hold a lock, as far as they are known; else the process itself.
    fileprivate func asked(
        of activity: FMActivity?, about lock: FMError.Contention.Lock
    ) -> [FMError.Contention.Holder] {
        guard isStranger, let activity else { return [self] }
        let suspects = activity.connections.suspects(lock)
        return suspects.isEmpty ? [self] : suspects.map { merged(with: $0) }
    }

    private func merged(with connection: FMActivity.Connection) -> FMError.Contention.Holder {
        FMError.Contention.Holder(
            processID: processID, command: command, label: connection.label,
            sql: connection.statement?.sql ?? connection.transaction?.sql, callSite: connection.callSite,
            duration: connection.transaction?.age ?? connection.statement?.age, role: connection.role)
    }
}

extension [FMActivity.Connection] {
    /// The connections that most likely hold a lock.
    fileprivate func suspects(_ lock: FMError.Contention.Lock) -> [FMActivity.Connection] {
        switch lock {
        case .write, .exclusive:
            let writers = filter { $0.transaction?.isWriting == true }
            return writers.isEmpty ? filter { $0.statement?.isWriting == true && $0.wait == nil } : writers
        case .read: return filter(\.isReading)
        case .checkpoint: return filter { $0.statement?.sql.hasPrefix(Activity.checkpoint) == true }
        default: return []
        }
    }
}

extension FMActivity.Connection {
    fileprivate var isReading: Bool {
        transaction?.isWriting == false || transaction == nil && statement?.isWriting == false && wait == nil
    }
}
