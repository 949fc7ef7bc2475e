#if Checked
    import FMDB

    /// Writes the queries for pages: one for the first rows, and one for the rows after a given row. The cost does not depend on the number
    /// of rows before it. See [Scrolling Window Queries](https://sqlite.org/rowvalue.html#scrolling_window_queries).
    struct PageMaker {
        private struct Key {
            let sql: String
            let parameter: String
            let value: String
            let isDescending: Bool
        }

        private let statement: ResolvedStatement
        private let columns: [TypedQuery.Column]
        private let order: Int
        private var keys: [Key] = []
        private static let limit = TypedQuery.SQLPart.parameter(":limit", value: "limit")

        init(
            resolver: QueryResolver, statement: ResolvedStatement, columns: [TypedQuery.Column],
            result: TypedQuery.Result
        ) throws(QueryProblem) {
            (self.statement, self.columns) = (statement, columns)
            let shape = statement.shape
            order = shape.firstClause(["ORDER"], from: shape.verb, depth: 0)
            let name = resolver.query.name
            guard order < shape.tokens.count, statement.description.isReadOnly else {
                throw QueryProblem(
                    resolver.query.place, "the query \(name) is :page, so it must be a SELECT with ORDER BY")
            }
            guard shape.firstClause(["LIMIT"], from: order, depth: 0) == shape.tokens.count else {
                throw QueryProblem(
                    resolver.query.place,
                    "the query \(name) is :page, so it must not have a LIMIT: the function has a parameter limit")
            }
            let names = columns.map { "last_\($0.name)" } + ["limit", "last"]
            if let taken = statement.description.parameters.compactMap({ $0 }).first(where: {
                names.contains(String($0.dropFirst()))
            }) {
                throw QueryProblem(
                    resolver.place(ofParameter: taken), "\(taken) is a name that pages use: choose another one",
                    rule: .valueName)
            }
            for term in terms { keys.append(try key(term, resolver, result)) }
        }

        private var terms: [Range<Int>] {
            let tokens = statement.shape.tokens
            let commas = (order..<tokens.count).filter { tokens[$0].depth == 0 && tokens[$0].isSign(",") }
            return zip([order + 2] + commas.map { $0 + 1 }, commas + [tokens.count]).map { $0..<max($0, $1) }
        }

        private func key(_ term: Range<Int>, _ resolver: QueryResolver, _ result: TypedQuery.Result)
            throws(QueryProblem) -> Key
        {
            let tokens = statement.shape.tokens
            let isDirected = term.last.map { tokens[$0].isKeyword(["ASC", "DESC"]) } ?? false
            let name = isDirected ? term.dropLast() : term
            let place = resolver.place(statement.place(ofToken: term.lowerBound))
            guard let index = column(name) else {
                throw QueryProblem(
                    place, "ORDER BY of a :page query may only name columns of the result")
            }
            guard !columns[index].type.isOptional else {
                throw QueryProblem(
                    place,
                    "ORDER BY of a :page query needs columns that are never NULL, and \(columns[index].name) may be NULL",
                    rule: .nullable)
            }
            let property = SwiftName.inCode(columns[index].name)
            let isValue = if case .value = result { true } else { false }
            return Key(
                sql: ResolvedStatement.quotedIfNeeded(
                    ColumnName(statement.description.columns[index].name)?.name ?? ""),
                parameter: ":last_\(columns[index].name)", value: isValue ? "last" : "last.\(property)",
                isDescending: isDirected && term.last.map { tokens[$0].keyword == "DESC" } ?? false)
        }

        /// Returns the index of the result column that an ORDER BY term names, or nil.
        private func column(_ term: Range<Int>) -> Int? {
            let (tokens, items) = (statement.shape.tokens, statement.shape.items)
            guard items.count == columns.count, statement.expressions.isColumn(term), let last = term.last else {
                return nil
            }
            func name(_ place: Int) -> String { tokens[place].name.foldedAsName }
            return items.indices.first { index in
                if term.count == 1, let alias = items[index].alias {
                    return name(alias) == name(last) || ColumnName(tokens[alias].name)?.name.foldedAsName == name(last)
                }
                let expression = items[index].expression
                guard statement.expressions.isColumn(expression), let column = expression.last,
                    name(column) == name(last)
                else { return false }
                return term.count == 1 || expression.count == 1
                    || zip(expression, term).allSatisfy { name($0) == name($1) }
            }
        }
    }

    // MARK: - SQL

    extension PageMaker {
        /// Returns the query as written, with a LIMIT.
        func first(_ parameters: [TypedQuery.Parameter]) -> [TypedQuery.SQLPart] {
            statement.parts(parameters) + [.text("\nLIMIT "), PageMaker.limit]
        }

        /// Returns the query for the rows after a given row.
        func next(_ parameters: [TypedQuery.Parameter]) -> [TypedQuery.SQLPart] {
            let names = statement.description.columns.map {
                ResolvedStatement.quotedIfNeeded(ColumnName($0.name)?.name ?? $0.name)
            }
            let head = "SELECT \(names.joined(separator: ", ")) FROM (\n"
            let body = statement.parts(parameters, in: 0..<order).map { part in
                guard case .text(let text) = part else { return part }
                return .text(text.first == "\n" ? text + "    " : text)
            }
            let order = keys.map { $0.sql + ($0.isDescending ? " DESC" : "") }.joined(separator: ", ")
            return [.text(head + "    ")] + body + [.text("\n)\nWHERE ")] + condition + [
                .text("\nORDER BY \(order)\nLIMIT "), PageMaker.limit,
            ]
        }

        private func parameter(_ key: Key) -> TypedQuery.SQLPart { .parameter(key.parameter, value: key.value) }

        private var condition: [TypedQuery.SQLPart] {
            guard keys.count > 1, Set(keys.map(\.isDescending)).count == 1 else { return condition(keys[...]) }
            let values = keys.map { [parameter($0)] }.joined(separator: [.text(", ")])
            return [.text("(\(keys.map(\.sql).joined(separator: ", "))) \(keys[0].isDescending ? "<" : ">") (")]
                + values + [.text(")")]
        }

        /// Returns the condition for keys of which some are ascending and some are descending. The first comparison allows SQLite to use an
        /// index.
        private func condition(_ keys: ArraySlice<Key>) -> [TypedQuery.SQLPart] {
            guard let key = keys.first else { return [] }
            let sign = key.isDescending ? "<" : ">"
            guard keys.count > 1 else { return [.text("\(key.sql) \(sign) "), parameter(key)] }
            return [
                .text("\(key.sql) \(sign)= "), parameter(key), .text(" AND (\(key.sql) \(sign) "), parameter(key),
                .text(" OR "),
            ]
                + condition(keys.dropFirst()) + [.text(")")]
        }
    }
#endif
