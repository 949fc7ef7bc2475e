#if Node && os(Linux)
    import ArgumentParser

    struct Run: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Starts a node, and runs until SIGTERM or SIGINT.",
            discussion: """
                It prints a line of JSON when it has started, when it is ready, and when it stops.

                Node 1 with an empty directory creates a new cluster. Every other node joins it:
                    fmdb-node --id 1 --address 127.0.0.1:9001 --directory one
                    fmdb-node --id 2 --address 127.0.0.1:9002 --directory two --join 127.0.0.1:9001
                A member that restarts needs no --join. With --join, a node that was removed does not start,
                and neither does a member whose disk is empty.
                Give node 1 --join from its second start on, so that an empty disk never creates a second cluster.

                SIGTERM and SIGINT hand the leadership over and stop the node; a second signal ends it at once.
                """)

        @Option(help: "The number of the node. It must never have been used in the cluster.") var id: UInt64

        @Option(help: ArgumentHelp("The address for the other nodes and the clients.", valueName: "host:port"))
        var address: String

        @Option(help: "The directory of its data. It is created if it is missing.") var directory: String

        @Option(help: ArgumentHelp("A node of the cluster to join; may be repeated.", valueName: "host:port"))
        var join: [String] = []

        @Option(help: ArgumentHelp("The address to listen at, if it differs from --address.", valueName: "host:port"))
        var listen: String?

        @Flag(help: "Listen at an address that other machines can reach. Anyone who can reach it owns the database.")
        var allowPublicAddress = false

        @Option(help: "The time limit for joining in seconds.") var timeout = 30.0
        @Option(help: "The network latency to other nodes in milliseconds.") var latency: UInt32 = 20
        @Option(help: "A number for nodes that fail together: a rack or a zone.") var failureDomain: UInt64 = 0

        func run() throws {
            try reporting { () throws(NodeError) in
                let stop = StopSignal()
                let listening = try Listening(
                    address: address, listen: listen, isPublicAllowed: allowPublicAddress)
                let options = RunningNode.Options(
                    id: id, joins: join, timeout: .seconds(timeout), latency: latency, failureDomain: failureDomain)
                try RunningNode(
                    options: options, listening: listening, directory: try NodeDirectory(directory), stop: stop
                ).run()
            }
        }
    }
#endif
