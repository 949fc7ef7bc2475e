#if Node && os(Linux)
    import ArgumentParser

    /// The options with which a command reaches a cluster.
    struct ClusterOptions: ParsableArguments {
        @Option(help: ArgumentHelp("A node of the cluster; may be repeated.", valueName: "host:port"))
        var node: [String]

        @Option(help: "The time limit for the command in seconds, including finding the leader.") var timeout = 15.0

        func validate() throws {
            if node.isEmpty { throw ValidationError("give --node HOST:PORT, the address of a node of the cluster") }
        }

        var contact: ClusterContact { ClusterContact(nodes: node) }
        var deadline: ContinuousClock.Instant { .now + .seconds(timeout) }
        var membership: Membership { Membership(contact: contact, deadline: deadline) }
    }

    /// Runs the body of a command. Prints its error for the user, and converts it to an exit code.
    func reporting(_ body: () throws(NodeError) -> Void) throws {
        openMissingFiles()
        do throws(NodeError) {
            try body()
        } catch {
            printNote("fmdb-node: \(error.message)")
            throw ExitCode(error.kind.rawValue)
        }
    }
#endif
