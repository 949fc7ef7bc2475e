#if Checked
    import FMDB

    /// An error that prevents generating code for a query.
    struct QueryProblem: Error {
        let finding: FMFinding

        init(_ place: FMSourcePlace, _ message: String, rule: FMFinding.Rule = .input) {
            finding = FMFinding(.error, rule, at: place, message)
        }
    }

    struct QueryResolver {
        let schema: QuerySchema
        let query: NamedQuery
        let file: QueryFile
        /// The tokens of the SQL as written in the file.
        private let source: [QueryToken]

        init(_ query: NamedQuery, of file: QueryFile, schema: QuerySchema) {
            (self.query, self.file, self.schema) = (query, file, schema)
            source = QueryToken.split(query.text)
        }

        func resolved() throws(QueryProblem) -> TypedQuery {
            guard let first = source.first else {
                throw QueryProblem(query.place, "the query \(query.name) has no statement")
            }
            var statement = try ResolvedStatement(self, edits: edits)
            try expectOneStatement(statement)
            try statement.expandStars(self)
            try expectKind(statement.description, at: first)
            let columns = try columns(of: statement)
            let parameters = try parameters(of: statement)
            let result = try result(columns)
            var (parts, nextPage) = (statement.parts(parameters), [TypedQuery.SQLPart]())
            if query.kind == .page {
                let pages = try PageMaker(resolver: self, statement: statement, columns: columns, result: result)
                (parts, nextPage) = (pages.first(parameters), pages.next(parameters))
            }
            return TypedQuery(
                query: query, file: file.name, parameters: parameters, result: result,
                table: table(of: statement.description),
                parts: parts, nextPage: nextPage, writes: !statement.description.isReadOnly,
                isOutside: first.isKeyword(["PRAGMA", "VACUUM", "ATTACH", "DETACH"]),
                maySkip: try insertionMaySkip(statement))
        }

        /// Returns the table if the result has exactly its columns, in order.
        private func table(of description: FMStatementDescription) -> String? {
            guard let origin = description.columns.first?.origin, origin.schema == "main",
                let table = schema.table(origin.table)
            else { return nil }
            let names = table.columns.filter { !$0.isHidden }.map(\.name)
            let isWhole =
                description.columns.allSatisfy { $0.origin?.table == origin.table }
                && description.columns.map(\.name) == names
            return isWhole ? table.name : nil
        }

        /// Returns the place in the file for a byte offset in the query's SQL.
        func place(_ offset: Int) -> FMSourcePlace { file.places.place(at: query.start + offset) }
    }

    // MARK: - The statement

    extension QueryResolver {
        /// The edits made before SQLite compiles the SQL: `IN :ids`, which SQLite does not accept, becomes `IN (:ids)`, and annotated
        /// aliases lose their annotation.
        private var edits: [EditedText.Edit] {
            listTokens.flatMap { token in
                [(token.range.lowerBound, "("), (token.range.upperBound, ")")].map { ($0..<$0, $1) }
            } + aliasEdits
        }

        private var listTokens: [QueryToken] {
            zip(source, source.dropFirst()).filter { $0.keyword == "IN" && $1.kind == .parameter }.map(\.1)
        }

        var lists: Set<String> { Set(listTokens.map(\.text)) }

        /// The annotated names after `AS`, by the name as written.
        private var annotatedAliases: [String: ColumnName] {
            let aliases = zip(source, source.dropFirst()).filter {
                $0.depth == 0 && $0.keyword == "AS" && $1.kind == .quoted
            }
            let names = aliases.compactMap { _, alias in ColumnName(alias.name).map { (alias.name, $0) } }
            return Dictionary(names.filter { $0.1.isAnnotated }) { first, _ in first }
        }

        /// The edits that turn `"id: UUID"` into `id`, so that the rest of the statement can use that name.
        private var aliasEdits: [EditedText.Edit] {
            let names = annotatedAliases
            return source.filter { $0.kind == .quoted }.compactMap { token in
                names[token.name].map {
                    (range: token.range, replacement: ResolvedStatement.quotedIfNeeded($0.name))
                }
            }
        }

        /// The annotations of the result columns, by folded name.
        var columnNotes: [String: ColumnName] {
            let aliases = annotatedAliases.values.map { ($0.name.foldedAsName, $0) }
            return Dictionary(query.columns.map { ($0.name.name.foldedAsName, $0.name) } + aliases) { first, _ in first
            }
        }

        private func expectOneStatement(_ statement: ResolvedStatement) throws(QueryProblem) {
            let end = statement.edited.placeBefore(statement.end)
            guard let next = source.first(where: { $0.range.lowerBound >= end && !$0.isSign(";") }) else { return }
            throw QueryProblem(
                place(next.range.lowerBound),
                "the query \(query.name) has more than one statement; each needs its own line \"-- name: … :exec\""
            )
        }

        private func expectKind(_ description: FMStatementDescription, at first: QueryToken) throws(QueryProblem) {
            if first.isKeyword(["BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "EXPLAIN"]) {
                throw QueryProblem(
                    place(first.range.lowerBound),
                    "\(first.keyword) is not a query: call withTransaction, withSavePoint or queryPlan")
            }
            if query.kind.hasRows, description.columns.isEmpty {
                throw QueryProblem(
                    query.place,
                    "the query \(query.name) is :\(query.kind), but its statement returns no rows; write :exec",
                    rule: .verb)
            }
            guard !query.kind.hasRows, !description.columns.isEmpty else { return }
            throw QueryProblem(
                query.place,
                "the query \(query.name) is :\(query.kind), but its statement returns rows; write :one, :optional or :many",
                rule: .verb)
        }

        /// Whether the insertion may insert no row, and so leave the last inserted rowid unchanged.
        private func insertionMaySkip(_ statement: ResolvedStatement) throws(QueryProblem) -> Bool {
            guard query.kind == .insert else { return false }
            let tokens = statement.shape.tokens
            guard let target = statement.scopes.target, !target.table.isWithoutRowID else {
                throw QueryProblem(
                    query.place,
                    "the query \(query.name) is :insert, but it inserts no row with a rowid; write :exec",
                    rule: .verb)
            }
            let words = zip(tokens, tokens.dropFirst()).filter { $0.0.depth == 0 }.map {
                "\($0.0.keyword) \($0.1.keyword)"
            }
            guard !words.contains("DO UPDATE") else {
                throw QueryProblem(
                    query.place,
                    "the query \(query.name) is :insert, but SQLite does not report the rowid of an updated row; write RETURNING and :one",
                    rule: .verb)
            }
            return words.contains("OR IGNORE") || words.contains("DO NOTHING")
        }
    }

    // MARK: - Parameters

    extension QueryResolver {
        private func parameters(of statement: ResolvedStatement) throws(QueryProblem) -> [TypedQuery.Parameter] {
            var all: [TypedQuery.Parameter] = []
            for name in statement.description.parameters {
                let parameter = try parameter(name, of: statement)
                if all.contains(where: { $0.name == parameter.name }) {
                    throw QueryProblem(
                        place(ofParameter: parameter.sql), "there are two parameters named \(parameter.name)",
                        rule: .valueName)
                }
                all.append(parameter)
            }
            let names = Set(all.map { String($0.sql.dropFirst()) })
            if let note = query.parameters.first(where: { !names.contains($0.name) }) {
                throw QueryProblem(
                    note.place, "the query \(query.name) has no parameter :\(note.name)", rule: .valueName)
            }
            if query.kind == .batch, all.isEmpty || all.contains(where: \.isList) {
                throw QueryProblem(
                    query.place, "the query \(query.name) is :batch, so it needs parameters, and none may be a list")
            }
            return all
        }

        private func parameter(_ sql: String?, of statement: ResolvedStatement) throws(QueryProblem)
            -> TypedQuery.Parameter
        {
            guard let sql, !sql.hasPrefix("?") else {
                let token = source.first { $0.kind == .parameter && $0.text.hasPrefix("?") }
                throw QueryProblem(
                    place(token?.range.lowerBound ?? 0), "a parameter of a typed query needs a name: write :name",
                    rule: .valueName)
            }
            guard let name = SwiftName.property(String(sql.dropFirst())) else {
                throw QueryProblem(place(ofParameter: sql), "\(sql) is not a valid name in Swift", rule: .valueName)
            }
            let isList = lists.contains(sql)
            let places = statement.shape.tokens.indices.filter { statement.shape.tokens[$0].text == sql }
            if isList, places.count != listTokens.filter({ $0.text == sql }).count {
                throw QueryProblem(
                    place(ofParameter: sql), "\(sql) is a list after IN and a value elsewhere: use two names",
                    rule: .valueName)
            }
            let type = try type(ofParameter: sql, isList: isList, places: places, of: statement)
            return TypedQuery.Parameter(sql: sql, name: name, type: type, isList: isList)
        }

        func place(ofParameter sql: String) -> FMSourcePlace {
            place(source.first { $0.text == sql }?.range.lowerBound ?? 0)
        }

        private func type(
            ofParameter sql: String, isList: Bool, places: [Int], of statement: ResolvedStatement
        ) throws(QueryProblem) -> SwiftType {
            let name = String(sql.dropFirst())
            if let note = query.parameters.first(where: { $0.name == name }), let type = SwiftType(written: note.type) {
                guard isList else { return type }
                guard let element = type.element, !type.isOptional else {
                    throw QueryProblem(note.place, "\(sql) is a list: write -- param \(name): [\(type.name)]")
                }
                return SwiftType(name: element, isOptional: false)
            }
            let inference = ParameterTypes(expressions: statement.expressions, scopes: statement.scopes)
            let uses = places.map { inference.use(at: $0) }
            let types = Set(uses.compactMap(\.type))
            guard let type = types.first, types.count == 1 else {
                let why =
                    types.isEmpty
                    ? uses.lazy.compactMap(\.reason).first ?? "its type is not known from the context"
                    : "it is used as \(types.sorted().joined(separator: " and as "))"
                throw QueryProblem(
                    place(ofParameter: sql),
                    "\(sql): \(why); write -- param \(name): \(isList ? "[Type]" : "Type") below the query's name")
            }
            let isOptional = uses.contains { $0.null == .value } && !uses.contains { $0.null == .refused }
            return SwiftType(name: type, isOptional: isOptional && !isList)
        }
    }
#endif
