import FMDB

/// Conditions on strings. They compare Unicode scalars: an `é` of one scalar is not equal to an `e` with a combining accent. Only `like`
/// has wildcards. If case is ignored, A to Z equal a to z, as in SQLite; the case of other letters still counts.
extension FMTerm where Value: FMTextValue {
    /// The condition that the string is empty. It is not true for NULL.
    public var isEmpty: FMWhere<Model> { equal(hasNUL: false) { FMWhere(sql: "\($0) = '' COLLATE BINARY") } }

    /// Returns the condition that the term contains a string. Every string contains the empty string.
    public func contains(_ text: String, ignoringCase: Bool = false) -> FMWhere<Model> {
        ignoringCase
            ? FMWhere(sql: "instr(lower(\(wholeText)), lower(\(text))) > 0")
            : FMWhere(sql: "instr(\(wholeText), \(text)) > 0")
    }

    /// Returns the condition that the term begins with a string. SQLite can use an index on the column; if case is ignored, an index with
    /// the collation `NOCASE`.
    ///
    /// The database must have the encoding UTF-8, which is the default of `PRAGMA encoding`.
    public func hasPrefix(_ prefix: String, ignoringCase: Bool = false) -> FMWhere<Model> {
        if prefix.isEmpty { return isNotNull }
        guard ignoringCase else { return lies(above: prefix, FMCollation.binary) }
        // The range lets SQLite use an index, but also contains strings without the prefix: "A" follows "@", and NOCASE compares "A" as
        // "a". So the prefix is compared too. NOCASE does not compare the text after a NUL.
        let folded = prefix.foldedAsName.unicodeScalars
        let end = folded.firstIndex(of: "\0").map { folded.index(after: $0) } ?? folded.endIndex
        let range = lies(above: String(folded[..<end]), FMCollation.nocase)
        if prefix.hasNUL { return range && matches(prefix.escapedForLike + "%") }
        return range && FMWhere(sql: "substr(\(fmSQL), 1, \(folded.count)) = \(prefix) COLLATE NOCASE")
    }

    /// Returns the condition that the term ends with a string.
    public func hasSuffix(_ suffix: String, ignoringCase: Bool = false) -> FMWhere<Model> {
        if suffix.isEmpty { return isNotNull }
        if ignoringCase, suffix.hasNUL { return matches("%" + suffix.escapedForLike) }
        // `substr` of a TEXT value stops at a NUL.
        let end: FMSQL = "substr(CAST(\(wholeText) AS BLOB), -length(CAST(\(suffix) AS BLOB)))"
        let isSame: FMSQL =
            ignoringCase
            ? "CAST(\(end) AS TEXT) = \(suffix) COLLATE NOCASE" : "\(end) = CAST(\(suffix) AS BLOB)"
        // `substr` of an empty BLOB is NULL.
        return FMWhere(sql: "(CAST(\(wholeText) AS BLOB) <> x'' AND \(isSame))")
    }

    /// Returns the condition that the term equals a string, optionally ignoring case.
    public func isEqual(to text: String, ignoringCase: Bool) -> FMWhere<Model> {
        let collation = (ignoringCase ? FMCollation.nocase : .binary).name
        let isEqual = equal(hasNUL: text.hasNUL) { FMWhere(sql: "\($0) = \(text) COLLATE \(identifier: collation)") }
        return ignoringCase && text.hasNUL ? isEqual && matches(text.escapedForLike) : isEqual
    }

    /// Returns the condition that the term matches a pattern, in which `%` stands for any characters and `_` for one character. Case is
    /// ignored. See [LIKE](https://sqlite.org/lang_expr.html#like). LIKE stops at a NUL. For a string with a NUL, the library's SQL
    /// function `fm_like` compares the whole string. Both read the noncharacters U+FFFE and U+FFFF as U+FFFD.
    ///
    /// - Parameters:
    ///   - pattern: the pattern.
    ///   - escape: the escape character, after which `%`, `_` and the character itself are literal.
    public func like(_ pattern: String, escape: Character? = nil) -> FMWhere<Model> {
        let whole = matches(pattern, escape: escape)
        if pattern.hasNUL { return whole }
        let ending: FMSQL = escape.map { " ESCAPE \(String($0))" } ?? ""
        let like: FMSQL = "\(fmSQL) LIKE \(pattern)\(ending)"
        let answer = FMWhere<Model>(sql: "CASE WHEN instr(\(wholeText), char(0)) THEN \(whole.sql) ELSE \(like) END")
        // SQLite can use an index for the text before the first wildcard.
        let signs: [Unicode.Scalar?] = ["%", "_", escape?.unicodeScalars.first]
        let start = String(pattern.unicodeScalars.prefix { !signs.contains($0) })
        return start.isEmpty ? answer : FMWhere(sql: "\(fmSQL) LIKE \(start + "%")") && answer
    }

    /// Returns the result that LIKE would have if it did not stop at a NUL.
    private func matches(_ pattern: String, escape: Character? = "\\") -> FMWhere<Model> {
        FMWhere(sql: "fm_like(\(wholeText), \(pattern), \(escape.map { String($0) } ?? ""))")
    }

    /// Returns the range of strings with a prefix. SQLite compares UTF-8 bytes, whose order is that of Unicode scalars.
    private func lies(above prefix: String, _ collation: FMCollation) -> FMWhere<Model> {
        let text = prefix.hasNUL ? wholeText : fmSQL
        let least = FMWhere<Model>(sql: "\(text) COLLATE \(identifier: collation.name) >= \(prefix)")
        guard let end = prefix.end else { return least }
        return least && FMWhere(sql: "\(text) COLLATE \(identifier: collation.name) < \(end)")
    }
}

extension String {
    /// The smallest string that is greater than all strings with this prefix; nil if there is none.
    fileprivate var end: String? {
        var scalars = Array(unicodeScalars)
        while let last = scalars.popLast() {
            // There are no Unicode scalars between 0xD7FF and 0xE000.
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
    /// The text of a JSON string. `json_extract` of SQLite before 3.45 stops at a NUL. The SQL therefore replaces a NUL with U+FFFF and 0,
    /// and U+FFFF with U+FFFF and 1.
    var wholeJSONText: FMSQL {
        """
        replace(replace(json_extract(replace(replace(replace(\(self), '\\\\', '\\u005c'), '\u{FFFF}', '\u{FFFF}1'), \
        '\\u0000', '\u{FFFF}0'), '$'), '\u{FFFF}0', char(0)), '\u{FFFF}1', '\u{FFFF}')
        """
    }

    /// The position of the first NUL in a JSON string; 0 if there is none.
    var placeOfJSONNUL: FMSQL { "instr(replace(\(self), '\\\\', ''), '\\u0000')" }
}

extension FMTerm {
    /// The SQL that reads a string within JSON text as JSON, with its escapes; nil for other terms.
    var writtenText: FMSQL? {
        guard FMSQLiteFeature.jsonOperators.isAvailable, case .place(let written) = termSource else { return nil }
        let form = jsonForm
        return form == .text || (form == .other && Value.self is any FMTextValue.Type) ? written : nil
    }

    /// The SQL for the whole string. `json_extract` may stop at a NUL.
    var wholeText: FMSQL {
        guard let writtenText else { return fmSQL }
        return "CASE WHEN \(writtenText.placeOfJSONNUL) THEN \(writtenText.wholeJSONText) ELSE \(fmSQL) END"
    }

    /// Returns the condition that the term equals a value. A value with a NUL is compared with the whole string. A value without a NUL is
    /// compared with the string up to its first NUL, so that SQLite can use an index; the string must then have no NUL.
    func equal(hasNUL: Bool, _ isEqual: (FMSQL) -> FMWhere<Model>) -> FMWhere<Model> {
        if hasNUL { return isEqual(wholeText) }
        let isWhole = writtenText.map { FMWhere<Model>(sql: "\($0.placeOfJSONNUL) = 0", isCertain: true) }
        return isEqual(equated) && (isWhole ?? .all)
    }

    /// Whether a value is a string with a NUL, which SQLite would not find in JSON text.
    func needsWhole(_ value: some Any) -> Bool {
        writtenText != nil && JSONValue(value: value, isWrapped: true).text?.hasNUL == true
    }
}
