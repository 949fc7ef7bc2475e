import Foundation

extension FMDatabase {
    /// The cached statements of FMDB's spellings: a snapshot, nil while ``shouldCacheStatements`` is false. Setting it
    /// to nil clears the cache; setting anything else does nothing.
    ///
    /// The keys are the SQL texts; each value is an `NSSet` of ``FMStatement``, for a text that is used twice at a time
    /// has two.
    public var cachedStatements: NSMutableDictionary? {
        get {
            guard shouldCacheStatements else { return nil }
            let all = NSMutableDictionary()
            for (sql, statements) in statementCache.snapshot { all[sql] = NSSet(array: statements) }
            return all
        }
        set { if newValue == nil { clearCachedStatements() } }
    }

    /// The most statements that are kept for ``cachedStatements``, and the most that are kept beside. 256 at first; 0
    /// keeps none.
    ///
    /// Where there is no room for another, the one that was added last goes unless it has been asked for again, so that a
    /// loop of more texts still finds most of them; but first goes what nobody has asked for during four times as many
    /// uses. Beside ``cachedStatements`` only what is worth it is kept: no text of more than 16,384 bytes, not more than
    /// 2,048 bytes a text on average, and no `PRAGMA`, nor what makes, changes or drops tables.
    ///
    /// A statement takes one to ten kilobytes, most of them two or three, so a connection that knows 256 texts holds about a
    /// megabyte. It is given back when the database is closed, and by a smaller capacity.
    public var statementCacheCapacity: Int {
        get { statementCache.capacity }
        set {
            statementCache.capacity = newValue
            modernStatementCache.capacity = newValue
        }
    }

    /// What the statement caches have done since the database was created.
    public struct StatementCacheStatistics: Sendable, Equatable {
        /// How many statements are kept at this moment.
        public let count: Int
        /// How often a statement was found.
        public let hits: Int
        /// How often one had to be compiled that might have been kept.
        public let misses: Int
    }

    /// The counts of the cache of FMDB's spellings and of the throwing ones together.
    public var statementCacheStatistics: StatementCacheStatistics {
        StatementCacheStatistics(
            count: statementCache.count + modernStatementCache.count,
            hits: statementCache.hits &+ modernStatementCache.hits,
            misses: statementCache.misses &+ modernStatementCache.misses)
    }
}
