#if Checked
    import ArgumentParser
    import FMDBCheck

    /// The program `fmdb-check`, which `fmdb check` and `fmdb generate` run.
    @main
    struct Command: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fmdb-check", abstract: "Ask SQLite about the SQL texts of Swift sources.")
    }
#endif
