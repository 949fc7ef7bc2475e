#if Cluster
    /// What a client knows of its transaction, which the protocol does not tell.
    enum TransactionState: Equatable {
        case none
        /// Begun by `BEGIN`.
        case begun
        /// Begun by a save point of this name.
        case savePoint(String)
        /// Rolled back, by the end of its connection or by SQLite, and not ended by the client yet.
        case lost(String)

        /// Whether the node has it open.
        var isOpen: Bool {
            switch self {
            case .begun, .savePoint: true
            case .none, .lost: false
            }
        }

        /// Whether a statement ends the transaction by committing it.
        func isCommitted(by kind: ClusterStatement.Kind) -> Bool {
            switch (self, kind) {
            case (.begun, .commit), (.savePoint, .commit): true
            case (.savePoint(let own), .release(let name)): own == name
            default: false
            }
        }

        /// After a statement has succeeded.
        mutating func note(_ kind: ClusterStatement.Kind) {
            if isCommitted(by: kind) || kind == .rollback { return self = .none }
            guard self == .none else { return }
            if kind == .begin { self = .begun }
            if case .savePoint(let name) = kind { self = .savePoint(name) }
        }
    }
#endif
