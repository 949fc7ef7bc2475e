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
        /// The place in the primary key, counted from 1; 0 if it does not belong to it.
        public let key: Int
        /// Whether its value is computed from others. See [Generated Columns](https://sqlite.org/gencol.html).
        public let isGenerated: Bool
        /// Whether its value is computed, and written with the row.
        public let isStored: Bool
        /// Whether it is a hidden column of a virtual table, which `SELECT *` leaves out.
        public let isHidden: Bool
        /// The name of the collation; nil where the definition has none.
        public package(set) var collation: String?
        /// From what a generated column is computed; nil for others, and if the text is not understood.
        public package(set) var expression: String?

        package init(
            name: String, type: String, isNotNull: Bool, defaultValue: String?, key: Int, isGenerated: Bool,
            isStored: Bool = false, isHidden: Bool = false
        ) {
            (self.name, self.type, self.key) = (name, type, key)
            (self.isNotNull, self.defaultValue) = (isNotNull, defaultValue)
            (self.isGenerated, self.isStored, self.isHidden) = (isGenerated, isStored, isHidden)
        }

        /// What the column makes of the values that it gets.
        public var affinity: Affinity { Affinity(rawValue: DeclaredType(type).affinity.rawValue) ?? .numeric }

        package func mentions(_ parts: [String]) -> Bool { DeclaredType(type).mentions(parts) }
    }

    /// What a column makes of the values that it gets. See
    /// [Determination Of Column Affinity](https://sqlite.org/datatype3.html#determination_of_column_affinity).
    public enum Affinity: String, Sendable, Hashable, CaseIterable {
        /// Integers, where nothing is lost.
        case integer = "INTEGER"
        /// Texts.
        case text = "TEXT"
        /// Values as they are.
        case blob = "BLOB"
        /// Floating point numbers, where nothing is lost.
        case real = "REAL"
        /// Integers or floating point numbers, where nothing is lost.
        case numeric = "NUMERIC"
    }

    /// An index. See [CREATE INDEX](https://sqlite.org/lang_createindex.html).
    public struct Index: Sendable, Hashable {
        /// Why there is an index.
        public enum Origin: String, Sendable, Hashable, CaseIterable {
            /// `CREATE INDEX`.
            case statement = "c"
            /// The primary key of the table.
            case primaryKey = "pk"
            /// A `UNIQUE` constraint of the table.
            case unique = "u"
        }

        /// The name. SQLite gives those of keys and constraints one of its own.
        public let name: String
        /// The table.
        public let table: String
        /// Whether no two rows may have the same values.
        public let isUnique: Bool
        /// Why there is the index.
        public let origin: Origin
        /// Whether it is of some rows only. See [Partial Indexes](https://sqlite.org/partialindex.html).
        public let isPartial: Bool
        /// The columns in their order; nil for an expression.
        public package(set) var columns: [String?]
        /// The text of `CREATE INDEX`; nil if it was not made by that.
        public package(set) var sql: String?
        package var hasRowID: Bool
        /// The parts of the text; nil if it was not made by `CREATE INDEX`, and if the text is not understood.
        package var definition: IndexDefinition?
        /// The columns and expressions with their collations and orders, as they were declared; the columns, where the text is not
        /// understood or there is none.
        public var terms: [String] { definition?.terms.map(\.source) ?? columns.map { $0 ?? "" } }

        /// Which rows it is of: the condition behind `WHERE`; nil for all.
        public var condition: String? {
            guard let definition, !definition.condition.isEmpty else { return nil }
            return definition.condition.source
        }

        /// Whether the first columns are these, in whatever order.
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
        /// The name of the table that they refer to. There may be none.
        public let table: String
        /// The columns that they refer to; nil for the primary key.
        public let targets: [String]?
        /// What becomes of a row when the one that it refers to is deleted.
        public package(set) var onDelete: Action
        /// What becomes of a row when the key of the one that it refers to changes.
        public package(set) var onUpdate: Action
        /// Whether a violation is found at the end of the transaction, not at that of the statement: `DEFERRABLE INITIALLY DEFERRED`. See
        /// [Deferred Foreign Key Constraints](https://sqlite.org/foreignkeys.html#fk_deferred). False if the table's text is not understood.
        public package(set) var isDeferred = false

        /// What SQLite does with a row when the one that it names is deleted or gets another key. See
        /// [ON DELETE and ON UPDATE Actions](https://sqlite.org/foreignkeys.html#fk_actions).
        public enum Action: String, Sendable, Hashable, CaseIterable {
            /// It refuses that, at the end of the statement, or of the transaction for a deferred foreign key.
            case noAction = "NO ACTION"
            /// It refuses that at once.
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
