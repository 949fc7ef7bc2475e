#if Checked
    import FMDB

    /// Finds the types of columns and expressions from SQLite's description of a statement and from the tables.
    struct QuerySchema {
        /// The known facts about a table's column or an expression.
        struct Known {
            /// The Swift type, or nil if it is not known.
            var type: String?
            var null: Nullability
            /// The reason that the type is not known, if there is a specific one.
            var reason: String?
            /// The table column, or nil if the expression is not a column.
            var origin: Origin?

            static let unknown = Known(type: nil, null: .unknown)
        }

        enum Nullability { case never, possible, unknown }

        struct Origin {
            let column: FMSchema.Column
            let table: FMSchema.Table
        }

        let checked: CheckedSchema
        private let schema: FMSchema
        private let functions: [String: SwiftType]

        init(_ checked: CheckedSchema, functions: [NamedFunction]) throws(FMError) {
            self.checked = checked
            schema = try checked.mainSchema()
            for function in functions {
                checked.add(
                    AddedName(
                        kind: .function, name: function.name, argumentCount: function.argumentCount.map { Int($0) }))
            }
            let types = functions.compactMap { function in function.type.map { (function.name.foldedAsName, $0) } }
            self.functions = Dictionary(types) { first, _ in first }
        }

        func describe(_ sql: String) throws(FMError) -> FMStatementDescription { try checked.describe(sql) }

        func isView(_ name: String) -> Bool { schema.view(name) != nil }

        func table(_ name: String) -> FMSchema.Table? { schema.table(name) }

        func function(_ name: String) -> SwiftType? { functions[name.foldedAsName] }

        /// Returns the facts about a result column, taken from the table column that it shows. They are unknown if it shows none.
        func known(_ column: FMStatementDescription.Column) -> Known {
            guard let origin = column.origin, origin.schema == "main", let table = schema.table(origin.table) else {
                return column.declaredType.map { Known(of: $0) } ?? .unknown
            }
            guard let column = table.column(origin.column) else {
                // The origin is `rowid`, `oid` or `_rowid_`, which the table's columns do not include.
                return Known(type: "Int64", null: .never)
            }
            return known(column, of: table)
        }

        func known(_ column: FMSchema.Column, of table: FMSchema.Table) -> Known {
            let origin = Origin(column: column, table: table)
            if table.rowIDAlias == column.name { return Known(type: "Int64", null: .never, origin: origin) }
            var known = Known(of: column.type)
            known.origin = origin
            let isKey = column.key > 0 && (table.isWithoutRowID || table.isStrict)
            known.null = column.isNotNull || isKey ? .never : .possible
            if known.type == "Int", refersToRowID(column, of: table) { known.type = "Int64" }
            if known.type == "Date", let value = column.defaultValue, writesText(value) {
                known.type = nil
                known.reason =
                    "the default of the column \(column.name) is text, which is not read as a Date: annotate String"
            }
            return known
        }

        private func refersToRowID(_ column: FMSchema.Column, of table: FMSchema.Table) -> Bool {
            table.foreignKeys.contains { key in
                guard let place = key.columns.firstIndex(where: { $0.foldedAsName == column.name.foldedAsName }),
                    let other = schema.table(key.table), let alias = other.rowIDAlias
                else { return false }
                guard let targets = key.targets else { return true }
                return place < targets.count && targets[place].foldedAsName == alias.foldedAsName
            }
        }

        private static let texts = Set(
            words: "CURRENT_TIMESTAMP CURRENT_DATE CURRENT_TIME DATETIME DATE TIME STRFTIME")

        /// Whether a date column's default value is text: `CURRENT_TIMESTAMP`, `datetime('now')`.
        private func writesText(_ value: String) -> Bool {
            let words = QueryToken.split(value).map(\.keyword)
            return words.first { !$0.isEmpty }.map { Self.texts.contains($0) && !words.contains("UNIXEPOCH") } ?? false
        }
    }

    extension QuerySchema.Known {
        init(of declaredType: String) {
            self.init(type: QuerySchema.Known.type(ofDeclared: declaredType), null: .possible)
        }

        /// Returns the Swift type for a declared type, or nil if several fit. Unlisted names follow the rules of affinity. See [Datatypes
        /// In SQLite](https://sqlite.org/datatype3.html).
        static func type(ofDeclared declared: String) -> String? {
            let name = declared.asKeyword.prefix { $0 != "(" }.trimmingSuffix { $0 == " " }
            switch name {
            case "": return nil
            case "BOOL", "BOOLEAN": return "Bool"
            case "DATE", "DATETIME", "TIMESTAMP": return "Date"
            case "UUID": return "UUID"
            case "BIGINT", "INT8", "UNSIGNED BIG INT": return "Int64"
            default: break
            }
            let type = DeclaredType(name)
            // POINT has affinity INTEGER only because it contains the letters INT.
            if type.mentions(["POINT"]) { return nil }
            return switch type.affinity {
            case .integer: "Int"
            case .text: "String"
            case .blob: "Data"
            case .real: "Double"
            case .numeric: nil
            }
        }
    }
#endif
