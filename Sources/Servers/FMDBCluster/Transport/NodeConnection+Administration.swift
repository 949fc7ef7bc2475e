#if Cluster
    import FMDBDqliteWire

    /// Requests about the cluster. Send requests that change the members to the leader.
    extension NodeConnection {
        /// Returns the leader that the node knows, or nil if it knows none.
        package func leader(
            timeout: Duration? = nil, _ token: CancellationToken? = nil
        ) throws(NodeFailure) -> (id: UInt64, address: String)? {
            guard case .node(let id, let address) = try ask(.leader, timeout: timeout, token) else { throw unexpected }
            return address.isEmpty ? nil : (id, address)
        }

        /// Returns the members with their roles.
        package func cluster(timeout: Duration? = nil) throws(NodeFailure) -> [WireNode] {
            guard case .nodes(let nodes) = try ask(.cluster, timeout: timeout) else { throw unexpected }
            return nodes
        }

        /// Adds a member as a spare.
        package func add(id: UInt64, address: String) throws(NodeFailure) {
            try expectEmpty(.add(id: id, address: address))
        }

        package func assign(id: UInt64, _ role: NodeRole, timeout: Duration? = nil) throws(NodeFailure) {
            try expectEmpty(.assign(id: id, role), timeout)
        }

        package func remove(id: UInt64) throws(NodeFailure) { try expectEmpty(.remove(id: id)) }

        /// Makes another node the leader.
        package func transfer(id: UInt64) throws(NodeFailure) { try expectEmpty(.transfer(id: id)) }

        package func describe() throws(NodeFailure) -> (failureDomain: UInt64, weight: UInt64) {
            guard case .metadata(let failureDomain, let weight) = try ask(.describe) else { throw unexpected }
            return (failureDomain, weight)
        }

        package func weight(_ weight: UInt64) throws(NodeFailure) { try expectEmpty(.weight(weight)) }

        /// Returns the files of a database: the database file and its write-ahead log.
        package func dump(_ name: String, timeout: Duration? = nil) throws(NodeFailure) -> [WireFile] {
            guard case .files(let files) = try ask(.dump(name: name), timeout: timeout) else { throw unexpected }
            return files
        }

        /// Returns the host and port of an address. Default port: 9000.
        package static func parts(of address: String) throws(NodeFailure) -> (host: String, port: Int) {
            try NodeAddress.parts(of: address)
        }

        private func expectEmpty(_ request: WireRequest, _ timeout: Duration? = nil) throws(NodeFailure) {
            guard case .empty = try ask(request, timeout: timeout) else { throw unexpected }
        }

        /// Closes the connection after a reply of the wrong kind, because all later replies would belong to other requests too.
        var unexpected: NodeFailure {
            close()
            return .lost("the node \(address) sent the reply to another request")
        }
    }
#endif
