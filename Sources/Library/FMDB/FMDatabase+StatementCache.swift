import Foundation

extension FMDatabase {
    /// A copy of the cache of FMDB's calls; nil while ``shouldCacheStatements`` is false. Setting it to nil clears the
    /// cache; setting another value does nothing.
    ///
    /// The keys are SQL strings. Each value is an `NSSet` of ``FMStatement``: SQL that is used twice at the same time has two statements.
    public var cachedStatements: NSMutableDictionary? {
        get {
            guard shouldCacheStatements else { return nil }
            let all = NSMutableDictionary()
            for (sql, statements) in statementCache.snapshot { all[sql] = NSSet(array: statements) }
            return all
        }
        set { if newValue == nil { clearCachedStatements() } }
    }

    /// The maximum number of statements in ``cachedStatements``, and in the internal cache. With 0 none are cached. Default: 256.
    ///
    /// A full cache evicts a statement that was not used in the last 4 × capacity look-ups. If there is no such statement, it evicts the
    /// newest one, unless that was used again. So a loop over more statements than the capacity still finds most of its statements in the
    /// cache. The internal cache does not hold SQL longer than 16,384 bytes, more than 2,048 bytes per statement on average, `PRAGMA`, and
    /// statements that create, alter or drop tables.
    ///
    /// A statement takes one to ten kilobytes, usually two or three, so 256 statements take about a megabyte. Closing the database or
    /// reducing the capacity frees the memory.
    public var statementCacheCapacity: Int {
        get { statementCache.capacity }
        set {
            statementCache.capacity = newValue
            modernStatementCache.capacity = newValue
        }
    }

    /// Counts of the statement caches since the database was created.
    public struct StatementCacheStatistics: Sendable, Equatable {
        /// The number of cached statements.
        public let count: Int
        /// The number of hits.
        public let hits: Int
        /// The number of misses: compiled statements that could have been cached.
        public let misses: Int
    }

    /// The counts of the cache of FMDB's calls and of the throwing ones together.
    public var statementCacheStatistics: StatementCacheStatistics {
        StatementCacheStatistics(
            count: statementCache.count + modernStatementCache.count,
            hits: statementCache.hits &+ modernStatementCache.hits,
            misses: statementCache.misses &+ modernStatementCache.misses)
    }
}
