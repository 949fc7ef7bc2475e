import Foundation

/// Asks other processes that hold a lock what they are doing.
extension FMError.Contention {
    /// The longest wait for the answers of all processes together.
    private static let patience = Duration.milliseconds(100)

    /// Adds the answers of other processes to the contention. This asks them only if this process itself publishes its activity on the
    /// file.
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

    /// Adds the answers to the holders that the kernel named.
    private func naming(_ answers: [FMActivity]) -> FMError.Contention {
        let known = Dictionary(answers.map { ($0.processID, $0) }, uniquingKeysWith: { first, _ in first })
        return FMError.Contention(
            lock, holders: holders.flatMap { $0.asked(of: $0.processID.flatMap { known[$0] }, about: lock) },
            connectionsOnFile: connectionsOnFile)
    }

    /// Finds the holders from the answers alone, because the kernel lists no locks or hides their holders. A process that reports that it
    /// writes counts as the holder.
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
    /// Whether the holder is in another process. Without its answer, at most its process ID is known.
    fileprivate var isStranger: Bool { label == nil && processID != getpid() }

    /// Returns the connections in the process's answer that most likely hold the lock, or this holder itself if there are none.
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
    /// Returns the connections that most likely hold a lock.
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
