extension FMChangeset {
    /// A change that cannot be applied to the database as it is.
    public struct Conflict: Sendable {
        /// The kind of a conflict.
        public enum Kind: Sendable, Hashable {
            /// The values of the row to update or delete differ from those that the change expects.
            case data
            /// The row to update or delete does not exist.
            case notFound
            /// A row with the primary key of the row to insert already exists.
            case conflict
            /// The change would violate a `UNIQUE`, `CHECK` or `NOT NULL` constraint.
            case constraint
            /// Foreign keys are violated after all changes were applied.
            case foreignKey
        }

        /// The kind of conflict.
        public let kind: Kind
        /// The change, or nil for ``Kind/foreignKey``.
        public let change: Change?
        /// The values of the existing row for ``Kind/data`` and ``Kind/conflict``, or nil for the other kinds.
        public let presentValues: [FMValue]?
        /// The number of violated foreign keys for ``Kind/foreignKey``, or 0.
        public let violations: Int
    }

    /// The way to resolve a conflict.
    public enum Resolution: Sendable, Hashable {
        /// The change is skipped. For ``Conflict/Kind/foreignKey`` all changes stay applied, although foreign keys are violated.
        case skip
        /// The change replaces the existing row. Only for ``Conflict/Kind/data`` and ``Conflict/Kind/conflict``.
        case replace
        /// Nothing is applied, and the call throws an error.
        case abort
    }

    /// The result of applying a changeset.
    public struct Outcome: Sendable, Equatable {
        /// The number of applied changes, including those that replaced a row.
        public internal(set) var applied = 0
        /// The number of changes that replaced a row.
        public internal(set) var replaced = 0
        /// The number of changes that ``Resolution/skip`` skipped.
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

    /// The description for an error message, without values.
    var words: String {
        let table = change.map { "a row of the table \($0.table)" } ?? "a row"
        return switch kind {
        case .data: "\(table) has values that differ from those the changeset expects"
        case .notFound: "\(table) that the changeset changes does not exist"
        case .conflict: "\(table) with the primary key of the row to insert exists already"
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
