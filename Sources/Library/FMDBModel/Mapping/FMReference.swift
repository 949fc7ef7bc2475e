import FMDB

/// A foreign key of a model's table: columns that hold the key of a row in another table.
///
///     struct Book: Codable, FMModel {
///         static let tableOptions = FMTableOptions(references: [FMReference("author", to: Author.self, onDelete: .cascade)])
///     }
///
/// `createTable` and `upgradeTable` create the foreign key, and an index on its columns unless another index begins with them. SQLite
/// enforces foreign keys on connections with `PRAGMA foreign_keys`. See [Foreign Keys](https://sqlite.org/foreignkeys.html).
public struct FMReference: Sendable, Hashable {
    /// The columns, in the order of the referenced key.
    public let columns: [String]
    /// The name of the referenced table.
    public let table: String
    /// The action on a row when the referenced row is deleted.
    public let onDelete: Action
    /// The action on a row when the key of the referenced row changes.
    public let onUpdate: Action
    /// The referenced model; nil if the foreign key names a table.
    private let target: Any.Type?

    /// The action on a row when the referenced row is deleted or its key changes. See [ON DELETE and ON UPDATE
    /// Actions](https://sqlite.org/foreignkeys.html#fk_actions).
    public typealias Action = FMSchema.ForeignKey.Action
}

extension FMReference {
    /// Creates a foreign key to the key of another model's table.
    public init<Target: FMModel>(
        _ columns: String..., to target: Target.Type, onDelete: Action = .noAction, onUpdate: Action = .noAction
    ) {
        self.init(
            columns: columns, table: Target.tableName, onDelete: onDelete, onUpdate: onUpdate, target: target)
    }

    /// Creates a foreign key to the primary key of a table.
    public init(
        _ columns: String..., to table: String, onDelete: Action = .noAction, onUpdate: Action = .noAction
    ) {
        self.init(columns: columns, table: table, onDelete: onDelete, onUpdate: onUpdate, target: nil)
    }

    /// The key of the referenced model; nil if it is unknown.
    var targetKey: [String]? { (target as? any FMModel.Type)?.keyOfOwnTable }

    /// Whether both references have the same SQL.
    public static func == (left: FMReference, right: FMReference) -> Bool {
        left.columns == right.columns && left.table == right.table && left.actions == right.actions
    }

    /// Hashes the SQL.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(columns)
        hasher.combine(table)
        hasher.combine(actions)
    }

    /// The clause in `CREATE TABLE`, without default actions.
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
    /// A readable form, such as "author to Author".
    public var description: String { "\(columns.joined(separator: ", ")) to \(table)" }
}
