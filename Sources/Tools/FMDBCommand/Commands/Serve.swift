#if Tool
    import ArgumentParser
    import FMDB

    struct Serve: FileCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows a database in a browser on this machine.",
            text: """
                Prints an address to open in a browser, with pages for tables, statements and their plans, charts, the diagram, and search.
                Access requires the token in the address, which is new each time. Ctrl-C ends the studio.

                The database is opened read-only, unless --write is given. Statements on the SQL page cannot access other files. With
                --write, rows can be edited on the page. Each change is a transaction, and can be undone until the studio ends.

                EXAMPLES
                  fmdb serve shop.db
                  fmdb serve shop.db --write --port 8642
                """)

        @Argument(help: "The database.") var file: String
        @Flag(help: "Allow changes.") var write = false
        @Option(help: "The port, up to 65535; 0 for any free port.") var port: UInt16 = 0
        @Option(help: ArgumentHelp("How long a statement may take.", valueName: "seconds")) var deadline = 10.0
        @OptionGroup var options: DatabaseOptions

        func validate() throws {
            guard deadline > 0, deadline <= 3600 else {
                throw ValidationError("--deadline must be more than 0 and at most 3600 seconds.")
            }
        }

        func perform() throws {
            try History.defaultPath.map(InputFiles(databases: [file]).expectNone)
            // Opens the file before the server starts, because its problems are then reported at once.
            try options.open(file, for: write ? .write : .read).close()
            let studio = try Studio(
                file, isWritable: write, busyTimeout: .seconds(options.timeout), deadline: .seconds(deadline),
                key: try options.keySetter())
            defer { studio.close() }
            let server = try StudioServer(studio, port: port)
            try server.run { address in
                try printLines([address])
                printNote("Open it in a browser on this machine. Ctrl-C ends the studio.")
            }
            // Ctrl-C is the normal end of this command, so it is not reported as an interruption.
            Interrupts.shared.reset()
        }
    }
#endif
