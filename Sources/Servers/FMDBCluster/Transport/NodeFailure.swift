#if Cluster
    import FMDBDqliteWire

    /// The reason why a request to a node failed.
    package enum NodeFailure: Error {
        /// There was no connection, so the request was not sent.
        case unreachable(String)
        /// The connection ended or the time was up after bytes were sent.
        case lost(String)
        /// The reply violates the protocol. The node may have run the request.
        case malformed(WireError)
        /// The request cannot be encoded, so it was not sent.
        case unwritable(WireError)
        /// The node replied with a failure.
        case refused(code: Int32, message: String)
        /// The call is not allowed on this thread.
        case misuse(String)
        /// The caller ended the wait.
        case cancelled

        /// Whether the node may have run the request and committed its writes without reporting it.
        var leavesOutcomeUnknown: Bool {
            switch self {
            case .lost, .malformed, .cancelled: true
            case .refused(let code, _):
                // A node that shuts down or cannot write its log may already have sent the log entry to other nodes.
                code & 0xFF == FMResultCode.ioError.rawValue && code != NodeFailure.notLeader
                    || code == FMResultCode.abort.rawValue
            case .unreachable, .unwritable, .misuse: false
            }
        }

        /// Whether the node certainly did not run the request.
        var wasNotRun: Bool {
            if case .unreachable = self { true } else { isNotLeader }
        }

        var isBusy: Bool {
            if case .refused(FMResultCode.busy.rawValue, _) = self { true } else { false }
        }

        /// The code of a node that is not the leader and did not run the request.
        static let notLeader: Int32 = 10_250
        /// The code of a node that lost the leadership while it ran the request.
        static let leadershipLost: Int32 = 10_506

        var isNotLeader: Bool {
            if case .refused(NodeFailure.notLeader, _) = self { true } else { false }
        }

        var message: String {
            switch self {
            case .unreachable(let reason), .lost(let reason), .misuse(let reason): reason
            case .malformed(let error), .unwritable(let error): error.description
            case .refused(_, let message): message
            case .cancelled: "the task was cancelled"
            }
        }

        /// Returns the failure as an `FMError`.
        package func error(_ sql: String? = nil) -> FMError {
            switch self {
            case .unreachable: FMError(.cantOpen, message, sql: sql)
            case .lost: FMError(.connectionLost, message, sql: sql)
            case .malformed: FMError(.lockProtocol, message, sql: sql)
            case .unwritable, .misuse: FMError(.misuse, message, sql: sql)
            case .cancelled: FMError(.interrupt, message, sql: sql)
            case .refused(let code, let message): FMError(FMResultCode(rawValue: code), message, sql: sql)
            }
        }
    }
#endif
