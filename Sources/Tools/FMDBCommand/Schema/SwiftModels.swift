#if Tool
    import FMDB
    import Foundation

    /// Writes the Swift source of models for the tables and views of a schema. The models can read the existing rows.
    struct SwiftModels {
        let contents: (_ table: String, _ columns: [FMSchema.Column]) throws -> [ColumnContent]

        func source(_ tables: [FMSchema.Table], _ views: [FMSchema.View]) throws -> String {
            let tables = tables.filter { !$0.isVirtual && !own($0.columns).isEmpty }
            let names = distinct((tables.map(\.name) + views.map(\.name)).map(SwiftNames.type))
            var parts: [String] = []
            for (type, table) in zip(names, tables) {
                parts.append(
                    try model(type, table.name, table.columns, options(table)) { column, content in
                        let isNumbered = table.rowIDAlias.map { $0.nameKey == column.name.nameKey } ?? false
                        let isReference = table.foreignKeys.contains { $0.columns.contains(column.name) }
                        let isOptional = isNumbered || content.hasNull || !column.isNotNull && column.key == 0
                        return content.type(of: column, isKey: column.key > 0 || isReference) + (isOptional ? "?" : "")
                    })
            }
            for (type, view) in zip(names.dropFirst(tables.count), views) {
                var problem = view.problem
                if problem == nil {
                    do {
                        let model = try model(type, view.name, view.columns, []) { $1.type(of: $0, isKey: false) + "?" }
                        parts.append(model)
                    } catch let error as FMError where error.resultCode != .interrupt {
                        problem = error.message
                    }
                }
                guard let reason = problem?.split(whereSeparator: \.isNewline).joined(separator: " ") else { continue }
                parts.append("// The view \(quoted(view.name)) is left out, because it cannot be read: \(reason)\n")
            }
            return "import FMDBModel\n\n" + parts.joined(separator: "\n")
        }

        private func own(_ columns: [FMSchema.Column]) -> [FMSchema.Column] {
            columns.filter { !$0.isGenerated && !$0.isHidden }
        }

        private func model(
            _ type: String, _ name: String, _ columns: [FMSchema.Column], _ options: [String],
            _ propertyType: (FMSchema.Column, ColumnContent) -> String
        ) throws -> String {
            let columns = own(columns)
            let properties = zip(columns, distinct(columns.map { SwiftNames.property($0.name) }))
            var lines = ["struct \(type): Codable, FMModel {"]
            if type != name { lines.append("    static let tableName = \(quoted(name))") }
            if !options.isEmpty {
                lines.append("    static let tableOptions = FMTableOptions(")
                lines.append(options.map { "        \($0)" }.joined(separator: ",\n") + ")")
            }
            if lines.count > 1 { lines.append("") }
            for ((column, name), content) in zip(properties, try contents(name, columns)) {
                lines.append("    var \(SwiftNames.escaped(name)): \(propertyType(column, content))")
            }
            if properties.contains(where: { $0.name != $1 }) {
                lines += ["", "    enum CodingKeys: String, CodingKey {"]
                for (column, name) in properties {
                    let value = name == column.name ? "" : " = \(quoted(column.name))"
                    lines.append("        case \(SwiftNames.escaped(name))\(value)")
                }
                lines.append("    }")
            }
            return (lines + ["}", ""]).joined(separator: "\n")
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
            // The model leaves out generated columns, so indexes and foreign keys that use them are left out too.
            let names = Set(own(table.columns).map(\.name.nameKey))
            let usable = table.indexes.filter { index in
                !index.isPartial && index.columns.allSatisfy { $0.map { names.contains($0.nameKey) } ?? false }
            }
            func add(_ name: String, _ members: [String]) {
                if !members.isEmpty { parts.append("\(name): [\(members.joined(separator: ", "))]") }
            }
            func columns(_ index: FMSchema.Index) -> String { list(index.columns.compactMap { $0 }) }
            add("unique", usable.filter { $0.isUnique && $0.origin != .primaryKey }.map(columns))
            add("indexes", usable.filter { !$0.isUnique && $0.origin == .statement }.map(columns))
            let usableKeys = table.foreignKeys.filter { $0.columns.allSatisfy { names.contains($0.nameKey) } }
            add("references", usableKeys.map(reference).unique)
            if table.isStrict { parts.append("isStrict: true") }
            if table.isWithoutRowID { parts.append("isWithoutRowID: true") }
            return parts
        }

        private func reference(_ key: FMSchema.ForeignKey) -> String {
            var parts = key.columns.map(quoted)
            parts.append("to: \(quoted(key.table))")
            // The interpolation of an enumeration prints the name of its case.
            if key.onDelete != .noAction { parts.append("onDelete: .\(key.onDelete)") }
            if key.onUpdate != .noAction { parts.append("onUpdate: .\(key.onUpdate)") }
            return "FMReference(\(parts.joined(separator: ", ")))"
        }

        private func list(_ names: [String]) -> String { "[\(names.map(quoted).joined(separator: ", "))]" }

        private func quoted(_ text: String) -> String { String(reflecting: text) }
    }
#endif
