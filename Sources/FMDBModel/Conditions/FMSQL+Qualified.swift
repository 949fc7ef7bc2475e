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
        indices.flatMap { index -> [String.Index] in
            let token = self[index]
            if token.kind == .group { return token.inner.isQuery ? [] : token.inner.placesOfColumns(except: names) }
            guard token.kind == .quoted, token.text.first == UInt8(ascii: "`") else { return [] }
            let before = index > 0 ? self[index - 1] : nil
            let isOther =
                ["AS", "COLLATE"].contains(before?.keyword) || before?.isSign(".") == true
                || index + 1 < count && self[index + 1].isSign(".")
            return isOther || names.contains(token.name.foldedAsName) ? [] : [token.text.startIndex]
        }
    }
}
