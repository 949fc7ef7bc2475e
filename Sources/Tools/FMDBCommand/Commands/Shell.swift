#if Tool
    import ArgumentParser
    import FMDB

    struct Shell: FileCommand {
        static let configuration = CommandConfiguration(
            abstract: "Reads statements from the terminal, or from a script, and runs them.",
            text: """
                On a terminal: history, completion of tables and columns by Tab, statements of several lines. Ctrl-C ends the statement
                alone, Ctrl-D the shell; .help lists what else there is. A script ends at its first error.

                The history is kept in the file that FMDB_HISTORY names, else in ~/.local/state/fmdb/history. What begins with a blank,
                and what sets a key, is not kept.

                EXAMPLES
                  fmdb shell shop.db
                  fmdb shell shop.db --read-only --format json < report.sql
                  fmdb shell new.db --create < schema.sql
                """)

        @Argument(help: "The database.", completion: .file()) var file: String
        @Flag(help: "Open the database for reading alone.") var readOnly = false
        @Flag(help: "Make the database if it is missing.") var create = false

        @Option(help: "How rows are written: table, line, csv, tsv, json, ndjson, markdown.")
        var format = OutputFormat.table

        @OptionGroup var options: DatabaseOptions

        func validate() throws {
            guard !(readOnly && create) else { throw ValidationError("Give --read-only or --create.") }
            guard format != .sql else { throw ValidationError("The format sql is one of `fmdb export`.") }
        }

        func perform() throws {
            let db = try options.open(file, for: readOnly ? .read : create ? .create : .write, offersCreate: !readOnly)
            defer { db.close() }
            let isInteractive = Terminal.input.isTerminal
            let session = ShellSession(db, format: format, isInteractive: isInteractive)
            guard isInteractive else {
                try session.runScript(StandardInput())
                return try session.expectEnd()
            }
            try History.defaultPath.map(InputFiles(databases: [file]).expectNone)
            Interrupts.shared.listen(survives: true)
            printNote("SQLite \(FMDatabase.sqliteLibVersion()). Statements end with a semicolon; .help tells more.")
            session.runInteractively()
            Interrupts.shared.reset()
            try Interrupts.shared.check()
            try session.expectEnd()
        }
    }
#endif
