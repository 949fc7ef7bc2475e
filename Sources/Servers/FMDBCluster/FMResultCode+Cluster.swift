#if Cluster
    /// Result codes for clusters. Each is an extended code of one of SQLite's primary codes.
    extension FMResultCode {
        /// It is unknown whether a write was committed: the connection was lost, the time was up, or the leader lost its role during the
        /// write. The write is never repeated. Read to find out whether it was stored, or use writes that are safe to repeat. The primary
        /// code is `ioError`.
        public static let outcomeUnknown = FMResultCode(rawValue: ClusterCode.outcomeUnknown)
        /// The connection to the node was lost, or the node did not reply in time, and nothing was written. The primary code is
        /// `ioError`.
        public static let connectionLost = FMResultCode(rawValue: ClusterCode.connectionLost)
        /// No reachable node knows a leader: the majority is lost, or all nodes are gone. Nothing was written. The primary code is
        /// `cantOpen`.
        public static let noLeader = FMResultCode(rawValue: ClusterCode.noLeader)
        /// The statement concerns a file or connection of the nodes, as most pragmas do. The primary code is `error`.
        public static let notOnCluster = FMResultCode(rawValue: ClusterCode.notOnCluster)
        /// The statement would crash a node or lose data without an error, so it is not sent. The primary code is `authorization`.
        public static let refusedOnCluster = FMResultCode(rawValue: ClusterCode.refusedOnCluster)
    }
#endif
