#if Checked
    import FMDB

    /// Finds the reasons that a query's result columns may be NULL, from the query's SQL and the schema.
    struct NullReasons {
        /// The reason for each result column, or nil if none was found.
        private(set) var reasons: [String?]

        private let statement: SQLStatement
        private let description: FMStatementDescription
        private let schema: CheckedSchema
        private let clauses: SQLClauses
        /// Whether the query has a subquery or view, and a condition that may test a result column under another name.
        private let hidesConditions: Bool

        init(_ statement: SQLStatement, _ description: FMStatementDescription, _ schema: CheckedSchema) {
            self.statement = statement
            self.description = description
            self.schema = schema
            let clauses = SQLClauses(of: statement)
            self.clauses = clauses
            let views = schema.tables(in: statement).filter(\.isView)
            let hasInner = clauses.hasInnerQuery || !views.isEmpty
            hidesConditions = hasInner && (!clauses.hasNoConditions || views.contains { $0.hasConditions(schema) })
            reasons = Array(repeating: nil, count: description.columns.count)
            guard statement.verb == "SELECT", !clauses.isCompound else { return }
            let items = clauses.items.count == reasons.count ? clauses.items : nil
            for index in reasons.indices {
                reasons[index] = reason(ofColumn: index) ?? items.flatMap { reason(of: $0[index]) }
            }
        }

        // MARK: Columns of tables

        private func reason(ofColumn index: Int) -> String? {
            guard let origin = description.columns[index].origin,
                let table = schema.shape.table(origin.table, in: origin.schema),
                let column = table.column(origin.column)
            else { return nil }
            return reason(of: column, in: table, alias: description.columns[index].name)
        }

        private func reason(
            of column: FMSchema.Column, in table: SchemaShape.Table, alias: String
        ) -> String? {
            guard !table.isView, !table.isVirtual, !schema.isUncertain(table.name) else { return nil }
            if isMissed(table) { return "the outer join may find no row of \(table.name)" }
            // Primary keys, generated columns and columns with a default are not reported, because they are rarely NULL in practice.
            guard !table.refusesNull(column), column.key == 0, !column.isGenerated, column.defaultValue == nil else {
                return nil
            }
            guard !hidesConditions, !clauses.conditionNames.contains(column.name.foldedAsName),
                !clauses.conditionNames.contains(alias.foldedAsName)
            else { return nil }
            return "\(table.name).\(column.name) is not declared NOT NULL"
        }

        /// Whether the table occurs once, after LEFT JOIN, and no condition that filters rows names it.
        private func isMissed(_ table: SchemaShape.Table) -> Bool {
            let tokens = statement.tokens
            let places = tokens.indices.filter {
                tokens[$0].mayBeName && tokens[$0].folded == table.name.foldedAsName && !isQualifier($0)
                    && !isColumn($0)
            }
            guard !clauses.hasInnerQuery, places.count == 1, let place = places.first else { return false }
            let before = place > 1 && tokens[place - 1].isSign(".") ? place - 3 : place - 1
            guard clauses.isLeftJoin(at: before) else { return false }
            let names = Set(table.columns.map(\.name.foldedAsName) + RowIDName.all)
            var qualifiers: Set = [table.name.foldedAsName]
            if let alias = clauses.alias(behind: place) { qualifiers.insert(alias) }
            return !clauses.filteringPlaces.contains { place in
                let token = tokens[place]
                guard token.mayBeName else { return false }
                if isQualifier(place) { return qualifiers.contains(token.folded) }
                return !isQualified(place) && names.contains(token.folded)
            }
        }

        /// Whether the name follows a table's name and a dot, and so is a column, even if a table has the same name.
        private func isColumn(_ index: Int) -> Bool {
            guard isQualified(index) else { return false }
            let qualifier = statement.tokens[index - 2].folded
            return !schema.shape.schemas.values.contains { $0.foldedAsName == qualifier }
        }

        private func isQualified(_ index: Int) -> Bool { index > 1 && statement.tokens[index - 1].isSign(".") }

        private func isQualifier(_ index: Int) -> Bool {
            index + 1 < statement.tokens.count && statement.tokens[index + 1].isSign(".")
        }

        // MARK: Expressions

        private func reason(of item: ArraySlice<SQLToken>) -> String? {
            let expression = item.withoutAlias
            if let name = expression.columnName {
                return name.qualifier == nil ? reason(ofViewColumn: name.column) : nil
            }
            return reason(ofExpression: expression)
        }

        /// - Parameter depth: the number of enclosing calls and operators.
        private func reason(ofExpression expression: ArraySlice<SQLToken>, depth: Int = 0) -> String? {
            guard let first = expression.first, depth < 12 else { return nil }
            if expression.count == 1, first.isWord("NULL") { return "it is NULL" }
            if let name = expression.columnName {
                return column(name).flatMap { reason(of: $1, in: $0, alias: name.column.name) }
            }
            if first.isWord("CASE"), let hasElse = expression.hasElse { return hasElse ? nil : "CASE has no ELSE" }
            if let operands = expression.operands { return reason(ofOneOf: operands, depth) }
            return reason(ofCall: expression, first, depth)
        }

        private func reason(ofOneOf parts: [ArraySlice<SQLToken>], _ depth: Int) -> String? {
            parts.lazy.compactMap { reason(ofExpression: $0, depth: depth + 1) }.first
        }

        private func reason(
            ofCall expression: ArraySlice<SQLToken>, _ function: SQLToken, _ depth: Int
        ) -> String? {
            guard function.kind == .word, !schema.isAddedFunction(function.text), let arguments = expression.arguments
            else { return nil }
            switch function.folded {
            case "nullif": return "nullif() returns NULL for equal values"
            case "sum", "avg", "group_concat": return emptyReason(function.folded, arguments)
            case "min" where arguments.count == 1, "max" where arguments.count == 1:
                return emptyReason(function.folded, arguments)
            case _ where NullReasons.passingNull.contains(function.folded): return reason(ofOneOf: arguments, depth)
            default: return nil
            }
        }

        /// SQLite functions that return NULL if one of their arguments is NULL.
        private static let passingNull = Set(
            words: """
                lower upper trim ltrim rtrim substr substring length abs round replace instr min max date time datetime
                julianday strftime unixepoch json_extract unicode
                """)

        /// Returns the column that a name in an expression refers to, and its table. Nil if the statement has several SELECTs, because the
        /// table is then not certain.
        private func column(
            _ name: (qualifier: SQLToken?, column: SQLToken)
        ) -> (SchemaShape.Table, FMSchema.Column)? {
            guard statement.tokens.filter({ $0.isWord("SELECT") }).count == 1 else { return nil }
            let tables = schema.tables(having: name.column.name, of: name.qualifier?.name, in: statement)
            guard tables.count == 1 else { return nil }
            return tables[0].column(name.column.name).map { (tables[0], $0) }
        }

        // MARK: Views

        /// If the query reads only a view, returns the reason that the view's own query gives for the column.
        private func reason(ofViewColumn name: SQLToken) -> String? {
            let tables = schema.tables(in: statement)
            guard tables.count == 1, let view = tables.first, view.isView, clauses.hasNoConditions,
                !statement.tokens.contains(where: {
                    $0.isWord("JOIN") || $0.isWord("SELECT") && $0 != statement.tokens.first
                }),
                let index = view.columns.firstIndex(where: { $0.name.foldedAsName == name.folded }),
                let sql = schema.shape.views[view.name.foldedAsName],
                let query = SQLStatement.split(sql).first?.viewQuery,
                case .compiled(let inner) = schema.answer(to: query), inner.columns.count == view.columns.count
            else { return nil }
            // The recursion ends, because SQLite refuses circular views.
            guard case .possible(let reason) = schema.nullability(of: query, inner)[index] else { return nil }
            return reason
        }

        /// Returns the reason that an aggregate function may return NULL: it gets no rows, or only rows of NULLs from an outer join.
        private func emptyReason(_ function: String, _ arguments: [ArraySlice<SQLToken>]) -> String? {
            if clauses.hasGroups {
                guard let name = arguments.first?.columnName, let (table, _) = column(name), !table.isView,
                    !table.isVirtual, !schema.isUncertain(table.name), isMissed(table),
                    statement.firstIndex(ofWord: "HAVING") == nil
                else { return nil }
                return "\(function)() is NULL where the outer join finds no row of \(table.name)"
            }
            guard !clauses.hasInnerQuery, let source = clauses.source, schema.shape.table(source.name) != nil
            else { return nil }
            return "\(function)() of no rows is NULL"
        }
    }

    extension SchemaShape.Table {
        /// Whether the view's query has conditions, or cannot be analysed.
        fileprivate func hasConditions(_ schema: CheckedSchema) -> Bool {
            guard let sql = schema.shape.views[name.foldedAsName], let first = SQLStatement.split(sql).first else {
                return true
            }
            let inner = SQLClauses(of: first)
            return !inner.hasNoConditions || inner.isCompound
                || schema.tables(in: first).contains { $0.isView && $0.name != name }
        }
    }
#endif
