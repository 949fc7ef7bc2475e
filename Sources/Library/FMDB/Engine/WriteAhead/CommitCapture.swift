import Foundation

// SAFETY: the variables and the connections are used under `lock` alone.
/// Reads each commit of a write-ahead log once, and sees to it that none is gone before it is read.
///
/// SQLite restarts a log when all of it is in the database and no reader has a mark in it. A reader that begins when all is
/// in the database gets mark 0, which does not count for that. But while it stays nothing more is moved, so the log can be
/// restarted only as long as nothing was added. So one connection always has a read transaction, the hold. That of the other
/// connection may replace it where one of these is true:
/// - Everything up to the beginning of the new one has been read. What comes later is behind that in the log, or in a
///   log that was restarted, from its beginning, which cannot be restarted a second time.
/// - The new one has a mark, because not everything was in the database when it began. The log stays as it is then.
///
/// See [WAL-mode File Format](https://sqlite.org/walformat.html#wal_locks).
final class CommitCapture: @unchecked Sendable {
    /// The state of the files when the hold began.
    struct Start: Sendable {
        let log: WriteAheadIndex
        let pageSize: Int
    }

    /// Why no further commit can be read.
    enum Loss {
        /// Another program has changed the log.
        case changed
        /// The next commit changes more than is to be held in memory.
        case oversized
        case givenUp
    }

    private let lock = NSLock()
    private let maximumCommitSize: Int
    private var holder: Connection
    private var other: Connection
    private var isHolding = false
    private var lossInLog: Loss?
    /// Whether it is known from where to read on.
    private var isPlaced = false
    /// Up to where the log has been read; nil for the beginning of a log that is empty or was restarted.
    private var position: LogPosition?
    /// Up to where commits would survive this process.
    private var safePosition: LogPosition?
    /// Up to where the log must be read before it may have been restarted; nil once it has been.
    private var needed: LogPosition?
    /// What was read before anybody asked for it.
    private var ahead: [CapturedCommit] = []
    private var aheadSize = 0
    private var renewal = Renewal.none
    private var frames = LogFrames()

    /// How far the replacement of the hold has come.
    private enum Renewal: Equatable {
        case none
        /// The new one has begun, behind a place at the latest; nil where the log was empty.
        case begun(LogPosition?)
        /// Everything before it has been read.
        case covered
    }

    /// The most bytes of pages that are read before anybody asks for them.
    private static let mostAhead = 16 << 20

    /// - Parameters:
    ///   - first: a connection that nobody else uses.
    ///   - maximumCommitSize: the most bytes of pages of a commit that are held.
    init(_ first: Connection, _ second: Connection, maximumCommitSize: Int) {
        (holder, other, self.maximumCommitSize) = (first, second, maximumCommitSize)
        first.setBusyInterval(0)
        second.setBusyInterval(0)
    }

    /// Begins the hold, if there is none.
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

    /// Ends the hold. What was not read may be gone.
    func release() { lock.withLock(drop) }

    /// Ends the hold, and notes why.
    ///
    /// - Returns: whether there was one.
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

    /// Why no further commit can be read; nil if that is not so.
    var loss: Loss? { lock.withLock { lossInLog } }

    /// Whether the file of the database is no longer at its path.
    var hasMoved: Bool { lock.withLock { holder.hasMoved } }

    var isHeld: Bool { lock.withLock { isHolding } }
}

// MARK: - Reading

extension CommitCapture {
    /// Says from where to read on.
    ///
    /// - Parameters:
    ///   - position: the place; nil for the beginning of a log that is empty.
    ///   - start: if the place was reached before the hold began; nil if later.
    func go(to position: LogPosition?, _ start: Start?) {
        lock.withLock {
            (self.position, safePosition, isPlaced) = (position, position, true)
            needed = start.flatMap { $0.log.position == position ? nil : $0.log.position }
            (ahead, aheadSize) = ([], 0)
        }
    }

    /// Whether a place, noted before the hold began, is one in the log that is held, so that all commits behind it are there.
    func continues(_ position: LogPosition, _ start: Start) -> Bool {
        guard let end = start.log.position, end.isInSameLog(as: position), position.frames <= end.frames else {
            return false
        }
        // The log may have been restarted since, but only with everything known that was in it.
        if position == end { return true }
        return lock.withLock { holder.logFile.flatMap { WriteAheadLogFile($0.bytes) }?.has(position) ?? false }
    }

    /// The commits that follow.
    ///
    /// - Parameter limit: the bytes of pages after which no further commit is read.
    /// - Returns: the commits, and whether they are all.
    func read(_ limit: Int) throws(FMError) -> (commits: [CapturedCommit], isEnd: Bool) {
        lock.lock()
        defer { lock.unlock() }
        guard ahead.isEmpty else {
            defer { (ahead, aheadSize) = ([], 0) }
            return (ahead, false)
        }
        if let lossInLog { throw lost(lossInLog) }
        guard isHolding else { throw FMError(.internal, "the write-ahead log is not held") }
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
            // What comes before a commit that is too large can be stored yet.
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

    /// - Returns: nil if the log is not what it must be.
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
        case .givenUp: FMError(.interrupt, "the write-ahead log was given up, because it had grown too long")
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

    /// Whether there are commits that nobody has asked for.
    var hasNews: Bool {
        lock.withLock {
            guard isHolding, ahead.isEmpty else { return isHolding }
            guard let state = try? holder.logState() else { return true }
            return state.position != nil && state.position != position
        }
    }

    /// Whether everything has been read, and is in the database.
    var isSettled: Bool {
        lock.withLock {
            guard isHolding, lossInLog == nil, ahead.isEmpty, let state = try? holder.logState() else { return false }
            return state.hasNothingToMove && (state.position == nil || state.position == position)
        }
    }
}

// MARK: - The hold

extension CommitCapture {
    /// Begins another hold, which replaces this one by ``endRenewal()``.
    ///
    /// - Returns: the place behind the newest commit; nil if the log has none, or cannot be looked at.
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

    /// To be called when all that ``read(_:)`` has returned is safe.
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

    /// Brings the hold to the newest commit, so that a checkpoint can move everything before that.
    ///
    /// - Returns: how many frames a checkpoint can move now; nil if that is not known.
    func advance(waits: Bool) -> Int? {
        guard enter(waits) else { return nil }
        defer { lock.unlock() }
        guard isHolding, lossInLog == nil, let before = try? holder.logState(), let end = before.position else {
            return nil
        }
        if before.isWhollyMoved { return Int(before.frames) }
        cancelRenewal()
        guard (try? other.beginReadingLog()) != nil else { return nil }
        // What was not moved after it began was not moved when it began: it has a mark.
        guard let after = try? other.logState(), after.position?.isInSameLog(as: end) == true,
            after.movedFrames < before.frames
        else {
            cancelRenewal()
            return nil
        }
        swap()
        return Int(before.frames)
    }

    /// Notes up to where what was read is stored.
    func noteSafe(_ position: LogPosition) { lock.withLock { safePosition = position } }

    /// Lets the next commit restart the log, if all of it is in the database.
    ///
    /// - Parameter readsAhead: whether to read what is not stored yet. If the process is killed before it is stored, the log lacks it.
    /// - Returns: false if that is not to be, since something is not stored.
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

    /// - Returns: whether everything has been read.
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
    /// The pages that commits behind a place have changed or removed, or are about to, as they were at that place.
    ///
    /// - Parameters:
    ///   - position: the place; nil for the beginning.
    ///   - count: the number of pages there.
    /// - Returns: the sums of the pages, wrong ones for what a checkpoint has replaced in the database.
    func pages(before position: LogPosition?, _ count: UInt32, pageSize: Int) -> [UInt32: UInt64] {
        lock.lock()
        defer { lock.unlock() }
        guard isHolding, let (pages, later) = pages(at: position, pageSize, ChangedPages([])) else { return [:] }
        let numbers = later.numbers(upTo: count)
        return Dictionary(uniqueKeysWithValues: numbers.map { ($0, pages.sum(of: $0) ?? 0) })
    }

    /// Whether pages are as they were at a place: those that later commits have neither changed nor removed.
    ///
    /// - Parameters:
    ///   - position: up to where commits are safe; nil for the beginning.
    ///   - batch: what ``read(_:)`` has returned since.
    ///   - sums: those of the place.
    /// - Throws: `FMError` if that cannot be known now.
    func has(
        _ numbers: [UInt32], of sums: PageSums, at position: LogPosition?, before batch: [CapturedCommit]
    ) throws(FMError) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        // Meanwhile the log may be restarted, if all of it is in the database.
        for _ in 0..<3 where isHolding { if try compare(numbers, sums, position, batch) { return true } }
        return !isHolding
    }

    private func compare(
        _ numbers: [UInt32], _ sums: PageSums, _ position: LogPosition?, _ batch: [CapturedCommit]
    ) throws(FMError) -> Bool {
        let state = try holder.logState()
        // The log may have been restarted since these were read.
        let read = ChangedPages(batch + ahead)
        guard let (found, later) = pages(at: position, sums.pageSize, read) else { return false }
        var pages = found
        if state.hasNothingToMove { pages.offsets = [:] }
        return numbers.allSatisfy { number in
            guard !later.contains(number), let sum = sums[number], sum != 0 else { return true }
            return pages.sum(of: number) == sum
        }
    }

    /// All pages at a place, and those that the log has changed since.
    private func pages(
        at position: LogPosition?, _ pageSize: Int, _ changed: ChangedPages
    ) -> (pages: PlacedPages, later: ChangedPages)? {
        guard let database = holder.databaseFile else { return nil }
        var (pages, later) = (PlacedPages(database: database, log: holder.logFile, pageSize: pageSize), changed)
        guard let bytes = pages.log?.bytes, var log = WriteAheadLogFile(bytes) else { return (pages, later) }
        func count(_ end: LogPosition?) -> Int { end.map { log.header.isOfSameLog($0) ? Int($0.frames) : 0 } ?? 0 }
        // After a checkpoint that lets the next writer start the log anew, the index counts no frame, but the file has them.
        let place = count(position)
        let committed = max(place, count(try? holder.logState().position))
        frames.read(&log, upTo: committed)
        pages.offsets = frames.offsets(before: place, frameSize: log.frameSize)
        later.add(frames, since: place)
        // What is about to be committed may be among them. Writers wait meanwhile, so the pages are not read.
        while let frame = log.skip() { later.add(frame) }
        return (pages, later)
    }

    /// How many commits lie between two places of the log; nil if that cannot be known.
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
