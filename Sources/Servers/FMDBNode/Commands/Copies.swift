#if Node && os(Linux)
    import ArgumentParser
    import FMDBCluster

    struct Backup: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes a copy of the cluster's database as one SQLite file.",
            discussion: "The file appears at its path when it is complete, checked and on disk.")

        @OptionGroup var cluster: ClusterOptions
        @Option(help: "The file.") var to: String
        @Option(help: "The name of the database.") var database = "main"
        @Flag(help: "Replace a file of that name.") var replace = false

        @Flag(
            help: """
                Read from the first --node itself, even if it is not the leader. Its data may lag behind the leader. Use it to get the \
                data if there is no leader.
                """)
        var direct = false

        func run() throws {
            try reporting { () throws(NodeError) in
                let contact = cluster.contact
                // The length field of a frame is a 32-bit number of 8-byte words.
                let limit = 8 * Int(UInt32.max)
                let address = direct ? cluster.node[0] : try contact.leader(until: cluster.deadline).connection.address
                let node: NodeConnection
                do throws(NodeFailure) {
                    node = try contact.connection(to: address, replyLimit: limit)
                } catch {
                    throw NodeError(error, "the node \(address) was not reached")
                }
                defer { node.close() }
                let size = try BackupFile(path: to, replaces: replace).write(
                    database, from: node, timeout: .seconds(max(cluster.timeout, 600)))
                print("\(to) has the database \"\(database)\" of the node \(address), \(size) bytes.")
            }
        }
    }

    struct Restore: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Fills an empty database of a running cluster with a SQLite file.",
            discussion: """
                It needs a running cluster, and a database without tables. The rows are sent in transactions of at most a \
                thousand, so clients that read meanwhile see only some of them.
                """)

        @OptionGroup var cluster: ClusterOptions
        @Option(help: "The file.") var from: String
        @Option(help: "The name of the database.") var database = "main"

        func run() throws {
            try reporting { () throws(NodeError) in
                do {
                    let source = try SourceDatabase(from)
                    defer { source.db.close() }
                    var configuration = FMClusterConfiguration(seeds: cluster.node, database: database)
                    configuration.timeout = .seconds(cluster.timeout)
                    let target = FMClusterDatabase(configuration)
                    defer { target.close() }
                    try target.connect()
                    let rows = try Restoration(source: source, target: target).run()
                    print("The database \"\(database)\" has the \(rows) rows of \(from).")
                } catch let error as NodeError {
                    throw error
                } catch {
                    let kind: NodeError.Kind = (error as? FMError)?.extendedCode == .noLeader ? .unreachable : .failed
                    throw NodeError(kind, "\(from) was not restored: \(reason(error))")
                }
            }
        }
    }
#endif
