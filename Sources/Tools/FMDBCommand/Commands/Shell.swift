#if Tool
    import ArgumentParser
    import FMDB

    struct Shell: FileCommand {
        static let configuration = CommandConfiguration(
            abstract: "Reads statements from the terminal, or from a script, and runs them.",
            text: """
                On a terminal it has a history, completes tables and columns with Tab, and reads statements over several lines. Ctrl-C ends
                only the statement, Ctrl-D ends the shell, and .help lists the commands. A script stops at its first error.

                The history is kept in the file that FMDB_HISTORY names, or else in ~/.local/state/fmdb/history. Lines that begin with a
                space or set a key are not kept.

                EXAMPLES
                  fmdb shell shop.db
                  fmdb shell shop.db --read-only --format json < report.sql
                  fmdb shell new.db --create < schema.sql
                """)

        @Argument(help: "The database.", completion: .file()) var file: String
        @Flag(help: "Open the database read-only.") var readOnly = false
        @Flag(help: "Create the database if it is missing.") var create = false

        @Option(help: "The output format: table, line, csv, tsv, json, ndjson, markdown.")
        var format = OutputFormat.table

        @OptionGroup var options: DatabaseOptions

        func validate() throws {
            guard !(readOnly && create) else { throw ValidationError("Give either --read-only or --create.") }
            guard format != .sql else { throw ValidationError("The format sql is only available with `fmdb export`.") }
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
            printNote(
                "SQLite \(FMDatabase.sqliteLibVersion()). Statements end with a semicolon; .help lists the commands.")
            session.runInteractively()
            Interrupts.shared.reset()
            try Interrupts.shared.check()
            try session.expectEnd()
        }
    }
#endif
