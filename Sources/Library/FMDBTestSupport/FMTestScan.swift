import FMDB

/// A statement that has read more rows of tables as a whole than a test allows. An index may be missing. See
/// `failOnScan(above:)` of databases, queues and pools.
public struct FMTestScan: Sendable, CustomStringConvertible {
    /// The SQL text, without the values of its parameters.
    public let sql: String
    /// How many rows it has read as a whole, those of tables and those put into automatic indexes. See
    /// `FMStatementStatus.fullScanSteps`.
    public let rows: Int
    /// How often it has done so.
    public internal(set) var count: Int
    /// The lines of its plan; empty if SQLite does not tell it. See [EXPLAIN QUERY PLAN](https://sqlite.org/eqp.html).
    public internal(set) var plan: [String]
    /// Where the access of the queue or pool was called; nil for FMDB's calls and for a database of its own.
    public let site: FMCallSite?

    /// The number of rows, the text, the plan, and the place if it is known.
    public var description: String {
        let place = site.map { " at \($0)" } ?? ""
        let times = count > 1 ? ", \(count) times" : ""
        return (["\(rows) rows were read as a whole\(times)\(place): \(sql)"] + plan.map { "    \($0)" })
            .joined(separator: "\n")
    }
}

/// What is thrown when statements have read too many rows as a whole.
public struct FMTestScanError: Error, LocalizedError, CustomStringConvertible {
    /// How many rows a statement may read as a whole.
    public let limit: Int
    /// The statements that have read more, each text once, in the order of their first ends.
    public let scans: [FMTestScan]
    /// Where `failOnScan` was called.
    public let site: FMCallSite

    /// The statements with their plans.
    public var description: String {
        (["\(site): statements have read more than \(limit) rows as a whole; an index may be missing"]
            + scans.map(\.description)).joined(separator: "\n")
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
