#if Checked
    import FMDB

    /// Checks the Swift type that a column is read as against the column's declared type.
    extension UseCheck {
        /// - Parameter reader: the code that reads the value, for the message.
        mutating func checkType(
            _ index: Int, as type: SwiftType, _ reader: String, by accessor: String?, _ statement: SQLStatement,
            _ columns: ResultColumns, at place: FMSourcePlace
        ) {
            let shown = columns.description.columns[index]
            let content: ColumnContent
            var (what, severity) = ("column \"\(columns.names[index])\" is ", FMFinding.Severity.warning)
            if shown.origin == nil {
                guard let result = ResultExpression(index, of: columns.names.count, statement, schema),
                    let found = result.content, accessor.map(result.isSure) ?? true
                else { return }
                content = found
                what += "a \(content.rawValue), \(result.source)"
            } else {
                guard let (column, table) = origin(of: shown, statement), let found = ColumnContent(column)
                else { return }
                content = found
                what += "declared \(column.type)"
                if content == .text && table.isForAnything(column) { severity = .note }
            }
            if let accessor {
                guard !rules.setsDateFormat || accessor != "date", let mistake = content.mistake(ofAccessor: accessor)
                else { return }
                add(severity, .columnType, place, "\(what), so \(accessor) returns \(mistake)")
            } else if content.refuses(type.name) {
                add(.warning, .columnType, place, "\(what), but \(reader), which cannot hold a \(content.rawValue)")
            }
        }

        /// Returns the table column that a result column shows. Returns nil for compound queries, for which SQLite reports only the first
        /// origin.
        private func origin(
            of column: FMStatementDescription.Column, _ statement: SQLStatement
        ) -> (FMSchema.Column, SchemaShape.Table)? {
            let clauses = SQLClauses(of: statement)
            guard let origin = column.origin, !clauses.isCompound, !clauses.hasInnerQuery,
                let table = schema.shape.table(origin.table, in: origin.schema), !table.isView, !table.isVirtual,
                !schema.tables(in: statement).contains(where: \.isView)
            else { return nil }
            return table.column(origin.column).map { ($0, table) }
        }
    }

    extension SchemaShape.Table {
        /// Whether a column holds values of any kind: it is named `value`, or the table's only other column is a TEXT key.
        fileprivate func isForAnything(_ column: FMSchema.Column) -> Bool {
            if column.name.foldedAsName == "value" { return true }
            guard columns.count == 2, column.key == 0 else { return false }
            return columns.contains { $0.key > 0 && $0.affinity == .text }
        }
    }

    /// The kind of value that a column is declared to hold.
    enum ColumnContent: String {
        case number, text, blob

        init?(_ column: FMSchema.Column) {
            // SQLite gives type names that it does not recognise the affinity NUMERIC: dates, and STRING.
            if column.mentions(["DATE", "TIME", "POINT", "INTERVAL", "BOOL"]) { return nil }
            switch column.affinity {
            case .integer, .real: self = .number
            case .text: self = .text
            case .blob where !column.type.isEmpty: self = .blob
            default: return nil
            }
        }

        /// Returns a description of the wrong value that FMDB's accessor returns for the content, or nil if the accessor suits it.
        func mistake(ofAccessor accessor: String) -> String? {
            switch accessor {
            case "data", "dataNoCopy": self == .number ? "the digits of the number" : nil
            case "string": self == .blob ? "nil, unless its bytes are UTF-8" : nil
            case _ where self == .number: nil
            case "int", "long", "longLongInt", "unsignedLongLongInt", "double": "the number at its start, or 0"
            case "bool": "false, unless it begins with a number"
            case "date": "a date in 1970"
            default: nil
            }
        }

        /// Whether this library throws when it decodes the content as the given type.
        func refuses(_ type: String) -> Bool {
            switch self {
            case .text: SwiftType.numbers.contains(type) || ["Date", "Data", "[UInt8]"].contains(type)
            case .number: ["Data", "[UInt8]", "String", "Substring", "UUID", "URL"].contains(type)
            case .blob:
                SwiftType.numbers.contains(type) || ["Date", "String", "Substring", "UUID", "URL"].contains(type)
            }
        }
    }
#endif
