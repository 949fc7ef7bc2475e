#if Checked
    struct FunctionWriter {
        let query: TypedQuery
        /// The name of the query's row type, or nil if it has none.
        let rowType: String?
        let access: QueryAccess

        /// The type of the rows, or of the single column.
        private var row: String {
            if let rowType { return rowType }
            return if case .value(let type) = query.result { type.text } else { "Void" }
        }

        private var isRow: Bool { rowType != nil }
        private var names: Set<String> { Set(query.parameters.map(\.name)) }

        /// Returns a local variable name that no parameter has.
        private func local(_ name: String) -> String { names.contains(name) ? local(name + "_") : name }

        /// Whether the function has `file` and `line` parameters. If a query parameter has one of these names, both are left out, because
        /// Swift refuses duplicate names.
        private var hasSite: Bool { !names.contains("file") && !names.contains("line") }

        private var isBatch: Bool { query.kind == .batch }
        private var isTyped: Bool { query.kind != .batch && query.kind != .each }

        private var documentation: [String] {
            let given = query.query.documentation
            guard !given.isEmpty else { return ["Runs the query `\(query.name)` of `\(query.file)`."] }
            return given + ["", "The query `\(query.name)` of `\(query.file)`."]
        }

        private var returned: String {
            switch query.kind {
            case .one: row
            case .optional: row.hasSuffix("?") ? row : row + "?"
            case .many, .page: "[\(row)]"
            case .each: "Void"
            case .exec, .batch: "Int"
            case .insert: query.maySkip ? "Int64?" : "Int64"
            }
        }

        private func signature(isAsync: Bool) -> [String] {
            var list = isBatch ? [rows] : query.parameters.map { "\(SwiftName.inCode($0.name)): \(type($0))" }
            if query.kind == .page { list += ["after last: \(row)? = nil", "limit: Int"] }
            if hasSite { list += ["file: StaticString = #fileID", "line: UInt = #line"] }
            if query.kind == .each {
                list.append("_ \(local("body")): \(isAsync ? "@escaping @Sendable " : "")(\(row)) throws -> Void")
            }
            return list
        }

        private func type(_ parameter: TypedQuery.Parameter) -> String {
            parameter.isList ? "[\(parameter.type.text)]" : parameter.type.text
        }

        /// The parameter with the rows of a batch. Its type is an array, because the compiler then infers the types of tuple literals.
        private var rows: String {
            "_ rows: [\(query.parameters.count == 1 ? query.parameters[0].type.text : query.nameOfValues)]"
        }

        private func addHead(isAsync: Bool, to text: inout SwiftText) {
            text.add(documentation: documentation)
            if [.exec, .insert, .batch].contains(query.kind) { text.add("@discardableResult") }
            let effects = isAsync ? " async throws" : isTyped ? " throws(AccessError)" : " throws"
            let arrow = query.kind == .each ? "" : " -> \(returned)"
            text.add(
                "\(access.word)func \(SwiftName.inCode(query.name))", list: signature(isAsync: isAsync),
                tail: "\(effects)\(arrow) {")
        }

        /// Writes the start of the call that gets a connection, up to the closure's opening brace.
        private func addOpening(isAsync: Bool, to text: inout SwiftText) {
            let kind = query.isOutside ? ".outsideTransaction" : query.writes ? ".write" : ".read"
            let (db, isTyped) = (local("db"), isTyped && !isAsync)
            func call(_ site: String) -> String {
                "try \(isAsync ? "await " : "")access(\(kind), at: \(site)\(isTyped ? ", throwing: FMError.self" : "")) { \(db)\(isTyped ? " throws(FMError)" : "") in"
            }
            let site = hasSite ? "FMCallSite(file: file, line: line)" : "FMCallSite()"
            if text.hasRoom(for: call(site)) { return text.add(call(site)) }
            text.add("let \(local("site")) = \(site)")
            text.add("return \(call(local("site")))")
        }
    }

    // MARK: - Functions

    extension FunctionWriter {
        func addSync(to text: inout SwiftText) {
            addHead(isAsync: false, to: &text)
            text.enclosed { text in
                addOpening(isAsync: false, to: &text)
                text.enclosed { text in
                    if query.kind == .page {
                        addPage(to: &text)
                    } else {
                        text.add("let \(local("sql")): FMSQL =", literal: literal(query.parts))
                        addBody(to: &text)
                    }
                }
            }
        }

        /// Writes the asynchronous function for queues and pools, which calls the synchronous one.
        func addAsync(to text: inout SwiftText) {
            addHead(isAsync: true, to: &text)
            var list = isBatch ? ["rows"] : query.parameters.map { "\($0.name): \(SwiftName.inCode($0.name))" }
            if query.kind == .page { list += ["after: last", "limit: limit"] }
            if query.kind == .each { list.append(local("body")) }
            text.enclosed { text in
                addOpening(isAsync: true, to: &text)
                text.enclosed { $0.add("try \(local("db")).\(SwiftName.inCode(query.name))", list: list, tail: "") }
            }
        }

        private func addBody(to text: inout SwiftText) {
            let (db, sql, row) = (local("db"), local("sql"), local("row"))
            switch query.kind {
            case .exec: text.add("return try \(db).execute", list: [sql] + values(query.parts), tail: "")
            case .insert: addInsertion(to: &text)
            case .batch: addBatch(to: &text)
            case .one where isPlainValue, .optional where !isRow:
                text.add(
                    "return try \(db).value", list: [sql] + values(query.parts) + ["as: \(returned).self"], tail: "")
            case .one:
                addCursor(to: &text)
                text.block("guard let \(row) = try \(local("cursor")).nextRow() else") { text in
                    text.add(
                        "throw FMError(.done, \"the query \(query.name) returned no row\", sql: \(local("sql")).text)")
                }
                addOnly("\(made)", to: &text)
            case .optional:
                addCursor(to: &text)
                text.add("guard let \(row) = try \(local("cursor")).nextRow() else { return nil }")
                addOnly("\(made)", to: &text)
            case .each:
                addCursor(to: &text)
                text.add("while let \(row) = try \(local("cursor")).nextRow() { try \(local("body"))(\(made)) }")
            case .many, .page:
                addCursor(to: &text)
                addCollection(to: &text)
            }
        }

        /// The expression that creates a value from a row.
        private var made: String { isRow ? "\(row)(\(local("row")))" : "\(local("row")).value(at: 0, as: \(row).self)" }

        /// Whether the function returns a single non-optional column. It then reads the value with a function that throws if there is no
        /// row.
        private var isPlainValue: Bool { !isRow && !row.hasSuffix("?") }

        private func addCursor(to text: inout SwiftText) {
            text.add(
                "let \(local("cursor")) = try \(local("db")).query", list: [local("sql")] + values(query.parts),
                tail: "")
            text.add("defer { \(local("cursor")).close() }")
        }

        /// Writes the code that returns one row. The code first steps a writing statement to its end, because SQLite may make changes until
        /// then.
        private func addOnly(_ value: String, to text: inout SwiftText) {
            guard query.writes else { return text.add("return try \(value)") }
            text.add("let \(local("value")) = try \(value)")
            text.add("while try \(local("cursor")).nextRow() != nil {}")
            text.add("return \(local("value"))")
        }

        private func addCollection(to text: inout SwiftText) {
            let rows = local("rows")
            text.add("var \(rows): [\(row)] = []")
            let (head, body) = (
                "while let \(local("row")) = try \(local("cursor")).nextRow()", "\(rows).append(try \(made))"
            )
            if text.hasRoom(for: "\(head) { \(body) }") {
                text.add("\(head) { \(body) }")
            } else {
                text.block(head) { $0.add(body) }
            }
            text.add("return \(rows)")
        }

        private func addPage(to text: inout SwiftText) {
            let (sql, cursor, db) = (local("sql"), local("cursor"), local("db"))
            text.add("let \(cursor): FMResultSet")
            func add(_ parts: [TypedQuery.SQLPart], to text: inout SwiftText) {
                text.add("let \(sql): FMSQL =", literal: literal(parts))
                text.add("\(cursor) = try \(db).query", list: [sql] + values(parts), tail: "")
            }
            text.add("if let last {")
            text.enclosed({ add(query.nextPage, to: &$0) }, end: "} else {")
            text.enclosed { add(query.parts, to: &$0) }
            text.add("defer { \(cursor).close() }")
            addCollection(to: &text)
        }

        private func addInsertion(to text: inout SwiftText) {
            let db = local("db")
            let call = [local("sql")] + values(query.parts)
            guard query.maySkip else {
                text.add("try \(db).execute", list: call, tail: "")
                return text.add("return \(db).lastInsertRowId")
            }
            text.add("let \(local("count")) = try \(db).execute", list: call, tail: "")
            text.add("return \(local("count")) > 0 ? \(db).lastInsertRowId : nil")
        }

        private func addBatch(to text: inout SwiftText) {
            let tuple = query.parameters.map { "$0.\(SwiftName.inCode($0.name))" }
            let rows = tuple.count == 1 ? "rows" : "rows.lazy.map { (\(tuple.joined(separator: ", "))) }"
            text.add("return try \(local("db")).executeMany", list: [local("sql"), rows], tail: "")
        }
    }

    // MARK: - The text and its values

    extension FunctionWriter {
        /// Returns the arguments after the SQL: one for each parameter, in the order of first use.
        private func values(_ parts: [TypedQuery.SQLPart]) -> [String] {
            guard !query.isInterpolated else { return [] }
            var seen: Set<String> = []
            return parts.compactMap { part in
                guard case .parameter(let name, let value) = part, seen.insert(name).inserted else { return nil }
                return value
            }
        }

        private func literal(_ parts: [TypedQuery.SQLPart]) -> [String] {
            let text = parts.map { part in
                switch part {
                case .text(let text): text.escapedForLiteral
                case .quoted(let text):
                    text.escapedForLiteral.split(separator: "\n", omittingEmptySubsequences: false).joined(
                        separator: "\\n")
                case .parameter(let name, let value): query.isInterpolated ? "\\(\(value))" : name
                }
            }.joined()
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let indent = lines.dropFirst().filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
            return lines.enumerated().map { index, line in
                index == 0 ? line : String(line.dropFirst(min(indent, line.prefix { $0 == " " }.count)))
            }
        }
    }
#endif
