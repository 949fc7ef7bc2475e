#if Tool
    import FMDB
    import FlyingFox
    import Foundation

    struct StudioError: Error {
        let status: HTTPStatusCode
        let message: String
        /// The byte offset of the error in the statement, or nil.
        var offset: Int?

        init(_ status: HTTPStatusCode, _ message: String) {
            self.status = status
            self.message = message
        }

        init(_ error: any Error) {
            if let error = error as? StudioError {
                self = error
            } else if error is CancellationError {
                self.init(.conflict, "cancelled")
            } else if let error = error as? FMError {
                if let cause = error.underlyingError as? StudioError {
                    self = cause
                    return
                }
                self.init(StudioError.status(error), StudioError.message(error))
                offset = error.offset
            } else if error is DecodingError {
                self.init(.badRequest, "the request is malformed")
            } else {
                self.init(.internalServerError, (error as NSError).localizedDescription)
            }
        }

        private static func message(_ error: FMError) -> String {
            guard error.extendedCode != .deadlineExceeded else { return "it took too long and was cancelled" }
            switch error.resultCode.primary {
            case .interrupt: return "cancelled"
            case .tooBig:
                return error.message
                    + ". The studio does not load values over 1 MB or change rows over 64 MB. Leave out the column, or select its length()."
            case .busy, .locked:
                return "the database is locked" + (error.contention.map { ": \($0.hint)" } ?? "")
            default: return error.message
            }
        }

        private static func status(_ error: FMError) -> HTTPStatusCode {
            guard error.extendedCode != .deadlineExceeded else { return .unprocessableContent }
            return switch error.resultCode.primary {
            case .busy, .locked: .serviceUnavailable
            case .authorization, .readOnly, .permission: .forbidden
            case .constraint, .interrupt: .conflict
            case .corrupt, .ioError, .full, .notADatabase, .cantOpen: .internalServerError
            default: .unprocessableContent
            }
        }
    }
#endif
