#if Node && os(Linux)
    import FMDBDqliteWire
    import FMDBCluster

    /// The members of a cluster, and whether they answer.
    struct ClusterStatus: Encodable {
        struct Member: Encodable {
            let id: UInt64
            let address: String
            let role: String
            let isLeader: Bool
            var isReachable = false
            var weight: UInt64?
            var failureDomain: UInt64?
            /// The reason why the member does not answer, or nil.
            var reason: String?
        }

        /// The ID of the leader, or nil if none was reached.
        let leader: UInt64?
        let members: [Member]
        /// The reason why the cluster can neither write nor read, or nil.
        let reason: String?

        init(_ contact: ClusterContact, until deadline: ContinuousClock.Instant) throws(NodeError) {
            let nodes: [WireNode]
            var reason: String?
            do throws(NodeError) {
                let found = try contact.leader(until: deadline)
                defer { found.connection.close() }
                (nodes, leader) = (found.members, found.id)
            } catch {
                guard let answer = ClusterStatus.anyAnswer(contact) else { throw error }
                (nodes, leader, reason) = (answer, nil, error.message)
            }
            let id = leader
            members = nodes.map { ClusterStatus.member($0, isLeader: $0.id == id, contact) }
            // A leader notices a lost majority only after some heartbeats, so the voters that answer are counted.
            let voters = members.filter { $0.role == "\(NodeRole.voter)" }
            let answering = voters.filter(\.isReachable).count
            if answering * 2 <= voters.count {
                reason =
                    "only \(answering) of \(voters.count) voters answer, which is not a majority: nothing can be written or read"
            }
            self.reason = reason
            try expectOneCluster(contact, nodes)
        }

        /// Returns the members that the first answering node knows.
        private static func anyAnswer(_ contact: ClusterContact) -> [WireNode]? {
            for address in contact.nodes {
                guard let node = try? contact.connection(to: address) else { continue }
                defer { node.close() }
                if let members = try? node.cluster() { return members }
            }
            return nil
        }

        private static func member(_ node: WireNode, isLeader: Bool, _ contact: ClusterContact) -> Member {
            var member = Member(
                id: node.id, address: node.address, role: node.role.map { "\($0)" } ?? "unknown", isLeader: isLeader)
            do throws(NodeFailure) {
                let connection = try contact.connection(to: node.address)
                defer { connection.close() }
                let metadata = try connection.describe()
                (member.weight, member.failureDomain) = (metadata.weight, metadata.failureDomain)
                member.isReachable = true
            } catch {
                member.reason = error.error().message
            }
            return member
        }

        /// Throws if the addresses belong to two clusters, because only one cluster would be shown.
        private func expectOneCluster(_ contact: ClusterContact, _ nodes: [WireNode]) throws(NodeError) {
            let own = Set(nodes.map(\.address))
            for address in contact.nodes where !own.contains(address) {
                guard let node = try? contact.connection(to: address) else { continue }
                defer { node.close() }
                guard let others = try? node.cluster(), own.isDisjoint(with: others.map(\.address)) else { continue }
                throw NodeError(.wrongState, "the node at \(address) does not belong to the same cluster as the others")
            }
        }

        /// The members as a table for the user.
        var table: String {
            var rows = [["id", "address", "role", "leader", "answers", "weight", "failure domain"]]
            for member in members {
                rows.append([
                    "\(member.id)", member.address, member.role, member.isLeader ? "yes" : "",
                    member.isReachable ? "yes" : "no", member.weight.map { "\($0)" } ?? "",
                    member.failureDomain.map { "\($0)" } ?? "",
                ])
            }
            let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
            return rows.map { row in
                var line = zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
                    .joined(separator: "  ")
                while line.last == " " { line.removeLast() }
                return line
            }.joined(separator: "\n")
        }
    }
#endif
