extension FMSchema {
    /// A table. See [CREATE TABLE](https://sqlite.org/lang_createtable.html).
    public struct Table: Sendable, Hashable {
        /// What kind of table it is.
        public enum Kind: Sendable, Hashable {
            /// An ordinary table.
            case ordinary
            /// A [virtual table](https://sqlite.org/vtab.html).
            case virtual(module: String)
            /// A table in which a virtual table keeps its content. It should not be changed.
            case shadow
        }

        /// The name, as it was declared.
        public let name: String
        /// What kind of table it is.
        public let kind: Kind
        /// The columns in the table's order, including generated and hidden ones; empty if SQLite cannot list them. See ``problem``.
        public package(set) var columns: [Column]
        /// The indexes, including those of keys and constraints.
        public package(set) var indexes: [Index]
        /// The foreign keys.
        public package(set) var foreignKeys: [ForeignKey]
        /// The `CREATE TABLE` statement.
        public let sql: String
        /// The reason why SQLite cannot list the columns, for example because the module of a virtual table is missing; nil if it can list
        /// them.
        public let problem: String?
        /// The parts of the `CREATE TABLE` statement; nil if it cannot be parsed.
        package let definition: TableDefinition?
        /// Whether it is one of SQLite's own tables, `sqlite_sequence` for example.
        public var isInternal: Bool { name.foldedAsName.hasPrefix("sqlite_") }

        /// Whether it is a virtual table.
        public var isVirtual: Bool { module != nil }

        /// Whether this is a shadow table, in which a virtual table keeps its content.
        public var isShadow: Bool { kind == .shadow }

        /// The module of a virtual table, `fts5` for example; nil for others.
        public var module: String? { if case .virtual(let module) = kind { module } else { nil } }

        /// Whether it is a table [`WITHOUT ROWID`](https://sqlite.org/withoutrowid.html).
        public var isWithoutRowID: Bool { indexes.contains { $0.origin == .primaryKey && !$0.hasRowID } }

        /// Whether it is a [STRICT table](https://sqlite.org/stricttables.html).
        public var isStrict: Bool { definition?.isStrict ?? false }

        /// Whether rowids are never reused: [AUTOINCREMENT](https://sqlite.org/autoinc.html).
        public var isAutoincrement: Bool { definition?.isNeverReused ?? false }

        /// The columns of the primary key, in the key's order; empty if the table has none.
        public var key: [String] { columns.filter { $0.key > 0 }.sorted { $0.key < $1.key }.map(\.name) }

        /// The column that is an alias of the rowid: the `INTEGER PRIMARY KEY`. nil if there is none. See
        /// [ROWIDs](https://sqlite.org/lang_createtable.html#rowid).
        public var rowIDAlias: String? {
            key.count == 1 && !indexes.contains { $0.origin == .primaryKey } ? key.first : nil
        }

        /// The `CHECK` constraints, including those of columns; empty if the table's SQL cannot be parsed.
        public var checks: [Check] { definition.map(Check.all) ?? [] }

        /// Returns the column with a name, ignoring the case of ASCII letters, or nil if there is none.
        public func column(_ name: String) -> Column? { columns.first { $0.name.nameKey == name.nameKey } }
    }

    /// A `CHECK` constraint.
    public struct Check: Sendable, Hashable {
        /// The name after `CONSTRAINT`; nil if it has none.
        public let name: String?
        /// The condition, without the parentheses around it.
        public let condition: String
        /// The column that declares it; nil for a constraint of the table.
        public let column: String?
    }
}

extension FMSchema.Check {
    fileprivate static func all(of definition: TableDefinition) -> [FMSchema.Check] {
        definition.columns.flatMap { column in
            column.clauses.compactMap { FMSchema.Check($0, of: column.name) }
        } + definition.clauses.compactMap { FMSchema.Check($0, of: nil) }
    }

    private init?(_ clause: TableDefinition.Clause, of column: String?) {
        guard clause.keyword == "CHECK", let group = clause.tokens.first(where: { $0.kind == .group }) else {
            return nil
        }
        let isNamed = clause.tokens[0].keyword == "CONSTRAINT"
        self.init(name: isNamed ? clause.tokens[1].name : nil, condition: group.inner.source, column: column)
    }
}
