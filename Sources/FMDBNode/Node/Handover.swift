#if Node && os(Linux)
    import DqliteWire
    import FMDBCluster

    /// Makes another node the leader, before this one stops, so that clients need not wait for an election.
    struct Handover {
        let node: RunningNode
        /// This node.
        let contact: ClusterContact
        private let deadline = ContinuousClock.now + .seconds(5)

        init(node: RunningNode, contact: ClusterContact) {
            self.node = node
            self.contact = contact
        }

        func run() {
            guard let connection = try? contact.connection(to: node.listening.address) else { return }
            defer { connection.close() }
            guard (try? connection.leader())?.id == node.options.id, let members = try? connection.cluster() else {
                return
            }
            let others = members.filter { $0.id != node.options.id && $0.role == .voter }
            guard !others.isEmpty else { return }
            for other in others where ContinuousClock.now < deadline && transfer(to: other, connection) { return }
            printNote("no other node has taken over the leadership; the others elect a leader when this one is gone")
        }

        private func transfer(to other: WireNode, _ connection: NodeConnection) -> Bool {
            // One that does not listen would cost an election's time.
            guard let probe = try? contact.connection(to: other.address) else { return false }
            probe.close()
            return (try? connection.transfer(id: other.id)) != nil
        }
    }
#endif
