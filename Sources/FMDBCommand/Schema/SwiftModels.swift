#if Tool
    import FMDB
    import Foundation

    /// Models for the tables of a schema.
    struct SwiftModels {
        let schema: FMSchema
        /// The storage class of the values of a column whose type does not say it; nil if it has none.
        let storageClass: (_ table: String, _ column: String) throws -> String?

        func source(_ tables: [FMSchema.Table]) throws -> String {
            let models = try tables.filter { !$0.isVirtual && !$0.columns.isEmpty }.map(model)
            return "import FMDBModel\n\n" + models.joined(separator: "\n")
        }

        private func model(_ table: FMSchema.Table) throws -> String {
            let type = SwiftModels.typeName(table.name)
            let columns = table.columns.filter { !$0.isGenerated && !$0.isHidden }
            let properties = zip(columns, distinct(columns.map { SwiftModels.propertyName($0.name) }))
            var lines = ["struct \(type): Codable, FMModel {"]
            if type != table.name { lines.append("    static let tableName = \(quoted(table.name))") }
            let options = options(table)
            if !options.isEmpty {
                lines.append("    static let tableOptions = FMTableOptions(")
                lines.append(options.map { "        \($0)" }.joined(separator: ",\n") + ")")
            }
            if lines.count > 1 { lines.append("") }
            for (column, name) in properties {
                lines.append("    var \(SwiftModels.escaped(name)): \(try propertyType(column, of: table))")
            }
            if properties.contains(where: { $0.name != $1 }) {
                lines += ["", "    enum CodingKeys: String, CodingKey {"]
                for (column, name) in properties {
                    let value = name == column.name ? "" : " = \(quoted(column.name))"
                    lines.append("        case \(SwiftModels.escaped(name))\(value)")
                }
                lines.append("    }")
            }
            return (lines + ["}", ""]).joined(separator: "\n")
        }

        // MARK: Types

        private func propertyType(_ column: FMSchema.Column, of table: FMSchema.Table) throws -> String {
            let isNumbered = table.rowIDAlias?.lowercased() == column.name.lowercased()
            let isReference = table.foreignKeys.contains { $0.columns.contains(column.name) }
            let isOptional = isNumbered || !column.isNotNull && column.key == 0
            return try bareType(column, of: table, isKey: column.key > 0 || isReference) + (isOptional ? "?" : "")
        }

        private func bareType(_ column: FMSchema.Column, of table: FMSchema.Table, isKey: Bool) throws -> String {
            let declared = column.type.uppercased()
            if declared.contains("BOOL") { return "Bool" }
            switch column.affinity {
            case .integer: return isKey ? "Int64" : "Int"
            case .real: return "Double"
            case .text: return "String"
            case .blob where declared.contains("BLOB"): return "Data"
            case .blob, .numeric:
                switch try storageClass(table.name, column.name) {
                case "integer": return isKey ? "Int64" : "Int"
                case "real": return "Double"
                case "blob": return "Data"
                default: return "String"
                }
            }
        }

        // MARK: Options

        private func options(_ table: FMSchema.Table) -> [String] {
            var parts: [String] = []
            let key = table.key
            if let alias = table.rowIDAlias {
                let again = table.isAutoincrement ? ", neverReused: true" : ""
                if alias != "id" || table.isAutoincrement { parts.append("key: .automatic(\(quoted(alias))\(again))") }
            } else if !key.isEmpty, key != ["id"] {
                parts.append("key: \(list(key))")
            }
            let usable = table.indexes.filter { !$0.isPartial && !$0.columns.contains(nil) }
            let unique = usable.filter { $0.isUnique && $0.origin != .primaryKey }.map {
                list($0.columns.compactMap { $0 })
            }
            if !unique.isEmpty { parts.append("unique: [\(unique.joined(separator: ", "))]") }
            let plain = usable.filter { !$0.isUnique && $0.origin == .statement }.map {
                list($0.columns.compactMap { $0 })
            }
            if !plain.isEmpty { parts.append("indexes: [\(plain.joined(separator: ", "))]") }
            let references = table.foreignKeys.map(reference)
            if !references.isEmpty { parts.append("references: [\(references.joined(separator: ", "))]") }
            if table.isStrict { parts.append("isStrict: true") }
            if table.isWithoutRowID { parts.append("isWithoutRowID: true") }
            return parts
        }

        private func reference(_ key: FMSchema.ForeignKey) -> String {
            var parts = key.columns.map(quoted)
            parts.append("to: \(quoted(key.table))")
            if let action = word(key.onDelete) { parts.append("onDelete: \(action)") }
            if let action = word(key.onUpdate) { parts.append("onUpdate: \(action)") }
            return "FMReference(\(parts.joined(separator: ", ")))"
        }

        private func word(_ action: FMSchema.ForeignKey.Action) -> String? {
            switch action {
            case .noAction: nil
            case .restrict: ".restrict"
            case .setNull: ".setNull"
            case .setDefault: ".setDefault"
            case .cascade: ".cascade"
            }
        }

        private func list(_ names: [String]) -> String { "[\(names.map(quoted).joined(separator: ", "))]" }

        private func quoted(_ text: String) -> String { String(reflecting: text) }

        // MARK: Names

        /// `order_items` → `OrderItems`
        static func typeName(_ name: String) -> String {
            let words = words(name).map { $0.prefix(1).uppercased() + $0.dropFirst() }
            let joined = words.joined()
            let result = joined.first.map { $0.isLetter } ?? false ? joined : "Table" + joined
            return ["Type", "Self", "Any", "Protocol"].contains(result) ? result + "Row" : result
        }

        /// `unit_price` → `unitPrice`
        static func propertyName(_ name: String) -> String {
            let words = words(name)
            guard let first = words.first else { return "column" }
            let isCapital = first == first.uppercased()
            let start = isCapital ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
            let joined = start + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            return joined.first.map { $0.isLetter } ?? false ? joined : "column" + joined
        }

        private static func words(_ name: String) -> [String] {
            name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        }

        private static let keywords: Set<String> = [
            "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
            "else", "enum",
            "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
            "inout",
            "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
            "rethrows",
            "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
            "typealias", "var",
            "where", "while",
        ]

        private static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }
    }
#endif
