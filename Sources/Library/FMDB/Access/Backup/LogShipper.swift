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
    var capture: CommitCapture { connections.capture }
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
    /// The last commit that could be restored when it was stored, and the place behind it.
    private var stored: (commit: UInt64, position: LogPosition?)?
    /// What was shipped before the first snapshot of the generation was whole.
    private var early: (commits: Int, bytes: Int64) = (0, 0)
    private var reason: Choices.Reason?
    /// The file when the log was given up, if everything was stored and in it.
    private var settled: CleanCloseRecord.File?
    private(set) var lastShipping = ContinuousClock.now - .seconds(3600)
    /// When it was known last that nothing was missing.
    private var lastWhole: Date?
    /// Those of the file when its pages were compared last.
    private var lastFacts: CleanCloseRecord.File?
    /// When the target was looked at last.
    private var lastCheck = ContinuousClock.now
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
    /// How many pieces with commits a generation has at the most before they are merged: each look at the target lists all of them.
    private static let mostPieces = 500
    /// How many pages of a file that has changed are compared, if it has no more; of a larger one a quarter of that.
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

    /// Stores the commits that are not stored yet, and makes a snapshot if one is due.
    ///
    /// - Parameter isLast: whether nothing follows, so that no further snapshot is made.
    func work(isLast: Bool = false) throws(FMError) {
        // What comes before a commit that is too large is stored first.
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

    /// Checks that the target still has all that the commits need; if not, the log is given up. The target may have been emptied, and
    /// still accept everything. It is checked after a failure, before each acknowledgement, and once in each interval.
    ///
    /// - Parameter isAwaited: whether a call waits for what was stored.
    private func expectArchive(isAwaited: Bool = false) throws(FMError) {
        guard let writer, isWhole, needsCheck || isAwaited || lastCheck + choices.interval <= .now else { return }
        var found = try ArchiveEnd.hasAll(of: writer.generation, upTo: writer.lastCommit, in: target)
        // While pieces are merged, a list may lack some.
        for _ in 0..<2 where !found.isThere {
            Thread.sleep(forTimeInterval: 0.02)
            found = try ArchiveEnd.hasAll(of: writer.generation, upTo: writer.lastCommit, in: target)
        }
        guard found.isThere else { return giveUp(.incompleteArchive) }
        (needsCheck, lastCheck) = (false, .now)
        if found.pieces > LogShipper.mostPieces { maintenance.startAgain() }
    }

    /// Throws if another file is at the path of the database. Processes that open it use the same log, so its commits may be those of
    /// either file.
    private func expectInPlace() throws(FMError) {
        guard capture.hasMoved else { return }
        giveUp(.databaseChanged)
        throw .moved(.database)
    }

    /// Throws if another program has written to the file past its log, as `cp` does. A file that has changed is compared with the pages of
    /// the archive. Of many pages it compares some: a checkpoint changes the file, too, and must not lead to a read of all.
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
            ? Array(1...max(1, count)) : [1] + (0..<LogShipper.mostCompared / 4).map { _ in .random(in: 1...count) }
        guard try capture.has(numbers, of: pages, at: shippedPosition, before: batch) else { return false }
        lastFacts = facts
        return true
    }

    var hasNews: Bool { !batch.isEmpty || capture.hasNews }

    /// Ends the hold. What is committed from now on is looked for when it begins again.
    func release() {
        capture.release()
        (writer, start, batch, isWhole, lastFacts) = (nil, nil, [], false, nil)
    }

    /// - Parameter settled: the file, if everything is stored and in it.
    func giveUp(_ reason: Choices.Reason, _ settled: CleanCloseRecord.File? = nil) {
        release()
        (self.reason, self.settled) = (reason, settled)
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
            let place = place(of: end, start), let pages = try provenPages(at: end)
        {
            try resume(from: end, place, start, pages)
        } else {
            try beginGeneration(after: end)
        }
        reason = nil
    }

    /// Where the log goes on behind the last commit of an archive, `.some(nil)` for the beginning of a log that was empty; nil if that
    /// cannot be proved.
    private func place(of end: ArchiveEnd, _ start: BackupConnections.Start) -> LogPosition?? {
        if let position = end.position, capture.continues(position, start.log) { return position }
        guard let facts = end.closing, start.log.log.position == nil, start.database.map(facts.isOf) ?? false,
            facts.log.map({ $0.size == 0 }) ?? true
        else { return nil }
        return .some(nil)
    }

    /// The pages at the end of an archive, if the database has the same ones but for those that later commits have changed. All of the
    /// database is read: neither its name nor its inode, nor anything in its header tells that nobody has written over it.
    private func provenPages(at end: ArchiveEnd) throws(FMError) -> PageSums? {
        let live = try connections.withSnapshot { pages throws(FMError) in try sums(of: pages) }
        let former = capture.pages(before: end.position, end.pageCount, pageSize: end.pageSize)
        // Pages that no later commit has added were copied over: while a database is open, the index of its log keeps its number of pages.
        guard live.pageCount <= end.pageCount || (end.pageCount + 1...live.pageCount).allSatisfy({ former[$0] != nil })
        else { return nil }
        var pages = live
        pages.apply(former.map { ($0.key, $0.value) }, pageCount: end.pageCount)
        if pages.total == end.sum { return pages }
        guard end.sum == nil || !former.isEmpty else { return nil }
        // An earlier version has stored no sum, or a checkpoint has replaced what was to be compared.
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
        (shippedPosition, snapshotDate) = (end.position, end.snapshotDate)
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
            // Without its snapshot nothing of it can be restored.
            (writer, batch) = (nil, [])
            throw error
        }
        isWhole = true
        stored = (made.lastCommit, shippedPosition)
        if early.commits > 0 { reportShipped(early.commits, early.bytes, made.lastCommit) }
    }

    /// What may be missing before a snapshot that begins a generation; nil if nothing is.
    private func gap(
        before pages: SnapshotPages, _ end: ArchiveEnd?, _ why: Choices.Reason
    ) -> (count: UInt64, begin: Date)? {
        guard let end else { return nil }
        // The target may have lost the last ones.
        let known = stored.flatMap { $0.commit >= end.lastCommit ? $0 : nil }
        let lost = known.map { $0.commit - end.lastCommit } ?? 0
        let count = lost + (countCommits(after: known?.position ?? end.position, pages, why) ?? 2)
        // The snapshot is the last of them.
        guard count > 1 else { return nil }
        let closing = end.closing.flatMap { $0.time > 0 ? Date(milliseconds: $0.time) : nil }
        // It does not begin before the last commit that is there.
        return (count - 1, lost > 0 ? Date(milliseconds: 0) : lastWhole ?? closing ?? Date(milliseconds: 0))
    }

    /// How many commits lie between a place and a snapshot; nil if that is not known.
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
            guard !isStopping() else { throw FMError(.interrupt, "the database was closed before all was stored") }
        }
        capture.endRenewal()
        guard isWhole else { return }
        try expectArchive(isAwaited: clock.isAwaited(ticket))
        guard isWhole else { return }
        lastWhole = now
        clock.ship(ticket)
    }

    /// - Returns: whether all commits up to a place are stored.
    func shipBatch(_ writer: ArchiveWriter, _ goal: LogPosition?) throws(FMError) -> Bool {
        var isEnd = false
        if batch.isEmpty {
            (batch, isEnd) = try capture.read(LogShipper.batchSize)
            clock.date(&batch)
        }
        // What was read until now was written by users of this file, if it is still in its place. Without a commit the file may have
        // been changed, too, and nothing that comes later could tell since when.
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
    /// What is true of the database when everything is stored, and is in its file; nil if that cannot be said for certain.
    func settledFile() -> CleanCloseRecord.File? {
        guard let writer, isWhole, batch.isEmpty, (try? isUntouched(writer)) == true, let file = lastFacts else {
            return nil
        }
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
