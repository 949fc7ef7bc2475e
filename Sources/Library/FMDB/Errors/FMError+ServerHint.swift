extension FMError {
    /// What a server may answer to a request that has failed with an error of the database. See ``serverHint``.
    public enum ServerHint: Hashable, Sendable {
        /// The same request may succeed later: 503, with the header `Retry-After`.
        case unavailable(retryAfter: Duration)
        /// The request contradicts what is stored: 409.
        case conflict
        /// The request has a value that the database does not take: 400.
        case badRequest
        /// Nothing that the client could do about it: 500.
        case `internal`

        /// The status code of HTTP: 503, 409, 400 or 500. See [RFC 9110](https://www.rfc-editor.org/rfc/rfc9110#section-15).
        public var statusCode: Int {
            switch self {
            case .unavailable: 503
            case .conflict: 409
            case .badRequest: 400
            case .internal: 500
            }
        }

        /// The whole seconds of the header `Retry-After`, 1 or more; nil for an answer without it.
        public var retryAfterSeconds: Int? {
            guard case .unavailable(let pause) = self else { return nil }
            return max(1, Int(pause.components.seconds) + (pause.components.attoseconds > 0 ? 1 : 0))
        }
    }

    /// What a server may answer to a request that has failed with this error:
    ///
    ///     catch let error as FMError {
    ///         return Response(status: .init(code: error.serverHint.statusCode))
    ///     }
    ///
    /// - ``ServerHint/unavailable(retryAfter:)``: the call got no lock or connection in time or was interrupted, or the queue or pool is
    ///   closed. Memory or the disk is full, or the backup does not have the commit yet. SQLite, or a cluster whose leader has changed, has
    ///   rolled back the transaction. A cluster has no leader, or the connection to it was lost while nothing was written.
    /// - ``ServerHint/conflict``: a constraint between rows is violated, such as UNIQUE, a primary or a foreign key, or a trigger refuses
    ///   the change.
    /// - ``ServerHint/badRequest``: a value violates CHECK, NOT NULL or the type of a STRICT table, or is too large.
    /// - ``ServerHint/internal``: everything else.
    ///
    /// The text of an error may name tables and columns: it is for logs, not for answers. See [Result and Error
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
