#if Cluster
    /// Codes of a cluster, each an extended code of one of SQLite's.
    extension FMResultCode {
        /// It is not known whether a write was committed: the connection was lost, the time was up, or the leader ceased to be one
        /// while it wrote. The write is never repeated. Read whether it is there, or write so that a repetition does no harm. The
        /// primary code is `ioError`.
        public static let outcomeUnknown = FMResultCode(rawValue: ClusterCode.outcomeUnknown)
        /// The connection to the node was lost, or the node has not replied in time, while nothing was written. The primary code is
        /// `ioError`.
        public static let connectionLost = FMResultCode(rawValue: ClusterCode.connectionLost)
        /// No node that can be reached knows of a leader: the majority is lost, or all are gone. Nothing was written. The primary
        /// code is `cantOpen`.
        public static let noLeader = FMResultCode(rawValue: ClusterCode.noLeader)
        /// The statement is about a file or a connection of the nodes, as most pragmas are. The primary code is `error`.
        public static let notOnCluster = FMResultCode(rawValue: ClusterCode.notOnCluster)
        /// A statement that would end a node, or lose data without an error, and is therefore not sent. The primary code is
        /// `authorization`.
        public static let refusedOnCluster = FMResultCode(rawValue: ClusterCode.refusedOnCluster)
    }
#endif
