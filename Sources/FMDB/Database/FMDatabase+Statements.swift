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

    /// The most statements that FMDB's spellings keep, and the most that the throwing ones keep. 64 at first; 0 keeps
    /// none. The one whose last use is longest ago goes first.
    public var statementCacheCapacity: Int {
        get { statementCache.capacity }
        set {
            statementCache.capacity = newValue
            quietCache.capacity = newValue
        }
    }

    /// What the statement caches have done since the database was created.
    public struct StatementCacheStatistics: Sendable, Equatable {
        /// How many statements are kept at this moment.
        public let count: Int
        /// How often a statement was found.
        public let hits: Int
        /// How often one had to be compiled.
        public let misses: Int
    }

    /// The counts of the cache of FMDB's spellings and of the throwing ones together.
    public var statementCacheStatistics: StatementCacheStatistics {
        StatementCacheStatistics(
            count: statementCache.count + quietCache.count, hits: statementCache.hits + quietCache.hits,
            misses: statementCache.misses + quietCache.misses)
    }
}
