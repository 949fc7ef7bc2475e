extension FMChangeset {
    /// A change that does not fit the database to which it is to be applied.
    public struct Conflict: Sendable {
        /// Why a change does not fit.
        public enum Kind: Sendable, Hashable {
            /// The row to be updated or deleted has other values than the change expects.
            case data
            /// There is no row to be updated or deleted.
            case notFound
            /// There is a row already with the primary key of the one to be inserted.
            case conflict
            /// The change would violate a constraint: `UNIQUE`, `CHECK` or `NOT NULL`.
            case constraint
            /// When everything else was applied, foreign keys are violated.
            case foreignKey
        }

        /// Why it does not fit.
        public let kind: Kind
        /// What does not fit; nil for ``Kind/foreignKey``.
        public let change: Change?
        /// The values of the row that is there, for ``Kind/data`` and ``Kind/conflict``; nil for the other kinds.
        public let presentValues: [FMValue]?
        /// How many foreign keys are violated, for ``Kind/foreignKey``; otherwise 0.
        public let violations: Int
    }

    /// What is done with a change that does not fit.
    public enum Resolution: Sendable, Hashable {
        /// It is left out. For ``Conflict/Kind/foreignKey`` all is kept that was applied, though foreign keys are violated.
        case skip
        /// It replaces the row that is there. Only for ``Conflict/Kind/data`` and ``Conflict/Kind/conflict``.
        case replace
        /// Nothing is applied, and the call throws an error.
        case abort
    }

    /// What has become of the changes.
    public struct Outcome: Sendable, Equatable {
        /// How many changes were applied, those that have replaced a row included.
        public internal(set) var applied = 0
        /// How many have replaced a row.
        public internal(set) var replaced = 0
        /// How many were left out as ``Resolution/skip``.
        public internal(set) var skipped = 0
    }
}

extension FMChangeset.Conflict {
    init(_ conflict: ChangesetConflict) {
        kind =
            switch conflict.kind {
            case .data: .data
            case .notFound: .notFound
            case .conflict: .conflict
            case .constraint: .constraint
            case .foreignKey: .foreignKey
            }
        change = conflict.change.flatMap { FMChangeset.Change($0) }
        presentValues = conflict.present
        violations = conflict.violations
    }

    var allowsReplacing: Bool { kind == .data || kind == .conflict }

    /// What the error says, without any value.
    var words: String {
        let table = change.map { "a row of the table \($0.table)" } ?? "a row"
        return switch kind {
        case .data: "\(table) has other values than the changeset expects"
        case .notFound: "\(table) that is to be changed does not exist"
        case .conflict: "\(table) with the primary key of one to be inserted exists already"
        case .constraint: "\(table) would violate a constraint"
        case .foreignKey: "\(violations.of("foreign key")) would be violated"
        }
    }
}

extension FMChangeset.Change {
    fileprivate init?(_ change: ChangesetConflict.Change) {
        guard let operation = FMChangeset.Operation(code: UInt8(truncatingIfNeeded: change.action)) else { return nil }
        self.init(
            operation: operation, table: change.table, oldValues: change.old, newValues: change.new,
            primaryKey: change.key, isIndirect: change.isIndirect)
    }
}
