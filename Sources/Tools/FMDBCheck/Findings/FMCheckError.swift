#if Checked
    import Foundation

    /// Why a check could not be made: a schema that SQLite refuses, a file that is missing, a setting that makes no sense.
    ///
    /// Mistakes in the checked sources are no errors of this kind: they are findings of the report.
    public struct FMCheckError: Error, Sendable, Hashable, LocalizedError, CustomStringConvertible {
        /// What kind of obstacle it is.
        public enum Kind: Sendable, Hashable {
            /// A file or folder does not exist, or a folder has no Swift file.
            case missing
            /// A file may not be read.
            case notPermitted
            /// A file cannot be read or written for another reason.
            case unreadable
            /// SQLite refuses the schema, or it is not what it should be.
            case schema
            /// A setting is not understood.
            case configuration
        }

        /// What kind of obstacle it is.
        public let kind: Kind
        /// Where it is, if it has a place in a file.
        public let place: FMSourcePlace?
        /// What is wrong, and what to do.
        public let message: String

        package init(_ kind: Kind, at place: FMSourcePlace? = nil, _ message: String) {
            self.kind = kind
            self.place = place
            self.message = message
        }

        /// The message behind its place, in the form of Swift's compiler.
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

        /// The same as a finding.
        ///
        /// - Parameter file: where it is if the error has no place.
        func finding(in file: String) -> FMFinding {
            place.map { FMFinding(.error, .input, at: $0, message) } ?? FMFinding(in: file, message)
        }
    }
#endif
