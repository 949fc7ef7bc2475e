/// Compiled statements by their SQL text, at most so many; the one whose last use is longest ago goes first.
///
/// Statements in use stay in the cache but are not handed out again: for a second use of the same text another
/// statement is kept beside the first. All links lie in the statements themselves, so a hit costs one hashing of the
/// text, and none if it is the text of one of the last three.
final class StatementCache {
    /// The most statements to keep.
    var capacity = 64 {
        didSet { shrink(to: max(0, capacity)) }
    }
    private(set) var count = 0
    private(set) var hits = 0
    private(set) var misses = 0
    private var heads: [ExactText: FMStatement] = [:]
    // SAFETY: what the list refers to is in `heads`, which retains it. Each look at a plain reference would count it.
    private var newest: Unmanaged<FMStatement>?
    private var oldest: Unmanaged<FMStatement>?

    deinit {
        removeAll()
    }

    /// A free statement of a text, taken into use.
    func take(_ sql: String) -> FMStatement? {
        guard let statement = firstFree(sql) else {
            misses += 1
            return nil
        }
        hits += 1
        touch(statement)
        statement.beginUse()
        return statement
    }

    /// A statement that was used a moment ago, taken into use, where neither the connection nor anybody else has a say
    /// in it. A transaction with one statement in it comes round to the third last text each time.
    func takeAtHand(_ sql: String) -> FMStatement? {
        guard let statement = recent(sql)?.takeUnretainedValue() else { return nil }
        hits += 1
        touch(statement)
        statement.beginUse()
        return statement
    }

    private func recent(_ sql: String) -> Unmanaged<FMStatement>? {
        var candidate = newest
        for _ in 0..<3 {
            guard let place = candidate else { return nil }
            let (isFound, older) = place._withUnsafeGuaranteedRef { (ExactText.isSame($0.sql, sql), $0.older) }
            if isFound { return place._withUnsafeGuaranteedRef { $0.isAtHand } ? place : nil }
            candidate = older
        }
        return nil
    }

    /// Takes a statement into use that somebody has remembered.
    ///
    /// - Returns: false if it is in use, or no longer kept.
    func take(_ statement: FMStatement) -> Bool {
        guard statement.isCached, statement.isFree else { return false }
        hits += 1
        touch(statement)
        statement.beginUse()
        return true
    }

    private func firstFree(_ sql: String) -> FMStatement? {
        var candidate = heads[ExactText(sql)]
        while let statement = candidate, !statement.isFree { candidate = statement.twin }
        return candidate
    }

    /// Keeps a statement that has just been made and is in use. Where every kept one is in use too and the cache is
    /// full, the statement is not kept.
    func add(_ statement: FMStatement) {
        if count >= capacity { shrink(to: capacity - 1) }
        guard count < capacity else { return }
        statement.isCached = true
        let key = ExactText(statement.sql)
        statement.twin = heads[key]
        heads[key] = statement
        count += 1
        pushNewest(statement)
    }

    /// Finalises all; one that is in the middle of a step afterwards.
    func removeAll() {
        while let statement = oldest?.takeUnretainedValue() {
            drop(statement)
            statement.close()
        }
    }

    /// The statements kept at this moment.
    var snapshot: [String: [FMStatement]] {
        var all: [String: [FMStatement]] = [:]
        var statement = oldest?.takeUnretainedValue()
        while let current = statement {
            all[current.sql, default: []].append(current)
            statement = current.newer?.takeUnretainedValue()
        }
        return all
    }

    /// Drops free statements, the oldest first.
    private func shrink(to limit: Int) {
        var statement = oldest?.takeUnretainedValue()
        while let current = statement, count > limit {
            statement = current.newer?.takeUnretainedValue()
            if current.isInUse { continue }
            drop(current)
            current.close()
        }
    }

    /// Forgets a statement; what it holds is left to the caller.
    private func drop(_ statement: FMStatement) {
        unlink(statement)
        statement.isCached = false
        count -= 1
        let key = ExactText(statement.sql)
        if heads[key] === statement {
            heads[key] = statement.twin
        } else {
            var before = heads[key]
            while let current = before, current.twin !== statement { before = current.twin }
            before?.twin = statement.twin
        }
        statement.twin = nil
    }

    private func touch(_ statement: FMStatement) {
        guard newest?.toOpaque() != Unmanaged.passUnretained(statement).toOpaque() else { return }
        unlink(statement)
        pushNewest(statement)
    }

    private func pushNewest(_ statement: FMStatement) {
        let place = Unmanaged.passUnretained(statement)
        statement.older = newest
        newest?._withUnsafeGuaranteedRef { $0.newer = place }
        newest = place
        if oldest == nil { oldest = place }
    }

    private func unlink(_ statement: FMStatement) {
        let (older, newer) = (statement.older, statement.newer)
        if let older { older._withUnsafeGuaranteedRef { $0.newer = newer } } else { oldest = newer }
        if let newer { newer._withUnsafeGuaranteedRef { $0.older = older } } else { newest = older }
        statement.older = nil
        statement.newer = nil
    }
}
