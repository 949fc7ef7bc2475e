#if Node && os(Linux)
    import FMDBCluster

    /// The kind of a start. It follows from the directory and the options.
    enum StartPlan: Equatable {
        /// Create a new cluster of only this node.
        case newCluster
        /// Join an existing cluster as a new member.
        case join
        /// Restart a member.
        case restart

        /// The only ID other than 1 for which the engine creates a new cluster.
        private static let otherBootstrapID: UInt64 = 0x2dc1_7185_8c31_55be

        init(_ options: RunningNode.Options, _ listening: Listening, _ directory: NodeDirectory) throws(NodeError) {
            guard options.id > 0, options.id != StartPlan.otherBootstrapID else {
                throw NodeError(.usage, "\(options.id) cannot be the ID of a node: use 1, 2, 3, …")
            }
            // A node that has not started yet may still change its ID.
            guard let marker = directory.marker, marker.state == .member || directory.hasData else {
                self = try StartPlan.first(options, directory)
                return
            }
            guard marker.id == options.id, marker.address == listening.address else {
                throw NodeError(
                    .wrongState,
                    """
                    the directory \(directory.path) belongs to the node \(marker.id) at \(marker.address), not to \(options.id) \
                    at \(listening.address). Start that node with it, or use an empty directory for a new node. To move a \
                    node to another address, remove it and join under a new ID
                    """)
            }
            switch marker.state {
            case .new: self = .newCluster
            case .joining:
                guard !options.joins.isEmpty else {
                    throw NodeError(
                        .usage, "the node \(options.id) has not joined its cluster yet: give --join HOST:PORT")
                }
                self = .join
            case .member:
                guard directory.hasData else { throw StartPlan.lost(marker, directory) }
                self = .restart
            }
        }

        private static func first(
            _ options: RunningNode.Options, _ directory: NodeDirectory
        ) throws(NodeError) -> StartPlan {
            let files = directory.foreignFiles
            guard files.isEmpty else {
                throw NodeError(
                    .wrongState,
                    """
                    the directory \(directory.path) has files already (\(files[0])) that no node has created: use an \
                    empty one
                    """)
            }
            if options.joins.isEmpty {
                guard options.id == 1 else {
                    throw NodeError(
                        .usage,
                        """
                        the directory \(directory.path) is empty, so the node \(options.id) must join a cluster: give \
                        --join HOST:PORT. A new cluster starts with --id 1
                        """)
                }
                return .newCluster
            }
            guard options.id != 1 else {
                throw NodeError(
                    .wrongState,
                    """
                    the directory \(directory.path) is empty, and the ID 1 would create a new, empty cluster beside the one at \
                    \(options.joins.joined(separator: ", ")). If the disk of node 1 was lost, remove it (fmdb-node remove --id \
                    1 --node \(options.joins[0])) and join under an ID that was never used. If a disk is not mounted, mount it
                    """)
            }
            return .join
        }

        private static func lost(_ marker: NodeDirectory.Marker, _ directory: NodeDirectory) -> NodeError {
            NodeError(
                .wrongState,
                """
                the node \(marker.id) was a member of a cluster, but the engine's files in \(directory.path) are gone or damaged. It must \
                not start without them\(marker.id == 1 ? ": it would create a new, empty cluster" : ""). Restore the directory, \
                or remove the node (fmdb-node remove --id \(marker.id) --node HOST:PORT) and join with an empty directory under an \
                ID that was never used
                """)
        }
    }
#endif
