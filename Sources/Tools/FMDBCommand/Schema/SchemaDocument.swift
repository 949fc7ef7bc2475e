#if Tool
    import FMDB

    struct SchemaDocument: Encodable {
        struct Column: Encodable {
            let name: String
            let type: String
            let notNull: Bool
            let defaultValue: String?
            let key: Int?
            let generated: Bool
            let collation: String?
            var affinity: String?

            /// - Parameter affinity: the column's affinity, or nil to leave it out.
            init(_ column: FMSchema.Column, affinity: String? = nil) {
                (name, type, notNull) = (column.name, column.type, column.isNotNull)
                (defaultValue, collation) = (column.defaultValue, column.collation)
                (key, generated) = (column.key > 0 ? column.key : nil, column.isGenerated)
                self.affinity = affinity
            }
        }

        struct Index: Encodable {
            let name: String
            let columns: [String]
            let unique: Bool
            let condition: String?
            let origin: String

            init(_ index: FMSchema.Index) {
                (name, columns, unique, condition) = (index.name, index.terms, index.isUnique, index.condition)
                origin = index.origin == .statement ? "index" : index.origin == .unique ? "unique" : "primary key"
            }
        }

        struct ForeignKey: Encodable {
            let columns: [String]
            let table: String
            let targets: [String]?
            let onDelete: String
            let onUpdate: String
        }

        struct Table: Encodable {
            let name: String
            let kind: String
            let columns: [Column]
            let indexes: [Index]
            let foreignKeys: [ForeignKey]
            let checks: [String]
            let strict: Bool
            let withoutRowID: Bool
            let sql: String
        }

        struct View: Encodable {
            let name: String
            let columns: [String]
            let sql: String
        }

        struct Trigger: Encodable {
            let name: String
            let table: String
            let sql: String

            init(_ trigger: FMSchema.Trigger) { (name, table, sql) = (trigger.name, trigger.table, trigger.sql) }
        }

        let tables: [Table]
        let views: [View]
        let triggers: [Trigger]

        init(_ parts: FMSchema) {
            tables = parts.tables.map(Table.init)
            views = parts.views.map { View(name: $0.name, columns: $0.columns.map(\.name), sql: $0.sql) }
            triggers = parts.triggers.map(Trigger.init)
        }
    }

    extension SchemaDocument.Table {
        init(_ table: FMSchema.Table) {
            self.init(
                name: table.name, kind: table.module ?? (table.isShadow ? "shadow" : "table"),
                columns: table.columns.map { .init($0) }, indexes: table.indexes.map(SchemaDocument.Index.init),
                foreignKeys: table.foreignKeys.map {
                    .init(
                        columns: $0.columns, table: $0.table, targets: $0.targets, onDelete: $0.onDelete.rawValue,
                        onUpdate: $0.onUpdate.rawValue)
                },
                checks: table.checks.map(\.condition), strict: table.isStrict, withoutRowID: table.isWithoutRowID,
                sql: table.sql)
        }
    }

    extension FMSchema {
        /// The CREATE statements, each after those that it depends on.
        var script: [String] {
            let tables = tables.flatMap { [$0.sql] + $0.indexes.compactMap(\.sql) }
            return (tables + views.map(\.sql) + triggers.map(\.sql)).map { $0 + ";" }
        }

        /// - Parameter names: the tables and views to keep, or none to keep all but SQLite's own.
        func only(_ names: [String]) throws -> FMSchema {
            var parts = self
            guard !names.isEmpty else {
                parts.tables.removeAll { $0.isInternal || $0.isShadow }
                return parts
            }
            for name in names where table(name) == nil && view(name) == nil {
                throw ToolError(.failed, "there is no table or view \(name)")
            }
            let wanted = Set(names.map(\.nameKey))
            parts.tables.removeAll { !wanted.contains($0.name.nameKey) }
            parts.views.removeAll { !wanted.contains($0.name.nameKey) }
            parts.triggers.removeAll { !wanted.contains($0.table.nameKey) }
            return parts
        }
    }
#endif
