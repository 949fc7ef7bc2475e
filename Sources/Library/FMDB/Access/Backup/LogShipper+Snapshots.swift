import Foundation

extension LogShipper {
    static let chunkSize = 1 << 20
    /// After how many failures in a row a snapshot is given up without which commits can be restored.
    private static let mostFailures = 8

    var isSnapshotDue: Bool {
        guard let interval = choices.snapshotInterval, let snapshotDate, snapshotPace.isDue else { return false }
        let age = Date().timeIntervalSince(snapshotDate)
        // The clock may have been put back.
        return age >= interval / .seconds(1) || age < -60
    }

    /// Makes another snapshot. If the target does not take it, commits are stored all the same, and it is tried again later.
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

    /// Stores a snapshot that belongs to a commit which is stored already.
    private func storeNext(_ pages: SnapshotPages) throws(FMError) {
        guard let writer else { return }
        let goal = pages.position
        // Of what was read of a log that is gone, some may be in these pages.
        if goal == nil, hasNews { return }
        while goal != nil, shippedPosition != goal {
            // A later commit of the same piece will do, too.
            if try shipBatch(writer, goal) { break }
        }
        try store(pages, writer, writer.lastDate)
        maintenance.start()
    }

    /// Stores a snapshot, and commits meanwhile.
    ///
    /// - Parameter reason: why a generation begins; nil if none does.
    func store(
        _ pages: SnapshotPages, _ writer: ArchiveWriter, _ date: Date, beginning reason: Choices.Reason? = nil
    ) throws(FMError) {
        let snapshot = try writer.beginSnapshot(
            pageCount: pages.pageCount, date: date, position: pages.position ?? shippedPosition)
        self.snapshot = snapshot
        defer { self.snapshot = nil }
        do throws(FMError) {
            while true {
                var bytes = try pages.read(LogShipper.chunkSize)
                guard !bytes.isEmpty else { break }
                try repeating { () throws(FMError) in
                    // The writer keeps them, whether or not a part can be stored.
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
        snapshotDate = Date()
        // A try that has failed is in no archive.
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

    /// Repeats a call of the target that fails: after a failure all stored parts of the snapshot would have to be stored again.
    ///
    /// It repeats without limit while no commit can be restored without the snapshot. It stops when the log is too long, which the
    /// snapshot keeps from being reset.
    private func repeating(_ body: () throws(FMError) -> Void) throws(FMError) {
        var pace = RetryPace()
        while true {
            do throws(FMError) {
                try body()
                // Without a failure nothing is known yet: pages are gathered before they are stored.
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
            // Calls that wait for their commits wake it.
            if clock.acknowledgementTimeout != nil { _ = clock.sleeps(until: 0, after: clock.ticket) }
            clock.wakeup.wait(until: min(pace.next, .now + .seconds(1)))
            clock.isAwake()
        }
    }

    /// Stores commits that should not wait for the end of a snapshot. If that fails, they are tried again later, and the snapshot
    /// goes on.
    private func shipMeanwhile() throws(FMError) {
        // A generation begins with its snapshot: commits before it could not be restored.
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

    /// Whether commits wait that should not wait for the end of a snapshot.
    private var isShippingDue: Bool {
        guard clock.lag.commits > 0 else { return false }
        return clock.acknowledgementTimeout != nil || lastShipping + choices.interval <= .now
    }
}
