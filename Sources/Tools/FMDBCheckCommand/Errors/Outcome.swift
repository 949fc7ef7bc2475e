#if Checked
    import ArgumentParser
    import FMDBCheck
    import Foundation

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
