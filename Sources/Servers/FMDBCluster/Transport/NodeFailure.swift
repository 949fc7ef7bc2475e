#if Cluster
    import FMDBDqliteWire

    /// Why a node has not answered a request as it should.
    package enum NodeFailure: Error {
        /// No connection was made, so the request was not sent.
        case unreachable(String)
        /// The connection ended, or the time was up, after something was sent.
        case lost(String)
        /// What was received is not of the protocol. The request may have been run.
        case malformed(WireError)
        /// The request cannot be written, so it was not sent.
        case unwritable(WireError)
        /// The node says that it has failed.
        case refused(code: Int32, message: String)
        /// The call cannot be made where it was made.
        case misuse(String)
        /// The wait was ended by the client.
        case cancelled

        /// Whether the node may have run the request, and committed what it writes, without saying so.
        var leavesOutcomeUnknown: Bool {
            switch self {
            case .lost, .malformed, .cancelled: true
            case .refused(let code, _):
                // A node that shuts down, or cannot write its log, may have sent the entry to the others before.
                code & 0xFF == FMResultCode.ioError.rawValue && code != NodeFailure.notLeader
                    || code == FMResultCode.abort.rawValue
            case .unreachable, .unwritable, .misuse: false
            }
        }

        /// Whether the request has certainly not been run.
        var wasNotRun: Bool {
            if case .unreachable = self { true } else { isNotLeader }
        }

        var isBusy: Bool {
            if case .refused(FMResultCode.busy.rawValue, _) = self { true } else { false }
        }

        /// The node is not the leader, and has not run the request.
        static let notLeader: Int32 = 10_250
        /// The node has ceased to be the leader while it ran the request.
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

        /// The failure as the library tells it.
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
