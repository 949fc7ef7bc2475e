#if Tool || Checked || Node
    import FMDB

    /// The exit codes. Codes from 64 on are those of sysexits.h. Codes from 128 on are 128 plus a signal number, as in shells.
    package enum Outcome: Int32 {
        /// A statement failed, or a check found a problem.
        case failed = 1
        /// The result is incomplete: lines were set aside, rows were lost, or a check was not possible.
        case partly = 3
        case usage = 64
        /// The input is not a database, is damaged, or has no readable row.
        case badData = 65
        case noInput = 66
        /// This build or this SQLite does not support the request.
        case unavailable = 69
        /// A file cannot be created, or exists already.
        case cannotCreate = 73
        /// Reading or writing failed, for example because the disk is full.
        case ioError = 74
        /// Another connection held a lock for longer than the timeout.
        case locked = 75
        case notPermitted = 77
        /// SIGHUP: the terminal was closed.
        case hungUp = 129
        case interrupted = 130
        /// The reader of the output has closed the pipe. Shells use this number for SIGPIPE.
        case brokenPipe = 141
        case terminated = 143

        package init(signal: Int32) {
            self = signal == SIGTERM ? .terminated : signal == SIGHUP ? .hungUp : .interrupted
        }
    }

    package struct ToolError: Error {
        package let outcome: Outcome
        /// The message, or an empty string if there is nothing to print.
        package let message: String

        package init(_ outcome: Outcome, _ message: String = "") {
            self.outcome = outcome
            self.message = message
        }

        package static func usage(_ message: String) -> ToolError { ToolError(.usage, message) }
    }

    extension ToolError {
        /// Creates a tool error with the message of another error.
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
