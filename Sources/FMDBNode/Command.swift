#if Node && os(Linux)
    import ArgumentParser

    /// The program `fmdb-node`.
    @main
    struct Command: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fmdb-node", abstract: "A node of a cluster that holds a SQLite database on several machines.")
    }
#endif
