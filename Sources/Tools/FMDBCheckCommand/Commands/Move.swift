#if Checked
    import ArgumentParser
    import FMDBCheck
    import FMDBConsole

    struct Move: CheckCommand {
        static let configuration = CommandConfiguration(
            abstract: "Read a project that uses the Objective-C FMDB from Swift, and report what to change.",
            discussion: """
                Lists each call of FMDB. Swift's compiler looks at a copy of the sources, with the built modules of this library: a call compiles
                unchanged, or has to be changed, or was not checked, with the reason. Also lists the other changes that the project needs. Your
                files are only read.

                EXAMPLES
                  fmdb-check move App
                  fmdb-check move App --brief
                  fmdb-check move App --modules ../fmdb-swift/.build/debug/Modules
                  fmdb-check move App --json | jq '.calls[] | select(.verdict == "change")'

                EXIT CODES
                  0    each call compiles unchanged, and no other change is needed
                  1    something has to be changed
                  3    no needed change is known, but not everything was checked: a file, a call, or an error of the compiler
                """)

        @Argument(help: "The folder of the project.", completion: .directory)
        var folders: [String]

        @Option(
            help: ArgumentHelp(
                "The folder with FMDB.swiftmodule, as swift build --target FMDB leaves it. Default: Modules beside this program.",
                valueName: "folder"),
            completion: .directory)
        var modules: String?

        @Flag(help: "Leave out the calls that compile unchanged.")
        var brief = false

        @Flag(help: "Print JSON.")
        var json = false

        func perform() throws {
            try Move.printReport(on: folders, modules: modules, asJSON: json, listsUnchanged: !brief)
        }

        static func printReport(
            on folders: [String], modules: String? = nil, asJSON: Bool, listsUnchanged: Bool = true
        ) throws {
            guard !folders.isEmpty else { throw FMCheckError(.configuration, "pass the folder of the project") }
            var move = FMMove()
            move.modules = modules
            Interrupts.shared.listen()
            let report = try Interrupts.shared.during({
                RunningCompiler.shared.endForGood()
                _exit((Interrupts.shared.outcome ?? .interrupted).rawValue)
            }) {
                let report = try move.report(on: folders)
                // After a signal, the report is not complete and is not printed. This thread waits until the other one ends the process.
                if Interrupts.shared.outcome != nil { DispatchSemaphore(value: 0).wait() }
                return report
            }
            try printLines([asJSON ? report.json : report.text(listsUnchanged: listsUnchanged)])
            if report.needsChange { throw ToolError(.failed) }
            if !report.isComplete { throw ToolError(.partly) }
        }
    }
#endif
