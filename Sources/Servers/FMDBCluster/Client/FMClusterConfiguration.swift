#if Cluster
    /// How a cluster is reached, and how a client behaves.
    ///
    ///     var configuration = FMClusterConfiguration(seeds: ["10.0.0.1:9000", "10.0.0.2:9000", "10.0.0.3:9000"])
    ///     configuration.timeout = .seconds(5)
    ///     let queue = FMClusterQueue(configuration)
    public struct FMClusterConfiguration: Sendable {
        /// Addresses of nodes, HOST:PORT or [IPV6]:PORT. One that can be reached is enough: it names the leader.
        public var seeds: [String]

        /// The name of the database. Default: "main".
        public var database: String

        /// How long a call may look for the leader, and wait for each reply. Default: 10 seconds.
        public var timeout: Duration = .seconds(10)

        /// How long a call repeats a statement that finds the database locked. Default: 5 seconds.
        public var busyTimeout: Duration = .seconds(5)

        /// How many connections of a ``FMClusterQueue`` read beside the one that writes. Each is made when it is needed. Default: 4.
        public var readers = 4

        /// How FMDB's spellings store a `Date`: `.iso8601` or
        /// `.millisecondsSince1970`. A date that is interpolated in `FMSQL` is a real number of seconds. Rows are
        /// read in any of the forms. Default: ISO 8601.
        public var dates: FMDateStorage = .iso8601

        /// Whether all nodes have dqlite 1.18.3 or later, which keeps what a query with `RETURNING` writes. Default: false.
        public var allowsReturning = false

        /// Whether to use a database with columns declared DATE, DATETIME, TIMESTAMP or BOOLEAN. A node ends when it reads a real
        /// number of one, and so does the next leader; NULL is read as an empty text or 0. A value that is seen to be a number with a fraction is still
        /// refused for their tables; what an expression yields is not seen. Default: false.
        public var allowsDateTypes = false

        /// The largest reply that is accepted, in bytes. Default: 256 MiB.
        public var replyLimit = 256 << 20

        /// For a proxy in front of the nodes that speaks TLS; the nodes themselves do not. nil for none, which is the default.
        public var tls: TLSConfiguration?

        /// Where the node of an address is reached, if that is elsewhere: behind a proxy, for example. Default: nil.
        public var reach: (@Sendable (_ address: String) -> String)?

        /// - Parameters:
        ///   - seeds: addresses of nodes.
        ///   - database: its name.
        public init(seeds: [String], database: String = "main") {
            (self.seeds, self.database) = (seeds, database)
        }
    }
#endif
