#if Node && os(Linux)
    import ArgumentParser

    struct Recover: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a stopped node the only member of its cluster, after the majority was lost for good.",
            discussion: """
                A cluster whose majority is down neither writes nor reads. If the other nodes can run again, just start them. Only
                if their disks are lost:

                1. Stop all remaining nodes, and copy their directories elsewhere.
                2. Choose the node that continues: the one with the newest data. While the nodes still run, `fmdb-node backup
                   --direct --node HOST:PORT` shows what each has. Transactions that only the lost nodes had are gone.
                3. fmdb-node recover --directory DIR --confirm
                4. Start it as before, without --join. It leads a cluster of one.
                5. Never start the other nodes with their old directories again: they would form a second cluster. Give each an
                   empty directory and an ID that was never used, and join it.
                """)

        @Option(help: "The directory of the node that continues.") var directory: String
        @Flag(help: "Really do it. Without this flag, the command only prints what it would do.") var confirm = false

        func run() throws {
            try reporting { () throws(NodeError) in
                let directory = try NodeDirectory(directory, mustExist: true)
                guard let marker = directory.marker, directory.hasData else {
                    throw NodeError(.wrongState, "\(directory.path) is not the directory of a node with data")
                }
                let node = "the node \(marker.id) at \(marker.address)"
                guard confirm else {
                    print(
                        """
                        This would make \(node) the only member of its cluster. Data that only other nodes have is lost, and they \
                        must never run with their old directories again. Copy \(directory.path) elsewhere first, then give \
                        --confirm.
                        """)
                    return
                }
                let engine = try Engine(id: marker.id, address: marker.address, directory: directory.path)
                try engine.recoverAlone(id: marker.id, address: marker.address)
                print(
                    "Now \(node) is the only member of its cluster. Start it, and join new nodes with empty directories."
                )
            }
        }
    }
#endif
