#if Checked
    import ArgumentParser
    import FMDBCheck
    import Foundation

    struct Move: CheckCommand {
        static let configuration = CommandConfiguration(
            abstract: "Read a project that uses the Objective-C FMDB from Swift, and say what to write.",
            discussion: """
                Lists each call of FMDB. Swift's compiler looks at a copy of the sources, with the built modules of this library: a call compiles
                unchanged, or has to be changed, or was not checked, with the reason. Also lists what else is to be done in the project. Your
                files are only read.

                EXAMPLES
                  fmdb-check move App
                  fmdb-check move App --brief
                  fmdb-check move App --modules ../fmdb-swift/.build/debug/Modules
                  fmdb-check move App --json | jq '.calls[] | select(.verdict == "change")'

                EXIT CODES
                  0    each call compiles unchanged, and nothing else is to be done
                  1    something has to be changed
                  3    nothing is known that has to be changed, but not everything was checked: a file, a call, or an error of the compiler
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
            guard !folders.isEmpty else { throw FMCheckError(.configuration, "name the folder of the project") }
            var move = FMMove()
            move.modules = modules
            let report = try endingTheCompiler { try move.report(on: folders) }
            print(asJSON ? report.json : report.text(listsUnchanged: listsUnchanged))
            if report.needsChange { throw ExitCode.failure }
            if !report.isComplete { throw ExitCode.partly }
        }

        /// Ends the compiler and removes its files when a signal ends this program.
        private static func endingTheCompiler<Value>(_ body: () throws -> Value) rethrows -> Value {
            let registered = DispatchGroup()
            let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler {
                    RunningCompiler.shared.endForGood()
                    _exit(128 + number)
                }
                registered.enter()
                source.setRegistrationHandler { registered.leave() }
                source.resume()
                return source
            }
            // Until then a signal would be lost.
            registered.wait()
            defer { for source in sources { source.cancel() } }
            let value = try body()
            // A report that the compiler did not complete is not printed.
            if RunningCompiler.shared.isOver { DispatchSemaphore(value: 0).wait() }
            return value
        }
    }
#endif
