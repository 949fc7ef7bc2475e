extension FMError {
    /// A suggested response of a server to a request that failed with a database error. See ``serverHint``.
    public enum ServerHint: Hashable, Sendable {
        /// The same request may succeed later: 503, with the header `Retry-After`.
        case unavailable(retryAfter: Duration)
        /// The request conflicts with stored data: 409.
        case conflict
        /// The request contains a value that the database rejects: 400.
        case badRequest
        /// The HTTP client cannot fix the problem: 500.
        case `internal`

        /// The HTTP status code: 503, 409, 400 or 500. See [RFC 9110](https://www.rfc-editor.org/rfc/rfc9110#section-15).
        public var statusCode: Int {
            switch self {
            case .unavailable: 503
            case .conflict: 409
            case .badRequest: 400
            case .internal: 500
            }
        }

        /// The value of the header `Retry-After` in whole seconds, 1 or more, or nil for a response without it.
        public var retryAfterSeconds: Int? {
            guard case .unavailable(let pause) = self else { return nil }
            return max(1, Int(pause.components.seconds) + (pause.components.attoseconds > 0 ? 1 : 0))
        }
    }

    /// The suggested response of a server to a request that failed with this error:
    ///
    ///     catch let error as FMError {
    ///         return Response(status: .init(code: error.serverHint.statusCode))
    ///     }
    ///
    /// - ``ServerHint/unavailable(retryAfter:)``: the call got no lock or connection in time, or was interrupted. The queue or pool is
    ///   closed. Memory or the disk is full. The backup does not have the commit yet. SQLite rolled back the transaction, or a cluster did
    ///   because its leader changed. The cluster has no leader, or lost the connection before anything was written.
    /// - ``ServerHint/conflict``: a constraint between rows is violated, such as UNIQUE, a primary or a foreign key, or a trigger rejected
    ///   the change.
    /// - ``ServerHint/badRequest``: a value violates CHECK, NOT NULL or the type of a STRICT table, or is too large.
    /// - ``ServerHint/internal``: everything else.
    ///
    /// An error message may name tables and columns: write it to logs, not into responses. See [Result and Error
    /// Codes](https://sqlite.org/rescode.html).
    public var serverHint: ServerHint {
        if stage == .closed || [ClusterCode.noLeader, ClusterCode.connectionLost].contains(extendedCode.rawValue) {
            return .unavailable(retryAfter: .seconds(1))
        }
        switch extendedCode {
        case .constraintCheck, .constraintNotNull, .constraintDataType, .tooBig: return .badRequest
        case .constraint: return .conflict
        case .busy, .locked, .interrupt, .abortRollback, .notShipped: return .unavailable(retryAfter: .seconds(1))
        case .full, .noMemory, .ioErrorNoMemory: return .unavailable(retryAfter: .seconds(30))
        default: return .internal
        }
    }
}
