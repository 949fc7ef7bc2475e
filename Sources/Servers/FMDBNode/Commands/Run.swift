#if Node && os(Linux)
    import ArgumentParser

    struct Run: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Starts a node, and runs until SIGTERM or SIGINT.",
            discussion: """
                It prints a line of JSON when it has started, when it is ready, and when it stops.

                The node 1 with an empty directory begins a new cluster. Every other node joins it:
                    fmdb-node --id 1 --address 127.0.0.1:9001 --directory one
                    fmdb-node --id 2 --address 127.0.0.1:9002 --directory two --join 127.0.0.1:9001
                A member that is started again needs no --join. With it, a node that was removed, or whose disk is empty, is refused.
                For the node 1 give --join from the second start on: then an empty disk never begins a second cluster.

                SIGTERM and SIGINT hand the leadership over and stop the node; a second signal ends it at once.
                """)

        @Option(help: "The number of the node, which no other has and none had before.") var id: UInt64

        @Option(help: ArgumentHelp("Where the other nodes and the clients reach it.", valueName: "host:port"))
        var address: String

        @Option(help: "Where its data are; made if it is missing.") var directory: String

        @Option(help: ArgumentHelp("A node of the cluster that it joins; may be repeated.", valueName: "host:port"))
        var join: [String] = []

        @Option(help: ArgumentHelp("Where it listens, if not at its address.", valueName: "host:port"))
        var listen: String?

        @Flag(help: "Listen at an address that other machines reach. Whoever reaches it owns the database.")
        var allowPublicAddress = false

        @Option(help: "How many seconds it may take to join.") var timeout = 30.0
        @Option(help: "How many milliseconds a packet takes to another node.") var latency: UInt32 = 20
        @Option(help: "A number for what fails together: a rack, or a zone.") var failureDomain: UInt64 = 0

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
