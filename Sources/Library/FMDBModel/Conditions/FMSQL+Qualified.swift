import FMDB

extension FMSQL {
    /// Returns the SQL with the table's name before each column in grave accents, which is how fields quote their columns. A subquery stays
    /// unchanged, because its names may be columns of its own tables.
    ///
    /// - Parameter names: the columns to leave unqualified.
    func qualified(by table: String, except names: Set<String> = []) -> FMSQL {
        guard text.utf8.contains(UInt8(ascii: "`")) else { return self }
        var (result, rest) = ("", text[...].utf8)
        for place in SQLToken.flat(text).placesOfColumns(except: names) {
            let end = text.utf8.index(text.startIndex, offsetBy: place)
            result += String(Substring(rest[..<end])) + table + "."
            rest = rest[end...]
        }
        return FMSQL(raw: result + String(Substring(rest)), arguments: arguments)
    }

    /// The names after `AS`, in lower case.
    var namesOfResults: Set<String> {
        let tokens = SQLToken.split(text)
        return Set(zip(tokens, tokens.dropFirst()).filter { $0.0.keyword == "AS" }.map { $0.1.name.foldedAsName })
    }

    /// Whether the SQL contains a name, case-insensitive.
    func mentions(_ name: String) -> Bool { SQLToken.split(text).contains { $0.mentions(name, [.word, .quoted]) } }
}

extension [SQLToken] {
    fileprivate func placesOfColumns(except names: Set<String>) -> [Int] {
        let lists = startsOfLists
        var places: [Int] = []
        // For each open parenthesis, whether it contains a query.
        var isInQuery = [false]
        for (index, token) in enumerated() {
            if token.isSign("(") {
                let isQuery = isInQuery.last == true || self[(index + 1)...].isQuery
                isInQuery.append(isQuery && !lists.contains(index))
            } else if token.isSign(")") {
                if isInQuery.count > 1 { isInQuery.removeLast() }
            } else if isInQuery.last == false, isColumn(at: index), !names.contains(token.name.foldedAsName) {
                places.append(token.range.lowerBound)
            }
        }
        return places
    }

    /// The opening parentheses of the subqueries that ``FMTerm/contains(_:)`` writes. They name columns of the outer row, so they are
    /// qualified too.
    private var startsOfLists: Set<Int> {
        var (starts, open) = (Set<Int>(), [Int]())
        for (index, token) in enumerated() {
            if token.isSign("(") {
                open.append(index)
            } else if token.isSign(")"), let start = open.popLast(),
                self[index - 1].text == "`fm:list`"
            {
                if self[start + 1].keyword == "SELECT" { starts.insert(start) }
            }
        }
        return starts
    }

    /// Whether the token is a name in grave accents without a table.
    private func isColumn(at index: Int) -> Bool {
        guard self[index].kind == .quoted, self[index].utf8.first == UInt8(ascii: "`") else { return false }
        let before = index > 0 ? self[index - 1] : nil
        if ["AS", "COLLATE"].contains(before?.keyword) || before?.isSign(".") == true { return false }
        return index + 1 == count || !self[index + 1].isSign(".")
    }
}
