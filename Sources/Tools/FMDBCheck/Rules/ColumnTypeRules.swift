#if Checked
    import FMDB

    /// What is read of a column against the type that its table declares.
    extension UseCheck {
        /// - Parameter property: what gets the value, for the message.
        mutating func checkType(
            _ index: Int?, as type: SwiftType?, by accessor: String?, _ statement: SQLStatement,
            _ columns: ResultColumns, at place: FMSourcePlace, of property: String? = nil
        ) {
            guard let index, index < columns.names.count, let type else { return }
            guard columns.description.columns[index].origin != nil else {
                return checkExpression(index, as: type, by: accessor, statement, columns, at: place, of: property)
            }
            guard let (column, table) = origin(of: columns.description.columns[index], statement),
                let content = ColumnContent(column)
            else { return }
            if let accessor {
                guard !rules.setsDateFormat || accessor != "date", let what = content.mistake(ofAccessor: accessor)
                else { return }
                return add(
                    content == .text && table.isForAnything(column) ? .note : .warning, .columnType, place,
                    "column \"\(columns.names[index])\" is declared \(column.type), for which \(accessor) gives \(what)"
                )
            }
            let what = "column \"\(columns.names[index])\" is declared \(column.type)"
            reportRefusal(of: content, what, as: type, at: place, of: property)
        }

        private mutating func reportRefusal(
            of content: ColumnContent, _ what: String, as type: SwiftType, at place: FMSourcePlace, of property: String?
        ) {
            guard content.refuses(type.name) else { return }
            let reader = property.map { "\($0) is" } ?? "it is read as"
            add(
                .warning, .columnType, place,
                "\(what), but \(reader) \(type.name), which takes no \(content.rawValue)")
        }

        private mutating func checkExpression(
            _ index: Int, as type: SwiftType, by accessor: String?, _ statement: SQLStatement,
            _ columns: ResultColumns, at place: FMSourcePlace, of property: String?
        ) {
            guard let result = ResultExpression(index, of: columns.names.count, statement, schema),
                let content = result.content
            else { return }
            let what = "column \"\(columns.names[index])\" is a \(content.rawValue), \(result.source)"
            guard let accessor else { return reportRefusal(of: content, what, as: type, at: place, of: property) }
            guard !rules.setsDateFormat || accessor != "date", result.isSure(for: accessor),
                let mistake = content.mistake(ofAccessor: accessor)
            else { return }
            add(.warning, .columnType, place, "\(what), for which \(accessor) gives \(mistake)")
        }

        /// The column of a table that a result shows. SQLite names one, too, where several queries are joined.
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
        /// Whether a column is for values of any kind: it is called `value`, or stands beside a text that is the key.
        fileprivate func isForAnything(_ column: FMSchema.Column) -> Bool {
            if column.name.foldedAsName == "value" { return true }
            guard columns.count == 2, column.key == 0 else { return false }
            return columns.contains { $0.key > 0 && $0.affinity == .text }
        }
    }

    /// What a column is declared to hold.
    enum ColumnContent: String {
        case number, text, blob

        init?(_ column: FMSchema.Column) {
            // SQLite gives types of which it knows nothing the affinity NUMERIC: dates, and STRING.
            if column.mentions(["DATE", "TIME", "POINT", "INTERVAL", "BOOL"]) { return nil }
            switch column.affinity {
            case .integer, .real: self = .number
            case .text: self = .text
            case .blob where !column.type.isEmpty: self = .blob
            default: return nil
            }
        }

        /// What FMDB's accessor gives for the content; nil for what is meant.
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

        /// Whether the library refuses to make a value of the content.
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
