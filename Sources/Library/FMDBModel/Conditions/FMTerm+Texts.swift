import FMDB

/// Texts are compared code by code: an `é` of one code is not equal to an `e` and its accent. Only `like` has special characters.
/// Where case is ignored, A to Z are equal to a to z, as in SQLite; other letters are not.
extension FMTerm where Value: FMTextValue {
    /// Whether it has no character. Of NULL it is not true.
    public var isEmpty: FMWhere<Model> { equal(hasNUL: false) { FMWhere(sql: "\($0) = '' COLLATE BINARY") } }

    /// Whether a text is somewhere in it; the empty one is everywhere.
    public func contains(_ text: String, ignoringCase: Bool = false) -> FMWhere<Model> {
        ignoringCase
            ? FMWhere(sql: "instr(lower(\(wholeText)), lower(\(text))) > 0")
            : FMWhere(sql: "instr(\(wholeText), \(text)) > 0")
    }

    /// Whether it begins with a text. An index on the column helps, one with the collation `NOCASE` if case is ignored.
    ///
    /// The database is taken to be one of UTF-8, as they are unless `PRAGMA encoding` has said otherwise.
    public func hasPrefix(_ prefix: String, ignoringCase: Bool = false) -> FMWhere<Model> {
        if prefix.isEmpty { return isNotNull }
        guard ignoringCase else { return lies(above: prefix, FMCollation.binary) }
        // The range lets through more than the prefix: the code after "@" is that of "A", which is taken for an "a". What is
        // behind a NUL that collation does not compare.
        let folded = prefix.foldedAsName.unicodeScalars
        let end = folded.firstIndex(of: "\0").map { folded.index(after: $0) } ?? folded.endIndex
        let range = lies(above: String(folded[..<end]), FMCollation.nocase)
        if prefix.hasNUL { return range && matches(prefix.escapedForLike + "%") }
        return range && FMWhere(sql: "substr(\(fmSQL), 1, \(folded.count)) = \(prefix) COLLATE NOCASE")
    }

    /// Whether it ends with a text.
    public func hasSuffix(_ suffix: String, ignoringCase: Bool = false) -> FMWhere<Model> {
        if suffix.isEmpty { return isNotNull }
        if ignoringCase, suffix.hasNUL { return matches("%" + suffix.escapedForLike) }
        // `substr` of a text ends at a NUL.
        let end: FMSQL = "substr(CAST(\(wholeText) AS BLOB), -length(CAST(\(suffix) AS BLOB)))"
        let isSame: FMSQL =
            ignoringCase
            ? "CAST(\(end) AS TEXT) = \(suffix) COLLATE NOCASE" : "\(end) = CAST(\(suffix) AS BLOB)"
        // `substr` of no bytes is NULL.
        return FMWhere(sql: "(CAST(\(wholeText) AS BLOB) <> x'' AND \(isSame))")
    }

    /// Whether it is equal to a text, with or without the case of letters.
    public func isEqual(to text: String, ignoringCase: Bool) -> FMWhere<Model> {
        let collation = (ignoringCase ? FMCollation.nocase : .binary).name
        let isEqual = equal(hasNUL: text.hasNUL) { FMWhere(sql: "\($0) = \(text) COLLATE \(identifier: collation)") }
        return ignoringCase && text.hasNUL ? isEqual && matches(text.escapedForLike) : isEqual
    }

    /// Whether it matches a pattern, in which `%` stands for any characters, and `_` for any one. Case is ignored. See
    /// [LIKE](https://sqlite.org/lang_expr.html#like). LIKE ends at a NUL; where there is one, the library's connections compare
    /// the whole text by their function `fm_like`. Both take U+FFFE and U+FFFF, which are no characters, for U+FFFD.
    ///
    /// - Parameters:
    ///   - pattern: the pattern.
    ///   - escape: the character after which `%`, `_` and itself stand for themselves.
    public func like(_ pattern: String, escape: Character? = nil) -> FMWhere<Model> {
        let whole = matches(pattern, escape: escape)
        if pattern.hasNUL { return whole }
        let ending: FMSQL = escape.map { " ESCAPE \(String($0))" } ?? ""
        let like: FMSQL = "\(fmSQL) LIKE \(pattern)\(ending)"
        let answer = FMWhere<Model>(sql: "CASE WHEN instr(\(wholeText), char(0)) THEN \(whole.sql) ELSE \(like) END")
        // An index serves for the text before the first wildcard.
        let signs: [Unicode.Scalar?] = ["%", "_", escape?.unicodeScalars.first]
        let start = String(pattern.unicodeScalars.prefix { !signs.contains($0) })
        return start.isEmpty ? answer : FMWhere(sql: "\(fmSQL) LIKE \(start + "%")") && answer
    }

    /// What LIKE would answer if it did not end at a NUL.
    private func matches(_ pattern: String, escape: Character? = "\\") -> FMWhere<Model> {
        FMWhere(sql: "fm_like(\(wholeText), \(pattern), \(escape.map { String($0) } ?? ""))")
    }

    /// SQLite compares the bytes of UTF-8, whose order is that of the codes.
    private func lies(above prefix: String, _ collation: FMCollation) -> FMWhere<Model> {
        let text = prefix.hasNUL ? wholeText : fmSQL
        let least = FMWhere<Model>(sql: "\(text) COLLATE \(identifier: collation.name) >= \(prefix)")
        guard let end = prefix.end else { return least }
        return least && FMWhere(sql: "\(text) COLLATE \(identifier: collation.name) < \(end)")
    }
}

extension String {
    /// The least text above all that begin with it; nil if there is none.
    fileprivate var end: String? {
        var scalars = Array(unicodeScalars)
        while let last = scalars.popLast() {
            // No character has a code behind 0xD7FF and before 0xE000.
            guard let next = last.value == 0xD7FF ? "\u{E000}" : Unicode.Scalar(last.value + 1) else { continue }
            var end = String.UnicodeScalarView()
            end.append(contentsOf: scalars + [next])
            return String(end)
        }
        return nil
    }
}

// MARK: - NUL

extension String {
    var hasNUL: Bool { utf8.contains(0) }
}

extension FMSQL {
    /// The text of a JSON string. `json_extract` of SQLite before 3.45 ends at a NUL. So it gets a NUL as U+FFFF and 0, and U+FFFF
    /// as U+FFFF and 1.
    var wholeJSONText: FMSQL {
        """
        replace(replace(json_extract(replace(replace(replace(\(self), '\\\\', '\\u005c'), '\u{FFFF}', '\u{FFFF}1'), \
        '\\u0000', '\u{FFFF}0'), '$'), '\u{FFFF}0', char(0)), '\u{FFFF}1', '\u{FFFF}')
        """
    }

    /// Where a JSON string has its first NUL; 0 if it has none.
    var placeOfJSONNUL: FMSQL { "instr(replace(\(self), '\\\\', ''), '\\u0000')" }
}

extension FMTerm {
    /// A text within JSON text, as it is written there; nil for other terms.
    var writtenText: FMSQL? {
        guard FMSQLiteFeature.jsonOperators.isAvailable, case .place(let written) = termSource else { return nil }
        let form = jsonForm
        return form == .text || (form == .other && Value.self is any FMTextValue.Type) ? written : nil
    }

    /// The text, also where SQLite does not read all of it.
    var wholeText: FMSQL {
        guard let writtenText else { return fmSQL }
        return "CASE WHEN \(writtenText.placeOfJSONNUL) THEN \(writtenText.wholeJSONText) ELSE \(fmSQL) END"
    }

    /// An equality. A value with a NUL is compared with the whole text. One without is compared with what SQLite reads, for which
    /// an index serves, if that is all of the text.
    func equal(hasNUL: Bool, _ isEqual: (FMSQL) -> FMWhere<Model>) -> FMWhere<Model> {
        if hasNUL { return isEqual(wholeText) }
        let isWhole = writtenText.map { FMWhere<Model>(sql: "\($0.placeOfJSONNUL) = 0", isCertain: true) }
        return isEqual(equated) && (isWhole ?? .all)
    }

    /// Whether a value is a text with a NUL, which SQLite would not find in JSON text.
    func needsWhole(_ value: some Any) -> Bool {
        writtenText != nil && JSONValue(value: value, isWrapped: true).text?.hasNUL == true
    }
}
