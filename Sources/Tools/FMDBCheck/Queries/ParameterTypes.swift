#if Checked
    import FMDB

    /// Infers the types of a statement's parameters from the surrounding tokens.
    struct ParameterTypes {
        /// The facts that one use of a parameter shows.
        struct Use {
            var type: String?
            var null = Null.useless
            var reason: String?
            /// The column that is set to the value or compared with it.
            var origin: QuerySchema.Origin?
            var role = Role.other

            enum Role {
                case inserted, updated, compared
                /// An element of a list after IN.
                case listed
                case other
            }

            enum Null {
                /// NULL is useless: a comparison with NULL is never true.
                case useless
                /// NULL is a valid value.
                case value
                /// SQLite refuses NULL.
                case refused
            }
        }

        let expressions: Expressions
        let scopes: ColumnScopes

        private var tokens: [QueryToken] { expressions.shape.tokens }

        private static let comparisons: Set<String> = ["=", "==", "<", "<=", ">", ">=", "<>", "!="]
        private static let starts = Set(words: "WHERE AND OR ON NOT HAVING WHEN THEN ELSE CASE SELECT DISTINCT SET BY")
        private static let ends: Set<String> = StatementShape.clauses.union([
            "AND", "OR", "ON", "THEN", "WHEN", "ELSE", "END", "COLLATE", "ESCAPE", "JOIN", "LEFT", "RIGHT", "FULL",
            "INNER", "CROSS", "NATURAL", "DO", "AS", "ASC", "DESC",
        ])
        private static let patterns: Set<String> = ["LIKE", "GLOB", "MATCH", "REGEXP"]

        /// Returns the facts that a parameter's use shows.
        ///
        /// - Parameter place: the index of the parameter's token.
        func use(at place: Int) -> Use {
            let (before, next) = (token(place - 1), token(place + 1))
            if before?.keyword == "LIMIT" || before?.keyword == "OFFSET" || isSecondOfLimit(place) {
                return Use(type: "Int", null: .refused)
            }
            if let use = insertion(place) { return use }
            if let next, next.isKeyword(["ISNULL", "NOTNULL"]) || isNullTest(place + 1) { return Use(null: .value) }
            if before?.isSign("||") ?? false || next?.isSign("||") ?? false { return Use(type: "String") }
            if let before, before.isKeyword(ParameterTypes.patterns), endsValue(place + 1) {
                return Use(type: "String")
            }
            if let next, next.isKeyword(ParameterTypes.patterns), startsValue(place - 1) { return Use(type: "String") }
            return assignment(place) ?? comparison(place) ?? membership(place) ?? range(place) ?? alternative(place)
                ?? cast(place) ?? Use()
        }

        /// Returns the facts about a value that a column is set to, or nil for other values. Does not call SQLite.
        func assigned(at place: Int) -> Use? { insertion(place) ?? assignment(place) }

        private func token(_ place: Int) -> QueryToken? { tokens.indices.contains(place) ? tokens[place] : nil }

        /// Returns the facts about a value that is assigned to a column.
        private func assigned(_ column: FMSchema.Column, of table: FMSchema.Table, _ role: Use.Role) -> Use {
            let known = expressions.schema.known(column, of: table)
            // SQLite generates a rowid for NULL.
            let mayBeNull = known.null != .never || table.rowIDAlias == column.name
            return Use(
                type: known.type, null: mayBeNull ? .value : .refused, reason: known.reason, origin: known.origin,
                role: role)
        }

        private func known(_ operand: Range<Int>?, at place: Int) -> QuerySchema.Known? {
            operand.map { expressions.known($0) { scopes.known($0, at: place) } }
        }

        private func compared(_ operand: Range<Int>?, at place: Int, null: Use.Null = .useless) -> Use? {
            known(operand, at: place).map {
                Use(type: $0.type, null: null, reason: $0.reason, origin: $0.origin, role: .compared)
            }
        }
    }

    // MARK: - Operands

    extension ParameterTypes {
        /// Whether the given token can precede a whole operand. An operator cannot, because it would bind to the operand.
        private func startsValue(_ place: Int) -> Bool {
            guard let token = token(place) else { return true }
            return token.isSign("(") || token.isSign(",") || token.isKeyword(ParameterTypes.starts)
        }

        private func endsValue(_ place: Int) -> Bool {
            guard let token = token(place) else { return true }
            return token.isSign(")") || token.isSign(",") || token.isSign(";") || token.isKeyword(ParameterTypes.ends)
        }

        /// Returns the column or call that ends at the given token, or nil if it is only part of an operand.
        private func operand(endingAt last: Int) -> Range<Int>? {
            guard let end = token(last) else { return nil }
            var first = last
            if end.isSign(")") {
                guard let open = (0..<last).last(where: { tokens[$0].depth == end.depth && tokens[$0].isSign("(") }),
                    open > 0, tokens[open - 1].isName
                else { return nil }
                first = open - 1
            }
            while first > 1, tokens[first - 1].isSign("."), tokens[first - 2].isName { first -= 2 }
            return startsValue(first - 1) ? first..<last + 1 : nil
        }

        /// Returns the column or call that begins at the given token, or nil if it is only part of an operand.
        private func operand(startingAt first: Int) -> Range<Int>? {
            guard let start = token(first) else { return nil }
            var last = first
            while let dot = token(last + 1), dot.isSign("."), token(last + 2)?.isName ?? false { last += 2 }
            if start.isName, last == first, token(first + 1)?.isSign("(") ?? false {
                guard
                    let close = tokens.indices.dropFirst(first + 2).first(where: {
                        tokens[$0].depth == start.depth && tokens[$0].isSign(")")
                    })
                else { return nil }
                last = close
            }
            return endsValue(last + 1) ? first..<last + 1 : nil
        }
    }

    // MARK: - What stands around

    extension ParameterTypes {
        /// Returns the use in an insertion: `INSERT INTO person (name) VALUES (:name)`.
        private func insertion(_ place: Int) -> Use? {
            scopes.column(insertedFrom: place).map { assigned($0, of: $1, .inserted) }
        }

        /// Returns the use in an assignment: `SET name = :name`.
        private func assignment(_ place: Int) -> Use? {
            guard expressions.shape.assignments.contains(place - 1), tokens[place - 2].isName, endsValue(place + 1)
            else { return nil }
            guard let table = tableOfUpdate(place), let column = table.column(tokens[place - 2].name) else {
                return nil
            }
            var use = assigned(column, of: table, .updated)
            if table.rowIDAlias == column.name { use.null = .refused }
            return use
        }

        private func tableOfUpdate(_ place: Int) -> FMSchema.Table? {
            if let target = scopes.target { return target.table }
            guard expressions.shape.verbWord == "UPDATE" else { return nil }
            var name = expressions.shape.verb + 1
            if token(name)?.keyword == "OR" { name += 2 }
            if token(name + 1)?.isSign(".") ?? false { name += 2 }
            return token(name).flatMap { expressions.schema.table($0.name) }
        }

        /// Returns the use in a comparison: `age > :age`, `:age < age`, `age IS :age`.
        private func comparison(_ place: Int) -> Use? {
            if let sign = token(place - 1), endsValue(place + 1) {
                if sign.kind == .sign, ParameterTypes.comparisons.contains(sign.text) {
                    return compared(operand(endingAt: place - 2), at: place)
                }
                if sign.keyword == "IS" { return compared(operand(endingAt: place - 2), at: place, null: .value) }
                if sign.keyword == "NOT", token(place - 2)?.keyword == "IS" {
                    return compared(operand(endingAt: place - 3), at: place, null: .value)
                }
            }
            guard let sign = token(place + 1), startsValue(place - 1) else { return nil }
            if sign.kind == .sign, ParameterTypes.comparisons.contains(sign.text) {
                return compared(operand(startingAt: place + 2), at: place)
            }
            guard sign.keyword == "IS" else { return nil }
            let isNot = token(place + 2)?.keyword == "NOT"
            return compared(operand(startingAt: place + (isNot ? 3 : 2)), at: place, null: .value)
        }

        /// Whether `IS NULL` or `IS NOT NULL` begins at the given token.
        private func isNullTest(_ place: Int) -> Bool {
            guard token(place)?.keyword == "IS" else { return false }
            let isNot = token(place + 1)?.keyword == "NOT"
            return token(place + (isNot ? 2 : 1))?.keyword == "NULL"
        }

        /// Returns the use as an element of a list: `id IN (:first, :second)`.
        private func membership(_ place: Int) -> Use? {
            let depth = tokens[place].depth
            guard let open = (0..<place).last(where: { tokens[$0].depth == depth - 1 }), tokens[open].isSign("("),
                startsValue(place - 1), endsValue(place + 1), token(open - 1)?.keyword == "IN"
            else { return nil }
            let isNot = token(open - 2)?.keyword == "NOT"
            var use = compared(operand(endingAt: open - (isNot ? 3 : 2)), at: open)
            use?.role = .listed
            return use
        }

        /// Returns the use in a BETWEEN: `age BETWEEN :low AND :high`, `:age BETWEEN low AND high`.
        private func range(_ place: Int) -> Use? {
            if token(place + 1)?.keyword == "BETWEEN", startsValue(place - 1), let and = token(place + 3),
                and.keyword == "AND"
            {
                return compared(operand(startingAt: place + 2), at: place)
            }
            var between = place - 1
            if token(between)?.keyword == "AND", endsValue(place + 1) { between = place - 3 }
            guard let word = token(between), word.keyword == "BETWEEN", endsValue(place + 1) else { return nil }
            let isNot = token(between - 1)?.keyword == "NOT"
            return compared(operand(endingAt: between - (isNot ? 2 : 1)), at: place)
        }

        /// Returns the use as the first argument of `coalesce(:name, name)` or `ifnull`.
        private func alternative(_ place: Int) -> Use? {
            guard token(place - 1)?.isSign("(") ?? false, token(place - 2)?.isKeyword(["COALESCE", "IFNULL"]) ?? false,
                token(place + 1)?.isSign(",") ?? false
            else { return nil }
            var use = compared(operand(startingAt: place + 2), at: place, null: .value)
            use?.role = .other
            return use
        }

        /// Returns the use in a cast: `CAST(:age AS INTEGER)`.
        private func cast(_ place: Int) -> Use? {
            guard token(place - 1)?.isSign("(") ?? false, token(place - 2)?.keyword == "CAST",
                token(place + 1)?.keyword == "AS", let type = token(place + 2)
            else { return nil }
            return QuerySchema.Known.type(ofDeclared: type.name).map { Use(type: $0) }
        }

        /// Whether the parameter is the second one of `LIMIT :offset, :count`.
        private func isSecondOfLimit(_ place: Int) -> Bool {
            token(place - 1)?.isSign(",") ?? false && token(place - 3)?.keyword == "LIMIT"
        }
    }
#endif
