import FMDB

extension FMSQL {
    /// The same with the name of a table before each column that a field has written, in grave accents. What stands in a query
    /// within stays, because it may be a column of that query's tables.
    func qualified(by table: String) -> FMSQL {
        let text = text
        var result = ""
        var end = text.startIndex
        for place in SQLToken.split(text).placesOfColumns {
            result += text[end..<place] + table + "."
            end = place
        }
        return FMSQL(raw: result + text[end...], arguments: arguments)
    }
}

extension [SQLToken] {
    /// Where the names of columns stand that have no table.
    fileprivate var placesOfColumns: [String.Index] {
        indices.flatMap { index -> [String.Index] in
            let token = self[index]
            if token.kind == .group { return token.inner.isQuery ? [] : token.inner.placesOfColumns }
            guard token.kind == .quoted, token.text.first == UInt8(ascii: "`") else { return [] }
            let before = index > 0 ? self[index - 1] : nil
            let isOther =
                ["AS", "COLLATE"].contains(before?.keyword) || before?.isSign(".") == true
                || index + 1 < count && self[index + 1].isSign(".")
            return isOther ? [] : [token.text.startIndex]
        }
    }
}
