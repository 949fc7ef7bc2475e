#if Checked
    import ArgumentParser
    import FMDBCheck
    import Foundation

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

    /// How the program ends. The numbers are those of `fmdb`; from 64 on they are those of sysexits.h.
    extension ExitCode {
        /// Done, but not everything was checked.
        static let partly = ExitCode(3)
        /// The schema is not what it should be.
        static let badData = ExitCode(65)
        /// There is no such file, or nothing to check.
        static let noInput = ExitCode(66)

        init(_ error: FMCheckError) {
            self =
                switch error.kind {
                case .missing: .noInput
                case .notPermitted: ExitCode(77)
                case .unreadable: ExitCode(74)
                case .schema: .badData
                case .configuration: ExitCode(64)
                }
        }
    }

    func printNote(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
#endif
