import Foundation

extension LogShipper {
    static let chunkSize = 1 << 20
    /// The number of consecutive failures after which a snapshot is given up, if commits can be restored without it.
    private static let mostFailures = 8

    var isSnapshotDue: Bool {
        guard let interval = choices.snapshotInterval, let snapshotDate, snapshotPace.isDue else { return false }
        let age = Date().timeIntervalSince(snapshotDate)
        // The clock may have been set back.
        return age >= interval / .seconds(1) || age < -60
    }

    /// Stores another snapshot. If the target refuses it, commits are still stored, and the snapshot is tried again
    /// later.
    func makeSnapshot() throws(FMError) {
        do throws(FMError) {
            try connections.withSnapshot { pages throws(FMError) in try storeNext(pages) }
            snapshotPace.succeed()
            report.count { $0.snapshotError = nil }
        } catch {
            guard isHeld, error.resultCode != .interrupt else { throw error }
            needsCheck = true
            snapshotPace.fail()
            report.emit(.maintenanceFailed(error)) { $0.snapshotError = error }
        }
    }

    /// Stores a snapshot of the state at a commit that is stored already.
    private func storeNext(_ pages: SnapshotPages) throws(FMError) {
        guard let writer else { return }
        let goal = pages.position
        // The snapshot has no WAL position if the WAL was reset. Its pages may then include commits that were read from
        // the old WAL and are not stored yet.
        if goal == nil, hasNews { return }
        while goal != nil, shippedPosition != goal {
            // The piece that contains the goal may also contain later commits, which does no harm.
            if try shipBatch(writer, goal) { break }
        }
        try store(pages, writer, writer.lastDate)
        maintenance.start()
    }

    /// Stores a snapshot, and also commits that are due meanwhile.
    ///
    /// - Parameter reason: why a generation begins; nil if none begins.
    func store(
        _ pages: SnapshotPages, _ writer: ArchiveWriter, _ date: Date, beginning reason: Choices.Reason? = nil
    ) throws(FMError) {
        let snapshot = try writer.beginSnapshot(
            pageCount: pages.pageCount, date: date, position: pages.position ?? shippedPosition,
            partSize: choices.snapshotPartSize)
        // A second snapshot of a commit has the names of the first. If it were abandoned, the first would be removed.
        if reason == nil, snapshot.commit == snapshotCommit {
            snapshotDate = Date()
            return
        }
        self.snapshot = snapshot
        defer { self.snapshot = nil }
        do throws(FMError) {
            while true {
                var bytes = try pages.read(min(LogShipper.chunkSize, choices.snapshotPartSize))
                guard !bytes.isEmpty else { break }
                try repeating { () throws(FMError) in
                    // `add` keeps the bytes even if it cannot store a part, so a retry must not add them again.
                    defer { bytes = [] }
                    try snapshot.add(bytes)
                }
                try checkCancellation()
                try shipMeanwhile()
            }
            try repeating { () throws(FMError) in try snapshot.finish() }
        } catch {
            snapshot.abandon()
            if snapshot.isOfAnother { giveUp(.databaseChanged) }
            throw error
        }
        (snapshotDate, snapshotCommit) = (Date(), snapshot.commit)
        // A failed attempt is not in the archive, so the event follows success.
        if let reason { report.emit(.newGeneration(writer.generation, reason)) { $0.generation = writer.generation } }
        report.emit(.snapshot(commit: snapshot.commit, bytes: snapshot.bytes)) {
            $0.snapshots += 1
            $0.shippedBytes += snapshot.bytes
            $0.lastCommit = max($0.lastCommit ?? 0, snapshot.commit)
        }
    }

    func checkCancellation() throws(FMError) {
        guard !suspension.isOn, !isStopping(), capture.isHeld else { throw .interruptedSnapshot() }
    }

    private var isHeld: Bool { capture.loss == nil && capture.isHeld && !suspension.isOn }

    /// Retries a call of the target until it succeeds. If the snapshot failed instead, all of its stored parts would
    /// have to be stored again.
    ///
    /// The number of retries is limited only if commits can be restored without this snapshot. The retries also end
    /// when the WAL, which the snapshot keeps from being reset, is too long.
    private func repeating(_ body: () throws(FMError) -> Void) throws(FMError) {
        var pace = RetryPace()
        while true {
            do throws(FMError) {
                try body()
                // A first attempt that succeeds proves nothing about the target, because `add` may only have gathered
                // the bytes.
                if pace.failures > 0 { report.succeeded() }
                return
            } catch {
                guard error.resultCode != .misuse, !isClosing(), max(lag, capture.logSize) <= choices.maximumLag,
                    !isWhole || pace.failures < LogShipper.mostFailures
                else { throw error }
                let pause = pace.fail()
                if !isWhole { report.failed(error, nextTry: pause) }
                try wait(for: pace)
            }
        }
    }

    private func wait(for pace: RetryPace) throws(FMError) {
        while !pace.isDue, !isClosing() {
            try checkCancellation()
            try shipMeanwhile()
            // Calls that wait for their commits wake this thread.
            if clock.acknowledgementTimeout != nil { _ = clock.sleeps(until: 0, after: clock.ticket) }
            clock.wakeup.wait(until: min(pace.next, .now + .seconds(1)))
            clock.isAwake()
        }
    }

    /// Stores commits that should not wait for the end of a snapshot. If that fails, they are tried again later, and
    /// the snapshot continues.
    private func shipMeanwhile() throws(FMError) {
        // A generation begins with its snapshot. Commits that are stored before any part of it could not be restored.
        guard isShippingDue, shippingPace.isDue, isWhole || snapshot.map({ $0.bytes > 0 }) ?? false else { return }
        do throws(FMError) {
            try ship()
            shippingPace.succeed()
        } catch {
            guard isHeld, !isStopping() else { throw error }
            needsCheck = true
            report.failed(error, nextTry: shippingPace.fail())
        }
    }

    /// Whether commits are waiting that should not wait for the end of a snapshot.
    private var isShippingDue: Bool {
        guard clock.lag.commits > 0 else { return false }
        return clock.acknowledgementTimeout != nil || lastShipping + choices.interval <= .now
    }
}
