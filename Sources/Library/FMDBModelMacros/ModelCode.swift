#if Macros
    import SwiftSyntax

    /// The generated code that makes a type a model.
    struct ModelCode {
        let model: ModelDescription

        private var name: String { model.type.name.text }
        private var access: String { model.type.access.code(within: model.type.access) }
        private var table: [ModelDescription.Column] { model.columns }

        /// The code of each member that the type does not declare itself, except the initializer.
        var members: [String] {
            let members: [(name: String, code: String?)] = [
                (
                    "Columns",
                    FieldList(
                        type: name, access: model.type.access, fields: table.map { ($0.property, $0.name.literal) }
                    ).code
                ),
                ("tableName", tableName), ("tableOptions", tableOptions), ("fmTable", fmTable), ("fmBind", binding),
            ]
            let missing = members.compactMap { model.type.declares($0.name) ? nil : $0.code }
            return isConstant || model.type.declares("fmTable") ? missing : missing + [following]
        }

        private var tableName: String? {
            model.node.argument("").map { "\(access)static let tableName: String = \($0.trimmedDescription)" }
        }

        private var tableOptions: String? {
            guard !options.isEmpty else { return nil }
            return """
                \(access)static let tableOptions = FMDBModel.FMTableOptions(
                \(options.map { "    \($0)" }.joined(separator: ",\n"))
                )
                """
        }

        /// Whether the table name and the options are constants as far as the macro can see. It cannot see extensions.
        private var isConstant: Bool {
            (model.node.argument("") != nil || model.type.declaresConstant("tableName"))
                && (!options.isEmpty || model.type.declaresConstant("tableOptions"))
        }

        /// The code of `fmTable`. It qualifies static properties with the type name, because instance properties may have the
        /// same names.
        private var fmTable: String {
            let columns = table.map { column in
                "        FMDBModel.FMColumn(\(column.name.literal), \\\(name).\(column.property.code)\(values(of: column))),"
            }
            let member = isConstant ? "\(access)static let fmTable" : "private static let fmFirstTable"
            return """
                \(member): FMDBModel.FMTable<\(name)> = FMDBModel.FMTable<\(name)>(
                    \(name).tableName,
                    [
                \(columns.joined(separator: "\n"))
                    ],
                    options: \(name).tableOptions
                )
                """
        }

        /// Returns the argument for the value of rows that existed before the column.
        private func values(of column: ModelDescription.Column) -> String {
            if let given = column.mark(.column)?.argument("default") { return ", default: \(given.trimmedDescription)" }
            return column.property.firstValue.map { ", initial: \($0.trimmedDescription)" } ?? ""
        }

        /// The code of a computed `fmTable`, for a table name or options that may be computed.
        private var following: String {
            """
            \(access)static var fmTable: FMDBModel.FMTable<\(name)> {
                fmFirstTable.following(\(name).tableName, \(name).tableOptions)
            }
            """
        }

        private var binding: String {
            """
            \(access)func fmBind(to values: inout FMDBModel.FMModelValues) throws {
            \(table.map { "    try values.add(self.\($0.property.code))" }.joined(separator: "\n"))
            }
            """
        }

        /// The code of `init(fmRow:)`, or nil if the type declares it.
        var initializer: String? {
            guard !model.type.declares("init") else { return nil }
            let hasDates = table.contains { !$0.property.isPlain }
            // `fmTable` keeps its options, whereas a computed `tableOptions` would run for each row.
            let source = model.type.declares("fmTable") ? "Self.tableOptions.dates" : "Self.fmTable.options.dates"
            let lines = table.map { column in
                let dates = column.property.isPlain ? "" : ", dates: dates"
                return "    self.\(column.property.code) = try row.column(\(column.name.literal)\(dates))"
            }
            return """
                \(access)init(fmRow row: FMDBModel.FMRow) throws {
                \(((hasDates ? ["    let dates = \(source)"] : []) + lines).joined(separator: "\n"))
                }
                """
        }
    }

    // MARK: - Options

    extension ModelCode {
        /// The arguments of `FMTableOptions` that differ from the defaults.
        private var options: [String] {
            var options: [String] = []
            if let key { options.append("key: \(key)") }
            for (label, kind) in [("unique", Mark.Kind.unique), ("indexes", .indexed)] {
                let single = table.filter { $0.mark(kind) != nil }.map { "[\($0.name.literal)]" }
                let several = model.node.argument(label)?.listed?.map(\.trimmedDescription) ?? []
                if !(single + several).isEmpty {
                    options.append("\(label): [\((single + several).joined(separator: ", "))]")
                }
            }
            for label in ["references", "checks", "collations", "generated"] {
                if let given = model.node.argument(label) { options.append("\(label): \(given.trimmedDescription)") }
            }
            let renamed = table.compactMap { column in
                column.mark(.column)?.argument("renamedFrom")?.plainText.map { "\(column.name.literal): \($0.literal)" }
            }
            if !renamed.isEmpty { options.append("renamed: [\(renamed.joined(separator: ", "))]") }
            for (label, kind) in [("created", Mark.Kind.created), ("updated", .updated)] {
                guard let column = table.first(where: { $0.mark(kind) != nil }) else { continue }
                options.append("\(label): \(column.name.literal)")
            }
            for label in ["dates", "isMadeOnInsertion", "isStrict", "isWithoutRowID"] {
                if let given = model.node.argument(label) { options.append("\(label): \(given.trimmedDescription)") }
            }
            return options
        }

        private var key: String? {
            let keys = table.filter { $0.mark(.key) != nil }
            guard let first = keys.first, let mark = first.mark(.key) else { return nil }
            guard mark.isAutomatic else { return "[\(keys.map(\.name.literal).joined(separator: ", "))]" }
            let reuse = mark.neverReused.map { ", neverReused: \($0.trimmedDescription)" } ?? ""
            return ".automatic(\(first.name.literal)\(reuse))"
        }
    }
#endif
