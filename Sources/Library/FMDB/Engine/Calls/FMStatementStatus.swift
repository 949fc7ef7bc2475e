import FMDBSQLiteC

/// Performance counters of a statement, over all its executions. See ``FMStatement/status``.
///
/// The corresponding C function is [`sqlite3_stmt_status`](https://sqlite.org/c3ref/stmt_status.html), whose page describes the
/// [counters](https://sqlite.org/c3ref/c_stmtstatus_counter.html). A counter wraps around to 0 after 4,294,967,295.
public struct FMStatementStatus: Hashable, Sendable {
    /// The number of forward steps in full table scans. A large number may mean that an index is missing.
    public let fullScanSteps: Int
    /// The number of sorts. One or more may mean that an index in the sort order is missing.
    public let sorts: Int
    /// The number of rows inserted into automatic indexes. A large number may mean that an index is missing.
    public let automaticIndexRows: Int
    /// The number of instructions executed by SQLite's virtual machine, a measure of the total work.
    public let virtualMachineSteps: Int
    /// The number of times SQLite recompiled the statement because the schema changed or bound values affect the plan. nil before
    /// SQLite 3.20.
    public let reprepares: Int?
    /// The number of executions. nil before SQLite 3.20.
    public let runs: Int?
    /// The number of lookups that a Bloom filter avoided. nil before SQLite 3.38.
    public let filterHits: Int?
    /// The number of lookups that a Bloom filter did not avoid. nil before SQLite 3.38.
    public let filterMisses: Int?
    /// The approximate size of the compiled statement in bytes. nil before SQLite 3.20.
    public let memory: Int?

    /// - Parameters:
    ///   - raw: the SQLite statement.
    ///   - reprepares: the number of recompilations to subtract from the count.
    init(_ raw: OpaquePointer, without reprepares: Int) {
        /// Returns nil if SQLite lacks the counter, because it would read past the end of its counters.
        func counter(_ number: Int32, since version: Int32 = 0) -> Int? {
            guard Library.isAtLeast(version) else { return nil }
            return Int(UInt32(bitPattern: sqlite3_stmt_status(raw, number, 0)))
        }
        fullScanSteps = counter(SQLITE_STMTSTATUS_FULLSCAN_STEP) ?? 0
        sorts = counter(SQLITE_STMTSTATUS_SORT) ?? 0
        automaticIndexRows = counter(SQLITE_STMTSTATUS_AUTOINDEX) ?? 0
        virtualMachineSteps = counter(SQLITE_STMTSTATUS_VM_STEP) ?? 0
        self.reprepares = counter(StatementCounters.reprepare, since: 3_020_000).map { $0 - reprepares }
        runs = counter(StatementCounters.run, since: 3_020_000)
        filterMisses = counter(StatementCounters.filterMiss, since: 3_038_000)
        filterHits = counter(StatementCounters.filterHit, since: 3_038_000)
        memory = counter(StatementCounters.memoryUsed, since: 3_020_000)
    }
}

/// The counters that older headers do not declare.
enum StatementCounters {
    static let reprepare: Int32 = 5
    static let run: Int32 = 6
    static let filterMiss: Int32 = 7
    static let filterHit: Int32 = 8
    static let memoryUsed: Int32 = 99
}

/// Whether finalising a statement must read its counters, or the counters that were read.
enum KeptCounters {
    case none, wanted
    case kept(FMStatementStatus)
}
