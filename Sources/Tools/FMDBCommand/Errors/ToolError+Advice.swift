#if Tool
    import FMDB
    @_exported import FMDBConsole

    extension ToolError {
        init(_ error: any Error, file: String? = nil) {
            if let error = error as? UnfinishedTransaction {
                self.init(.badData, "\"\(error.path)\": \(error.message). \(error.action)")
            } else if let error = error as? FMError {
                self.init(error, file: file)
            } else {
                self.init(plain: error)
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

    /// The error for a file with a hot journal: a program ended within a transaction. Only a connection that may write can roll the
    /// transaction back.
    struct UnfinishedTransaction: Error {
        let path: String

        var message: String { "a transaction was left unfinished, and reading alone cannot undo it" }
        var action: String { "Open it once for writing, beside its journal: fmdb checkpoint \(shellQuoted(path))" }
    }

    /// Returns a string in quotation marks, as one word of a shell command.
    func shellQuoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty && text.first != "-"
            && text.utf8.allSatisfy { $0 == UInt8(ascii: "/") || $0 != UInt8(ascii: "~") && $0.isUnreserved }
        guard !isPlain else { return text }
        // The shell command would read a path that begins with a hyphen as an option.
        let path = text.first == "-" ? "./" + text : text
        return "'" + path.replacingASCII("'", with: "'\\''") + "'"
    }
#endif
