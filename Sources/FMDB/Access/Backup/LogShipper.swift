import Foundation

/// Brings the commits of a database to the archive of its backup. The thread of the backup alone uses it.
final class LogShipper {
    typealias Choices = FMDatabaseCoordinator.ContinuousBackup

    let choices: Choices
    let report: BackupReport
    let clock: CommitClock
    let suspension: Suspension
    private let target: WatchedTarget
    let maintenance: ArchiveMaintenance
    let connections: BackupConnections
    var capture: LogCapture { connections.capture }
    /// What was true when the hold began; nil without one.
    private var start: BackupConnections.Start?
    var writer: ArchiveWriter?
    /// Whether the generation has a snapshot, so that its commits can be restored.
    var isWhole = false
    private var hasClosing = false
    /// Whether the target may not have what was stored.
    var needsCheck = false
    /// Is stored next.
    private var batch: [CapturedCommit] = []
    var shippedPosition: LogPosition?
    private var reason: Choices.Reason?
    /// When something was stored last.
    private(set) var lastShipping = ContinuousClock.now - .seconds(3600)
    /// The snapshot that is being stored.
    var snapshot: SnapshotWriter?
    var snapshotDate: Date?
    var snapshotPace = RetryPace(first: .seconds(60), longest: .seconds(3600))
    /// That of commits while a snapshot is stored.
    var shippingPace = RetryPace()
    /// Ends a snapshot early.
    var isStopping: () -> Bool = { false }
    /// Ends the pauses.
    var isClosing: () -> Bool = { false }

    /// The bytes of pages of which a piece is made at the most, but for a larger commit.
    static let batchSize = 4 << 20

    init(
        _ choices: Choices, _ report: BackupReport, _ clock: CommitClock, _ suspension: Suspension,
        _ connections: BackupConnections
    ) {
        (self.choices, self.report, self.clock) = (choices, report, clock)
        (self.suspension, self.connections) = (suspension, connections)
        target = WatchedTarget(choices, report, clock, connections)
        maintenance = ArchiveMaintenance(choices, report)
        start = connections.start
    }

    /// Stores what is there to be stored, and makes a snapshot if one is due.
    ///
    /// - Parameter isLast: whether nothing follows, so that no further snapshot is made.
    func work(isLast: Bool = false) throws(FMError) {
        // What comes before a commit that is too large is stored first.
        if let loss = capture.loss, loss != .oversized { giveUp(loss.reason) }
        try expectArchive()
        if writer == nil || !capture.isHeld { try establish() }
        do throws(FMError) {
            try ship()
            guard !isLast else { return }
            if writer?.isAheadOfClock ?? false {
                giveUp(.clockPutBack)
                try establish()
            } else if isSnapshotDue {
                try makeSnapshot()
            } else if maintenance.isDue {
                // Somebody may have emptied the target, though it takes everything.
                needsCheck = true
                try expectArchive()
                maintenance.start()
            }
        } catch {
            needsCheck = true
            guard let loss = capture.loss else { throw error }
            giveUp(loss.reason)
            guard loss == .oversized else { throw error }
            try establish()
            try ship()
        }
    }

    /// Looks, where something has failed, and now and then, whether the target still has what commits are added to: it may have
    /// been emptied.
    private func expectArchive() throws(FMError) {
        // While pieces are merged, a list may lack some.
        guard needsCheck, !maintenance.isRunning else { return }
        let end = try ArchiveWriter.resume(target)
        if let writer, isWhole,
            end?.generation != writer.generation || end?.canContinue != true
                || (end?.lastCommit ?? 0) < writer.lastCommit
        {
            giveUp(.incompleteArchive)
        }
        needsCheck = false
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
        let bytes = lag
        guard capture.isHeld, bytes > choices.maximumLag else { return }
        giveUp(.fellBehind)
        report.emit(.fellBehind(bytes: bytes))
    }

    /// The bytes that are not stored.
    var lag: Int64 { capture.unreadSize + Int64(batch.reduce(0) { $0 + $1.contentSize }) }
}

// MARK: - The beginning

extension LogShipper {
    private func establish() throws(FMError) {
        let end = try ArchiveWriter.resume(target)
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
        let made = try ArchiveWriter(continuing: end, in: target)
        switch place {
        case .position(let position): capture.go(to: position, start.log)
        case .beginning: capture.go(to: nil, start.log)
        }
        (writer, isWhole, hasClosing) = (made, true, end.closing != nil)
        (shippedPosition, snapshotDate) = (end.position, end.snapshotDate)
        report.count { $0.generation = made.generation }
    }

    private func beginGeneration(after end: ArchiveEnd?) throws(FMError) {
        try connections.withSnapshot { pages throws(FMError) in try beginGeneration(with: pages, after: end) }
        maintenance.start()
    }

    private func beginGeneration(with pages: SnapshotPages, after end: ArchiveEnd?) throws(FMError) {
        let made = try ArchiveWriter(target, pageSize: pages.pageSize, after: end)
        capture.go(to: pages.position, nil)
        (writer, hasClosing, shippedPosition) = (made, false, pages.position)
        let why =
            reason ?? (end == nil ? .firstBackup : end?.canContinue == true ? .databaseChanged : .incompleteArchive)
        report.emit(.newGeneration(made.generation, why)) { $0.generation = made.generation }
        do throws(FMError) {
            try store(pages, made, Date())
        } catch {
            // Without its snapshot nothing of it can be restored.
            (writer, batch) = (nil, [])
            throw error
        }
        isWhole = true
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
    func shipBatch(_ writer: ArchiveWriter, _ goal: LogPosition?) throws(FMError) -> Bool {
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
        report.emit(.shipped(commits: count, bytes: shipped.bytes, last: shipped.last)) {
            $0.shippedCommits += count
            $0.shippedBytes += shipped.bytes
            $0.lastCommit = shipped.last
        }
        return isEnd || isCovered
    }
}

// MARK: - The end

extension LogShipper {
    /// What is true of the database when everything is stored, and is in its file; nil if that cannot be said for certain.
    func settledFile() -> CleanCloseRecord.File? {
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
    func noteClosing(_ file: CleanCloseRecord.File) throws(FMError) {
        guard let facts = connections.closedFacts, facts.database == file, facts.log.map({ $0.size == 0 }) ?? true
        else { return }
        try writer?.close(facts)
    }
}

extension LogCapture.Loss {
    fileprivate var reason: FMDatabaseCoordinator.ContinuousBackup.Reason {
        switch self {
        case .changed: .logChanged
        case .oversized: .largeCommit
        case .givenUp: .fellBehind
        }
    }
}
