import FMDBSQLiteC

/// What the executions of a statement have cost so far. See ``FMStatement/status``.
///
/// The corresponding C function is [`sqlite3_stmt_status`](https://sqlite.org/c3ref/stmt_status.html), whose page describes the
/// [counters](https://sqlite.org/c3ref/c_stmtstatus_counter.html). Those up to 4,294,967,295 are exact; SQLite goes on from 0 then.
public struct FMStatementStatus: Hashable, Sendable {
    /// How many steps forward were made in tables that are read as a whole. Many may mean that an index is missing.
    public let fullScanSteps: Int
    /// How many sorts were made. One may mean that an index in the order is missing.
    public let sorts: Int
    /// How many rows were inserted into indexes that SQLite has made for one execution. Many may mean that an index is missing.
    public let automaticIndexRows: Int
    /// How many instructions SQLite's virtual machine has executed: a measure of the whole work.
    public let virtualMachineSteps: Int
    /// How often SQLite has compiled the statement again, because the schema had changed or values that matter for the plan were bound;
    /// nil before SQLite 3.20.
    public let reprepares: Int?
    /// How often the statement was run; nil before SQLite 3.20.
    public let runs: Int?
    /// How often a Bloom filter has saved looking up a row; nil before SQLite 3.38.
    public let filterHits: Int?
    /// How often a Bloom filter has not saved looking up a row; nil before SQLite 3.38.
    public let filterMisses: Int?
    /// The bytes that the compiled statement takes, roughly; nil before SQLite 3.20.
    public let memory: Int?

    /// - Parameter reprepares: how many compilations do not count.
    init(_ raw: OpaquePointer, without reprepares: Int) {
        /// An older SQLite would read beyond its counters.
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

/// The counters that an older header does not have.
enum StatementCounters {
    static let reprepare: Int32 = 5
    static let run: Int32 = 6
    static let filterMiss: Int32 = 7
    static let filterHit: Int32 = 8
    static let memoryUsed: Int32 = 99
}

/// Whether the counters of a statement are read when it is finalised.
enum KeptCounters {
    case none, wanted
    case kept(FMStatementStatus)
}
