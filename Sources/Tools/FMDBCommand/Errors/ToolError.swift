#if Tool
    import FMDB
    import Foundation

    /// The exit codes. Those from 64 on are of sysexits.h, those from 128 on of shells: 128 and the number of a signal.
    enum Outcome: Int32 {
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

        init(signal: Int32) {
            self = signal == SIGTERM ? .terminated : signal == SIGHUP ? .hungUp : .interrupted
        }
    }

    struct ToolError: Error {
        let outcome: Outcome
        /// Empty if there is nothing to say.
        let message: String

        init(_ outcome: Outcome, _ message: String = "") {
            self.outcome = outcome
            self.message = message
        }

        static func usage(_ message: String) -> ToolError { ToolError(.usage, message) }
    }

    extension ToolError {
        init(_ error: any Error, file: String? = nil) {
            if let error = error as? ToolError {
                self = error
            } else if let error = error as? UnfinishedTransaction {
                self.init(.badData, "\"\(error.path)\": \(error.message). \(error.action)")
            } else if error is CancellationError {
                self.init(.interrupted)
            } else if let error = error as? FMError {
                self.init(error, file: file)
            } else {
                let error = error as NSError
                self.init(error.domain == NSCocoaErrorDomain ? .ioError : .failed, error.localizedDescription)
            }
        }

        private init(_ error: FMError, file: String?) {
            if let cause = error.underlyingError as? ToolError {
                self = cause
                return
            }
            let place = file.map { "\"\($0)\": " } ?? ""
            var message = place + error.message
            switch error.resultCode.primary {
            case .interrupt:
                self.init(.interrupted)
                return
            case .notADatabase:
                message = place + "this is not an SQLite database, or it is encrypted with another key"
            case .busy, .locked:
                message = place + "the database is locked" + (error.contention.map { ": \($0.hint)" } ?? "")
                message += ". Wait for it with --timeout SECONDS."
            case .corrupt:
                message += ". Look at it with `fmdb doctor`, and rescue its rows with `fmdb repair`."
            case .full: message = "the disk is full; nothing was changed"
            default: break
            }
            self.init(Outcome(error), message)
        }
    }

    extension Outcome {
        init(_ error: FMError) {
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

    /// A program ended within a transaction. Only a connection that may write can undo it.
    struct UnfinishedTransaction: Error {
        let path: String

        var message: String { "a transaction was left unfinished, and reading alone cannot undo it" }
        var action: String { "Open it once for writing, beside its journal: fmdb checkpoint \(shellQuoted(path))" }
    }

    /// A text in quotation marks, as one word of a shell's command.
    func shellQuoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty && text.first != "-"
            && text.utf8.allSatisfy { $0 == UInt8(ascii: "/") || $0 != UInt8(ascii: "~") && $0.isUnreserved }
        guard !isPlain else { return text }
        // A word that begins with a hyphen would be an option.
        let path = text.first == "-" ? "./" + text : text
        return "'" + path.replacingASCII("'", with: "'\\''") + "'"
    }
#endif
