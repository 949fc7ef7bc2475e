/// A cache of compiled statements by their SQL, with a limited capacity.
///
/// A full cache drops the oldest statement if that has been idle for long. Otherwise it drops the statement added last, unless that was
/// requested again. So a loop over more statements than the capacity finds most of them: with capacity 256, 62 % of 400 statements and 83 %
/// of 300 (measured). If age alone decided, such a loop would find none. With Zipf-distributed requests, both policies find equally many.
///
/// Statements in use stay in the cache but are not returned again: a second use of the same SQL adds another statement.
/// The links are stored in the statements, so a hit costs one hash of the SQL, and none for the SQL of the last three
/// statements.
final class StatementCache {
    /// The default capacity.
    static let usualCapacity = 256
    /// The number of requests, as a multiple of the capacity, after which an idle statement makes room for others.
    private static let ageLimit = 4
    /// The maximum number of statements in use that a search for a free one skips, so that hundreds of open result sets
    /// do not slow it down. Skipped statements move to the end, and the next search resumes after them.
    private static let mostPassedOver = 8
    /// The maximum length of one SQL string, and of the average, in bytes, if the cache keeps only repeated SQL.
    private static let longestText = 16_384
    private static let usualLength = 2_048

    /// Whether the cache keeps only SQL that is not too long and of a kind that is often repeated. Otherwise it keeps
    /// all SQL.
    let keepsOnlyRepeated: Bool
    var capacity = StatementCache.usualCapacity {
        didSet { shrink(to: max(0, capacity)) }
    }
    /// The total length of the cached SQL in bytes.
    private var textLength = 0
    private(set) var count = 0
    /// The number of requests that found a statement. The library's own statements, which are kept elsewhere, count
    /// here, too.
    var hits = 0
    var misses = 0
    private var statementsOfText: [ExactText: StatementsOfText] = [:]
    // SAFETY: what the list refers to is in `statementsOfText`, which retains it. Each look at a plain reference would count it.
    private var newest: Unmanaged<FMStatement>?
    private var oldest: Unmanaged<FMStatement>?
    /// The hash values of SQL strings that were seen once, at most `seenTexts`.
    private var seen: Set<Int> = []
    private static let seenTexts = 4096
    private var lastAdded: (statement: Unmanaged<FMStatement>, time: Int)?

    init(keepsOnlyRepeated: Bool = false) {
        self.keepsOnlyRepeated = keepsOnlyRepeated
    }

    deinit {
        removeAll()
    }

    /// Returns a free statement for the SQL and begins its use, or returns nil if there is none.
    func take(_ sql: String) -> FMStatement? {
        guard let statement = firstFree(sql) else {
            misses &+= 1
            return nil
        }
        hits &+= 1
        touch(statement)
        statement.beginUse()
        return statement
    }

    /// Looks for the SQL among the last three statements. If the statement needs no further checks, begins its use and returns it. Three
    /// are enough for BEGIN, one statement and COMMIT in a loop.
    func takeAtHand(_ sql: String) -> FMStatement? {
        guard let statement = recent(sql)?.takeUnretainedValue() else { return nil }
        hits &+= 1
        touch(statement)
        statement.beginUse()
        return statement
    }

    private func recent(_ sql: String) -> Unmanaged<FMStatement>? {
        var candidate = newest
        for _ in 0..<3 {
            guard let place = candidate else { return nil }
            let (isFound, older) = place._withUnsafeGuaranteedRef {
                (ExactText.isSame($0.sql, sql), $0.cacheEntry.older)
            }
            if isFound { return place._withUnsafeGuaranteedRef { $0.isAtHand } ? place : nil }
            candidate = older
        }
        return nil
    }

    /// Begins the use of a statement that the caller has kept.
    ///
    /// - Returns: false if the statement is in use, or no longer cached.
    func take(_ statement: FMStatement) -> Bool {
        guard statement.cacheEntry.isCached, statement.isFree else { return false }
        hits &+= 1
        touch(statement)
        statement.beginUse()
        return true
    }

    private func firstFree(_ sql: String) -> FMStatement? {
        let key = ExactText(sql)
        guard let statement = statementsOfText[key]?.first else { return nil }
        return statement.isFree ? statement : statement.cacheEntry.twin.flatMap { _ in anotherFree(key) }
    }

    @inline(never)
    private func anotherFree(_ key: ExactText) -> FMStatement? {
        for _ in 0..<StatementCache.mostPassedOver {
            statementsOfText[key]?.rotate()
            if let statement = statementsOfText[key]?.first, statement.isFree { return statement }
        }
        return nil
    }

    /// Adds a newly compiled statement that is in use. If the cache is full of statements in use, this does nothing.
    func add(_ statement: FMStatement) {
        guard !keepsOnlyRepeated || isWorthIt(statement) else { return }
        makeRoom(for: statement.sql.utf8.count)
        guard count < capacity else { return }
        statement.cacheEntry.isCached = true
        statement.cacheEntry.lastTake = time
        lastAdded = (Unmanaged.passUnretained(statement), time)
        textLength += statement.sql.utf8.count
        statementsOfText[ExactText(statement.sql), default: StatementsOfText()].append(statement)
        count += 1
        pushNewest(statement)
    }

    /// Adds a statement whose SQL is seen for the second time. SQL that is never repeated, for example with values
    /// pasted into it, would only cost time to add and to drop.
    func addIfSeen(_ statement: FMStatement) {
        let hash = ExactText(statement.sql).hashValue
        if seen.remove(hash) != nil { return add(statement) }
        if seen.count >= StatementCache.seenTexts { seen.removeAll(keepingCapacity: true) }
        seen.insert(hash)
    }

    /// Finalises all statements. A statement in the middle of a step is finalised after the step.
    func removeAll() {
        while let statement = oldest?.takeUnretainedValue() {
            drop(statement)
            statement.close()
        }
    }

    var snapshot: [String: [FMStatement]] {
        var all: [String: [FMStatement]] = [:]
        var statement = oldest?.takeUnretainedValue()
        while let current = statement {
            all[current.sql, default: []].append(current)
            statement = current.cacheEntry.newer?.takeUnretainedValue()
        }
        return all
    }

    /// The number of requests.
    private var time: Int { hits &+ misses }

    private func isWorthIt(_ statement: FMStatement) -> Bool {
        statement.source.kind != .other && statement.source.kind != .vacuum
            && statement.sql.utf8.count <= StatementCache.longestText
    }

    private func makeRoom(for length: Int) {
        if count >= capacity, count > 0, !dropNewcomer() { dropOldest() }
        guard keepsOnlyRepeated else { return }
        let (most, isUnlimited) = capacity.multipliedReportingOverflow(by: StatementCache.usualLength)
        guard !isUnlimited else { return }
        let room = max(StatementCache.longestText, most) - length
        while textLength > room, dropNewcomer() || dropOldest() {}
    }

    /// Drops the statement that was added last. It stays if it is in use or was requested again, or if the oldest
    /// statement has been idle for too long.
    private func dropNewcomer() -> Bool {
        guard let lastAdded, let oldest else { return false }
        let statement = lastAdded.statement.takeUnretainedValue()
        guard statement.cacheEntry.lastTake == lastAdded.time, statement.isFree,
            time &- oldest.takeUnretainedValue().cacheEntry.lastTake <= capacity &* StatementCache.ageLimit
        else { return false }
        drop(statement)
        statement.close()
        return true
    }

    /// Drops the free statement that has been idle for longest. Statements in use that are found before it move to the
    /// newest end.
    @discardableResult
    private func dropOldest() -> Bool {
        for _ in 0..<StatementCache.mostPassedOver {
            guard let statement = oldest?.takeUnretainedValue() else { return false }
            guard statement.isInUse else {
                drop(statement)
                statement.close()
                return true
            }
            unlink(statement)
            pushNewest(statement)
        }
        return false
    }

    /// Removes a statement from the cache. It is finalised at the end of its use.
    func forget(_ statement: FMStatement) {
        drop(statement)
        if !statement.isInUse { statement.close() }
    }

    /// Drops free statements, the oldest first.
    private func shrink(to limit: Int) {
        var statement = oldest?.takeUnretainedValue()
        while let current = statement, count > limit {
            statement = current.cacheEntry.newer?.takeUnretainedValue()
            if current.isInUse { continue }
            drop(current)
            current.close()
        }
    }

    /// Removes a statement from the cache without finalising it.
    private func drop(_ statement: FMStatement) {
        unlink(statement)
        if lastAdded?.statement.toOpaque() == Unmanaged.passUnretained(statement).toOpaque() { lastAdded = nil }
        statement.cacheEntry.isCached = false
        count -= 1
        textLength -= statement.sql.utf8.count
        let key = ExactText(statement.sql)
        statementsOfText[key]?.remove(statement)
        if statementsOfText[key]?.first == nil { statementsOfText[key] = nil }
    }

    @inline(__always)
    private func touch(_ statement: FMStatement) {
        statement.cacheEntry.lastTake = time
        if newest?.toOpaque() != Unmanaged.passUnretained(statement).toOpaque() { makeNewest(statement) }
    }

    @inline(never)
    private func makeNewest(_ statement: FMStatement) {
        unlink(statement)
        pushNewest(statement)
    }

    private func pushNewest(_ statement: FMStatement) {
        let place = Unmanaged.passUnretained(statement)
        statement.cacheEntry.older = newest
        newest?._withUnsafeGuaranteedRef { $0.cacheEntry.newer = place }
        newest = place
        if oldest == nil { oldest = place }
    }

    private func unlink(_ statement: FMStatement) {
        let (older, newer) = (statement.cacheEntry.older, statement.cacheEntry.newer)
        if let older { older._withUnsafeGuaranteedRef { $0.cacheEntry.newer = newer } } else { oldest = newer }
        if let newer { newer._withUnsafeGuaranteedRef { $0.cacheEntry.older = older } } else { newest = older }
        statement.cacheEntry.older = nil
        statement.cacheEntry.newer = nil
    }
}

/// The cached statements of one SQL string, as a linked list.
private struct StatementsOfText {
    private(set) var first: FMStatement?
    // SAFETY: `first` leads to it.
    private var last: Unmanaged<FMStatement>?

    mutating func append(_ statement: FMStatement) {
        if let last { last._withUnsafeGuaranteedRef { $0.cacheEntry.twin = statement } } else { first = statement }
        last = Unmanaged.passUnretained(statement)
    }

    /// Moves the first statement to the end.
    mutating func rotate() {
        guard let front = first, let second = front.cacheEntry.twin else { return }
        front.cacheEntry.twin = nil
        first = second
        append(front)
    }

    mutating func remove(_ statement: FMStatement) {
        var before: FMStatement?
        var candidate = first
        while let current = candidate, current !== statement {
            before = current
            candidate = current.cacheEntry.twin
        }
        guard candidate === statement else { return }
        if let before { before.cacheEntry.twin = statement.cacheEntry.twin } else { first = statement.cacheEntry.twin }
        if statement.cacheEntry.twin == nil { last = before.map { Unmanaged.passUnretained($0) } }
        statement.cacheEntry.twin = nil
    }
}
