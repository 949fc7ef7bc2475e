import Foundation

/// Brings the commits of a database to the archive of its backup. The thread of the backup alone uses it.
final class LogShipper {
    typealias Choices = FMDatabaseCoordinator.ContinuousBackup

    private let choices: Choices
    private let report: BackupReport
    private let clock: CommitClock
    private let suspension: Suspension
    let connections: BackupConnections
    private var capture: LogCapture { connections.capture }
    /// What was true when the hold began; nil without one.
    private var start: BackupConnections.Start?
    private var writer: ArchiveWriter?
    /// Whether the generation has a snapshot, so that its commits can be restored.
    private var isWhole = false
    private var hasClosing = false
    private var hasFailed = false
    /// Is stored next.
    private var batch: [CapturedCommit] = []
    private var shippedPosition: LogPosition?
    private var snapshotDate: Date?
    private var reason: Choices.Reason?
    /// When something was stored last.
    private(set) var lastShipping = ContinuousClock.now - .seconds(3600)
    private var lastTidying = ContinuousClock.now
    /// 1 while old pieces are removed and small ones merged.
    private let isTidying = AtomicWord(0)
    /// Ends a snapshot early.
    var isStopping: () -> Bool = { false }

    /// The bytes of pages of which a piece is made at the most, but for a larger commit.
    static let batchSize = 4 << 20
    private static let chunkSize = 1 << 20

    init(
        _ choices: Choices, _ report: BackupReport, _ clock: CommitClock, _ suspension: Suspension,
        _ connections: BackupConnections
    ) {
        (self.choices, self.report, self.clock) = (choices, report, clock)
        (self.suspension, self.connections) = (suspension, connections)
        start = connections.start
    }

    /// Stores what is there to be stored, and makes a snapshot if one is due.
    ///
    /// - Parameter isLast: whether nothing follows, so that no further snapshot is made.
    func work(isLast: Bool = false) throws(FMError) {
        try expectArchive()
        if writer == nil || !capture.isHeld { try establish() }
        do throws(FMError) {
            try ship()
            guard !isLast else { return }
            if isSnapshotDue { try makeSnapshot() } else if lastTidying + .seconds(3600) < .now { tidy() }
        } catch {
            hasFailed = true
            if capture.hasLostCommits { giveUp(.logChanged) }
            throw error
        }
    }

    /// Looks, where something has failed, whether the target still has what commits are added to: it may have been emptied.
    private func expectArchive() throws(FMError) {
        guard hasFailed else { return }
        let end = try ArchiveWriter.resume(choices.target)
        if let writer, isWhole,
            end?.generation != writer.generation || end?.canContinue != true
                || (end?.lastCommit ?? 0) < writer.lastCommit
        {
            giveUp(.incompleteArchive)
        }
        hasFailed = false
    }

    /// Whether there are commits that are not stored.
    var hasNews: Bool { !batch.isEmpty || capture.hasNews }

    /// Ends the hold. What is committed from now on is looked for when it begins again.
    func release() {
        capture.release()
        (writer, start, batch, isWhole) = (nil, nil, [], false)
    }

    private func giveUp(_ reason: Choices.Reason) {
        release()
        self.reason = reason
    }

    /// Gives the log up if it has grown too long. To be called when something has failed.
    func fallBehindIfNeeded() {
        guard capture.isHeld else { return }
        let size = capture.unreadSize + Int64(batch.reduce(0) { $0 + $1.pages.reduce(0) { $0 + $1.content.count } })
        guard size > choices.maximumLag else { return }
        giveUp(.fellBehind)
        report.tell(.fellBehind(bytes: size))
    }
}

// MARK: - The beginning

extension LogShipper {
    private func establish() throws(FMError) {
        let end = try ArchiveWriter.resume(choices.target)
        (writer, batch, isWhole) = (nil, [], false)
        if start == nil || !capture.isHeld { start = try connections.hold() }
        guard let start else { return }
        if reason == nil, let end, end.canContinue, end.pageSize == start.log.pageSize,
            let place = place(of: end, start)
        {
            try goOn(from: end, place, start)
        } else {
            try beginGeneration(after: end)
        }
        reason = nil
    }

    private enum Place {
        /// Behind this place in the log.
        case position(LogPosition)
        /// At the beginning of a log that was empty.
        case beginning
    }

    /// Where the log goes on behind the last commit of an archive; nil if that cannot be proved.
    private func place(of end: ArchiveEnd, _ start: BackupConnections.Start) -> Place? {
        if let position = end.position, capture.continues(position, start.log) { return .position(position) }
        guard let facts = end.closing, start.log.log.position == nil, facts.database == start.database,
            facts.log.map({ $0.size == 0 }) ?? true
        else { return nil }
        return .beginning
    }

    private func goOn(from end: ArchiveEnd, _ place: Place, _ start: BackupConnections.Start) throws(FMError) {
        let made = try ArchiveWriter(continuing: end, in: choices.target)
        switch place {
        case .position(let position): capture.go(to: position, start.log)
        case .beginning: capture.go(to: nil, start.log)
        }
        (writer, isWhole, hasClosing) = (made, true, end.closing != nil)
        (shippedPosition, snapshotDate) = (end.position, end.snapshotDate)
        report.count { $0.generation = made.generation }
    }

    private func beginGeneration(after end: ArchiveEnd?) throws(FMError) {
        let pages = try SnapshotPages(connections.snapshots)
        defer { pages.end() }
        let made = try ArchiveWriter(choices.target, pageSize: pages.pageSize, after: end)
        capture.go(to: pages.position, nil)
        (writer, hasClosing, shippedPosition) = (made, false, pages.position)
        let why =
            reason ?? (end == nil ? .firstBackup : end?.canContinue == true ? .databaseChanged : .incompleteArchive)
        report.tell(.newGeneration(made.generation, why)) { $0.generation = made.generation }
        do throws(FMError) {
            try store(pages, made, Date())
        } catch {
            // Without its snapshot nothing of it can be restored.
            (writer, batch) = (nil, [])
            throw error
        }
        isWhole = true
        tidy()
    }
}

// MARK: - Commits

extension LogShipper {
    /// Stores all commits that were made before the call.
    func ship() throws(FMError) {
        guard let writer else { return }
        let ticket = clock.ticket
        let goal = capture.beginRenewal()
        while try !shipBatch(writer, goal) {
            guard !isStopping() else { throw FMError(.interrupt, "the database was closed before all was stored") }
        }
        capture.endRenewal()
        if isWhole { clock.ship(ticket) }
    }

    /// - Returns: whether all commits up to a place are stored.
    private func shipBatch(_ writer: ArchiveWriter, _ goal: LogPosition?) throws(FMError) -> Bool {
        var isEnd = false
        if batch.isEmpty {
            (batch, isEnd) = try capture.read(LogShipper.batchSize)
            clock.date(&batch)
        }
        guard let last = batch.last else { return isEnd }
        if hasClosing {
            try writer.forgetClosing()
            hasClosing = false
        }
        let shipped = try writer.ship(batch)
        capture.noteSafe(last.position)
        let (count, isCovered) = (batch.count, batch.contains { $0.position == goal })
        (batch, shippedPosition, lastShipping) = ([], last.position, .now)
        report.tell(.shipped(commits: count, bytes: shipped.bytes, last: shipped.last)) {
            $0.shippedCommits += count
            $0.shippedBytes += shipped.bytes
            $0.lastCommit = shipped.last
        }
        return isEnd || isCovered
    }
}

// MARK: - Snapshots

extension LogShipper {
    private var isSnapshotDue: Bool {
        guard let interval = choices.snapshotInterval, let snapshotDate else { return false }
        let age = Date().timeIntervalSince(snapshotDate)
        // The clock may have been put back.
        return age >= interval / .seconds(1) || age < -60
    }

    /// A snapshot that belongs to a commit which is stored already.
    private func makeSnapshot() throws(FMError) {
        guard let writer else { return }
        let pages = try SnapshotPages(connections.snapshots)
        defer { pages.end() }
        let goal = pages.position
        // Of what was read of a log that is gone, some may be in these pages.
        if goal == nil, hasNews { return }
        while goal != nil, shippedPosition != goal {
            // A later commit of the same piece will do, too.
            if try shipBatch(writer, goal) { break }
        }
        try store(pages, writer, writer.lastDate)
        tidy()
    }

    private func store(_ pages: SnapshotPages, _ writer: ArchiveWriter, _ date: Date) throws(FMError) {
        let snapshot = try writer.beginSnapshot(
            pageCount: pages.pageCount, date: date, position: pages.position ?? shippedPosition)
        do throws(FMError) {
            while true {
                let bytes = try pages.read(LogShipper.chunkSize)
                guard !bytes.isEmpty else { break }
                try snapshot.add(bytes)
                guard !suspension.isOn, !isStopping(), capture.isHeld else {
                    throw FMError(.interrupt, "the snapshot was interrupted")
                }
                // A generation begins with its snapshot: commits before it could not be restored.
                if isShippingDue, isWhole || snapshot.bytes > 0 { try ship() }
            }
            try snapshot.finish()
        } catch {
            snapshot.abandon()
            throw error
        }
        snapshotDate = Date()
        report.tell(.snapshot(commit: snapshot.commit, bytes: snapshot.bytes)) {
            $0.snapshots += 1
            $0.shippedBytes += snapshot.bytes
            $0.lastCommit = max($0.lastCommit ?? 0, snapshot.commit)
        }
    }

    /// Whether commits wait that should not wait for the end of a snapshot.
    private var isShippingDue: Bool {
        guard clock.lag.commits > 0 else { return false }
        return clock.patience != nil || lastShipping + choices.interval <= .now
    }

    /// Removes what is not to be kept, and merges small pieces, on another thread: commits do not wait for it.
    private func tidy() {
        lastTidying = .now
        guard isTidying.exchange(expected: 0, for: 1) == 0 else { return }
        let (backup, retention, report, isTidying) = (FMBackup(choices.target), choices.retention, report, isTidying)
        WorkerThreads.shared.run(.current) {
            defer { isTidying.value = 0 }
            do {
                if let retention { try backup.removeOld(keeping: retention) }
                try backup.compact()
                report.count { $0.maintenanceError = nil }
            } catch {
                let error = error as? FMError ?? FMError(.ioError, "the backup could not be tidied up", cause: error)
                report.tell(.maintenanceFailed(error)) { $0.maintenanceError = error }
            }
        }
    }
}

// MARK: - The end

extension LogShipper {
    /// What is true of the database when everything is stored, and is in its file; nil if that cannot be said for certain.
    func settledFile() -> ClosedFacts.File? {
        guard writer != nil, isWhole, batch.isEmpty, let file = connections.databaseFacts else { return nil }
        // File systems count time in steps, of some milliseconds mostly, else of a second: a later change must get another time.
        let step = 50_000_000.0
        guard file.changed % 1_000_000_000 != 0 else { return nil }
        let age = Date().timeIntervalSince1970 * 1e9 - Double(file.changed)
        if age < step {
            Thread.sleep(forTimeInterval: (step - max(0, age)) / 1e9)
            guard connections.databaseFacts == file else { return nil }
        }
        return capture.isSettled ? file : nil
    }

    /// Notes that the database is closed, and its file as it was when all of it was stored.
    func noteClosing(_ file: ClosedFacts.File) throws(FMError) {
        guard let facts = connections.closedFacts, facts.database == file, facts.log.map({ $0.size == 0 }) ?? true
        else { return }
        try writer?.close(facts)
    }
}
