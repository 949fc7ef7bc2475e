extension FMSchema {
    /// A column of a table or view.
    public struct Column: Sendable, Hashable {
        /// The name, as it was declared.
        public package(set) var name: String
        /// The type, as it was declared; empty if it has none.
        public package(set) var type: String
        /// Whether it was declared `NOT NULL`.
        public let isNotNull: Bool
        /// The default value, an expression in SQL; nil if it has none.
        public let defaultValue: String?
        /// The position in the primary key, counted from 1; 0 if the column is not part of it.
        public let key: Int
        /// Whether the value is computed from other columns. See [Generated Columns](https://sqlite.org/gencol.html).
        public let isGenerated: Bool
        /// Whether it is a generated column of the kind `STORED`, whose value is written with the row.
        public let isStored: Bool
        /// Whether it is a hidden column of a virtual table, which `SELECT *` leaves out.
        public let isHidden: Bool
        /// The name of the collation; nil if the definition has none.
        public package(set) var collation: String?
        /// The expression of a generated column; nil for other columns, and if the table's SQL cannot be parsed.
        public package(set) var expression: String?

        package init(
            name: String, type: String, isNotNull: Bool, defaultValue: String?, key: Int, isGenerated: Bool,
            isStored: Bool = false, isHidden: Bool = false
        ) {
            (self.name, self.type, self.key) = (name, type, key)
            (self.isNotNull, self.defaultValue) = (isNotNull, defaultValue)
            (self.isGenerated, self.isStored, self.isHidden) = (isGenerated, isStored, isHidden)
        }

        /// The affinity, which decides how the column converts values.
        public var affinity: Affinity { Affinity(rawValue: DeclaredType(type).affinity.rawValue) ?? .numeric }

        package func mentions(_ parts: [String]) -> Bool { DeclaredType(type).mentions(parts) }
    }

    /// The affinity of a column, which decides how it converts values. See
    /// [Determination Of Column Affinity](https://sqlite.org/datatype3.html#determination_of_column_affinity).
    public enum Affinity: String, Sendable, Hashable, CaseIterable {
        /// Converts to integers, if no information is lost.
        case integer = "INTEGER"
        /// Converts numbers to text.
        case text = "TEXT"
        /// Stores values as they are.
        case blob = "BLOB"
        /// Converts to floating-point numbers, if no information is lost.
        case real = "REAL"
        /// Converts to integers or floating-point numbers, if no information is lost.
        case numeric = "NUMERIC"
    }

    /// An index. See [CREATE INDEX](https://sqlite.org/lang_createindex.html).
    public struct Index: Sendable, Hashable {
        /// What created an index.
        public enum Origin: String, Sendable, Hashable, CaseIterable {
            /// `CREATE INDEX`.
            case statement = "c"
            /// The primary key of the table.
            case primaryKey = "pk"
            /// A `UNIQUE` constraint of the table.
            case unique = "u"
        }

        /// The name. SQLite names the indexes of keys and constraints itself.
        public let name: String
        /// The table.
        public let table: String
        /// Whether no two rows may have the same values.
        public let isUnique: Bool
        /// What created the index.
        public let origin: Origin
        /// Whether it contains only some rows. See [Partial Indexes](https://sqlite.org/partialindex.html).
        public let isPartial: Bool
        /// The columns, in the order of the index; nil for an expression.
        public package(set) var columns: [String?]
        /// The `CREATE INDEX` statement; nil if the index belongs to a key or constraint.
        public package(set) var sql: String?
        package var hasRowID: Bool
        /// The parts of the `CREATE INDEX` statement; nil if there is none or it cannot be parsed.
        package var definition: IndexDefinition?
        /// The columns and expressions with their collations and orders, as they were declared. If there is no `CREATE INDEX` statement, or
        /// it cannot be parsed, only the names of the columns.
        public var terms: [String] { definition?.terms.map(\.source) ?? columns.map { $0 ?? "" } }

        /// The condition after `WHERE`, which selects the rows of a partial index; nil for all rows.
        public var condition: String? {
            guard let definition, !definition.condition.isEmpty else { return nil }
            return definition.condition.source
        }

        /// Returns whether the first columns of the index are the given ones, in any order.
        package func begins(with columns: [String]) -> Bool {
            self.columns.count >= columns.count
                && Set(self.columns.prefix(columns.count).map { $0?.nameKey })
                    == Set(columns.map { Optional($0.nameKey) })
        }
    }

    /// A foreign key. See [Foreign Keys](https://sqlite.org/foreignkeys.html).
    public struct ForeignKey: Sendable, Hashable {
        /// The columns.
        public package(set) var columns: [String]
        /// The name of the referenced table, which may be missing.
        public let table: String
        /// The referenced columns; nil for the primary key of the referenced table.
        public let targets: [String]?
        /// What SQLite does with a row when its parent row is deleted.
        public package(set) var onDelete: Action
        /// What SQLite does with a row when the key of its parent row changes.
        public package(set) var onUpdate: Action
        /// Whether a violation is reported at the end of the transaction, not of the statement: `DEFERRABLE INITIALLY DEFERRED`. See
        /// [Deferred Foreign Key Constraints](https://sqlite.org/foreignkeys.html#fk_deferred). False if the table's SQL cannot be parsed.
        public package(set) var isDeferred = false

        /// What SQLite does with a row when its parent row is deleted or gets another key. See
        /// [ON DELETE and ON UPDATE Actions](https://sqlite.org/foreignkeys.html#fk_actions).
        public enum Action: String, Sendable, Hashable, CaseIterable {
            /// SQLite refuses the change at the end of the statement, or, for a deferred foreign key, at the end of the transaction.
            case noAction = "NO ACTION"
            /// SQLite refuses the change at once.
            case restrict = "RESTRICT"
            /// The columns become NULL.
            case setNull = "SET NULL"
            /// The columns get their default values.
            case setDefault = "SET DEFAULT"
            /// The row is deleted, or gets the new key.
            case cascade = "CASCADE"
        }

        package init(columns: [String], table: String, targets: [String]?, onDelete: Action, onUpdate: Action) {
            (self.columns, self.table, self.targets) = (columns, table, targets)
            (self.onDelete, self.onUpdate) = (onDelete, onUpdate)
        }
    }
}
