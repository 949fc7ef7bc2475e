#if Checked
    import ArgumentParser
    import FMDBCheck

    /// A verb. What it throws is told on the standard error, and becomes the exit code.
    protocol CheckCommand: ParsableCommand {
        func perform() throws
    }

    extension CheckCommand {
        mutating func run() throws {
            do {
                try perform()
            } catch let error as FMCheckError {
                // In the form of the compiler, so that it is shown where the file is open.
                printNote(error.place == nil ? "fmdb-check: \(error.description)" : error.description)
                throw ExitCode(error)
            }
        }
    }
#endif
