#if Node && os(Linux)
    #if SQLCipher
        #error(
            "libdqlite links the system's SQLite, which cannot be in one process with SQLCipher: build without the trait SQLCipher"
        )
    #endif
    import ArgumentParser
    import FMDB

    /// The program `fmdb-node`.
    @main
    struct Command: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fmdb-node",
            abstract: "A node of a cluster that holds a SQLite database on several machines.",
            discussion: """
                Three nodes survive the loss of one node, five the loss of two. Every node holds the whole database in memory; the
                leader does all reads and writes. The engine has neither authentication nor encryption: anyone who can reach a node's
                port owns the database.

                Exit codes: 0 done; 1 failed; 64 wrong arguments; 65 the directory, cluster or database is in the wrong state;
                69 no node or no leader was reached; 73 the directory, a file or the port cannot be used; 75 not done in time.
                """,
            version: "fmdb-node \(FMDatabase.packageVersion), libdqlite \(libraryVersion)",
            subcommands: [
                Run.self, Status.self, Add.self, Remove.self, Transfer.self, Backup.self, Restore.self, Recover.self,
            ],
            defaultSubcommand: Run.self)
    }
#endif
