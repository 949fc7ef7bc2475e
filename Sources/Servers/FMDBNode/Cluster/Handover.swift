#if Node && os(Linux)
    import FMDBDqliteWire
    import FMDBCluster

    /// Transfers the leadership to another node.
    struct Handover {
        let contact: ClusterContact
        let leader: ClusterContact.Leader

        /// The voters that may become the leader.
        var candidates: [WireNode] { leader.members.filter { $0.id != leader.id && $0.role == .voter } }

        /// Asks the candidates in turn until the time is up.
        ///
        /// - Returns: whether a candidate has become the leader.
        func run(within time: Duration = .seconds(5)) -> Bool {
            let deadline = ContinuousClock.now + time
            for candidate in candidates where ContinuousClock.now < deadline {
                if (try? run(to: candidate)) != nil { return true }
            }
            return false
        }

        /// Makes the candidate the leader.
        func run(to candidate: WireNode) throws(NodeFailure) {
            // Transferring to a node that does not listen would cost the time of an election, so this connects to it
            // first.
            try contact.connection(to: candidate.address).close()
            try leader.connection.transfer(id: candidate.id)
        }
    }
#endif
