#if Tool
    import FMDB

    /// The schema for the page's lists, completion and links.
    struct SchemaAnswer: Encodable {
        struct Table: Encodable {
            let name: String
            /// The kind: "table", "view", "virtual" or "shadow".
            let kind: String
            let module: String?
            let columns: [SchemaDocument.Column]
            let foreignKeys: [SchemaDocument.ForeignKey]
            let indexes: [SchemaDocument.Index]
            let triggers: [SchemaDocument.Trigger]
            /// The columns that identify a row, or nil if pages begin at an offset.
            let key: [String]?
            let editable: Bool
            let sql: String
            let problem: String?
        }

        let file: String
        let writable: Bool
        let sqlite: String
        let tables: [Table]
        let state: Editor.State?

        init(_ schema: FMSchema, _ studio: Studio) {
            file = studio.path.split(separator: "/").last.map(String.init) ?? studio.path
            writable = studio.editor != nil
            sqlite = FMDatabase.sqliteLibVersion()
            state = studio.editor?.state
            tables =
                schema.tables.filter { !$0.isInternal }.map { SchemaAnswer.table($0, schema, studio.editor != nil) }
                + schema.views.map { SchemaAnswer.view($0, schema) }
        }

        private static func table(_ table: FMSchema.Table, _ schema: FMSchema, _ isWritable: Bool) -> Table {
            let keys = table.foreignKeys.map { key in
                SchemaDocument.ForeignKey(
                    columns: key.columns, table: schema.table(key.table)?.name ?? key.table,
                    targets: key.targets ?? schema.table(key.table)?.key ?? [], onDelete: key.onDelete.rawValue,
                    onUpdate: key.onUpdate.rawValue)
            }
            let kind = table.isVirtual ? "virtual" : table.isShadow ? "shadow" : "table"
            let key = RowKey(table)?.columns
            return Table(
                name: table.name, kind: kind, module: table.module, columns: columns(table.columns), foreignKeys: keys,
                indexes: table.indexes.map(SchemaDocument.Index.init), triggers: triggers(table.name, schema), key: key,
                editable: isWritable && table.kind == .ordinary && key != nil, sql: table.sql, problem: table.problem)
        }

        private static func view(_ view: FMSchema.View, _ schema: FMSchema) -> Table {
            Table(
                name: view.name, kind: "view", module: nil, columns: columns(view.columns), foreignKeys: [],
                indexes: [], triggers: triggers(view.name, schema), key: nil, editable: false, sql: view.sql,
                problem: view.problem)
        }

        private static func triggers(_ name: String, _ schema: FMSchema) -> [SchemaDocument.Trigger] {
            schema.triggers(of: name).map(SchemaDocument.Trigger.init)
        }

        private static func columns(_ columns: [FMSchema.Column]) -> [SchemaDocument.Column] {
            columns.filter { !$0.isHidden }.map { .init($0, affinity: $0.affinity.rawValue) }
        }
    }
#endif
