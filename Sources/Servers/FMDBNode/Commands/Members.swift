#if Node && os(Linux)
    import ArgumentParser
    import FMDBDqliteWire

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows the members, their roles, the leader, and which members answer.",
            discussion:
                "Without a leader it shows what the first node that answers reports, and ends with the exit code 69.")

        @OptionGroup var cluster: ClusterOptions
        @Flag(help: "Print one line of JSON.") var json = false

        func run() throws {
            try reporting { () throws(NodeError) in
                let status = try ClusterStatus(cluster.contact, until: cluster.deadline)
                if json { try? printJSON(status, isPretty: false) } else { print(status.table) }
                if let reason = status.reason { throw NodeError(.unreachable, reason) }
            }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Adds a running node to the cluster, or changes the role of a member.",
            discussion: "`fmdb-node --join` does this automatically for a new node.")

        @OptionGroup var cluster: ClusterOptions
        @Option(help: "The number of the node.") var id: UInt64
        @Option(help: ArgumentHelp("The address of the node.", valueName: "host:port")) var address: String

        @Option(help: "voter (votes), standby (has the database, but no vote) or spare (has no data).")
        var role = NodeRole.voter

        func run() throws {
            try reporting { () throws(NodeError) in
                try cluster.membership.add(id: id, address: address, role: role)
                print("Node \(id) at \(address) is a \(role) of the cluster.")
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes a node from the cluster, whether it runs or not.",
            discussion: "The ID must not be used again. Stop the node, and delete its directory.")

        @OptionGroup var cluster: ClusterOptions
        @Option(help: "The number of the node.") var id: UInt64

        func run() throws {
            try reporting { () throws(NodeError) in
                try cluster.membership.remove(id: id)
                print("Node \(id) is no longer a member of the cluster.")
            }
        }
    }

    struct Transfer: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Makes another node the leader.")

        @OptionGroup var cluster: ClusterOptions
        @Option(help: "The number of the node. Default: any that votes and answers.") var to: UInt64?

        func run() throws {
            try reporting { () throws(NodeError) in
                print("The leader is the node \(try cluster.membership.transfer(to: to)).")
            }
        }
    }

    extension NodeRole: ExpressibleByArgument {
        package init?(argument: String) {
            guard let role = NodeRole.allCases.first(where: { "\($0)" == argument }) else { return nil }
            self = role
        }
    }
#endif
