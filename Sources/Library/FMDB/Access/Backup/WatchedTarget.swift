import Foundation

/// The target of a backup, with a time limit for its calls. A call that exceeds the limit cannot be ended, but it is
/// reported, and the WAL is given up if it becomes too long.
struct WatchedTarget: FMBackupTarget {
    typealias Choices = FMDatabaseCoordinator.ContinuousBackup

    private let choices: Choices
    private let report: BackupReport
    private let clock: CommitClock
    private let connections: BackupConnections
    /// The sizes of the pieces that were stored.
    private let stored = Locked<[String: Int64]>([:])

    init(_ choices: Choices, _ report: BackupReport, _ clock: CommitClock, _ connections: BackupConnections) {
        (self.choices, self.report, self.clock, self.connections) = (choices, report, clock, connections)
    }

    func put(_ piece: Data, named name: String) throws {
        try watched { try choices.target.put(piece, named: name) }
        stored.withLock { $0[name] = Int64(piece.count) }
    }

    func get(_ name: String) throws -> Data { try watched { try choices.target.get(name) } }

    /// Lists the pieces. A piece that is now shorter than it was stored gets the size 0. If the target reports other
    /// sizes, for example of compressed pieces, each piece is read once.
    func list() throws -> [FMBackupPiece] {
        let former = stored.value
        // The pieces in the list are added again below. Pieces that were merged or removed are dropped.
        stored.withLock { $0 = [:] }
        return try watched { try choices.target.list() }.map { piece in
            guard let size = former[piece.name] else { return piece }
            let isWhole = try piece.size >= size || watched { try choices.target.get(piece.name) }.count >= size
            stored.withLock { $0[piece.name] = isWhole ? min(size, piece.size) : size }
            return isWhole ? piece : FMBackupPiece(name: piece.name, size: 0)
        }
    }

    func remove(_ name: String) throws { try watched { try choices.target.remove(name) } }

    private func watched<Value>(_ call: () throws -> Value) rethrows -> Value {
        let (token, isOver) = (CancellationToken(), AtomicWord(0))
        token.onStop {
            // This calls the observer, which must not delay other deadlines.
            WorkerThreads.shared.run(.current) { reportLate(isOver) }
        }
        DeadlineTimer.shared.set(token, at: .now + choices.targetTimeout)
        defer {
            isOver.value = 1
            DeadlineTimer.shared.retire(token)
            clock.watch(nil)
        }
        return try call()
    }

    private func reportLate(_ isOver: AtomicWord) {
        guard isOver.value == 0 else { return }
        let seconds = choices.targetTimeout / .seconds(1)
        let message = "a call of the target of the backup has not returned for \(seconds) seconds"
        report.failed(FMError(.ioError, message), nextTry: .zero)
        clock.watch { giveUpIfFarBehind() }
        // If the call ended in between, it may have removed the watch before it was set.
        guard isOver.value == 0 else { return clock.watch(nil) }
        giveUpIfFarBehind()
    }

    private func giveUpIfFarBehind() {
        let bytes = connections.capture.unreadSize
        guard bytes > choices.maximumLag, connections.giveUp() else { return }
        // On another thread, because this may be the thread of a commit.
        WorkerThreads.shared.run(.current) { [report] in report.emit(.fellBehind(bytes: bytes)) }
    }
}
