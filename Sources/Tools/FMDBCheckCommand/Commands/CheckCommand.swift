#if Checked
    import ArgumentParser
    import FMDBCheck
    import FMDBConsole

    /// A subcommand. An error that it throws is printed to standard error and determines the exit code.
    protocol CheckCommand: ParsableCommand {
        func perform() throws
    }

    extension CheckCommand {
        func run() throws {
            openMissingFiles()
            do {
                try perform()
            } catch let error as FMCheckError {
                // An error with a place has the compiler's format, because editors show such lines in the file.
                printNote(error.place == nil ? "fmdb-check: \(error)" : "\(error)")
                throw ExitCode(Outcome(error).rawValue)
            } catch {
                let failure = ToolError(plain: error)
                if !failure.message.isEmpty { printNote("fmdb-check: error: \(failure.message)") }
                throw ExitCode(failure.outcome.rawValue)
            }
        }
    }

    extension Outcome {
        fileprivate init(_ error: FMCheckError) {
            self =
                switch error.kind {
                case .missing: .noInput
                case .notPermitted: .notPermitted
                case .unreadable: .ioError
                case .schema: .badData
                case .configuration: .usage
                }
        }
    }
#endif
