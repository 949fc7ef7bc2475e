#if Tool
    import ArgumentParser
    import FMDB

    struct Serve: FileCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows a database in the browser, on this machine alone.",
            text: """
                Prints an address, to be opened in a browser: tables, statements and their plans, charts, the diagram, search. The token in
                the address lets that browser in, and nobody else; it is another one each time. Ctrl-C ends the studio.

                The database is read alone, unless --write is given. Statements of the SQL page reach no other file. With --write, rows are
                changed in the page, each change in a transaction, and can be undone until the studio ends.

                EXAMPLES
                  fmdb serve shop.db
                  fmdb serve shop.db --write --port 8642
                """)

        @Argument(help: "The database.") var file: String
        @Flag(help: "Let rows be changed.") var write = false
        @Option(help: "The port, up to 65535; 0 for one that is free.") var port: UInt16 = 0
        @Option(help: ArgumentHelp("How long a statement may take.", valueName: "seconds")) var deadline = 10.0
        @OptionGroup var options: DatabaseOptions

        func validate() throws {
            guard deadline > 0, deadline <= 3600 else { throw ValidationError("--deadline is 1 to 3600 seconds.") }
        }

        func perform() throws {
            try History.defaultPath.map(InputFiles(databases: [file]).expectNone)
            // Opening the file first reports its problems at once.
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
            // The user ends this command with Ctrl-C.
            Interrupts.shared.reset()
        }
    }
#endif
