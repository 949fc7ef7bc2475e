import Foundation

/// Stores the commits of a database in the archive of its backup. Only the backup thread uses it.
final class LogShipper {
    typealias Choices = FMDatabaseCoordinator.ContinuousBackup

    let choices: Choices
    let report: BackupReport
    let clock: CommitClock
    let suspension: Suspension
    private let target: WatchedTarget
    let maintenance: ArchiveMaintenance
    let connections: BackupConnections
    var capture: CommitCapture { connections.capture }
    /// The state of the files when the hold on the WAL began; nil if the WAL is not held.
    private var start: BackupConnections.Start?
    var writer: ArchiveWriter?
    /// Whether the generation has a snapshot, so that its commits can be restored.
    var isWhole = false
    private var hasClosing = false
    /// Whether the target may lack pieces that were stored.
    var needsCheck = false
    /// The commits to store next.
    private var batch: [CapturedCommit] = []
    var shippedPosition: LogPosition?
    /// The last commit that could be restored when it was stored, and the WAL position after it.
    private var stored: (commit: UInt64, position: LogPosition?)?
    /// The commits and bytes that were shipped before the first snapshot of the generation was complete.
    private var early: (commits: Int, bytes: Int64) = (0, 0)
    private var reason: Choices.Reason?
    /// The state of the database file when the WAL was given up; nil unless all commits were stored in the target and
    /// checkpointed into the file.
    private var settled: CleanCloseRecord.File?
    private(set) var lastShipping = ContinuousClock.now - .seconds(3600)
    /// The last time at which no commit was missing from the target.
    private var lastWhole: Date?
    /// The state of the file when its pages were last compared.
    private var lastFacts: CleanCloseRecord.File?
    /// The time of the last check of the target.
    private var lastCheck = ContinuousClock.now
    var snapshot: SnapshotWriter?
    var snapshotDate: Date?
    /// The commit whose state the generation's last complete snapshot has.
    var snapshotCommit: UInt64?
    var snapshotPace = RetryPace(first: .seconds(60), longest: .seconds(3600))
    /// The pace of retries of commits while a snapshot is stored.
    var shippingPace = RetryPace()
    /// Whether to end a snapshot early.
    var isStopping: () -> Bool = { false }
    /// Whether to end the pauses.
    var isClosing: () -> Bool = { false }

    /// The maximum number of bytes of pages in one piece, unless one commit is larger.
    static let batchSize = 4 << 20
    /// A generation with more commit pieces than this has them merged, because each check of the target lists all of
    /// them.
    private static let mostPieces = 500
    /// A changed file of up to this number of pages is compared as a whole. In a larger file, a quarter of this number
    /// of pages is compared.
    private static let mostCompared: UInt32 = 1024

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

    /// Stores the commits that are not stored yet, and stores a snapshot if one is due.
    ///
    /// - Parameter isLast: whether no work follows, so that no further snapshot is stored.
    func work(isLast: Bool = false) throws(FMError) {
        // The commits that precede an oversized commit are stored first.
        if let loss = capture.loss, loss != .oversized { giveUp(loss.reason) }
        try expectInPlace()
        try expectArchive()
        if writer == nil || !capture.isHeld { try establish() }
        do throws(FMError) {
            try ship()
            if reason == .incompleteArchive, writer == nil {
                try establish()
                try ship()
            }
            guard !isLast else { return }
            if writer?.isAheadOfClock ?? false {
                giveUp(.clockPutBack, settledFile())
                try establish()
            } else if isSnapshotDue {
                try makeSnapshot()
            } else if maintenance.isDue {
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

    /// Checks that the target still has all pieces that a restore of the commits needs. If not, the WAL is given up.
    /// The target may have been emptied and still accept pieces. The target is checked after a failure, before each
    /// acknowledgement, and once in each interval.
    ///
    /// - Parameter isAwaited: whether a call waits for these commits.
    private func expectArchive(isAwaited: Bool = false) throws(FMError) {
        guard let writer, isWhole, needsCheck || isAwaited || lastCheck + choices.interval <= .now else { return }
        var found = try ArchiveEnd.hasAll(of: writer.generation, upTo: writer.lastCommit, in: target)
        // While pieces are being merged, a list may lack some.
        for _ in 0..<2 where !found.isThere {
            Thread.sleep(forTimeInterval: 0.02)
            found = try ArchiveEnd.hasAll(of: writer.generation, upTo: writer.lastCommit, in: target)
        }
        guard found.isThere else { return giveUp(.incompleteArchive) }
        (needsCheck, lastCheck) = (false, .now)
        if found.pieces > LogShipper.mostPieces { maintenance.startAgain() }
    }

    /// Throws if another file is at the path of the database. Processes that open that file use the same WAL, so its
    /// commits may belong to either file.
    private func expectInPlace() throws(FMError) {
        guard capture.hasMoved else { return }
        giveUp(.databaseChanged)
        throw .moved(.database)
    }

    /// Throws if another program has written to the database file without the WAL, as `cp` does. The pages of a changed
    /// file are compared with the archive. Of a large file only some pages are compared: a checkpoint changes the file
    /// too, and must not cause a read of all pages.
    private func expectUntouched(_ writer: ArchiveWriter) throws(FMError) {
        guard try isUntouched(writer) else {
            giveUp(.databaseChanged)
            throw .changedPastLog()
        }
    }

    private func isUntouched(_ writer: ArchiveWriter) throws(FMError) -> Bool {
        guard let pages = writer.pages, let facts = connections.databaseFacts, facts != lastFacts else { return true }
        let count = pages.pageCount
        let numbers =
            count <= LogShipper.mostCompared
            ? Array(1...max(1, count))
            : [1] + (0..<LogShipper.mostCompared / 4).map { _ in .random(in: 1...count, using: &SystemRandom.shared) }
        guard try capture.has(numbers, of: pages, at: shippedPosition, before: batch) else { return false }
        lastFacts = facts
        return true
    }

    var hasNews: Bool { !batch.isEmpty || capture.hasNews }

    /// Ends the hold on the WAL. Commits that are made until the next hold begins are found then.
    func release() {
        capture.release()
        (writer, start, batch, isWhole, lastFacts) = (nil, nil, [], false, nil)
    }

    /// - Parameter settled: the state of the database file, if all commits are stored in the target and checkpointed
    ///   into the file.
    func giveUp(_ reason: Choices.Reason, _ settled: CleanCloseRecord.File? = nil) {
        release()
        (self.reason, self.settled) = (reason, settled)
    }

    /// Gives up the WAL if it has grown too long. Call it after a failure.
    func fallBehindIfNeeded() {
        let bytes = lag
        guard capture.isHeld, bytes > choices.maximumLag else { return }
        giveUp(.fellBehind)
        report.emit(.fellBehind(bytes: bytes))
    }

    /// The number of bytes that are not stored.
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
            let place = place(of: end, start), let pages = try provenPages(at: end)
        {
            try resume(from: end, place, start, pages)
        } else {
            try beginGeneration(after: end)
        }
        reason = nil
    }

    /// Returns the WAL position after the last commit of an archive: `.some(nil)` for the beginning of a WAL that was
    /// empty, nil if the position cannot be proved.
    private func place(of end: ArchiveEnd, _ start: BackupConnections.Start) -> LogPosition?? {
        if let position = end.position, capture.continues(position, start.log) { return position }
        guard let facts = end.closing, start.log.log.position == nil, start.database.map(facts.isOf) ?? false,
            facts.log.map({ $0.size == 0 }) ?? true
        else { return nil }
        return .some(nil)
    }

    /// Returns the checksums of the pages at the end of an archive; nil if the database differs in a page that no later
    /// commit changed. It reads the whole database, because neither its name, its inode nor its header proves that it
    /// was not overwritten.
    private func provenPages(at end: ArchiveEnd) throws(FMError) -> PageSums? {
        let live = try connections.withSnapshot { pages throws(FMError) in try sums(of: pages) }
        let former = capture.pages(before: end.position, end.pageCount, pageSize: end.pageSize)
        // Additional pages that no later commit has added come from a file that was copied over this one while it was
        // closed. While it is open, the page count comes from the wal-index and stays the same.
        guard live.pageCount <= end.pageCount || (end.pageCount + 1...live.pageCount).allSatisfy({ former[$0] != nil })
        else { return nil }
        var pages = live
        pages.apply(former.map { ($0.key, $0.value) }, pageCount: end.pageCount)
        if pages.total == end.sum { return pages }
        guard end.sum == nil || !former.isEmpty else { return nil }
        // The checksums are computed from the archive if an earlier version stored none, or if a checkpoint has
        // overwritten pages that would be compared.
        let stored = try ArchiveWriter.sums(at: end, in: target, checkCancellation)
        guard let stored, stored.pageCount == end.pageCount, end.pageCount > 0 else { return nil }
        let isSame = (1...end.pageCount).allSatisfy { former[$0] != nil || live[$0] == stored[$0] }
        return isSame ? stored : nil
    }

    private func sums(of pages: SnapshotPages) throws(FMError) -> PageSums {
        var sums = PageSums(pageSize: pages.pageSize)
        while true {
            let bytes = try pages.read(LogShipper.chunkSize)
            guard !bytes.isEmpty else { return sums }
            bytes.withUnsafeBytes { sums.append($0) }
            try checkCancellation()
        }
    }

    private func resume(
        from end: ArchiveEnd, _ place: LogPosition?, _ start: BackupConnections.Start, _ pages: PageSums
    ) throws(FMError) {
        let made = try ArchiveWriter(continuing: end, in: target, pages)
        capture.go(to: place, start.log)
        (writer, isWhole, hasClosing) = (made, true, end.closing != nil)
        (shippedPosition, snapshotDate, snapshotCommit) = (end.position, end.snapshotDate, end.snapshotCommit)
        stored = (end.lastCommit, end.position)
        report.count { $0.generation = made.generation }
    }

    private func beginGeneration(after end: ArchiveEnd?) throws(FMError) {
        try connections.withSnapshot { pages throws(FMError) in try beginGeneration(with: pages, after: end) }
        maintenance.start()
    }

    private func beginGeneration(with pages: SnapshotPages, after end: ArchiveEnd?) throws(FMError) {
        let why =
            reason ?? (end == nil ? .firstBackup : end?.canContinue == true ? .databaseChanged : .incompleteArchive)
        let made = try ArchiveWriter(target, pageSize: pages.pageSize, after: end, gap: gap(before: pages, end, why))
        capture.go(to: pages.position, nil)
        (writer, hasClosing, shippedPosition, early) = (made, false, pages.position, (0, 0))
        do throws(FMError) {
            try store(pages, made, Date(), beginning: why)
        } catch {
            // Without its snapshot the generation cannot be restored.
            (writer, batch) = (nil, [])
            throw error
        }
        isWhole = true
        stored = (made.lastCommit, shippedPosition)
        if early.commits > 0 { reportShipped(early.commits, early.bytes, made.lastCommit) }
    }

    /// Returns the commits that may be missing before a snapshot that begins a generation; nil if none is missing.
    private func gap(
        before pages: SnapshotPages, _ end: ArchiveEnd?, _ why: Choices.Reason
    ) -> (count: UInt64, begin: Date)? {
        guard let end else { return nil }
        // The target may have lost the last commits.
        let known = stored.flatMap { $0.commit >= end.lastCommit ? $0 : nil }
        let lost = known.map { $0.commit - end.lastCommit } ?? 0
        let count = lost + (countCommits(after: known?.position ?? end.position, pages, why) ?? 2)
        // The last of these commits is in the snapshot.
        guard count > 1 else { return nil }
        let closing = end.closing.flatMap { $0.time > 0 ? Date(milliseconds: $0.time) : nil }
        // The gap does not begin before the last commit in the archive.
        return (count - 1, lost > 0 ? Date(milliseconds: 0) : lastWhole ?? closing ?? Date(milliseconds: 0))
    }

    /// Returns the number of commits between a WAL position and a snapshot; nil if it is not known.
    private func countCommits(after position: LogPosition?, _ pages: SnapshotPages, _ why: Choices.Reason) -> UInt64? {
        if let settled, settled == start?.database, pages.position == nil { return 0 }
        let isKnown = [.largeCommit, .fellBehind, .clockPutBack, .incompleteArchive].contains(why)
        return isKnown ? capture.countCommits(from: position, to: pages.position) : nil
    }
}

// MARK: - Commits

extension LogShipper {
    /// Stores all commits that were made before the call.
    func ship() throws(FMError) {
        guard let writer else { return }
        let (ticket, now) = (clock.ticket, Date())
        let goal = capture.beginRenewal()
        while try !shipBatch(writer, goal) {
            guard !isStopping() else {
                throw FMError(.interrupt, "the database was closed before all commits were stored")
            }
        }
        capture.endRenewal()
        guard isWhole else { return }
        try expectArchive(isAwaited: clock.isAwaited(ticket))
        guard isWhole else { return }
        lastWhole = now
        clock.ship(ticket)
    }

    /// - Returns: whether all commits up to the position are stored.
    func shipBatch(_ writer: ArchiveWriter, _ goal: LogPosition?) throws(FMError) -> Bool {
        var isEnd = false
        if batch.isEmpty {
            (batch, isEnd) = try capture.read(LogShipper.batchSize)
            clock.date(&batch)
        }
        // If the file is still in place and unchanged by other programs, these commits belong to it. This is checked
        // even without commits, because a later check could not find out when the file was changed.
        try expectInPlace()
        try expectUntouched(writer)
        guard let last = batch.last else { return isEnd }
        if hasClosing {
            try writer.forgetClosing()
            hasClosing = false
        }
        let shipped = try writer.ship(batch)
        capture.noteSafe(last.position)
        let (count, isCovered) = (batch.count, batch.contains { $0.position == goal })
        (batch, shippedPosition, lastShipping) = ([], last.position, .now)
        if isWhole {
            stored = (shipped.last, last.position)
            reportShipped(count, shipped.bytes, shipped.last)
        } else {
            early = (early.commits + count, early.bytes + shipped.bytes)
        }
        return isEnd || isCovered
    }

    private func reportShipped(_ count: Int, _ bytes: Int64, _ last: UInt64) {
        report.emit(.shipped(commits: count, bytes: bytes, last: last)) {
            $0.shippedCommits += count
            $0.shippedBytes += bytes
            $0.lastCommit = last
        }
    }
}

// MARK: - The end

extension LogShipper {
    /// Returns the state of the database file if all commits are stored in the target and checkpointed into the file;
    /// nil if that is not certain.
    func settledFile() -> CleanCloseRecord.File? {
        guard let writer, isWhole, batch.isEmpty, (try? isUntouched(writer)) == true, let file = lastFacts else {
            return nil
        }
        // File systems record times in steps, mostly of some milliseconds, otherwise of a second. The pause makes sure
        // that a later change gets another time.
        let step = 50_000_000.0
        guard file.changed % 1_000_000_000 != 0 else { return nil }
        let age = Date().timeIntervalSince1970 * 1e9 - Double(file.changed)
        if age < step {
            Thread.sleep(forTimeInterval: (step - max(0, age)) / 1e9)
            guard connections.databaseFacts == file else { return nil }
        }
        return capture.isSettled ? file : nil
    }

    /// Records that the database is closed, with the state of its file when everything was stored.
    func recordClosing(_ file: CleanCloseRecord.File) throws(FMError) {
        guard let facts = connections.closedFacts, facts.database == file, facts.log.map({ $0.size == 0 }) ?? true
        else { return }
        try writer?.close(facts)
    }
}

extension CommitCapture.Loss {
    fileprivate var reason: FMDatabaseCoordinator.ContinuousBackup.Reason {
        switch self {
        case .changed: .logChanged
        case .oversized: .largeCommit
        case .givenUp: .fellBehind
        }
    }
}
