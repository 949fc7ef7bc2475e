/// Compiled statements by their SQL text, at most so many.
///
/// Where there is no room for another, the oldest goes if it was idle for long. Else the one that was added last goes, unless
/// it was asked for again. So a loop of more texts than there is room for finds most of them: with room for 256, 62 % of 400
/// texts and 83 % of 300 (measured). By age alone it finds none. With texts of Zipf's distribution it finds as many as by age.
///
/// Statements in use stay in the cache but are not handed out again: for a second use of the same text another
/// statement is kept beside the first. All links lie in the statements themselves, so a hit costs one hashing of the
/// text, and none if it is the text of one of the last three.
final class StatementCache {
    /// How many statements a cache keeps unless it is told otherwise.
    static let usualCapacity = 256
    /// A statement that has not been asked for during so many times the capacity makes room for others.
    private static let ageLimit = 4
    /// The most statements in use that a search for a free one passes over, so that hundreds of open result sets do not make
    /// it longer. Those that were passed over come last afterwards, and the next search resumes behind them.
    private static let mostPassedOver = 8
    /// The longest text that a choosy cache keeps, and how long its texts may be on average, in bytes.
    private static let longestText = 16_384
    private static let usualLength = 2_048

    /// Whether it keeps only what is worth it: texts that are not too long, and none that is seldom run twice. Else it keeps
    /// all.
    let keepsOnlyRepeated: Bool
    var capacity = StatementCache.usualCapacity {
        didSet { shrink(to: max(0, capacity)) }
    }
    /// How many bytes the texts have together.
    private var textLength = 0
    private(set) var count = 0
    /// The library's own commands, which are kept elsewhere, count here too.
    var hits = 0
    var misses = 0
    private var statementsOfText: [ExactText: StatementsOfText] = [:]
    // SAFETY: what the list refers to is in `statementsOfText`, which retains it. Each look at a plain reference would count it.
    private var newest: Unmanaged<FMStatement>?
    private var oldest: Unmanaged<FMStatement>?
    /// The hash values of texts that were seen once, at most so many.
    private var seen: Set<Int> = []
    private static let seenTexts = 4096
    private var lastAdded: (statement: Unmanaged<FMStatement>, time: Int)?

    init(keepsOnlyRepeated: Bool = false) {
        self.keepsOnlyRepeated = keepsOnlyRepeated
    }

    deinit {
        removeAll()
    }

    /// A free statement of a text, taken into use.
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

    /// A statement that was used a moment ago, taken into use, where neither the connection nor anybody else has a say
    /// in it. A transaction with one statement in it comes round to the third last text each time.
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

    /// Takes into use a statement that the caller has kept.
    ///
    /// - Returns: false if it is in use, or no longer kept.
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

    /// Keeps a statement that has just been made and is in use. Where every kept one is in use too and the cache is
    /// full, the statement is not kept.
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

    /// Keeps a statement whose text comes for the second time. One that never comes again, with values pasted into it for
    /// example, would cost its way into the cache and out of it.
    func addIfSeen(_ statement: FMStatement) {
        let hash = ExactText(statement.sql).hashValue
        if seen.remove(hash) != nil { return add(statement) }
        if seen.count >= StatementCache.seenTexts { seen.removeAll(keepingCapacity: true) }
        seen.insert(hash)
    }

    /// Finalises all; one that is in the middle of a step afterwards.
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

    /// Counts the statements that were asked for.
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

    /// Drops the statement that was added last. It stays if it is in use or was asked for again, and if the oldest one has been
    /// idle for too long.
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

    /// Drops the free statement that has been idle for longest. Those in use that are found in its place count as young.
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

    /// Forgets a statement, which is finalised at the end of its use.
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

    /// Forgets a statement; what it holds is left to the caller.
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

    private func touch(_ statement: FMStatement) {
        statement.cacheEntry.lastTake = time
        guard newest?.toOpaque() != Unmanaged.passUnretained(statement).toOpaque() else { return }
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

/// The kept statements of one text, linked through themselves.
private struct StatementsOfText {
    private(set) var first: FMStatement?
    // SAFETY: `first` leads to it.
    private var last: Unmanaged<FMStatement>?

    mutating func append(_ statement: FMStatement) {
        if let last { last._withUnsafeGuaranteedRef { $0.cacheEntry.twin = statement } } else { first = statement }
        last = Unmanaged.passUnretained(statement)
    }

    /// Puts the first one last.
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
