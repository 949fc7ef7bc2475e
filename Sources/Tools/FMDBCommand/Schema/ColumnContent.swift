#if Tool
    import FMDB

    struct ColumnContent: OptionSet {
        let rawValue: Int

        private static let integer = ColumnContent(rawValue: 1)
        private static let real = ColumnContent(rawValue: 2)
        private static let text = ColumnContent(rawValue: 4)
        private static let blob = ColumnContent(rawValue: 8)
        private static let null = ColumnContent(rawValue: 16)
        /// The column contains a value other than 0 and 1.
        private static let other = ColumnContent(rawValue: 32)

        var hasNull: Bool { contains(.null) }

        /// Returns the contents of the columns, in one pass over the rows.
        static func find(_ db: FMDatabase, _ table: String, _ columns: [FMSchema.Column]) throws -> [ColumnContent] {
            let sums = columns.map { column in
                let name = FMSQL.quoted(identifier: column.name)
                let classes = ["integer", "real", "text", "blob", "null"].map { "typeof(\(name)) = '\($0)'" }
                let tests = (classes + ["\(name) NOT IN (0, 1)"]).enumerated()
                return tests.map { "\(1 << $0) * coalesce(max(\($1)), 0)" }.joined(separator: " + ")
            }
            let rows = try db.query("SELECT \(raw: sums.joined(separator: ", ")) FROM \(identifier: table)")
            defer { rows.close() }
            guard let row = try rows.nextRow() else { return columns.map { _ in [] } }
            return try columns.indices.map { ColumnContent(rawValue: try row.value(at: $0)) }
        }

        /// Returns the type of a Swift property that can read all values with this content.
        func type(of column: FMSchema.Column, isKey: Bool) -> String {
            let isTruth = column.mentions(["BOOL"]) && !contains(.other)
            switch subtracting([.null, .other]) {
            case []: return isTruth ? "Bool" : typeByDeclaration(of: column, isKey)
            case .integer: return isTruth ? "Bool" : isKey ? "Int64" : "Int"
            case .real, [.integer, .real]: return "Double"
            case .text: return "String"
            case .blob: return "Data"
            default: return "FMValue"
            }
        }

        private func typeByDeclaration(of column: FMSchema.Column, _ isKey: Bool) -> String {
            switch column.affinity {
            case .integer: return isKey ? "Int64" : "Int"
            case .real: return "Double"
            case .text: return "String"
            case .blob: return column.mentions(["BLOB"]) ? "Data" : "FMValue"
            case .numeric: return column.mentions(["DATE", "TIME"]) ? "String" : "Double"
            }
        }
    }
#endif
