#if Checked
    import FMDB

    /// Why columns of a query may be NULL, as far as its text and the schema show it.
    struct NullReasons {
        /// For each column of the result, the reason; nil for none.
        private(set) var reasons: [String?]

        private let statement: SQLStatement
        private let description: FMStatementDescription
        private let schema: CheckedSchema
        private let clauses: SQLClauses
        /// Whether a condition may name a column otherwise than the table does.
        private let hidesConditions: Bool
        /// By the folded names of tables, whether the row may be missing.
        private var missedTables: [String: Bool] = [:]

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

        private mutating func reason(ofColumn index: Int) -> String? {
            guard let origin = description.columns[index].origin,
                let table = schema.shape.table(origin.table, in: origin.schema),
                !table.isView, !table.isVirtual, !schema.isUncertain(table.name),
                let column = table.column(origin.column)
            else { return nil }
            let name = table.name.foldedAsName
            let isMissed = missedTables[name] ?? isMissedByJoin(table)
            missedTables[name] = isMissed
            if isMissed { return "the outer join may find no row of \(table.name)" }
            // A key that is not declared NOT NULL may be NULL for the sake of old files only. A default is there to be used.
            guard !table.refusesNull(column), column.key == 0, !column.isGenerated, column.defaultValue == nil else {
                return nil
            }
            guard !hidesConditions, !clauses.conditionNames.contains(column.name.foldedAsName) else { return nil }
            let alias = description.columns[index].name.foldedAsName
            guard !clauses.conditionNames.contains(alias) else { return nil }
            return "\(table.name).\(column.name) is not declared NOT NULL"
        }

        /// Whether the table stands once in the statement, behind LEFT JOIN, and nothing but the join's own condition speaks of it.
        private func isMissedByJoin(_ table: SchemaShape.Table) -> Bool {
            let pieces = statement.pieces
            let places = pieces.indices.filter {
                pieces[$0].mayBeName && pieces[$0].folded == table.name.foldedAsName && !isQualifier($0)
            }
            guard !clauses.hasInnerQuery, places.count == 1, let place = places.first else { return false }
            let before = place > 1 && pieces[place - 1].isSign(".") ? place - 3 : place - 1
            guard before > 0, pieces[before].isWord("JOIN") else { return false }
            let outer = pieces[before - 1].isWord("OUTER") ? before - 2 : before - 1
            guard outer > 0, pieces[outer].isWord("LEFT") else { return false }
            var names = Set(table.columns.map(\.name.foldedAsName))
            names.insert(table.name.foldedAsName)
            names.formUnion(["rowid", "oid", "_rowid_"])
            if let alias = clauses.alias(behind: place) { names.insert(alias) }
            let own = clauses.condition(ofJoinAt: before)
            return !clauses.conditionPlaces.contains {
                !own.contains($0) && pieces[$0].mayBeName && names.contains(pieces[$0].folded)
            }
        }

        private func isQualifier(_ index: Int) -> Bool {
            index + 1 < statement.pieces.count && statement.pieces[index + 1].isSign(".")
        }

        // MARK: Expressions

        private func reason(of item: ArraySlice<SQLPiece>) -> String? {
            let expression = item.withoutAlias
            guard let first = expression.first else { return nil }
            if expression.count == 1, first.isWord("NULL") { return "it is NULL" }
            if first.isWord("CASE") { return expression.isCaseWithoutElse ? "CASE has no ELSE" : nil }
            guard first.kind == .word, !schema.isAddedFunction(first.text), let arguments = expression.argumentCount
            else { return nil }
            switch first.folded {
            case "nullif": return "nullif() gives NULL for equal values"
            case "sum", "avg", "group_concat": return emptyReason(first.folded)
            case "min", "max": return arguments == 1 ? emptyReason(first.folded) : nil
            default: return nil
            }
        }

        /// An aggregate of no rows.
        private func emptyReason(_ function: String) -> String? {
            guard !clauses.hasGroups, !clauses.hasInnerQuery, let from = clauses.from,
                from + 1 < statement.pieces.count,
                schema.shape.table(statement.pieces[from + 1].name) != nil
            else { return nil }
            return "\(function)() of no rows is NULL"
        }
    }

    extension SchemaShape.Table {
        /// Whether the query of a view has conditions, or is not looked through.
        fileprivate func hasConditions(_ schema: CheckedSchema) -> Bool {
            guard let sql = schema.shape.views[name.foldedAsName], let first = SQLStatement.split(sql).first else {
                return true
            }
            let inner = SQLClauses(of: first)
            return !inner.hasNoConditions || inner.isCompound
                || schema.tables(in: first).contains { $0.isView && $0.name != name }
        }
    }

    extension ArraySlice<SQLPiece> {
        /// The expression of a column of a result, without the name behind it.
        fileprivate var withoutAlias: ArraySlice<SQLPiece> {
            guard count > 1, let last, last.mayBeName, !last.isWord("END") else { return self }
            let before = self[index(endIndex, offsetBy: -2)]
            if before.isWord("AS") { return dropLast(2) }
            return before.isSign(")") || before.isWord("END", "NULL") ? dropLast() : self
        }

        /// How many arguments a call has that is the whole expression; nil for another expression.
        fileprivate var argumentCount: Int? {
            guard count > 2, self[startIndex + 1].isSign("("), last?.isSign(")") == true else { return nil }
            var (depth, commas) = (0, 0)
            for index in (startIndex + 1)..<endIndex {
                if self[index].isSign("(") { depth += 1 } else if self[index].isSign(")") { depth -= 1 }
                if depth == 1, self[index].isSign(",") { commas += 1 }
                if depth == 0, index < endIndex - 1 { return nil }
            }
            return depth == 0 ? commas + 1 : nil
        }

        /// Whether it is one CASE that ends with the expression and has no ELSE of its own.
        fileprivate var isCaseWithoutElse: Bool {
            var depth = 0
            for index in indices {
                if self[index].isWord("CASE") { depth += 1 }
                if self[index].isWord("ELSE"), depth == 1 { return false }
                if self[index].isWord("END") {
                    depth -= 1
                    if depth == 0 { return index == endIndex - 1 }
                }
            }
            return false
        }
    }
#endif
