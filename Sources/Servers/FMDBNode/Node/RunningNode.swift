#if Node && os(Linux)
    import FMDBDqliteWire
    import FMDBCluster

    /// Runs a node from its start to its end.
    struct RunningNode {
        struct Options {
            var id: UInt64
            var joins: [String]
            var timeout: Duration
            var latency: UInt32
            var failureDomain: UInt64
        }

        let options: Options
        let listening: Listening
        let directory: NodeDirectory
        let stop: StopSignal

        private var own: ClusterContact { ClusterContact(nodes: [listening.address], timeout: .seconds(1)) }

        /// Starts the node, joins a cluster if requested, prints its state, waits for a signal, hands the leadership over, and stops.
        func run() throws(NodeError) {
            let deadline = ContinuousClock.now + options.timeout
            try directory.expectRoom()
            let start = try StartPlan(options, listening, directory)
            let join = Join(node: self, contact: ClusterContact(nodes: options.joins), deadline: deadline)
            if start == .join { try join.check() } else { try join.checkMembership() }
            let engine = try Engine(id: options.id, address: listening.address, directory: directory.path)
            try engine.bind(listening.bindAddress)
            // The marker is written only now, because the user may change the address after an error.
            if directory.marker?.state != .member { try mark(start == .join ? .joining : .new) }
            try engine.setLatency(milliseconds: options.latency)
            try engine.setFailureDomain(options.failureDomain)
            try engine.start()
            print(.started)
            do throws(NodeError) {
                if start == .join { try join.run() }
                try mark(.member)
                waitForLeader()
                stop.wait()
                print(.stopping)
                handOver()
            } catch {
                try? engine.stop()
                throw error
            }
            try engine.stop()
            NodeState(self, .stopped).print()
        }

        private func mark(_ state: NodeDirectory.Marker.State) throws(NodeError) {
            let marker = NodeDirectory.Marker(id: options.id, address: listening.address, state: state)
            if directory.marker != marker { try directory.write(marker) }
        }

        /// Waits for a leader. A cluster that is starting has none until a majority of its nodes is up.
        private func waitForLeader() {
            while !stop.isRequested {
                if let leader = try? own.leader(until: .now, stop) {
                    leader.connection.close()
                    return print(.ready)
                }
                stop.wait(.milliseconds(50))
            }
        }

        /// Hands the leadership over, so that clients need not wait for an election.
        private func handOver() {
            guard let leader = try? own.leader(until: .now), leader.id == options.id else { return }
            defer { leader.connection.close() }
            let handover = Handover(contact: own, leader: leader)
            guard !handover.candidates.isEmpty, !handover.run() else { return }
            printNote(
                "fmdb-node: no other node has taken over the leadership; the others elect a leader when this one is gone"
            )
        }

        private func print(_ state: NodeState.State) {
            var line = NodeState(self, state)
            if let connection = try? own.connection(to: listening.address) {
                line.leader = (try? connection.leader())?.id
                line.isLeader = line.leader == options.id
                line.members = ((try? connection.cluster()) ?? []).map(NodeState.Member.init)
                connection.close()
            }
            line.print()
        }
    }

    extension NodeState {
        fileprivate init(_ node: RunningNode, _ state: State) {
            self.init(
                state: state, id: node.options.id, address: node.listening.address, directory: node.directory.path,
                version: libraryVersion, process: getpid())
        }
    }
#endif
