/// Estimates how much SQLite expands a short statement. When SQLite flattens a subquery into the outer query, each use of a column copies
/// the column's expression.
extension SandboxText {
    private static let mostCounted = 1_000_000_000

    /// Returns the maximum number of copies of a subquery in a range of tokens.
    ///
    /// - Parameters:
    ///   - range: the tokens of a query.
    ///   - countsItself: whether to count the uses of names in this query even if it contains no subquery, because the outer query uses its
    ///     columns.
    func expansions(in range: Range<Int>, countsItself: Bool) -> Int {
        var uses: [String: Int] = [:]
        var (deepest, product, isOuter) = (1, 1, false)
        var index = range.lowerBound
        while index < range.upperBound {
            defer { index += 1 }
            if let end = closings[index], end < range.upperBound, isQuery(at: index + 1) {
                isOuter = true
                let before = index > range.lowerBound ? words[index - 1].keyword : ""
                let isDefinition = before == "AS" || before == "MATERIALIZED"
                let inner = expansions(in: (index + 1)..<end, countsItself: isDefinition)
                if isDefinition {
                    product = SandboxText.product(product, inner)
                } else {
                    deepest = max(deepest, inner)
                }
                index = end
            } else if words[index].mayBeName || words[index].kind == .number,
                !SandboxText.common.contains(words[index].keyword)
            {
                uses[words[index].name.foldedAsName, default: 0] += 1
            }
        }
        let own = isOuter || countsItself ? uses.values.max() ?? 1 : 1
        return SandboxText.product(SandboxText.product(own, deepest), product)
    }

    private func isQuery(at index: Int) -> Bool {
        index < words.count && ["SELECT", "WITH"].contains(words[index].keyword)
    }

    private static func product(_ first: Int, _ second: Int) -> Int {
        let (product, isTooLarge) = first.multipliedReportingOverflow(by: second)
        return isTooLarge ? mostCounted : min(product, mostCounted)
    }

    /// Common keywords, which are not counted as uses of a column.
    private static let common: Set<String> = [
        "ALL", "AND", "AS", "ASC", "BETWEEN", "BY", "CASE", "CAST", "COLLATE", "CROSS", "DESC", "DISTINCT", "ELSE",
        "END",
        "ESCAPE", "EXISTS", "FILTER", "FROM", "FULL", "GLOB", "GROUP", "HAVING", "IN", "INNER", "IS", "ISNULL", "JOIN",
        "LEFT", "LIKE", "LIMIT", "MATCH", "NATURAL", "NOT", "NOTNULL", "NULL", "OFFSET", "ON", "OR", "ORDER", "OUTER",
        "OVER", "PARTITION", "RIGHT", "SELECT", "THEN", "UNION", "USING", "WHEN", "WHERE",
    ]
}
