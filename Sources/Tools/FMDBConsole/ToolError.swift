#if Tool || Checked || Node
    import FMDB

    /// The exit codes. Those from 64 on are of sysexits.h, those from 128 on of shells: 128 and the number of a signal.
    package enum Outcome: Int32 {
        /// A statement failed, or a check has found something.
        case failed = 1
        /// A part is missing: lines were set aside, rows were lost, or a check could not be made.
        case partly = 3
        case usage = 64
        /// The input is no database, or is damaged, or has no row that can be read.
        case badData = 65
        case noInput = 66
        /// This build or this SQLite cannot do it.
        case unavailable = 69
        /// A file cannot be made, or is there already.
        case cannotCreate = 73
        /// Reading or writing failed: the disk is full, for example.
        case ioError = 74
        /// Another connection held a lock for longer than the timeout.
        case locked = 75
        case notPermitted = 77
        /// SIGHUP: the terminal is gone.
        case hungUp = 129
        case interrupted = 130
        /// Nobody reads the output any more. Shells use this number for SIGPIPE.
        case brokenPipe = 141
        case terminated = 143

        package init(signal: Int32) {
            self = signal == SIGTERM ? .terminated : signal == SIGHUP ? .hungUp : .interrupted
        }
    }

    package struct ToolError: Error {
        package let outcome: Outcome
        /// Empty if there is nothing to say.
        package let message: String

        package init(_ outcome: Outcome, _ message: String = "") {
            self.outcome = outcome
            self.message = message
        }

        package static func usage(_ message: String) -> ToolError { ToolError(.usage, message) }
    }

    extension ToolError {
        /// An error in its own words.
        package init(plain error: any Error) {
            switch error {
            case let error as ToolError: self = error
            case is CancellationError: self.init(.interrupted)
            case let error as FMError: self.init(Outcome(error), error.message)
            default:
                let error = error as NSError
                self.init(error.domain == NSCocoaErrorDomain ? .ioError : .failed, error.localizedDescription)
            }
        }
    }

    extension Outcome {
        package init(_ error: FMError) {
            self =
                switch error.resultCode.primary {
                case .notADatabase, .corrupt: .badData
                case .busy, .locked: .locked
                case .cantOpen: .noInput
                case .full, .ioError: .ioError
                case .permission, .authorization: .notPermitted
                case .interrupt: .interrupted
                default: error.extendedCode == .notSupported ? .unavailable : .failed
                }
        }
    }
#endif
