import FMDB

/// Finds columns that are neither grouped nor aggregated. SQLite would return their value from an arbitrary row of the group.
struct GroupCheck: Sendable {
    /// The GROUP BY terms as SQL.
    private let grouped: [String]
    /// The names by which SQL can refer to the table, in lower case.
    private let tables: Set<String>
    /// The columns of the table, in lower case. SQL may name them without quotes.
    private let columns: Set<String>

    init<Model: FMModel>(_ grouped: [String], _ model: Model.Type, _ table: String?) {
        self.grouped = grouped
        let own = try? Model.fmTable
        tables = Set([own?.name, table].compactMap { $0?.foldedAsName })
        columns = Set(own?.columns.map { $0.name.foldedAsName } ?? [])
    }

    /// The limit of nested parentheses. SQLite's own limit is not much higher, and some threads have a small stack.
    private static let deepest = 100

    /// Returns the error in a term of a group or in a HAVING condition, or nil if there is none.
    ///
    /// - Parameter results: the aliases of result columns, which ORDER BY can name, too.
    func problem(of term: FMSQL, _ results: [String] = []) -> FMError? {
        if results.contains(where: { $0.foldedAsName == term.text.foldedAsName }) { return nil }
        let tokens = SQLToken.split(term.text)
        guard tokens.depth <= GroupCheck.deepest else {
            return FMError(.misuse, "a term of a group has more than \(GroupCheck.deepest) levels of parentheses")
        }
        guard let column = strayColumn(in: tokens, Place()) else { return nil }
        return FMError(
            .misuse,
            """
            \(column) can differ between the rows of a group: group by it too, or use an aggregate such as max
            """)
    }
}

// MARK: - Reading SQL

extension GroupCheck {
    /// The context in which names are resolved.
    private struct Place {
        /// Whether an unqualified name refers to a column of the grouped table first.
        var seesRow = true
        /// The table names that enclosing subqueries define.
        var hidden: Set<String> = []
    }

    private func strayColumn(in tokens: [SQLToken], _ place: Place) -> String? {
        var index = 0
        while index < tokens.count {
            let length = lengthOfGrouped(tokens[index...])
            if length > 0 {
                index += length
                continue
            }
            if let column = strayColumn(at: index, in: tokens, place) { return column }
            index += 1
        }
        return nil
    }

    private func strayColumn(at index: Int, in tokens: [SQLToken], _ place: Place) -> String? {
        let token = tokens[index]
        let before = index > 0 ? tokens[index - 1] : nil
        if token.kind == .group {
            let inner = token.inner
            if inner.isQuery { return strayColumn(inQuery: inner, place) }
            return before?.isAggregate(of: inner) == true ? nil : strayColumn(in: inner, place)
        }
        guard token.isColumn, index + 1 == tokens.count || !tokens[index + 1].follows(nameOfOther: token) else {
            return nil
        }
        return isStray(token, before, index > 1 ? tokens[index - 2] : nil, place) ? token.text : nil
    }

    private func isStray(_ token: SQLToken, _ before: SQLToken?, _ owner: SQLToken?, _ place: Place) -> Bool {
        // The token names a type, an alias or a collation, not a column.
        if ["AS", "COLLATE"].contains(before?.keyword) || token.name.hasPrefix("fm:") { return false }
        let name = token.name.foldedAsName
        if grouped.contains(where: { $0.foldedAsName == "`\(name)`" }) { return false }
        guard before?.isSign(".") != true else {
            let owner = owner?.name.foldedAsName ?? ""
            return tables.contains(owner) && !place.hidden.contains(owner)
        }
        return place.seesRow && (token.utf8.first == UInt8(ascii: "`") || columns.contains(name))
    }

    /// SQLite resolves names in the subquery's own tables first. So only a name qualified with the grouped table certainly
    /// refers to it.
    private func strayColumn(inQuery tokens: [SQLToken], _ place: Place) -> String? {
        guard let start = tokens.firstIndex(where: { $0.keyword == "FROM" }) else {
            return strayColumn(in: tokens, place)
        }
        let ends: Set = ["WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT"]
        let sources = tokens[start...].prefix { !ends.contains($0.keyword) }
        var inner = Place(seesRow: false, hidden: place.hidden)
        inner.hidden.formUnion(GroupCheck.namesOfTables(sources))
        // A subquery in the FROM clause does not see the other tables of that clause.
        for source in sources where source.kind == .group {
            if let column = strayColumn(inQuery: source.inner, place) { return column }
        }
        return strayColumn(in: Array(tokens[..<start] + tokens[sources.endIndex...]), inner)
    }

    /// Returns the names of a subquery's tables. An alias replaces the name.
    private static func namesOfTables(_ sources: ArraySlice<SQLToken>) -> Set<String> {
        let joins: Set = [",", "JOIN", "LEFT", "RIGHT", "FULL", "INNER", "OUTER", "CROSS", "NATURAL"]
        let conditions: Set = ["ON", "USING", "INDEXED", "NOT"]
        var (names, last, isCondition) = (Set<String>(), String?.none, false)
        for token in sources.dropFirst() where token.kind != .group {
            let word = token.kind == .sign ? token.text : token.keyword
            if joins.contains(word) {
                last.map { _ = names.insert($0) }
                (last, isCondition) = (nil, false)
            } else if conditions.contains(word) {
                isCondition = true
            } else if !isCondition, word != "AS", token.kind != .sign {
                last = token.name.foldedAsName
            }
        }
        last.map { _ = names.insert($0) }
        return names
    }

    /// Returns the length of a GROUP BY term at the start of the tokens, in tokens, or 0.
    private func lengthOfGrouped(_ tokens: ArraySlice<SQLToken>) -> Int {
        for term in grouped {
            let parts = SQLToken.split(term)
            guard parts.count > 1 || parts.first?.kind == .group else { continue }
            if tokens.prefix(parts.count).map(\.text) == parts.map(\.text) { return parts.count }
        }
        return 0
    }
}

extension SQLToken {
    /// Scalar functions. All others may be aggregates.
    private static let scalars: Set = [
        "ABS", "CHAR", "COALESCE", "DATE", "DATETIME", "FM_LIKE", "FORMAT", "HEX", "IFNULL", "IIF", "INSTR", "JSON",
        "JSON_ARRAY_LENGTH", "JSON_EXTRACT", "JSON_QUOTE", "JSON_TYPE", "JULIANDAY", "LENGTH", "LIKELY", "LOWER",
        "LTRIM", "NULLIF", "PRINTF", "QUOTE", "REPLACE", "ROUND", "RTRIM", "STRFTIME", "SUBSTR", "SUBSTRING", "TIME",
        "TRIM", "TYPEOF", "UNICODE", "UNIXEPOCH", "UNLIKELY", "UPPER",
    ]
    /// Keywords that can precede a parenthesis and are not functions.
    private static let operators: Set = [
        "AND", "BETWEEN", "CASE", "CAST", "DISTINCT", "ELSE", "EXISTS", "GLOB", "IN", "IS", "LIKE", "NOT", "OR",
        "SELECT", "THEN", "WHEN", "WHERE",
    ]

    /// Whether the token is an identifier, or a keyword that may be one.
    fileprivate var isColumn: Bool {
        switch kind {
        case .word: true
        case .quoted: utf8.first != UInt8(ascii: "\"")
        default: false
        }
    }

    /// Whether this token shows that the previous token names a table or a function.
    fileprivate func follows(nameOfOther token: SQLToken) -> Bool {
        isSign(".") || (kind == .group && token.kind == .word && !SQLToken.operators.contains(token.keyword))
    }

    /// Whether the token may name an aggregate function that takes these arguments.
    fileprivate func isAggregate(of arguments: [SQLToken]) -> Bool {
        guard kind == .quoted || !keyword.isEmpty, !SQLToken.operators.contains(keyword) else { return false }
        let name = self.name.asKeyword
        // With several arguments, these are scalar functions.
        if ["MAX", "MIN"].contains(name) { return arguments.betweenCommas.count < 2 }
        return !SQLToken.scalars.contains(name)
    }
}
