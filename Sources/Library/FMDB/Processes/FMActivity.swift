/// What a process does with a database file at one moment: connections, statements, waits, the log, and how much is read and written.
///
///     for process in try FMActivity.all(of: path) {
///         for connection in process.connections {
///             print(process.processID, connection.label, connection.callSite ?? "", connection.statement?.sql ?? "idle")
///         }
///     }
///
/// A process publishes its activity while it has connections of a queue or pool with
/// ``FMDatabaseCoordinator/Configuration/publishesActivity``. The SQL texts have `?` in place of each literal, and no comments. They never
/// have values, but they have names, and a text in double quotes counts as a name. Durations are encoded as seconds, with what
/// `JSONEncoder` writes for example. See <doc:Activity>.
public struct FMActivity: Codable, Hashable, Sendable {
    /// The process id.
    public var processID: Int32
    /// The name of the process; nil if unknown, as that of one that did not answer may be.
    public var processName: String?
    /// The path under which the process has opened the file; empty if it did not answer.
    public var path = ""
    /// How long the process has published the file. The counts ``reads`` and ``commits`` are of this time.
    public var elapsed = Duration.zero
    /// How many queries have ended: statements that return rows and change nothing, except pragmas and explanations.
    public var reads = 0
    /// How many transactions were committed that wrote.
    public var commits = 0
    /// The connections of the process to the file, the first hundred, in the order of their opening. Those that nobody publishes are
    /// among them.
    public var connections: [Connection] = []
    /// The calls that wait for a connection, for each kind of connection of each queue and pool that publishes.
    public var queues: [Queue] = []
    /// The write-ahead log; nil without one.
    public var log: Log?
    /// The slowest of the statements that were slow lately, the slowest first, ten at most. See
    /// ``FMDatabaseCoordinator/Configuration/publishesActivity``.
    public var slowStatements: [SlowStatement] = []
    /// Why nothing is known of the process: it did not answer in time, or not as this version does. nil if it has answered.
    public var problem: String?

    /// The activity of a process of which nothing is known yet.
    ///
    /// - Parameters:
    ///   - processID: the process id.
    ///   - processName: its name; nil if unknown.
    ///   - problem: why nothing is known; nil if it has answered.
    public init(processID: Int32, processName: String? = nil, problem: String? = nil) {
        (self.processID, self.processName, self.problem) = (processID, processName, problem)
    }

    /// Whether the process has answered.
    public var isAnswering: Bool { problem == nil }

    /// The connection that has read longest in one transaction, without writing; nil if none reads. Pages of the log that are newer
    /// than its transaction cannot be moved into the database.
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
        /// The object that has the connection: "queue", "pool", "writer of the pool", "reader of the pool", "connection".
        public var role: String
        /// The call of the queue or pool that uses the connection, such as `App/Store.swift:12`; nil if none does, or it is unknown.
        public var callSite: String?
        /// The statement that runs; nil if none does.
        public var statement: Statement?
        /// The open transaction; nil without one.
        public var transaction: Transaction?
        /// The wait for a lock of SQLite's; nil if it does not wait.
        public var wait: Wait?
    }

    /// A statement that runs.
    public struct Statement: Codable, Hashable, Sendable {
        /// The SQL text, with `?` in place of each literal.
        public var sql: String
        /// How long ago it began; nil for a connection that is not published.
        public var age: Duration?
        /// Whether it may change the database.
        public var isWriting: Bool
    }

    /// An open transaction.
    public struct Transaction: Codable, Hashable, Sendable {
        /// The SQL text that took the write lock, or, while the transaction only reads, that began it; with `?` in place of each literal.
        public var sql: String
        /// How long ago it began.
        public var age: Duration
        /// Whether it has the write lock.
        public var isWriting: Bool
    }

    /// A wait for a lock that another connection has.
    public struct Wait: Codable, Hashable, Sendable {
        /// How long it has lasted.
        public var age: Duration
        /// The lock: ``FMError/Contention/Lock`` by its raw value.
        public var lock: String
        /// Those who hold the lock, five at most; empty if they were not found.
        public var holders: [Holder]
    }

    /// The holder of a lock.
    public struct Holder: Codable, Hashable, Sendable {
        /// The process id; nil if the system does not provide it.
        public var processID: Int32?
        /// The label of the connection, for one of the process that waits; nil for another process.
        public var label: String?
    }

    /// Connections of one kind, and the calls that wait for one.
    public struct Queue: Codable, Hashable, Sendable {
        /// The label of the queue or pool.
        public var label: String
        /// The kind: "queue", "pool", "writer of the pool", "reader of the pool".
        public var role: String
        /// How many connections are in use.
        public var inUse: Int
        /// How many calls wait for a connection.
        public var waiting: Int
        /// Where those that have waited longest were called, five at most.
        public var callSites: [String]
    }

    /// The write-ahead log.
    public struct Log: Codable, Hashable, Sendable {
        /// How many pages the log had after the last commit of this process; nil before the first. Each process knows of its own
        /// commits: the one that has committed last knows best.
        public var pages: Int?
        /// How long ago that was.
        public var age: Duration?
        /// The size of the log's file in bytes. SQLite writes the file again from its start; it does not become shorter.
        public var fileSize: Int64
    }

    /// A statement that took long.
    public struct SlowStatement: Codable, Hashable, Sendable {
        /// The label of the queue or pool.
        public var label: String
        /// The SQL text, with `?` in place of each literal.
        public var sql: String
        /// From its first step to its end, with what the client did between its rows, by SQLite's clock of milliseconds.
        public var duration: Duration
        /// How long ago it ended.
        public var age: Duration
        /// The lines of its query plan, which name tables and indexes, never values; empty if there is none, or not yet.
        public var plan: [String]
    }
}
