#if Node && os(Linux)
    import FMDBDqliteWire
    import FMDBCluster

    /// Finds the leader of a cluster through any of its nodes.
    struct ClusterContact {
        /// The addresses of nodes.
        let nodes: [String]
        /// The maximum time to wait for a reply.
        var timeout = Duration.seconds(3)

        struct Leader {
            let id: UInt64
            let connection: NodeConnection
            let members: [WireNode]
        }

        /// Asks the nodes in turn, repeatedly, until one leads to the leader.
        func leader(until deadline: ContinuousClock.Instant, _ stop: StopSignal? = nil) throws(NodeError) -> Leader {
            var reasons: [String] = []
            repeat {
                reasons = []
                for address in nodes {
                    do throws(NodeFailure) {
                        return try leader(accordingTo: address)
                    } catch {
                        reasons.append("\(address): \(error.error().message)")
                    }
                }
            } while !pause(until: deadline, stop)
            throw NodeError(
                .unreachable, "no leader of the cluster was reached. \(reasons.joined(separator: "; "))")
        }

        /// Waits at most 100 ms.
        ///
        /// - Returns: true if the time is up or a signal has arrived.
        func pause(until deadline: ContinuousClock.Instant, _ stop: StopSignal?) -> Bool {
            let rest = deadline - .now
            guard rest > .zero else { return true }
            let time = min(rest, .milliseconds(100))
            return (stop ?? StopSignal.never).wait(time)
        }

        private func leader(accordingTo address: String) throws(NodeFailure) -> Leader {
            let node = try connection(to: address)
            guard let named = try node.leader(), named.id != 0 else { throw .unreachable("it reports no leader") }
            if named.address == address {
                return Leader(id: named.id, connection: node, members: try node.cluster())
            }
            node.close()
            let leader = try connection(to: named.address)
            guard try leader.leader()?.address == named.address else {
                throw .unreachable("it names \(named.address), which is not the leader")
            }
            return Leader(id: named.id, connection: leader, members: try leader.cluster())
        }

        func connection(to address: String, replyLimit: Int = 1 << 20) throws(NodeFailure) -> NodeConnection {
            try NodeConnection.connect(to: address, .init(timeout: timeout, replyLimit: replyLimit))
        }
    }
#endif
