/// What a process does with a database file at one moment: connections, statements, waits, the write-ahead log, and counts of reads and
/// commits.
///
///     for process in try FMActivity.all(of: path) {
///         for connection in process.connections {
///             print(process.processID, connection.label, connection.callSite ?? "", connection.statement?.sql ?? "idle")
///         }
///     }
///
/// A process publishes its activity while it has connections of a queue or pool with
/// ``FMDatabaseCoordinator/Configuration/publishesActivity``. The SQL has `?` in place of each literal, and no comments. It never contains
/// values, but it contains names, and a string in double quotes counts as a name. Durations are encoded as seconds, for example by
/// `JSONEncoder`. See <doc:Activity>.
public struct FMActivity: Codable, Hashable, Sendable {
    /// The process ID.
    public var processID: Int32
    /// The name of the process, or nil if it is unknown, for example because the process did not answer.
    public var processName: String?
    /// The path under which the process has opened the file, or empty if the process did not answer.
    public var path = ""
    /// How long the process has published the file. ``reads`` and ``commits`` count this time.
    public var elapsed = Duration.zero
    /// The number of finished queries: statements that return rows and change nothing, except PRAGMA and EXPLAIN.
    public var reads = 0
    /// The number of committed write transactions.
    public var commits = 0
    /// The process's first 100 connections to the file, in the order of opening, including connections that are not published.
    public var connections: [Connection] = []
    /// The calls that wait for a connection, for each kind of connection of each queue and pool that publishes.
    public var queues: [Queue] = []
    /// The write-ahead log, or nil if there is none.
    public var log: Log?
    /// The slowest of the recent slow statements, the slowest first, at most 10. See
    /// ``FMDatabaseCoordinator/Configuration/publishesActivity``.
    public var slowStatements: [SlowStatement] = []
    /// The reason why nothing is known about the process: it did not answer in time, or its answer was invalid. nil if it has answered.
    public var problem: String?

    /// Creates an activity without details.
    ///
    /// - Parameters:
    ///   - processID: the process ID.
    ///   - processName: the name of the process; nil if unknown.
    ///   - problem: the reason why nothing is known about the process; nil if it has answered.
    public init(processID: Int32, processName: String? = nil, problem: String? = nil) {
        (self.processID, self.processName, self.problem) = (processID, processName, problem)
    }

    /// Whether the process has answered.
    public var isAnswering: Bool { problem == nil }

    /// The connection with the oldest read-only transaction, or nil if there is none. A checkpoint cannot copy pages to the database that
    /// are newer than this transaction.
    public var oldestReader: Connection? {
        connections.filter { $0.transaction?.isWriting == false }
            .max { ($0.transaction?.age ?? .zero) < ($1.transaction?.age ?? .zero) }
    }
}

extension FMActivity {
    /// One connection.
    public struct Connection: Codable, Hashable, Sendable {
        /// The label of the queue or pool, else the name of the file.
        public var label: String
        /// The owner of the connection: "queue", "pool", "writer of the pool", "reader of the pool" or "connection".
        public var role: String
        /// The call that uses the connection, such as `App/Store.swift:12`, or nil if there is none or it is unknown.
        public var callSite: String?
        /// The running statement, or nil if there is none.
        public var statement: Statement?
        /// The open transaction, or nil if there is none.
        public var transaction: Transaction?
        /// The wait for an SQLite lock, or nil if the connection does not wait.
        public var wait: Wait?
    }

    /// A running statement.
    public struct Statement: Codable, Hashable, Sendable {
        /// The SQL, with `?` in place of each literal.
        public var sql: String
        /// The time since the statement started, or nil for a connection that is not published.
        public var age: Duration?
        /// Whether the statement may change the database.
        public var isWriting: Bool
    }

    /// An open transaction.
    public struct Transaction: Codable, Hashable, Sendable {
        /// The SQL that took the write lock, or that began the transaction if it only reads. It has `?` in place of each literal.
        public var sql: String
        /// The time since the transaction began.
        public var age: Duration
        /// Whether the transaction holds the write lock.
        public var isWriting: Bool
    }

    /// A wait for a lock that another connection holds.
    public struct Wait: Codable, Hashable, Sendable {
        /// The time since the wait began.
        public var age: Duration
        /// The raw value of the lock's ``FMError/Contention/Lock``.
        public var lock: String
        /// The holders of the lock, at most five. Empty if they were not found.
        public var holders: [Holder]
    }

    /// The holder of a lock.
    public struct Holder: Codable, Hashable, Sendable {
        /// The process ID, or nil if the OS does not provide it.
        public var processID: Int32?
        /// The label of the connection, or nil if it does not belong to the waiting process.
        public var label: String?
    }

    /// The connections of one kind, and the calls that wait for one of them.
    public struct Queue: Codable, Hashable, Sendable {
        /// The label of the queue or pool.
        public var label: String
        /// The kind: "queue", "pool", "writer of the pool" or "reader of the pool".
        public var role: String
        /// The number of connections in use.
        public var inUse: Int
        /// The number of calls that wait for a connection.
        public var waiting: Int
        /// The call sites of the calls that have waited longest, at most five.
        public var callSites: [String]
    }

    /// The write-ahead log.
    public struct Log: Codable, Hashable, Sendable {
        /// The number of pages in the log after the last commit of this process, or nil before its first commit. Each process knows only
        /// its own commits, so the process that committed last has the most recent number.
        public var pages: Int?
        /// The time since that commit.
        public var age: Duration?
        /// The size of the log file in bytes. SQLite overwrites the file from its start, so it does not shrink.
        public var fileSize: Int64
    }

    /// A slow statement.
    public struct SlowStatement: Codable, Hashable, Sendable {
        /// The label of the queue or pool.
        public var label: String
        /// The SQL, with `?` in place of each literal.
        public var sql: String
        /// The time from the first step to the end, including the app's work between rows. The resolution is a millisecond.
        public var duration: Duration
        /// The time since the statement ended.
        public var age: Duration
        /// The lines of the query plan, which name tables and indexes, never values. Empty if there is no plan, or none yet.
        public var plan: [String]
    }
}
