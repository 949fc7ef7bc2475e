#if Checked
    import ArgumentParser
    import FMDBCheck

    /// The program `fmdb-check`, which `fmdb check` and `fmdb generate` run.
    @main
    struct Command: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fmdb-check", abstract: "Check the SQL of Swift sources with SQLite.",
            discussion: """
                EXIT CODES
                  0    no errors
                  1    errors were found
                  3    something was not checked, by move
                  64   wrong arguments, or an invalid configuration
                  65   SQLite refuses a statement of the schema
                  66   there is no such file, or nothing to check
                  69   this build or this SQLite does not support it
                  74   reading or writing failed
                  75   the database is locked
                  77   the system does not permit it
                  129  ended by SIGHUP; 143: by SIGTERM
                  130  ended by Ctrl-C
                """,
            version: "fmdb-check \(FMDatabase.packageVersion), SQLite \(FMDatabase.sqliteLibVersion())",
            subcommands: [
                Check.self, Generate.self, Advise.self, Move.self,
            ],
            defaultSubcommand: Check.self)
    }
#endif
