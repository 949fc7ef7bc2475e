import FMDB

extension FMSQL {
    /// The same with the name of a table before each column that a field has written, in grave accents. What stands in a query
    /// within stays, because it may be a column of that query's tables.
    ///
    /// - Parameter names: those that stay as they are.
    func qualified(by table: String, except names: Set<String> = []) -> FMSQL {
        let text = text
        var result = ""
        var end = text.startIndex
        for place in SQLToken.split(text).placesOfColumns(except: names) {
            result += text[end..<place] + table + "."
            end = place
        }
        return FMSQL(raw: result + text[end...], arguments: arguments)
    }

    /// The names that `AS` gives, in small letters.
    var namesOfResults: Set<String> {
        let tokens = SQLToken.split(text)
        return Set(zip(tokens, tokens.dropFirst()).filter { $0.0.keyword == "AS" }.map { $0.1.name.foldedAsName })
    }

    /// Whether it has a name, in any case of letters.
    func mentions(_ name: String) -> Bool { SQLToken.split(text).contains { $0.mentions(name, [.word, .quoted]) } }
}

extension [SQLToken] {
    /// Where the names of columns stand that have no table.
    fileprivate func placesOfColumns(except names: Set<String>) -> [String.Index] {
        let tokens = opened
        var places: [String.Index] = []
        // How deep parentheses are nested within a query.
        var depthInQuery = 0
        for (index, token) in tokens.enumerated() {
            if token.isSign("(") {
                let isQuery = depthInQuery > 0 || tokens[(index + 1)...].isQuery
                if isQuery { depthInQuery += 1 }
            } else if token.isSign(")"), depthInQuery > 0 {
                depthInQuery -= 1
            } else if depthInQuery == 0, tokens.isColumn(at: index), !names.contains(token.name.foldedAsName) {
                places.append(token.text.startIndex)
            }
        }
        return places
    }

    /// Whether it is a name in grave accents without a table.
    private func isColumn(at index: Int) -> Bool {
        guard self[index].kind == .quoted, self[index].text.first == UInt8(ascii: "`") else { return false }
        let before = index > 0 ? self[index - 1] : nil
        if ["AS", "COLLATE"].contains(before?.keyword) || before?.isSign(".") == true { return false }
        return index + 1 == count || !self[index + 1].isSign(".")
    }
}
