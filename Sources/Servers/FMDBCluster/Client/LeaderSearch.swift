#if Cluster
    import FMDBDqliteWire

    /// Finds the leader: asks the nodes in turn for the leader's address, and connects to it.
    struct LeaderSearch {
        let configuration: FMClusterConfiguration
        /// The addresses of all known nodes.
        private(set) var known: [String] = []
        /// The reason why a node did not lead to a leader, by address.
        private var reasons: [String: String] = [:]

        init(_ configuration: FMClusterConfiguration) { self.configuration = configuration }

        /// Returns a connection to the leader, with the database open.
        mutating func connect(
            until deadline: ContinuousClock.Instant, _ token: CancellationToken?
        ) throws(FMError) -> NodeConnection {
            var backoff = Backoff(until: deadline, token)
            reasons = [:]
            let addresses = configuration.seeds + known.filter { !configuration.seeds.contains($0) }
            repeat {
                for address in addresses {
                    let rest = deadline - .now
                    guard rest > .zero else { break }
                    do throws(NodeFailure) {
                        // A node that does not reply must not use up the time of the others.
                        if let leader = try leader(accordingTo: address, min(rest, .seconds(2)), token) {
                            return leader
                        }
                    } catch {
                        if case .cancelled = error { throw error.error() }
                        if case .misuse = error { throw error.error() }
                        // Near the deadline, a failure may only mean that the time was too short, so an earlier reason
                        // is kept.
                        if rest > .milliseconds(500) || reasons[address] == nil { reasons[address] = error.message }
                    }
                }
            } while backoff.wait()
            if let reason = token?.reason { throw .stopped(reason, sql: nil) }
            let told = addresses.compactMap { address in reasons[address].map { "\(address): \($0)" } }
            let reason =
                addresses.isEmpty
                ? "no addresses were given" : told.isEmpty ? "the time ran out" : told.joined(separator: "; ")
            throw FMError(.noLeader, "no leader of the cluster was found within \(configuration.timeout): \(reason)")
        }

        private mutating func leader(
            accordingTo address: String, _ timeout: Duration, _ token: CancellationToken?
        ) throws(NodeFailure) -> NodeConnection? {
            let node = try connection(to: address, timeout, token)
            guard let named = try node.leader(timeout: timeout, token) else {
                throw .unreachable("it reports no leader")
            }
            if named.address == address { return try opened(node, address, timeout) }
            node.close()
            let leader = try connection(to: named.address, timeout, token)
            guard try leader.leader(timeout: timeout, token)?.address == named.address else {
                throw .unreachable("it names \(named.address), which is not the leader")
            }
            return try opened(leader, named.address, timeout)
        }

        private func connection(
            to address: String, _ timeout: Duration, _ token: CancellationToken?
        ) throws(NodeFailure) -> NodeConnection {
            let options = NodeConnection.Options(
                timeout: configuration.timeout, connectTimeout: timeout, replyLimit: configuration.replyLimit,
                tls: configuration.tls)
            return try NodeConnection.connect(to: configuration.reach?(address) ?? address, options, token)
        }

        private mutating func opened(
            _ leader: NodeConnection, _ address: String, _ timeout: Duration
        ) throws(NodeFailure) -> NodeConnection {
            let members = try leader.cluster(timeout: timeout).map(\.address)
            guard known.isEmpty || members.contains(where: known.contains) else {
                throw .unreachable("\(address) is the leader of another cluster: it has none of the known nodes")
            }
            guard case .database = try leader.ask(.open(name: configuration.database), timeout: timeout)
            else { throw leader.unexpected }
            known = members
            return leader
        }
    }
#endif
