#if Node && os(Linux)
    import FMDBDqliteWire
    import FMDBCluster

    /// Joins a node to its cluster.
    struct Join {
        let node: RunningNode
        let contact: ClusterContact
        let deadline: ContinuousClock.Instant

        private var id: UInt64 { node.options.id }
        private var address: String { node.listening.address }

        /// Rejects a join that would harm the cluster, before anything is started.
        func check() throws(NodeError) {
            let leader = try contact.leader(until: deadline, node.stop)
            defer { leader.connection.close() }
            let way = contact.nodes[0]
            for member in leader.members where member.id == id || member.address == address {
                guard member.id == id, member.address == address else {
                    throw NodeError(
                        .wrongState,
                        """
                        the cluster has the node \(member.id) at \(member.address) already. Use an ID and an address that no \
                        member has, or remove that node first: fmdb-node remove --id \(member.id) --node \(way)
                        """)
                }
                guard node.directory.hasData else {
                    throw NodeError(
                        .wrongState,
                        """
                        the cluster has the node \(id) at \(address) already, but the directory \(node.directory.path) is empty: \
                        the data that this node had acknowledged is lost, so it must not vote again. If a disk is not mounted, \
                        mount it. Otherwise remove the node (fmdb-node remove --id \(id) --node \(way)) and join under an ID that \
                        was never used
                        """)
                }
            }
        }

        /// Rejects a restart if the node is no longer a member of its cluster. Without a leader this cannot be checked.
        func checkMembership() throws(NodeError) {
            guard !contact.nodes.isEmpty, let leader = try? contact.leader(until: .now, node.stop) else { return }
            defer { leader.connection.close() }
            guard !leader.members.contains(where: { $0.id == id && $0.address == address }) else { return }
            let members = leader.members.map { "\($0.id) at \($0.address)" }.joined(separator: ", ")
            throw NodeError(
                .wrongState,
                """
                the node \(id) at \(address) is not a member of the cluster at \(contact.nodes[0]), which has \(members). It was \
                removed, or belongs to another cluster. To join this one, use an empty directory and an ID that was never used
                """)
        }

        /// Makes the node a member and a voter.
        func run() throws(NodeError) {
            var isAdded = false
            do throws(NodeError) {
                try step(&isAdded)
            } catch {
                throw isAdded ? NodeError(error.kind, "\(error.message). \(undo())") : error
            }
        }

        private func step(_ isAdded: inout Bool) throws(NodeError) {
            var last = NodeError(.timeout, "the time is up")
            repeat {
                let leader = try contact.leader(until: deadline, node.stop)
                defer { leader.connection.close() }
                do throws(NodeFailure) {
                    let member = leader.members.first { $0.id == id }
                    if member?.role == .voter { return }
                    if member == nil {
                        isAdded = true
                        try leader.connection.add(id: id, address: address)
                    }
                    // The leader sends the whole database before it replies. If that takes long, the next round checks the role again.
                    try leader.connection.assign(id: id, .voter, timeout: .seconds(3))
                    return
                } catch {
                    last = NodeError(error, "the node \(id) cannot join by \(leader.connection.address)")
                }
            } while !contact.pause(until: deadline, node.stop)
            throw node.stop.isRequested
                ? NodeError(.failed, "the node \(id) was stopped by a signal before it had joined") : last
        }

        /// Removes the node from the cluster again, so that no inactive member remains.
        private func undo() -> String {
            do throws(NodeError) {
                let leader = try contact.leader(until: .now + .seconds(5))
                defer { leader.connection.close() }
                do throws(NodeFailure) {
                    if try leader.connection.cluster().contains(where: { $0.id == id }) {
                        try leader.connection.remove(id: id)
                    }
                } catch {
                    throw NodeError(error, "")
                }
                return "It was removed from the cluster again"
            } catch {
                return
                    "It may be a member without a vote; remove it: fmdb-node remove --id \(id) --node \(contact.nodes[0])"
            }
        }
    }
#endif
