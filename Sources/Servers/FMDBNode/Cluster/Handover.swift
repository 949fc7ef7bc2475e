#if Node && os(Linux)
    import FMDBDqliteWire
    import FMDBCluster

    /// Makes another node the leader.
    struct Handover {
        let contact: ClusterContact
        let leader: ClusterContact.Leader

        /// Who may become the leader.
        var candidates: [WireNode] { leader.members.filter { $0.id != leader.id && $0.role == .voter } }

        /// Asks one after the other, at most for the time.
        ///
        /// - Returns: whether one has become the leader.
        func run(within time: Duration = .seconds(5)) -> Bool {
            let deadline = ContinuousClock.now + time
            for candidate in candidates where ContinuousClock.now < deadline {
                if (try? run(to: candidate)) != nil { return true }
            }
            return false
        }

        /// Makes a certain node the leader.
        func run(to candidate: WireNode) throws(NodeFailure) {
            // One that does not listen would cost the time of an election.
            try contact.connection(to: candidate.address).close()
            try leader.connection.transfer(id: candidate.id)
        }
    }
#endif
