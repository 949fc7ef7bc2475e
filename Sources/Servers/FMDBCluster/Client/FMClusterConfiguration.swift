#if Cluster
    /// The addresses of a cluster and the behaviour of a client.
    ///
    ///     var configuration = FMClusterConfiguration(seeds: ["10.0.0.1:9000", "10.0.0.2:9000", "10.0.0.3:9000"])
    ///     configuration.timeout = .seconds(5)
    ///     let queue = FMClusterQueue(configuration)
    public struct FMClusterConfiguration: Sendable {
        /// The addresses of nodes, HOST:PORT or [IPV6]:PORT. One reachable node is enough, because it names the leader.
        public var seeds: [String]

        /// The name of the database. Default: "main".
        public var database: String

        /// The maximum time for finding the leader, and for each reply. Default: 10 seconds.
        public var timeout: Duration = .seconds(10)

        /// How long a call repeats a statement while the database is locked. Default: 5 seconds.
        public var busyTimeout: Duration = .seconds(5)

        /// The number of read connections of a ``FMClusterQueue``, besides its write connection. Each is opened when it is needed.
        /// Default: 4.
        public var readers = 4

        /// How FMDB's methods store a `Date`: `.iso8601` or `.millisecondsSince1970`. A date that is interpolated in `FMSQL` is a real
        /// number of seconds. Dates in rows are read in any of these forms. Default: ISO 8601.
        public var dates: FMDateStorage = .iso8601

        /// Whether all nodes run dqlite 1.18.3 or later, which keeps the changes of a query with `RETURNING`. Default: false.
        public var allowsReturning = false

        /// Whether to accept a database with columns declared DATE, DATETIME, TIMESTAMP or BOOLEAN. A node crashes when it reads a real
        /// number from such a column, and so does the next leader. NULL is read as an empty string or 0. A bound value or literal with a
        /// fraction is still rejected for tables with such columns, but the result of an expression is not checked. Default: false.
        public var allowsDateTypes = false

        /// The maximum size of a reply in bytes. Default: 256 MiB.
        public var replyLimit = 256 << 20

        /// The TLS configuration for a proxy in front of the nodes, or nil. The nodes themselves do not support TLS. Default: nil.
        public var tls: TLSConfiguration?

        /// Maps a node's address to the address to connect to, for a proxy for example. Default: nil.
        public var reach: (@Sendable (_ address: String) -> String)?

        /// - Parameters:
        ///   - seeds: the addresses of nodes.
        ///   - database: the name of the database.
        public init(seeds: [String], database: String = "main") {
            (self.seeds, self.database) = (seeds, database)
        }
    }
#endif
