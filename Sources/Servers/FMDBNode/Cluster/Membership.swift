#if Node && os(Linux)
    import FMDBDqliteWire
    import FMDBCluster

    /// Changes the members through the leader.
    struct Membership {
        let contact: ClusterContact
        let deadline: ContinuousClock.Instant

        private func withLeader<Value>(
            _ doing: String, _ body: (ClusterContact.Leader) throws(NodeFailure) -> Value
        ) throws(NodeError) -> Value {
            let leader = try contact.leader(until: deadline)
            defer { leader.connection.close() }
            do throws(NodeFailure) { return try body(leader) } catch { throw NodeError(error, doing) }
        }

        /// Adds a running node, or changes the role of a member.
        func add(id: UInt64, address: String, role: NodeRole) throws(NodeError) {
            let members = try withLeader("the members cannot be read") { $0.members }
            let isMember = members.contains { $0.id == id && $0.address == address }
            if !isMember {
                if let other = members.first(where: { $0.id == id || $0.address == address }) {
                    throw NodeError(
                        .wrongState,
                        "the cluster has the node \(other.id) at \(other.address) already. Remove it first, or use another ID"
                    )
                }
                try expectFree(address, members)
                try withLeader("the node \(id) was not added") { leader throws(NodeFailure) in
                    try leader.connection.add(id: id, address: address)
                }
            }
            try assign(id: id, role)
        }

        /// Throws if the node belongs to another cluster.
        private func expectFree(_ address: String, _ members: [WireNode]) throws(NodeError) {
            do throws(NodeFailure) {
                let node = try contact.connection(to: address)
                defer { node.close() }
                let others = try node.cluster()
                guard others.isEmpty || Set(others.map(\.address)).isSubset(of: members.map(\.address)) else {
                    let names = others.map { "\($0.id) at \($0.address)" }.joined(separator: ", ")
                    throw NodeFailure.misuse("it belongs to another cluster, with \(names)")
                }
            } catch {
                throw NodeError(
                    .wrongState,
                    """
                    the node at \(address) cannot be added: \(error.error().message). It must run and not belong to a cluster; \
                    `fmdb-node --join` starts one and adds it
                    """)
            }
        }

        /// Assigns a role. The leader sends the whole database to a new voter before it replies, which may take long.
        private func assign(id: UInt64, _ role: NodeRole) throws(NodeError) {
            var last = ""
            repeat {
                let leader = try contact.leader(until: deadline)
                defer { leader.connection.close() }
                if leader.members.contains(where: { $0.id == id && $0.role == role }) { return }
                do throws(NodeFailure) {
                    // A member that is down would block other membership changes for minutes, so the member must accept
                    // a connection first.
                    for member in leader.members where member.id == id && role != .spare {
                        try contact.connection(to: member.address).close()
                    }
                    return try leader.connection.assign(id: id, role, timeout: .seconds(3))
                } catch {
                    last = error.error().message
                }
            } while !contact.pause(until: deadline, nil)
            throw NodeError(.timeout, "the node \(id) is a member, but has not become a \(role) in time: \(last)")
        }

        /// Removes a member. If it is the leader, first transfers the leadership.
        func remove(id: UInt64) throws(NodeError) {
            var last = ""
            repeat {
                let leader = try contact.leader(until: deadline)
                defer { leader.connection.close() }
                guard let member = leader.members.first(where: { $0.id == id }) else {
                    throw NodeError(.wrongState, "the cluster has no node \(id)")
                }
                let voters = leader.members.filter { $0.role == .voter }
                guard member.role != .voter || voters.count > 1 else {
                    throw NodeError(
                        .wrongState, "the node \(id) is the only voter: the cluster cannot exist without it")
                }
                if leader.id == id {
                    guard Handover(contact: contact, leader: leader).run() else {
                        throw NodeError(.failed, "the node \(id) is the leader, and no other node could take over")
                    }
                    continue
                }
                do throws(NodeFailure) { return try leader.connection.remove(id: id) } catch {
                    last = error.error().message
                }
            } while !contact.pause(until: deadline, nil)
            throw NodeError(.timeout, "the node \(id) was not removed in time: \(last). Try again later")
        }

        /// - Parameter id: the new leader, or nil for any voter.
        /// - Returns: the new leader's ID.
        func transfer(to id: UInt64?) throws(NodeError) -> UInt64 {
            let leader = try contact.leader(until: deadline)
            defer { leader.connection.close() }
            if leader.id == id { return leader.id }
            let handover = Handover(contact: contact, leader: leader)
            if let id {
                guard let candidate = handover.candidates.first(where: { $0.id == id }) else {
                    throw NodeError(.wrongState, "the node \(id) is not a voter of the cluster, so it cannot lead")
                }
                do throws(NodeFailure) { try handover.run(to: candidate) } catch {
                    throw NodeError(error, "the node \(id) has not become the leader")
                }
            } else {
                guard handover.run() else { throw NodeError(.failed, "no other voter could take over the leadership") }
            }
            return try contact.leader(until: deadline).id
        }
    }
#endif
