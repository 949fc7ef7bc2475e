#if Cluster
    /// The state of a connection's transaction. The library tracks it, because the protocol does not report it.
    enum TransactionState: Equatable {
        case none
        /// Begun by `BEGIN` or by the first savepoint. The names of the savepoints are in order, the outermost first.
        case open(isBegun: Bool, savePoints: [String])
        /// Rolled back by a lost connection or by SQLite, and not yet ended by the caller. The value is the reason.
        case lost(String)

        /// Whether the transaction is open on the node.
        var isOpen: Bool {
            if case .open = self { true } else { false }
        }

        /// Whether a statement commits the transaction.
        func isCommitted(by kind: ClusterStatement.Kind) -> Bool {
            guard case .open(let isBegun, let savePoints) = self else { return false }
            switch kind {
            case .commit: return true
            // If names are equal, SQLite releases the innermost savepoint.
            case .release(let name): return !isBegun && savePoints.lastIndex(of: name) == 0
            default: return false
            }
        }

        /// Updates the state after a statement has succeeded.
        mutating func note(_ kind: ClusterStatement.Kind) {
            if isCommitted(by: kind) || kind == .rollback { return self = .none }
            switch (self, kind) {
            case (.none, .begin): self = .open(isBegun: true, savePoints: [])
            case (.none, .savePoint(let name)): self = .open(isBegun: false, savePoints: [name])
            case (.open(let isBegun, var names), .savePoint(let name)):
                names.append(name)
                self = .open(isBegun: isBegun, savePoints: names)
            case (.open(let isBegun, let names), .release(let name)):
                guard let index = names.lastIndex(of: name) else { return }
                self = .open(isBegun: isBegun, savePoints: Array(names[..<index]))
            case (.open(let isBegun, let names), .rollbackTo(let name)):
                guard let index = names.lastIndex(of: name) else { return }
                self = .open(isBegun: isBegun, savePoints: Array(names[...index]))
            default: break
            }
        }
    }
#endif
