#if Node && os(Linux)
    import FMDBCluster

    /// The reason why a command failed, and what to do.
    struct NodeError: Error {
        /// The exit codes for scripts. Their numbers are those of sysexits.h.
        enum Kind: Int32 {
            case failed = 1
            case usage = 64
            /// The directory, cluster or database is in the wrong state.
            case wrongState = 65
            /// No node or no leader was reached.
            case unreachable = 69
            /// The directory, a file or the port cannot be used.
            case cannotUse = 73
            /// The command did not finish in time.
            case timeout = 75
        }

        let kind: Kind
        let message: String

        init(_ kind: Kind, _ message: String) {
            (self.kind, self.message) = (kind, message)
        }

        init(_ failure: NodeFailure, _ doing: String) {
            let kind: Kind =
                switch failure {
                case .unreachable, .lost: .unreachable
                case .unwritable, .misuse: .usage
                default: .failed
                }
            self.init(kind, "\(doing): \(failure.error().message)")
        }
    }
#endif
