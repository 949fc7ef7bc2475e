#if Checked
    struct SwiftWriter {
        private let queries: [TypedQuery]
        private let rows: RowNames
        private let access: QueryAccess
        private let imports: [String]

        init(_ queries: [TypedQuery], rows: RowNames, access: QueryAccess, imports: [String]) {
            (self.queries, self.rows, self.access, self.imports) = (queries, rows, access, imports)
        }

        /// The whole file.
        func text(_ files: [String]) -> String {
            var text = SwiftText()
            text.add("// Written by `fmdb-check generate` from \(files.joined(separator: ", ")). Changes belong there.")
            text.add("// swift-format-ignore-file")
            text.add("// swiftlint:disable all")
            text.add()
            for module in modules { text.add("\(access == .public ? "public " : "")import \(module)") }
            for row in rows.structs { add(row, to: &text) }
            for query in queries where query.kind == .batch && query.parameters.count > 1 {
                text.add()
                text.add(documentation: ["What `\(query.name)` takes for each run."])
                let values = query.parameters.map { "\(SwiftName.inCode($0.name)): \($0.type.text)" }
                text.add("\(access.word)typealias \(query.nameOfValues) = ", list: values, tail: "")
            }
            for file in files {
                let own = queries.filter { $0.file == file }
                guard !own.isEmpty else { continue }
                text.add()
                text.add("// MARK: - \(file)")
                addExtension("FMDatabaseAccess", own, to: &text) {
                    FunctionWriter(query: $0, row: rows.name(for: $0), access: access).addSync(to: &$1)
                }
                addExtension("FMDatabaseAsyncAccess", own, to: &text) {
                    FunctionWriter(query: $0, row: rows.name(for: $0), access: access).addAsync(to: &$1)
                }
            }
            return text.text
        }

        /// FMDB shows Foundation, too. Where imports are internal by default, those of types in public functions are not.
        private var modules: [String] { Set(imports + ["FMDB"]).sorted() }

        private func addExtension(
            _ type: String, _ queries: [TypedQuery], to text: inout SwiftText,
            _ add: (TypedQuery, inout SwiftText) -> Void
        ) {
            text.add()
            text.block("extension \(type)") { text in
                for (index, query) in queries.enumerated() {
                    if index > 0 { text.add() }
                    add(query, &text)
                }
            }
        }

        private func add(_ row: RowStruct, to text: inout SwiftText) {
            let word = access.word
            text.add()
            let names = row.queries.map { "`\($0)`" }.joined(separator: ", ")
            text.add(documentation: [row.table.map { "A row of the table `\($0)`." } ?? "A row of \(names)."])
            text.block("\(word)struct \(row.name): Sendable, Hashable, Codable") { text in
                for column in row.columns {
                    text.add(documentation: ["The column `\(column.name)`."])
                    text.add("\(word)var \(SwiftName.inCode(column.name)): \(column.type.text)")
                }
                text.add()
                text.add(documentation: ["A row of its columns."])
                text.add(
                    "\(word)init", list: row.columns.map { "\(SwiftName.inCode($0.name)): \($0.type.text)" }, tail: " {"
                )
                text.enclosed { text in
                    for column in row.columns {
                        text.add("self.\(SwiftName.inCode(column.name)) = \(SwiftName.inCode(column.name))")
                    }
                }
                text.add()
                text.block("fileprivate init(_ row: FMRow) throws(FMError)") { text in
                    for (index, column) in row.columns.enumerated() {
                        text.add("\(SwiftName.inCode(column.name)) = try row.value(at: \(index))")
                    }
                }
            }
        }
    }

    /// Who may call the generated functions.
    package enum QueryAccess: String, Sendable, CaseIterable {
        case `internal`, `package`, `public`

        /// The word with a space behind it, or nothing.
        var word: String { self == .internal ? "" : rawValue + " " }
    }
#endif
