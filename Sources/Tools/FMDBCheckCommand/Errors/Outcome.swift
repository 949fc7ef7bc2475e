#if Checked
    import FMDBCheck
    import Foundation

    /// How the program ends. The numbers are those of `fmdb`; from 64 on they are those of sysexits.h.
    enum Outcome: Int32 {
        /// Errors were found.
        case failed = 1
        /// Done, but not everything was checked.
        case partly = 3
        /// Wrong arguments, or a configuration that is not understood.
        case usage = 64
        /// The schema is not what it should be.
        case badData = 65
        /// There is no such file, or nothing to check.
        case noInput = 66
        /// Reading or writing failed.
        case ioError = 74
        /// The system does not permit it.
        case notPermitted = 77
    }

    extension Outcome {
        init(_ error: FMCheckError) {
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

    func printNote(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
#endif
