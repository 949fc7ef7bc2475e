#if Checked
    import FMDB

    /// Resolves the column names of a statement. SQLite compiles a query that selects the column from the tables in scope.
    struct ColumnScopes {
        let shape: StatementShape
        /// The SQL that SQLite compiled.
        let text: String
        let schema: QuerySchema
        /// The target table of an `INSERT`, or nil for other statements and for views.
        let target: Target?
        /// For each token of an `INSERT`, the index of the inserted value that contains the token, or nil if none does.
        private let positions: [Int?]

        init(shape: StatementShape, text: String, schema: QuerySchema) {
            (self.shape, self.text, self.schema) = (shape, text, schema)
            target = Target(of: shape, in: schema)
            positions = target.map { ColumnScopes.positions(in: shape.tokens, from: $0.end) } ?? []
        }

        func known(_ name: Range<Int>, at place: Int) -> QuerySchema.Known {
            let column = shape.text(name, of: text)
            var (index, depth) = (place, shape.tokens[place].depth)
            while true {
                guard let start = verb(before: index, depth: depth) else { return .unknown }
                if let source = source(ofVerb: start) {
                    let sql = "\(shape.prologue(in: text))SELECT \(column) \(source)"
                    do {
                        let columns = try schema.describe(sql).columns
                        return columns.count == 1 ? schema.known(columns[0]) : .unknown
                    } catch {
                        // The name may belong to an outer query, so the search goes on there. After any other error, the type is unknown.
                        guard error.message.hasPrefix("no such column") else { return .unknown }
                    }
                }
                let around = shape.tokens[start].depth
                guard around > 0 else { return .unknown }
                (index, depth) = (start, around - 1)
            }
        }

        /// Returns the token index of the verb of the innermost query around the given token. Parentheses without a verb are not queries.
        private func verb(before place: Int, depth: Int) -> Int? {
            var depth = depth
            for index in (0..<place).reversed() {
                let token = shape.tokens[index]
                // Before an opening parenthesis, the search continues in the query around the parentheses.
                depth = min(depth, token.depth)
                let isVerb = token.isKeyword(["SELECT", "UPDATE", "DELETE", "INSERT"]) && !isName(index)
                if token.depth == depth, isVerb { return index }
            }
            return nil
        }

        /// Whether the keyword is not a verb: `DO UPDATE`, `ON DELETE`, or a name after a dot.
        private func isName(_ index: Int) -> Bool {
            index > 0 && (shape.tokens[index - 1].isKeyword(["DO", "ON"]) || shape.tokens[index - 1].isSign("."))
        }

        /// Returns a FROM clause with the tables of the query that begins at the given verb.
        private func source(ofVerb start: Int) -> String? {
            let depth = shape.tokens[start].depth
            switch shape.tokens[start].keyword {
            case "SELECT":
                let from = shape.firstClause(StatementShape.clauses, from: start + 1, depth: depth)
                guard from < shape.tokens.count, shape.tokens[from].keyword == "FROM" else { return "" }
                return shape.text(from..<end(ofSource: from, depth: depth), of: text)
            case "UPDATE":
                let set = shape.firstClause(["SET"], from: start, depth: depth)
                let table = shape.text(firstOfTable(start + 1)..<set, of: text)
                let from = shape.firstClause(StatementShape.clauses, from: set, depth: depth)
                guard from < shape.tokens.count, shape.tokens[from].keyword == "FROM" else { return "FROM \(table)" }
                return "FROM \(table), " + shape.text(from + 1..<end(ofSource: from, depth: depth), of: text)
            case "DELETE":
                let end = shape.firstClause(["WHERE", "RETURNING", "ORDER", "LIMIT"], from: start + 1, depth: depth)
                return shape.text(start + 1..<end, of: text)
            case "INSERT": return target.map { "FROM \(FMSQL.quoted(identifier: $0.table.name))" }
            default: return nil
            }
        }

        private func end(ofSource from: Int, depth: Int) -> Int {
            shape.firstClause(StatementShape.clauses, from: from + 1, depth: depth)
        }

        /// Returns the index of the table's name, after `OR REPLACE` and similar clauses.
        private func firstOfTable(_ start: Int) -> Int {
            start + 1 < shape.tokens.count && shape.tokens[start].keyword == "OR" ? start + 2 : start
        }
    }

    // MARK: - Insertions

    extension ColumnScopes {
        struct Target {
            let table: FMSchema.Table
            let columns: [FMSchema.Column]
            /// The index of the token after the column list.
            let end: Int
        }

        /// Returns, for each token, the index of the inserted value that contains it. The values follow `VALUES (`, `VALUES (…), (` or the
        /// outermost `SELECT`.
        private static func positions(in tokens: [QueryToken], from start: Int) -> [Int?] {
            var found = [Int?](repeating: nil, count: tokens.count)
            // The index of the current value by depth: in the outermost query, and in a parenthesised row.
            var positions: [Int?] = [nil, nil]
            var isValues = false
            for place in tokens.indices.dropFirst(start) where tokens[place].depth < 2 {
                let token = tokens[place]
                if token.isSign(",") { positions[token.depth]? += 1 }
                if token.depth == 0 {
                    if token.isSign("(") { positions[1] = isValues ? 0 : nil }
                    if token.kind == .word { isValues = token.keyword == "VALUES" }
                    if token.isKeyword(["SELECT", "DISTINCT", "ALL"]) { positions[0] = 0 }
                    if token.isKeyword(StatementShape.clauses) { positions[0] = nil }
                }
                found[place] = positions[token.depth]
            }
            return found
        }

        /// Returns the column that an `INSERT` sets to the value, or nil if the value is part of an expression.
        func column(insertedFrom place: Int) -> (FMSchema.Column, FMSchema.Table)? {
            guard let target, let position = positions[place], position < target.columns.count, isAlone(place) else {
                return nil
            }
            return (target.columns[position], target.table)
        }

        private func isAlone(_ place: Int) -> Bool {
            let tokens = shape.tokens
            let before = tokens[place - 1]
            let isFirst = before.isSign("(") || before.isSign(",") || before.isKeyword(["SELECT", "DISTINCT", "ALL"])
            guard isFirst, place + 1 < tokens.count else { return isFirst }
            let next = tokens[place + 1]
            return next.isSign(",") || next.isSign(")") || next.isSign(";") || next.isKeyword(StatementShape.clauses)
                || next.keyword == "AS"
        }
    }

    extension ColumnScopes.Target {
        fileprivate init?(of shape: StatementShape, in schema: QuerySchema) {
            let tokens = shape.tokens
            guard ["INSERT", "REPLACE"].contains(shape.verbWord),
                let into = tokens.indices.dropFirst(shape.verb).first(where: { tokens[$0].keyword == "INTO" })
            else { return nil }
            var place = into + 1
            guard place < tokens.count, tokens[place].isName else { return nil }
            if place + 2 < tokens.count, tokens[place + 1].isSign(".") { place += 2 }
            guard let table = schema.table(tokens[place].name) else { return nil }
            place += 1
            if place + 1 < tokens.count, tokens[place].keyword == "AS" { place += 2 }
            guard place < tokens.count, tokens[place].isSign("(") else {
                self.init(
                    table: table, columns: table.columns.filter { !$0.isGenerated && !$0.isHidden }, end: place)
                return
            }
            let close = shape.firstClause([], from: place + 1, depth: tokens[place].depth + 1)
            let columns = tokens[place + 1..<close].filter { !$0.isSign(",") }.map { table.column($0.name) }
            guard columns.allSatisfy({ $0 != nil }) else { return nil }
            self.init(table: table, columns: columns.compactMap { $0 }, end: close + 1)
        }
    }
#endif
