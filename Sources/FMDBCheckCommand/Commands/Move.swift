#if Checked
    import ArgumentParser
    import FMDBCheck

    struct Move: CheckCommand {
        static let configuration = CommandConfiguration(
            abstract: "Read a project that uses the Objective-C FMDB from Swift, and say what to write.",
            discussion: """
                Lists each call of FMDB: it compiles unchanged, or what to write instead; and what else is to be done in the project. The
                files are only read. The exit code is 0, whatever is found.

                EXAMPLES
                  fmdb-check move App
                  fmdb-check move App --brief
                  fmdb-check move App --json | jq '.calls[] | select(.verdict == "change")'
                """)

        @Argument(help: "The folder of the project.", completion: .directory)
        var folders: [String]

        @Flag(help: "Leave out the calls that compile unchanged.")
        var brief = false

        @Flag(help: "Print JSON.")
        var json = false

        func perform() throws { try Move.printReport(on: folders, asJSON: json, listsUnchanged: !brief) }

        static func printReport(on folders: [String], asJSON: Bool, listsUnchanged: Bool = true) throws {
            guard !folders.isEmpty else { throw FMCheckError(.configuration, "name the folder of the project") }
            let report = try FMMove().report(on: folders)
            print(asJSON ? report.json : report.text(listsUnchanged: listsUnchanged))
        }
    }
#endif
