#if Checked
    import FMDB

    extension QueryResolver {
        func columns(of statement: ResolvedStatement) throws(QueryProblem) -> [TypedQuery.Column] {
            guard query.kind.hasRows else { return [] }
            let known = ResultTypes(statement: statement, schema: schema).known()
            // Without a named row type, the function returns the value of a single column. The column's name then does not matter.
            let isValue = known.count == 1 && query.row == nil
            let notes = columnNotes
            let names = Set(statement.description.columns.map(\.name.foldedAsName))
            if let note = query.columns.first(where: { !names.contains($0.name.name.foldedAsName) }) {
                throw QueryProblem(
                    note.place, "the query \(query.name) has no column \(note.name.name)", rule: .rowType)
            }
            var columns: [TypedQuery.Column] = []
            for (index, described) in statement.description.columns.enumerated() {
                let place = place(ofColumn: index, statement)
                let shown =
                    notes[described.name.foldedAsName] ?? ColumnName(described.name)
                    ?? (isValue ? ColumnName("value") : nil)
                guard let name = shown, let property = SwiftName.property(name.name) else {
                    throw QueryProblem(
                        place,
                        "the column \(described.name.prefix(60)) has no name that is valid in Swift: write AS name",
                        rule: .rowType)
                }
                guard !columns.contains(where: { $0.name == property }) else {
                    throw QueryProblem(
                        place, "two columns have the name \(property): rename one with AS", rule: .rowType)
                }
                let type = try type(ofColumn: name, known[index], at: place)
                columns.append(TypedQuery.Column(name: property, type: type))
            }
            return columns
        }

        private func place(ofColumn index: Int, _ statement: ResolvedStatement) -> FMSourcePlace {
            let items = statement.shape.items
            guard items.count == statement.description.columns.count else { return query.place }
            return place(statement.place(ofToken: items[index].expression.lowerBound))
        }

        private func type(
            ofColumn name: ColumnName, _ known: QuerySchema.Known, at place: FMSourcePlace
        ) throws(QueryProblem) -> SwiftType {
            guard let written = name.type else {
                guard let type = known.type else {
                    let reason = known.reason ?? "its type is not known"
                    throw QueryProblem(
                        place, "column \(name.name): \(reason); write AS \"\(name.name): Type\"", rule: .rowType)
                }
                return SwiftType(name: type, isOptional: name.isNeverNull.map { !$0 } ?? (known.null != .never))
            }
            if written.isOptional || name.isNeverNull == false {
                return SwiftType(name: written.name, isOptional: true)
            }
            guard known.null != .possible || name.isNeverNull == true else {
                throw QueryProblem(
                    place,
                    "column \(name.name) may be NULL: write \"\(name.name): \(written.name)?\", or \"\(name.name)!: \(written.name)\" if it is never NULL here",
                    rule: .nullable)
            }
            return written
        }

        func result(_ columns: [TypedQuery.Column]) throws(QueryProblem) -> TypedQuery.Result {
            if let row = query.row {
                guard SwiftName.isIdentifier(row.name), !SwiftName.standardTypes.contains(row.name) else {
                    throw QueryProblem(
                        row.place, "\(row.name.isEmpty ? "nothing" : row.name) cannot be the name of a row type")
                }
                guard query.kind.hasRows else {
                    throw QueryProblem(
                        row.place, "the query \(query.name) returns no rows that could have the type \(row.name)")
                }
                return .row(columns)
            }
            guard query.kind.hasRows else { return .none }
            return columns.count == 1 ? .value(columns[0].type) : .row(columns)
        }
    }

    private struct ResultTypes {
        let statement: ResolvedStatement
        let schema: QuerySchema

        private var shape: StatementShape { statement.shape }

        func known() -> [QuerySchema.Known] {
            let columns = statement.description.columns
            let arms = shape.isCompound ? self.arms : [shape.items]
            guard !arms.isEmpty, arms.allSatisfy({ $0.count == columns.count }) else {
                return zip(columns, nulls).map {
                    QuerySchema.Known(type: shape.isCompound ? nil : schema.known($0).type, null: $1)
                }
            }
            let nulls = self.nulls
            return columns.indices.map { index in
                let own = arms.map { known($0[index].expression, column: shape.isCompound ? nil : columns[index]) }
                var joint = joined(own)
                if joint.null != .never { joint.null = nulls[index] }
                return joint
            }
        }

        /// The result lists of the queries that UNION and other compound operators join.
        private var arms: [[ResultItem]] {
            shape.tokens.indices.filter { shape.tokens[$0].depth == 0 && shape.tokens[$0].keyword == "SELECT" }
                .map { shape.items(from: $0 + 1, depth: 0) }
        }

        private func joined(_ all: [QuerySchema.Known]) -> QuerySchema.Known {
            let types = Set(all.map(\.type))
            let nulls = Set(all.map(\.null))
            let null = nulls.count == 1 ? nulls.first ?? .unknown : nulls.contains(.possible) ? .possible : .unknown
            return QuerySchema.Known(
                type: types.count == 1 ? types.first ?? nil : nil, null: null,
                reason: all.lazy.compactMap(\.reason).first)
        }

        /// Returns the type of an expression. Its nullability is found elsewhere, because it depends on the whole statement.
        private func known(
            _ expression: Range<Int>, column: FMStatementDescription.Column?
        ) -> QuerySchema.Known {
            let isColumn = statement.expressions.isColumn(expression)
            var known = statement.expressions.known(expression) { range in
                var known =
                    if let column, isColumn { schema.known(column) } else {
                        statement.scopes.known(range, at: range.lowerBound)
                    }
                if !(isColumn && isGrouped && known.null == .never) { known.null = .unknown }
                return known
            }
            // SQLite also reports the declared type of a scalar subquery's column.
            if known.type == nil, known.reason == nil, let column, column.origin != nil {
                known.type = schema.known(column).type
            }
            return known
        }

        /// Whether the statement groups the rows of inner joins. Each group has at least one row, so a NOT NULL column cannot become NULL.
        /// SQLite's bytecode does not show this, because it sorts the rows first.
        private var isGrouped: Bool {
            let tokens = shape.tokens
            guard shape.verbWord == "SELECT", shape.verb == 0, !shape.isCompound else { return false }
            let from = shape.firstClause(["FROM"], from: 0, depth: 0)
            let end = shape.firstClause(["WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT"], from: from, depth: 0)
            guard shape.firstClause(["GROUP"], from: end, depth: 0) < tokens.count else { return false }
            return tokens[from..<end].allSatisfy { token in
                !token.isKeyword(["LEFT", "RIGHT", "FULL", "OUTER", "SELECT", "VALUES"])
                    && !(token.isName && schema.isView(token.name))
            }
        }

        /// The nullability of the result columns, computed from the whole statement.
        private var nulls: [QuerySchema.Nullability] {
            let count = statement.description.columns.count
            guard let whole = statement.whole else { return Array(repeating: .unknown, count: count) }
            return schema.checked.nullability(of: whole, statement.description).map { null in
                if case .possible = null { .possible } else { null == .never ? .never : .unknown }
            }
        }
    }
#endif
