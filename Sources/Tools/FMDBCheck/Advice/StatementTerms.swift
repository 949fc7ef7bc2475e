#if Checked
    import FMDB

    /// The columns of one table that a statement compares and sorts by, found from its tokens. The advisor then tries each index.
    struct StatementTerms {
        typealias Term = IndexProposal.Term

        /// Columns that are compared for equality, in the order of the SQL.
        private(set) var equal: [Term] = []
        /// Columns that are compared with a range.
        private(set) var ranges: [Term] = []
        /// Columns of an ORDER BY, a GROUP BY, a DISTINCT, `min()` or `max()`.
        private(set) var orders: [[Term]] = []
        /// The columns that parameters are compared with, by the parameter's position from 0.
        private(set) var parameters: [Int: String] = [:]
        /// The positions, from 0, of the parameters after LIMIT and OFFSET.
        private(set) var limits: Set<Int> = []
        let hasOr: Bool
        let hasLimit: Bool

        private let tokens: [SQLToken]
        private let table: FMSchema.Table
        private let names: Set<String>
        /// The position of each `?` parameter, from 0, by the index of its token.
        private let parameterNumbers: [Int: Int]

        init(_ statement: StatementNames, of table: FMSchema.Table) {
            tokens = statement.tokens
            self.table = table
            names = statement.names(of: table).union([table.name.foldedAsName])
            hasOr = tokens.contains { $0.keyword == "OR" }
            hasLimit = tokens.contains { $0.keyword == "LIMIT" }
            // Named and numbered parameters are left out.
            let starts = statement.tokens.indices.filter { statement.tokens[$0].text == "?" }
            parameterNumbers = Dictionary(uniqueKeysWithValues: zip(starts, 0...))
            readComparisons()
            readOrders()
            for (index, number) in parameterNumbers
            where index > 0 && ["LIMIT", "OFFSET"].contains(tokens[index - 1].keyword) {
                limits.insert(number)
            }
        }
    }

    // MARK: - Columns

    extension StatementTerms {
        /// Returns the table's column that the token names, the index of the expression's first token, and the index after its last token.
        private func column(at index: Int) -> (term: Term, first: Int, end: Int)? {
            let token = tokens[index]
            guard token.kind == .word || token.kind == .quoted, let column = table.column(token.name) else {
                return nil
            }
            let next = index + 1 < tokens.count ? tokens[index + 1] : nil
            if next?.isSign("(") == true || next?.isSign(".") == true { return nil }
            var first = index
            if index > 1, tokens[index - 1].isSign(".") {
                guard names.contains(tokens[index - 2].name.foldedAsName) else { return nil }
                first = index - 2
            }
            var (term, end) = (Term(column: column.name), index + 1)
            if end + 1 < tokens.count, tokens[end].keyword == "COLLATE" {
                term.collation = tokens[end + 1].name
                end += 2
            }
            return (term, first, end)
        }

        private mutating func readComparisons() {
            // The equal signs of `SET a = 1, b = 2` compare nothing.
            var (isAssignment, depth) = (false, 0)
            for (index, token) in tokens.enumerated() {
                if token.isSign("(") { depth += 1 }
                if token.isSign(")") { depth -= 1 }
                if token.keyword == "SET" { (isAssignment, depth) = (true, 0) }
                if ["WHERE", "FROM", "RETURNING"].contains(token.keyword), depth <= 0 { isAssignment = false }
                guard !isAssignment || depth > 0, let (term, first, end) = column(at: index),
                    let (isEqual, operand) = comparison(behind: end) ?? comparison(before: first)
                else { continue }
                if isEqual, !equal.contains(term) { equal.append(term) }
                if !isEqual, !ranges.contains(term) { ranges.append(term) }
                if let number = parameterNumbers[operand] { parameters[number] = term.column }
            }
            ranges.removeAll { equal.contains($0) }
        }

        /// Returns whether the operator at the given index compares for equality, and the token index of the right operand. Nil if it is
        /// not a comparison.
        private func comparison(behind index: Int) -> (isEqual: Bool, operand: Int)? {
            guard index + 1 < tokens.count else { return nil }
            switch tokens[index].keyword {
            case "IN": return (true, index + 2)
            case "IS" where tokens[index + 1].keyword != "NOT": return (true, index + 1)
            case "BETWEEN", "LIKE", "GLOB": return (false, index + 1)
            default: return comparison(by: tokens[index], with: index + 1)
            }
        }

        private func comparison(before index: Int) -> (isEqual: Bool, operand: Int)? {
            index > 1 ? comparison(by: tokens[index - 1], with: index - 2) : nil
        }

        private func comparison(by sign: SQLToken, with operand: Int) -> (isEqual: Bool, operand: Int)? {
            sign.isEqualSign || sign.isSign("<", "<=", ">", ">=") ? (sign.isEqualSign, operand) : nil
        }
    }

    // MARK: - Orders

    extension StatementTerms {
        private mutating func readOrders() {
            for (index, token) in tokens.enumerated() {
                let next = index + 1 < tokens.count ? tokens[index + 1] : nil
                switch token.keyword {
                case "ORDER" where next?.keyword == "BY", "GROUP" where next?.keyword == "BY":
                    add(list(from: index + 2))
                case "DISTINCT": add(list(from: next?.isSign("(") == true ? index + 2 : index + 1))
                case "MIN" where next?.isSign("(") == true, "MAX" where next?.isSign("(") == true:
                    add(list(from: index + 2).map { [Term](($0).prefix(1)) })
                default: break
                }
            }
        }

        private mutating func add(_ order: [Term]?) {
            if let order, !order.isEmpty, !orders.contains(order) { orders.append(order) }
        }

        /// Returns the table's columns in a comma-separated list.
        ///
        /// - Returns: nil if the list contains another expression.
        private func list(from start: Int) -> [Term]? {
            var (index, terms) = (start, [Term]())
            while index < tokens.count {
                if index + 1 < tokens.count, tokens[index + 1].isSign(".") { index += 2 }
                guard index < tokens.count, let found = column(at: index) else { return nil }
                var term = found.term
                index = found.end
                if index < tokens.count, ["ASC", "DESC"].contains(tokens[index].keyword) {
                    term.isDescending = tokens[index].keyword == "DESC"
                    index += 1
                }
                if !terms.contains(where: { $0.column == term.column }) { terms.append(term) }
                guard index < tokens.count, tokens[index].isSign(",") else { return terms }
                index += 1
            }
            return terms
        }
    }

    /// The tokens of a statement, and the names and aliases of its tables.
    struct StatementNames {
        let tokens: [SQLToken]
        /// The tables and views, by the folded names that a plan may use for them.
        private var aliases: [String: Set<String>] = [:]
        private let schema: FMSchema

        /// Keywords that may follow a table's name, and are not an alias.
        private static let others = Set(
            words: """
                WHERE ON USING JOIN LEFT RIGHT FULL INNER OUTER CROSS NATURAL ORDER GROUP HAVING LIMIT SET UNION EXCEPT
                INTERSECT INDEXED NOT VALUES SELECT DEFAULT RETURNING WINDOW WITH FROM AND OR REPLACE
                """)
        /// Keywords that precede a table's name.
        private static let leading = Set(words: "FROM JOIN UPDATE INTO IGNORE REPLACE ABORT FAIL ROLLBACK")

        init(_ sql: String, in schema: FMSchema) {
            self.schema = schema
            tokens = SQLToken.split(sql).opened
            read(tokens, depth: 0)
        }

        private mutating func read(_ tokens: [SQLToken], depth: Int) {
            for (index, token) in tokens.enumerated() where token.kind == .word || token.kind == .quoted {
                let name = token.name.foldedAsName
                guard schema.table(name) != nil || schema.view(name) != nil, Self.mayBeTable(index, tokens) else {
                    continue
                }
                add(name, as: name)
                let behind = index + 1 < tokens.count && tokens[index + 1].keyword == "AS" ? index + 2 : index + 1
                if behind < tokens.count, [.word, .quoted].contains(tokens[behind].kind),
                    !Self.others.contains(tokens[behind].keyword)
                {
                    add(name, as: tokens[behind].name.foldedAsName)
                }
                // In a plan, a view's tables have the names and aliases that the view's own query uses.
                if depth < 8, let query = schema.view(name)?.query {
                    read(SQLToken.split(query).opened, depth: depth + 1)
                }
            }
        }

        private static func mayBeTable(_ index: Int, _ tokens: [SQLToken]) -> Bool {
            guard index > 0 else { return false }
            let former = tokens[index - 1]
            return leading.contains(former.keyword) || [",", "(", "."].contains(where: former.isSign)
        }

        private mutating func add(_ name: String, as alias: String) { aliases[alias, default: []].insert(name) }

        /// Returns the table that a name in a plan refers to.
        ///
        /// - Returns: nil if the name is not a table, or if two tables have the name in this statement.
        func table(_ planName: String) -> FMSchema.Table? {
            let key = planName.foldedAsName
            let tables = (aliases[key] ?? [key]).compactMap { schema.table($0) }
            return tables.count == 1 ? tables[0] : nil
        }

        func names(of table: FMSchema.Table) -> Set<String> {
            let name = table.name.foldedAsName
            return Set(aliases.filter { $0.value.contains(name) }.keys)
        }
    }
#endif
