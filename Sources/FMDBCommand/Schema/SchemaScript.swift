#if Tool
    import FMDB

    /// A schema as the statements that make it, in an order that works.
    enum SchemaScript {
        static func lines(_ parts: (tables: [FMSchema.Table], views: [FMSchema.View], triggers: [FMSchema.Trigger]))
            -> [String]
        {
            let tables = parts.tables.flatMap { table in
                [table.sql] + table.indexes.compactMap(\.sql)
            }
            return (tables + parts.views.map(\.sql) + parts.triggers.map(\.sql)).map { $0 + ";" }
        }
    }
#endif
