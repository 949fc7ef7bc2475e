import FMDB

/// A statement that has read more rows in full table scans than a test allows. An index may be missing. See
/// `failOnScan(above:)` of databases, queues and pools.
public struct FMTestScan: Sendable, CustomStringConvertible {
    /// The SQL without the values of its parameters.
    public let sql: String
    /// The number of rows that the statement has read in full scans or put into automatic indexes. See
    /// `FMStatementStatus.fullScanSteps`.
    public let rows: Int
    /// The number of executions that exceeded the limit.
    public internal(set) var count: Int
    /// The lines of the query plan, or an empty array if it is not known. See [EXPLAIN QUERY
    /// PLAN](https://sqlite.org/eqp.html).
    public internal(set) var plan: [String]
    /// The call site of the queue's or pool's access, or nil for FMDB's own methods and for a database without a queue or pool.
    public let site: FMCallSite?

    /// The number of rows, the SQL, the plan, and the call site if it is known.
    public var description: String {
        let place = site.map { " at \($0)" } ?? ""
        let times = count > 1 ? ", \(count) times" : ""
        return (["\(rows) rows read in full scans\(times)\(place): \(sql)"] + plan.map { "    \($0)" })
            .joined(separator: "\n")
    }
}

/// The error for statements that have read too many rows in full scans.
public struct FMTestScanError: Error, LocalizedError, CustomStringConvertible {
    /// The maximum number of rows that a statement may read in full scans.
    public let limit: Int
    /// The statements that exceeded the limit, each SQL once, in the order in which they first ended.
    public let scans: [FMTestScan]
    /// The call site of `failOnScan`.
    public let site: FMCallSite

    /// The statements with their plans.
    public var description: String {
        (["\(site): statements read more than \(limit) rows in full scans; an index may be missing"]
            + scans.map(\.description)).joined(separator: "\n")
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
