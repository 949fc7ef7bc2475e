#if Checked
    import ArgumentParser
    import FMDBCheck

    struct Move: ParsableCommand {
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

        func run() throws {
            let report = FMMove().report(on: folders)
            guard report.files > 0 || !report.project.isEmpty || !report.objectiveC.isEmpty else {
                throw ValidationError(
                    (["there is no Swift file, and nothing else that uses FMDB"] + report.notes).joined(separator: "\n")
                )
            }
            print(json ? report.json : report.text(listsUnchanged: !brief))
        }
    }
#endif
