#if Node && os(Linux)
    import FMDBDqliteWire
    import Foundation

    /// The JSON line that a node prints for each state.
    struct NodeState: Encodable {
        enum State: String, Encodable {
            /// The node listens, and has no leader yet.
            case started
            /// The node is a member of a cluster that has a leader.
            case ready
            /// A signal has arrived.
            case stopping
            case stopped
        }

        struct Member: Encodable {
            let id: UInt64
            let address: String
            let role: String

            init(_ node: WireNode) {
                id = node.id
                address = node.address
                role = node.role.map { "\($0)" } ?? "unknown"
            }
        }

        var state: State
        let id: UInt64
        let address: String
        let directory: String
        /// The version of libdqlite.
        let version: String
        let process: Int32
        /// The ID of the leader, or nil if none is known.
        var leader: UInt64?
        var isLeader = false
        var members: [Member] = []

        /// Prints the line at once, so that a script that waits for it gets it. If standard output is closed, the node
        /// continues.
        func print() { try? printJSON(self, isPretty: false) }
    }
#endif
