#if Checked
    import FMDB

    struct IndexProposal: Hashable {
        struct Term: Hashable {
            let column: String
            /// The collation, or nil for the column's own.
            var collation: String?
            var isDescending = false

            var ascending: Term { Term(column: column, collation: collation) }

            /// Returns the term as SQL.
            func sql(_ quote: (String) -> String) -> String {
                quote(column) + (collation.map { " COLLATE \(quote($0))" } ?? "") + (isDescending ? " DESC" : "")
            }
        }

        let name: String
        let table: String
        let terms: [Term]
        /// Whether all names are quoted, because at least one of them is a keyword.
        var quotesAll = false

        var sql: String {
            let list = terms.map { $0.sql(quoted) }.joined(separator: ", ")
            return "CREATE INDEX \(quoted(name)) ON \(quoted(table)) (\(list))"
        }

        private func quoted(_ name: String) -> String {
            let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            let isName = isPlain && name.first?.isNumber == false
            return isName && !quotesAll ? name : FMSQL.quoted(identifier: name)
        }

        /// Whether another index begins with the same terms, or has the same terms in another order.
        func isCovered(by other: IndexProposal) -> Bool {
            let hasSame = terms.count == other.terms.count && Set(terms) == Set(other.terms)
            return table == other.table && (other.terms.starts(with: terms) || hasSame)
        }
    }

    /// Proposes indexes for the columns that a statement compares and sorts by.
    struct IndexCandidates {
        /// The maximum number of candidates, because each one is tried.
        private static let most = 48

        let table: FMSchema.Table
        let terms: StatementTerms
        let schema: FMSchema

        /// The sets of indexes to try. A set has one index, except for OR, where each operand needs an index.
        var all: [[IndexProposal]] {
            var seen: Set<[IndexProposal.Term]> = []
            var found: [[IndexProposal]] = []
            for list in lists where !list.isEmpty && list.count <= 5 && seen.insert(list).inserted {
                guard !isThere(list), found.count < Self.most else { continue }
                found.append([proposal(list)])
            }
            let single = terms.equal.filter { !isThere([$0]) }
            if terms.hasOr, single.count > 1, single.count <= 4 { found.append(single.map { proposal([$0]) }) }
            return found
        }

        private var lists: [[IndexProposal.Term]] {
            let equal = Array(terms.equal.prefix(4))
            // SQLite can also read an index backwards, so an order that is descending throughout needs no DESC.
            let orders = terms.orders.map { $0.allSatisfy(\.isDescending) ? $0.map(\.ascending) : $0 }
            var lists = [equal]
            for range in terms.ranges { lists.append(equal + [range]) }
            for order in orders {
                lists.append(equal + order.filter { term in !equal.contains { $0.column == term.column } })
            }
            for (index, one) in equal.enumerated() {
                lists.append([one])
                for order in orders { lists.append([one] + order.filter { $0.column != one.column }) }
                for range in terms.ranges { lists.append([one, range]) }
                for other in equal[(index + 1)...] { lists += [[one, other], [other, one]] }
            }
            lists += orders
            return lists + terms.ranges.map { [$0] }
        }

        /// Whether an existing index begins with these columns.
        private func isThere(_ list: [IndexProposal.Term]) -> Bool {
            if list.count == 1, let alias = table.rowIDAlias, alias.foldedAsName == list[0].column.foldedAsName {
                return true
            }
            return table.indexes.contains { index in
                guard !index.isPartial, index.columns.count >= list.count else { return false }
                return zip(list, index.terms).allSatisfy { term, existing in
                    guard let own = IndexProposal.Term(existing) else { return false }
                    return own.column.foldedAsName == term.column.foldedAsName
                        && (own.collation ?? collation(of: own.column)).foldedAsName
                            == (term.collation ?? collation(of: term.column)).foldedAsName
                }
            }
        }

        private func collation(of column: String) -> String { table.column(column)?.collation ?? "BINARY" }

        private func proposal(_ list: [IndexProposal.Term]) -> IndexProposal {
            let base = ([table.name] + list.map(\.column)).joined(separator: "_")
            var (name, number) = (base, 2)
            while schema.index(name) != nil || schema.table(name) != nil || schema.view(name) != nil {
                name = "\(base)_\(number)"
                number += 1
            }
            return IndexProposal(name: name, table: table.name, terms: list)
        }
    }

    extension IndexProposal.Term {
        /// Parses a column of an existing index.
        ///
        /// - Returns: nil for an expression.
        init?(_ source: String) {
            let tokens = SQLToken.split(source)
            guard let first = tokens.first, first.kind == .word || first.kind == .quoted else { return nil }
            self.init(column: first.name)
            for (index, token) in tokens.enumerated().dropFirst() {
                switch token.keyword {
                case "COLLATE" where index + 1 < tokens.count: collation = tokens[index + 1].name
                case "DESC": isDescending = true
                case "ASC": break
                default: if tokens[index - 1].keyword != "COLLATE" { return nil }
                }
            }
        }
    }
#endif
