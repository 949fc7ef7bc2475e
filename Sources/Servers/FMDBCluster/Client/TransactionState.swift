#if Cluster
    /// What a client knows of its transaction, which the protocol does not tell.
    enum TransactionState: Equatable {
        case none
        /// Begun by `BEGIN`, or by the first of the save points, whose names are here from the outermost one on.
        case open(isBegun: Bool, savePoints: [String])
        /// Rolled back, by the end of its connection or by SQLite, and not ended by the client yet.
        case lost(String)

        /// Whether the node has it open.
        var isOpen: Bool {
            if case .open = self { true } else { false }
        }

        /// Whether a statement ends the transaction by committing it.
        func isCommitted(by kind: ClusterStatement.Kind) -> Bool {
            guard case .open(let isBegun, let savePoints) = self else { return false }
            switch kind {
            case .commit: return true
            // Of equal names the innermost is released.
            case .release(let name): return !isBegun && savePoints.lastIndex(of: name) == 0
            default: return false
            }
        }

        /// After a statement has succeeded.
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
