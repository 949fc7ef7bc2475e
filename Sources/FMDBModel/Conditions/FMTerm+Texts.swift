import FMDB

/// Texts are compared code by code: an `é` of one code is not an `e` with an accent of its own. No character has a meaning
/// of its own but in `like`. To ignore case is to take A to Z for a to z, as SQLite does; it knows no other letters.
extension FMTerm where Value: FMTextValue {
    /// Whether it has no character. Of NULL it is not true.
    public var isEmpty: FMWhere<Model> { FMWhere(sql: "\(fmSQL) = '' COLLATE BINARY") }

    /// Whether a text is somewhere in it; the empty one is everywhere.
    public func contains(_ text: String, ignoringCase: Bool = false) -> FMWhere<Model> {
        ignoringCase
            ? FMWhere(sql: "instr(lower(\(fmSQL)), lower(\(text))) > 0") : FMWhere(sql: "instr(\(fmSQL), \(text)) > 0")
    }

    /// Whether it begins with a text. An index on the column helps, one with the collation `NOCASE` if case is ignored.
    ///
    /// The database is taken to be one of UTF-8, as they are unless `PRAGMA encoding` has said otherwise.
    public func hasPrefix(_ prefix: String, ignoringCase: Bool = false) -> FMWhere<Model> {
        if prefix.isEmpty { return isNotNull }
        guard ignoringCase else { return lies(above: prefix, FMCollation.binary) }
        // The range lets through more than the prefix: the code after "@" is that of "A", which is taken for an "a".
        return lies(above: prefix.foldedAsName, FMCollation.nocase)
            && FMWhere(sql: "substr(\(fmSQL), 1, \(prefix.unicodeScalars.count)) = \(prefix) COLLATE NOCASE")
    }

    /// Whether it ends with a text.
    public func hasSuffix(_ suffix: String, ignoringCase: Bool = false) -> FMWhere<Model> {
        if suffix.isEmpty { return isNotNull }
        let collation = (ignoringCase ? FMCollation.nocase : .binary).name
        return FMWhere(
            sql: "substr(\(fmSQL), \(-suffix.unicodeScalars.count)) = \(suffix) COLLATE \(identifier: collation)")
    }

    /// Whether it is a text but for the case of letters.
    public func isEqual(to text: String, ignoringCase: Bool) -> FMWhere<Model> {
        FMWhere(sql: "\(fmSQL) = \(text) COLLATE \(identifier: (ignoringCase ? FMCollation.nocase : .binary).name)")
    }

    /// Whether it matches a pattern, in which `%` stands for any characters, and `_` for any one. Case is ignored. See
    /// [LIKE](https://sqlite.org/lang_expr.html#like).
    ///
    /// - Parameters:
    ///   - pattern: the pattern.
    ///   - escape: the character after which `%`, `_` and itself stand for themselves.
    public func like(_ pattern: String, escape: Character? = nil) -> FMWhere<Model> {
        guard let escape else { return FMWhere(sql: "\(fmSQL) LIKE \(pattern)") }
        return FMWhere(sql: "\(fmSQL) LIKE \(pattern) ESCAPE \(String(escape))")
    }

    /// SQLite compares the bytes of UTF-8, whose order is that of the codes.
    private func lies(above prefix: String, _ collation: FMCollation) -> FMWhere<Model> {
        let least = FMWhere<Model>(sql: "\(fmSQL) COLLATE \(identifier: collation.name) >= \(prefix)")
        guard let end = TextBound.end(of: prefix) else { return least }
        return least && FMWhere(sql: "\(fmSQL) COLLATE \(identifier: collation.name) < \(end)")
    }
}

private enum TextBound {
    /// The least text above all that begin with a prefix; nil if there is none.
    static func end(of prefix: String) -> String? {
        var scalars = Array(prefix.unicodeScalars)
        while let last = scalars.popLast() {
            if let next = next(after: last) {
                var end = String.UnicodeScalarView()
                end.append(contentsOf: scalars + [next])
                return String(end)
            }
        }
        return nil
    }

    private static func next(after scalar: Unicode.Scalar) -> Unicode.Scalar? {
        scalar.value == 0xD7FF ? "\u{E000}" : Unicode.Scalar(scalar.value + 1)
    }
}
