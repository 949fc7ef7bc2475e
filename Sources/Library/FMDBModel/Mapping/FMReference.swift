import FMDB

/// A foreign key of a model's table: columns that hold the key of another table's row.
///
///     struct Book: Codable, FMModel {
///         static let tableOptions = FMTableOptions(references: [FMReference("author", to: Author.self, onDelete: .cascade)])
///     }
///
/// `createTable` and `upgradeTable` make it, and an index of the columns unless there is one that begins with them. SQLite
/// enforces foreign keys on connections with `PRAGMA foreign_keys`. See [Foreign Keys](https://sqlite.org/foreignkeys.html).
public struct FMReference: Sendable, Hashable {
    /// The columns, in the order of the other table's key.
    public let columns: [String]
    /// The name of the other table.
    public let table: String
    /// The action on a row when the referenced one is deleted.
    public let onDelete: Action
    /// The action on a row when the key of the referenced one changes.
    public let onUpdate: Action
    /// The other model; nil for a foreign key by the name of a table.
    private let target: Any.Type?

    /// The action on a row when the referenced one is deleted or gets another key. See [ON DELETE and ON UPDATE
    /// Actions](https://sqlite.org/foreignkeys.html#fk_actions).
    public typealias Action = FMSchema.ForeignKey.Action
}

extension FMReference {
    /// A foreign key that holds the key of another model's table.
    public init<Target: FMModel>(
        _ columns: String..., to target: Target.Type, onDelete: Action = .noAction, onUpdate: Action = .noAction
    ) {
        self.init(
            columns: columns, table: Target.tableName, onDelete: onDelete, onUpdate: onUpdate, target: target)
    }

    /// A foreign key that holds the primary key of a table.
    public init(
        _ columns: String..., to table: String, onDelete: Action = .noAction, onUpdate: Action = .noAction
    ) {
        self.init(columns: columns, table: table, onDelete: onDelete, onUpdate: onUpdate, target: nil)
    }

    /// The key of the other model; nil where it is not known.
    var targetKey: [String]? { (target as? any FMModel.Type)?.keyOfOwnTable }

    /// Whether both are the same in SQL.
    public static func == (left: FMReference, right: FMReference) -> Bool {
        left.columns == right.columns && left.table == right.table && left.actions == right.actions
    }

    /// Hashes the SQL.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(columns)
        hasher.combine(table)
        hasher.combine(actions)
    }

    /// Its clause in the definition of the table, without default actions.
    var clause: String {
        let key = "FOREIGN KEY (\(FMSQL.list(columns))) REFERENCES \(FMSQL.quoted(identifier: table))"
        return actions.isEmpty ? key : "\(key) \(actions)"
    }

    /// `ON DELETE … ON UPDATE …`.
    var actions: String {
        [(onDelete, "DELETE"), (onUpdate, "UPDATE")].filter { $0.0 != .noAction }.map { "ON \($1) \($0.rawValue)" }
            .joined(separator: " ")
    }
}

extension FMModel {
    fileprivate static var keyOfOwnTable: [String]? {
        guard let table = try? fmTable, !table.isOfRecords else { return nil }
        return table.options.key?.columns ?? []
    }
}

extension FMReference: CustomStringConvertible {
    /// For people to read: "author to Author".
    public var description: String { "\(columns.joined(separator: ", ")) to \(table)" }
}
