#if Checked
    import Foundation

    /// The reason a check could not run: for example a schema that SQLite refuses, a missing file, or an invalid setting.
    ///
    /// Mistakes in the checked sources do not throw this error: the report lists them as findings.
    public struct FMCheckError: Error, Sendable, Hashable, LocalizedError, CustomStringConvertible {
        /// The kind of problem.
        public enum Kind: Sendable, Hashable {
            /// A file or folder does not exist, or a folder has no Swift file.
            case missing
            /// The program has no permission to read a file.
            case notPermitted
            /// A file cannot be read or written for another reason.
            case unreadable
            /// SQLite refuses the schema, or the schema file is invalid.
            case schema
            /// A setting is invalid.
            case configuration
        }

        /// The kind of problem.
        public let kind: Kind
        /// The place of the problem in a file, or nil if it has none.
        public let place: FMSourcePlace?
        /// The message: what is wrong, and what to do.
        public let message: String

        package init(_ kind: Kind, at place: FMSourcePlace? = nil, _ message: String) {
            self.kind = kind
            self.place = place
            self.message = message
        }

        /// The place and the message, in the format of the Swift compiler.
        public var description: String {
            guard let place else { return "error: \(message)" }
            return "\(place.file):\(place.line):\(place.column): error: \(message)"
        }

        /// The same as ``description``.
        public var errorDescription: String? { description }
    }

    extension FMCheckError {
        init(_ kind: Kind, in file: String, _ message: String) {
            self.init(kind, at: FMSourcePlace(file, line: 1, column: 1), message)
        }

        /// Returns the error as a finding.
        ///
        /// - Parameter file: the file to report if the error has no place.
        func finding(in file: String) -> FMFinding {
            place.map { FMFinding(.error, .input, at: $0, message) } ?? FMFinding(in: file, message)
        }
    }
#endif
