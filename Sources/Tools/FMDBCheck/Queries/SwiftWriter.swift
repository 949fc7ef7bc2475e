#if Checked
    struct SwiftWriter {
        let queries: [TypedQuery]
        let rows: RowNames
        let access: QueryAccess
        let imports: [String]

        /// The text with which every generated file begins.
        static let mark = "// Written by `fmdb-check generate`"

        func text(_ files: [String]) -> String {
            var text = SwiftText()
            text.add("\(SwiftWriter.mark) from \(files.joined(separator: ", ")). Changes belong there.")
            text.add("// swift-format-ignore-file")
            text.add("// swiftlint:disable all")
            text.add()
            for module in modules { text.add("\(access == .public ? "public " : "")import \(module)") }
            for row in rows.structs { add(row, to: &text) }
            for query in queries where query.kind == .batch && query.parameters.count > 1 {
                text.add()
                text.add(documentation: ["The values of `\(query.name)` for each run."])
                let values = query.parameters.map { "\(SwiftName.inCode($0.name)): \($0.type.text)" }
                text.add("\(access.word)typealias \(query.nameOfValues) = ", list: values, tail: "")
            }
            for file in files {
                let own = queries.filter { $0.file == file }
                guard !own.isEmpty else { continue }
                text.add()
                text.add("// MARK: - \(file)")
                addExtension("FMDatabaseAccess", own, to: &text) {
                    FunctionWriter(query: $0, rowType: rows.names[$0.name], access: access).addSync(to: &$1)
                }
                addExtension("FMDatabaseAsyncAccess", own, to: &text) {
                    FunctionWriter(query: $0, rowType: rows.names[$0.name], access: access).addAsync(to: &$1)
                }
            }
            return text.text
        }

        /// The modules to import. FMDB re-exports Foundation. A file with public functions uses `public import`, because these functions
        /// may use the modules' types.
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
                text.add(documentation: ["Creates a row from the values of its columns."])
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

    /// The access level of the generated functions.
    package enum QueryAccess: String, Sendable, CaseIterable {
        case `internal`, `package`, `public`

        /// The keyword followed by a space, or an empty string for `internal`.
        var word: String { self == .internal ? "" : rawValue + " " }
    }

    /// Lines of Swift code, formatted as swift-format does.
    struct SwiftText {
        private static let width = 120
        private(set) var lines: [String] = []
        private var indent = 0

        var text: String { lines.joined(separator: "\n") + "\n" }

        mutating func add(_ line: String = "") {
            lines.append(line.isEmpty ? "" : String(repeating: " ", count: indent) + line)
        }

        mutating func add(documentation: [String]) {
            for line in documentation { add(line.isEmpty ? "///" : "/// \(line)") }
        }

        func hasRoom(for line: String) -> Bool { indent + line.count <= SwiftText.width }

        /// Adds a line that ends with an opening brace, an indented body, and the closing brace.
        mutating func block(_ head: String, _ body: (inout SwiftText) -> Void) {
            add(head + " {")
            enclosed(body)
        }

        /// Adds an indented body, and the closing brace.
        mutating func enclosed(_ body: (inout SwiftText) -> Void, end: String = "}") {
            indent += 4
            body(&self)
            indent -= 4
            add(end)
        }

        /// Adds a line with a list in parentheses, wrapped if it is too long.
        ///
        /// - Parameter tail: what follows the closing parenthesis.
        mutating func add(_ head: String, list: [String], tail: String) {
            let line = "\(head)(\(list.joined(separator: ", ")))\(tail)"
            guard !hasRoom(for: line) else { return add(line) }
            add(head + "(")
            enclosed({ $0.fill(list) }, end: ")" + tail)
        }

        /// Adds the elements, filling each line to the maximum width.
        private mutating func fill(_ list: [String]) {
            var line = ""
            for (index, element) in list.enumerated() {
                let next = element + (index < list.count - 1 ? "," : "")
                if !line.isEmpty, indent + line.count + 1 + next.count > SwiftText.width {
                    add(line)
                    line = ""
                }
                line += line.isEmpty ? next : " " + next
            }
            add(line)
        }

        /// Adds a string literal after a prefix, in one line if it fits.
        mutating func add(_ head: String, literal lines: [String]) {
            if lines.count == 1, indent + head.count + lines[0].count + 3 <= SwiftText.width, !lines[0].contains("\"") {
                return add("\(head) \"\(lines[0])\"")
            }
            add(head + " \"\"\"")
            indent += 4
            // Three consecutive quotes would end the literal.
            for line in lines {
                add(line.split(separator: "\"\"\"", omittingEmptySubsequences: false).joined(separator: "\\\"\"\""))
            }
            add("\"\"\"")
            indent -= 4
        }
    }

    extension String {

        /// The text escaped for a Swift string literal. Line feeds are kept.
        var escapedForLiteral: String {
            let named: [Unicode.Scalar: String] = [
                "\\": "\\\\", "\t": "\\t", "\n": "\n", "\r": "\\r", "\0": "\\0",
            ]
            return unicodeScalars.map { scalar in
                let isControl = scalar.value < 0x20 || scalar.value == 0x7F
                return named[scalar] ?? (isControl ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar))
            }.joined()
        }
    }
#endif
