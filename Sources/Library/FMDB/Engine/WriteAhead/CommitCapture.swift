import Foundation

// SAFETY: the variables and the connections are used under `lock` alone.
/// Reads each commit of a write-ahead log (WAL) once, and keeps SQLite from overwriting a commit before it is read.
///
/// SQLite restarts a fully checkpointed WAL if no reader has a read mark in it. A reader that begins on a fully
/// checkpointed WAL gets mark 0, which does not prevent a restart. But while that reader has its transaction, nothing more is
/// checkpointed. So the WAL can be restarted only until a frame is added. One connection therefore always has a read
/// transaction, called the hold. The read transaction of the other connection may replace it in two cases:
/// - All commits up to the start of the new hold have been read. Later commits follow in the WAL, or begin a restarted
///   WAL that cannot be restarted a second time.
/// - The new hold has a read mark, because the WAL was not fully checkpointed when the hold began. Such a WAL is not
///   restarted.
/// See [WAL-mode File Format](https://sqlite.org/walformat.html#wal_locks).
final class CommitCapture: @unchecked Sendable {
    /// The state of the files when the hold began.
    struct Start: Sendable {
        let log: WriteAheadIndex
        let pageSize: Int
    }

    /// The reason why no further commit can be read.
    enum Loss {
        /// Another program has changed the WAL.
        case changed
        /// The next commit is larger than the limit for commits in memory.
        case oversized
        case givenUp
    }

    private let lock = SystemLock()
    private let maximumCommitSize: Int
    private var holder: Connection
    private var other: Connection
    private var isHolding = false
    private var lossInLog: Loss?
    /// Whether the position from which to read is known.
    private var isPlaced = false
    /// The position up to which the WAL has been read; nil for the start of an empty or restarted WAL.
    private var position: LogPosition?
    /// The position up to which commits are stored, so that they would survive this process.
    private var safePosition: LogPosition?
    /// The position up to which the WAL must be read before it may be restarted; nil once it has been read.
    private var needed: LogPosition?
    /// The commits that were read before a call of ``read(_:)`` asked for them.
    private var ahead: [CapturedCommit] = []
    private var aheadSize = 0
    private var renewal = Renewal.none
    private var frames = LogFrames()

    /// The progress of the replacement of the hold.
    private enum Renewal: Equatable {
        case none
        /// The new hold has begun, at this position or before it; nil if the WAL was empty.
        case begun(LogPosition?)
        /// All commits before the new hold have been read.
        case covered
    }

    /// The maximum number of page bytes that are read ahead.
    private static let mostAhead = 16 << 20

    /// - Parameters:
    ///   - first: a connection without other users, like the second one.
    ///   - maximumCommitSize: the maximum number of page bytes of a commit that is held in memory.
    init(_ first: Connection, _ second: Connection, maximumCommitSize: Int) {
        (holder, other, self.maximumCommitSize) = (first, second, maximumCommitSize)
        first.setBusyInterval(0)
        second.setBusyInterval(0)
    }

    /// Begins a hold, and ends an earlier one.
    func hold() throws(FMError) -> Start {
        lock.lock()
        defer { lock.unlock() }
        drop()
        try holder.beginReadingLog()
        isHolding = true
        do throws(FMError) {
            return Start(log: try holder.logState(), pageSize: try holder.number("PRAGMA main.page_size"))
        } catch {
            drop()
            throw error
        }
    }

    /// Ends the hold. Commits that were not read may then be overwritten.
    func release() { lock.withLock(drop) }

    /// Ends the hold, and records that it was given up.
    ///
    /// - Returns: whether there was a hold.
    func giveUp() -> Bool {
        lock.withLock {
            guard isHolding else { return false }
            drop()
            lossInLog = .givenUp
            return true
        }
    }

    private func drop() {
        holder.endReadingLog()
        other.endReadingLog()
        (isHolding, lossInLog, isPlaced, renewal) = (false, nil, false, .none)
        (ahead, aheadSize, position, safePosition, needed) = ([], 0, nil, nil, nil)
        frames = LogFrames()
    }

    /// The reason why no further commit can be read; nil if there is none.
    var loss: Loss? { lock.withLock { lossInLog } }

    /// Whether the file of the database is no longer at its path.
    var hasMoved: Bool { lock.withLock { holder.hasMoved } }

    var isHeld: Bool { lock.withLock { isHolding } }
}

// MARK: - Reading

extension CommitCapture {
    /// Sets the position from which to read.
    ///
    /// - Parameters:
    ///   - position: the position; nil for the start of an empty WAL.
    ///   - start: the start of the hold, if the position was reached before it; else nil.
    func go(to position: LogPosition?, _ start: Start?) {
        lock.withLock {
            (self.position, safePosition, isPlaced) = (position, position, true)
            needed = start.flatMap { $0.log.position == position ? nil : $0.log.position }
            (ahead, aheadSize) = ([], 0)
        }
    }

    /// Whether a position from before the hold is in the WAL that the hold protects. If so, that WAL has all later commits, too.
    func continues(_ position: LogPosition, _ start: Start) -> Bool {
        guard let end = start.log.position, end.isInSameLog(as: position), position.frames <= end.frames else {
            return false
        }
        // The WAL may have been restarted since, but the position was its end, so no commit is lost.
        if position == end { return true }
        return lock.withLock { holder.logFile.flatMap { WriteAheadLogFile($0.bytes) }?.has(position) ?? false }
    }

    /// Returns the commits after those that were already read.
    ///
    /// - Parameter limit: the number of page bytes after which no further commit is read.
    /// - Returns: the commits, and whether there are no more.
    func read(_ limit: Int) throws(FMError) -> (commits: [CapturedCommit], isEnd: Bool) {
        lock.lock()
        defer { lock.unlock() }
        guard ahead.isEmpty else {
            defer { (ahead, aheadSize) = ([], 0) }
            return (ahead, false)
        }
        if let lossInLog { throw lost(lossInLog) }
        guard isHolding else { throw FMError(.internal, "no read transaction holds the write-ahead log") }
        return try readLog(limit)
    }

    private func readLog(_ limit: Int) throws(FMError) -> (commits: [CapturedCommit], isEnd: Bool) {
        if let lossInLog { throw lost(lossInLog) }
        let end = try holder.logState().position
        guard needed == nil || end.map({ needed?.isInSameLog(as: $0) ?? false }) ?? false else { throw lost(.changed) }
        guard let end, end != position else { return ([], cover()) }
        guard var log = reader(of: end) else { throw lost(.changed) }
        var (commits, size): ([CapturedCommit], Int) = ([], 0)
        let date = Date()
        while log.frameCount < Int(end.frames), size < limit {
            let next = log.nextCommit(upTo: Int(end.frames), date: date, maximum: maximumCommitSize)
            // The commits before an oversized one can still be stored.
            if case .oversized = next, !commits.isEmpty { return (commits, false) }
            let commit = try expectCommit(next)
            commits.append(commit)
            size += commit.pages.count * log.header.pageSize
            position = commit.position
            if renewal == .begun(position) { renewal = .covered }
        }
        guard log.frameCount == Int(end.frames) else { return (commits, false) }
        guard position == end else { throw lost(.changed) }
        needed = nil
        return (commits, cover())
    }

    /// - Returns: nil if the WAL is not the expected one.
    private func reader(of end: LogPosition) -> WriteAheadLogFile? {
        let isSame = position.map { $0.isInSameLog(as: end) } ?? false
        guard let bytes = holder.logFile?.bytes,
            let log = WriteAheadLogFile(bytes, from: isSame ? position : nil),
            log.header.isOfSameLog(end), log.frameCount < Int(end.frames)
        else { return nil }
        return log
    }

    private func cover() -> Bool {
        if renewal != .none { renewal = .covered }
        return true
    }

    private func expectCommit(_ next: WriteAheadLogFile.NextCommit) throws(FMError) -> CapturedCommit {
        switch next {
        case .commit(let commit): return commit
        case .oversized: throw lost(.oversized)
        case .none: throw lost(.changed)
        }
    }

    private func lost(_ loss: Loss) -> FMError {
        lossInLog = loss
        return switch loss {
        case .changed:
            FMError(.corrupt, "commits of the write-ahead log are missing, because another program has changed it")
        case .oversized: FMError(.tooBig, "a commit changes more than the backup may hold in memory")
        case .givenUp: FMError(.interrupt, "the write-ahead log is no longer read, because it had grown too long")
        }
    }

    var logSize: Int64 {
        lock.withLock {
            guard isHolding, let end = try? holder.logState().position else { return 0 }
            return size(ofFrames: Int64(end.frames))
        }
    }

    private func size(ofFrames count: Int64) -> Int64 {
        count * Int64(holder.logFile.flatMap { WriteAheadLogFile($0.bytes)?.frameSize } ?? 0)
    }

    var unreadSize: Int64 {
        lock.withLock {
            guard isHolding, let end = try? holder.logState().position else { return 0 }
            let isSame = position.map { $0.isInSameLog(as: end) } ?? false
            return size(ofFrames: Int64(end.frames) - (isSame ? Int64(position?.frames ?? 0) : 0))
        }
    }

    /// Whether there are commits that ``read(_:)`` has not returned.
    var hasNews: Bool {
        lock.withLock {
            guard isHolding, ahead.isEmpty else { return isHolding }
            guard let state = try? holder.logState() else { return true }
            return state.position != nil && state.position != position
        }
    }

    /// Whether all commits have been read and checkpointed.
    var isSettled: Bool {
        lock.withLock {
            guard isHolding, lossInLog == nil, ahead.isEmpty, let state = try? holder.logState() else { return false }
            return state.hasNothingToMove && (state.position == nil || state.position == position)
        }
    }
}

// MARK: - The hold

extension CommitCapture {
    /// Begins another hold, which replaces this one in ``endRenewal()``.
    ///
    /// - Returns: the position after the newest commit; nil if the WAL has no commit or cannot be read.
    func beginRenewal() -> LogPosition? {
        lock.withLock {
            guard isHolding else { return nil }
            if renewal != .none { cancelRenewal() }
            guard (try? other.beginReadingLog()) != nil else { return try? holder.logState().position }
            guard let state = try? other.logState() else {
                cancelRenewal()
                return nil
            }
            renewal = .begun(state.position)
            return state.position
        }
    }

    /// Replaces the hold if all earlier commits have been read. Call this when all commits that ``read(_:)`` returned
    /// are stored.
    func endRenewal() {
        lock.withLock { if renewal == .covered, ahead.isEmpty { swap() } }
    }

    private func swap() {
        holder.endReadingLog()
        (holder, other) = (other, holder)
        renewal = .none
    }

    private func cancelRenewal() {
        other.endReadingLog()
        renewal = .none
    }

    /// Moves the hold to the newest commit, so that a checkpoint can copy all frames before that.
    ///
    /// - Returns: the number of frames that a checkpoint can copy now; nil if this is unknown.
    func advance(waits: Bool) -> Int? {
        guard enter(waits) else { return nil }
        defer { lock.unlock() }
        guard isHolding, lossInLog == nil, let before = try? holder.logState(), let end = before.position else {
            return nil
        }
        if before.isWhollyMoved { return Int(before.frames) }
        cancelRenewal()
        guard (try? other.beginReadingLog()) != nil else { return nil }
        // Frames that are not checkpointed now were not checkpointed when the new hold began, so it has a read mark.
        guard let after = try? other.logState(), after.position?.isInSameLog(as: end) == true,
            after.movedFrames < before.frames
        else {
            cancelRenewal()
            return nil
        }
        swap()
        return Int(before.frames)
    }

    /// Records the position up to which commits are stored.
    func noteSafe(_ position: LogPosition) { lock.withLock { safePosition = position } }

    /// Lets the next commit restart the WAL, if the WAL is fully checkpointed.
    ///
    /// - Parameter readsAhead: whether to read commits that are not stored yet. If the process is killed before these commits are stored,
    ///   they are lost, because the WAL may no longer have them.
    /// - Returns: false if the restart is not allowed, because a commit is not stored.
    func letStartAnew(waits: Bool, readsAhead: Bool) -> Bool {
        guard enter(waits) else { return true }
        defer { lock.unlock() }
        guard isHolding, isPlaced, lossInLog == nil, let state = try? holder.logState(), state.isWhollyMoved else {
            return true
        }
        guard readsAhead || state.position == safePosition else { return false }
        cancelRenewal()
        startAnew()
        return true
    }

    private func startAnew() {
        guard readAhead(), (try? other.beginReadingLog()) != nil else { return }
        guard let state = try? other.logState(), state.position == nil || state.position == position else {
            return cancelRenewal()
        }
        swap()
    }

    /// - Returns: whether all commits have been read.
    private func readAhead() -> Bool {
        guard aheadSize < CommitCapture.mostAhead,
            let (commits, isEnd) = try? readLog(CommitCapture.mostAhead - aheadSize)
        else { return false }
        ahead += commits
        aheadSize += commits.reduce(0) { $0 + $1.contentSize }
        return isEnd
    }

    private func enter(_ waits: Bool) -> Bool {
        guard waits else { return lock.try() }
        lock.lock()
        return true
    }
}

// MARK: - Comparing

extension CommitCapture {
    /// Returns the pages that commits after a position have changed or removed, or are about to change, as they were at
    /// that position.
    ///
    /// - Parameters:
    ///   - position: the position; nil for the start of the WAL.
    ///   - count: the number of pages of the database at that position.
    /// - Returns: the checksums of the pages. If a checkpoint has replaced a page in the database, its checksum is
    ///   wrong.
    func pages(before position: LogPosition?, _ count: UInt32, pageSize: Int) -> [UInt32: UInt64] {
        lock.lock()
        defer { lock.unlock() }
        guard isHolding, let (pages, later) = pages(at: position, pageSize, ChangedPages([])) else { return [:] }
        let numbers = later.numbers(upTo: count)
        return Dictionary(uniqueKeysWithValues: numbers.map { ($0, pages.sum(of: $0) ?? 0) })
    }

    /// Whether pages are as they were at a position, except those that later commits have changed or removed.
    ///
    /// - Parameters:
    ///   - position: the position up to which commits are stored; nil for the start of the WAL.
    ///   - batch: the commits that ``read(_:)`` has returned since.
    ///   - sums: the checksums at that position.
    /// - Throws: `FMError` if this cannot be determined now.
    func has(
        _ numbers: [UInt32], of sums: PageSums, at position: LogPosition?, before batch: [CapturedCommit]
    ) throws(FMError) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        // Meanwhile the WAL may be restarted, if it is fully checkpointed.
        for _ in 0..<3 where isHolding { if try compare(numbers, sums, position, batch) { return true } }
        return !isHolding
    }

    private func compare(
        _ numbers: [UInt32], _ sums: PageSums, _ position: LogPosition?, _ batch: [CapturedCommit]
    ) throws(FMError) -> Bool {
        let state = try holder.logState()
        // The WAL may have been restarted since these commits were read.
        let read = ChangedPages(batch + ahead)
        guard let (found, later) = pages(at: position, sums.pageSize, read) else { return false }
        var pages = found
        if state.hasNothingToMove { pages.offsets = [:] } else { pages.movedFrames = Int(state.movedFrames) }
        return numbers.allSatisfy { number in
            guard !later.contains(number), let sum = sums[number], sum != 0 else { return true }
            return pages.sum(of: number) == sum
        }
    }

    /// Returns all pages at a position, and those that the WAL has changed since.
    private func pages(
        at position: LogPosition?, _ pageSize: Int, _ changed: ChangedPages
    ) -> (pages: PlacedPages, later: ChangedPages)? {
        guard let database = holder.databaseFile else { return nil }
        var (pages, later) = (PlacedPages(database: database, log: holder.logFile, pageSize: pageSize), changed)
        guard let bytes = pages.log?.bytes, var log = WriteAheadLogFile(bytes) else { return (pages, later) }
        func count(_ end: LogPosition?) -> Int { end.map { log.header.isOfSameLog($0) ? Int($0.frames) : 0 } ?? 0 }
        // After a checkpoint that lets the next writer restart the WAL, the index counts no frames, but the file has
        // them.
        let place = count(position)
        let committed = max(place, count(try? holder.logState().position))
        frames.read(&log, upTo: committed)
        pages.offsets = frames.offsets(before: place, frameSize: log.frameSize)
        later.add(frames, since: place)
        // These frames may belong to a transaction that is about to commit. Only headers are read, because writers wait
        // meanwhile.
        while let frame = log.skip() { later.add(frame) }
        return (pages, later)
    }

    /// Returns the number of commits between two positions of the WAL, or nil if it is unknown.
    func countCommits(from position: LogPosition?, to end: LogPosition?) -> UInt64? {
        lock.lock()
        defer { lock.unlock() }
        guard let position, let end, position.isInSameLog(as: end), position.frames <= end.frames else { return nil }
        if position == end { return 0 }
        guard isHolding, let bytes = holder.logFile?.bytes, var log = WriteAheadLogFile(bytes, from: position)
        else { return nil }
        var count: UInt64 = 0
        while log.frameCount < Int(end.frames), let (frame, _) = log.next() { if frame.isCommit { count += 1 } }
        return log.position == end ? count : nil
    }
}
