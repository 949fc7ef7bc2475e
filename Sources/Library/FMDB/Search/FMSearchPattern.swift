/// A pattern for a full-text query of FTS5. A pattern is never a syntax error, whatever text it is created from. SQLite refuses a pattern
/// in which `&&` and `||` alternate in more than about 50 nested levels.
///
///     let pattern = try FMSearchPattern(typed: text, isLive: true)
///     let titles = try db.rows("SELECT title FROM book_search WHERE book_search MATCH \(pattern) ORDER BY rank", as: String.self)
///
///     let both: FMSearchPattern = .phrase("red wine") || .prefix("champ")
///     let some = both.excluding(.all("sweet")).in("title", "body")
///
/// See [Full-text Query Syntax](https://sqlite.org/fts5.html#full_text_query_syntax).
public struct FMSearchPattern: Sendable, Hashable {
    /// The FTS5 query. An empty pattern is `""`, which finds nothing.
    public let text: String
    private let binding: Binding
    /// Two elements, the pattern to find and the pattern to exclude; empty for a pattern without exclusion. Another exclusion is added to
    /// the second one, because `a NOT b NOT c` nests, and FTS5 allows only 256 levels since 3.46.
    private var exclusion: [FMSearchPattern] = []

    /// The precedence of the operator that joins the parts of a pattern, the lowest first.
    private enum Binding: Int, Sendable {
        case or, and, not, list, single
    }

    private init(_ text: String, _ binding: Binding) { (self.text, self.binding) = (text, binding) }

    private static let nothing = FMSearchPattern("\"\"", .single)
    private var isEmpty: Bool { self == .nothing }

    /// Joins two patterns with an operator. Omits needless parentheses, because SQLite allows only a hundred nested ones.
    private func joined(_ operation: String, _ other: FMSearchPattern, _ binding: Binding) -> FMSearchPattern {
        let isAssociative = binding != .not && other.binding == binding
        let right = other.binding.rawValue > binding.rawValue || isAssociative ? other.text : "(\(other.text))"
        let left = self.binding.rawValue >= binding.rawValue ? text : "(\(text))"
        return FMSearchPattern("\(left) \(operation) \(right)", binding)
    }

    /// The maximum number of words in a typed pattern. With a hundred times as many, SQLite takes a second.
    static let mostTerms = 1000
}

// MARK: - From text

extension FMSearchPattern {
    /// Creates the pattern for what a person types. It finds rows that have all of the words, in any order.
    ///
    /// - `"red wine"` in quotes is a phrase; without a closing quote it ends with the text.
    /// - `champ*` is the beginning of a word.
    /// - `-sweet` and `NOT sweet` exclude rows that have the word.
    /// - `red OR white` finds rows with either word; longer chains of `OR` work, too.
    ///
    /// Words without letters or digits are ignored. A search without other words, or with excluded words only, finds nothing.
    ///
    /// - Parameters:
    ///   - typed: any text.
    ///   - isLive: whether the last word is a prefix, for a search while a person types.
    /// - Throws: `FMError` with the code `.tooBig` for more than 1,000 words.
    public init(typed: String, isLive: Bool = false) throws(FMError) {
        var scanner = TypedPattern(typed)
        self = try scanner.pattern(isLive)
    }

    /// Returns a pattern that finds rows with all words of a string, in any order. White space separates the words. A word that the
    /// tokenizer splits into several tokens is a phrase.
    public static func all(_ text: String) -> FMSearchPattern { .words(text, " ", .list) }

    /// Returns a pattern that finds rows with at least one of the words of a string.
    public static func any(_ text: String) -> FMSearchPattern { .words(text, " OR ", .or) }

    private static func words(_ text: String, _ operation: String, _ binding: Binding) -> FMSearchPattern {
        let words = text.split(whereSeparator: \.isWhitespace).map { phrase(String($0)) }.filter { !$0.isEmpty }
        guard words.count > 1 else { return words.first ?? nothing }
        return FMSearchPattern(words.map(\.text).joined(separator: operation), binding)
    }

    /// Returns a pattern that finds rows with the words of a string next to each other, in this order. A string without tokens finds
    /// nothing; a string of white space only is an empty pattern.
    public static func phrase(_ text: String) -> FMSearchPattern {
        text.allSatisfy(\.isWhitespace) ? nothing : FMSearchPattern(quoted(text), .single)
    }

    /// Returns a pattern that finds rows with a word that begins with a string. Several words are a phrase, whose last word is a prefix.
    public static func prefix(_ text: String) -> FMSearchPattern {
        let phrase = phrase(text)
        return phrase.isEmpty ? phrase : FMSearchPattern(phrase.text + " *", .single)
    }

    /// Returns a pattern that finds rows with several phrases near each other.
    ///
    /// - Parameters:
    ///   - phrases: words or phrases.
    ///   - distance: the maximum number of tokens between the first and the last one, 0 or more.
    public static func near(_ phrases: [String], within distance: Int = 10) -> FMSearchPattern {
        let phrases = phrases.map { phrase($0) }.filter { !$0.isEmpty }
        guard phrases.count > 1 else { return phrases.first ?? nothing }
        let list = phrases.map(\.text).joined(separator: " ")
        return FMSearchPattern("NEAR(\(list), \(Int32(clamping: max(0, distance))))", .single)
    }

    /// Quotes a string. Replaces NUL, which would end the query.
    private static func quoted(_ text: String) -> String {
        // Compared by Unicode scalars, because a Swift character can be a NUL with an accent.
        let scalars = text.unicodeScalars.map { $0 == "\0" ? " " : $0 }
        return FMSQL.quoted(identifier: String(String.UnicodeScalarView(scalars)))
    }
}

// MARK: - Of several

extension FMSearchPattern {
    /// Returns a pattern that finds the rows that both patterns find. An empty pattern is ignored.
    public static func && (left: FMSearchPattern, right: FMSearchPattern) -> FMSearchPattern {
        if left.isEmpty || right.isEmpty { return left.isEmpty ? right : left }
        return left.joined("AND", right, .and)
    }

    /// Returns a pattern that finds the rows that at least one of the patterns finds. An empty pattern is ignored.
    public static func || (left: FMSearchPattern, right: FMSearchPattern) -> FMSearchPattern {
        if left.isEmpty || right.isEmpty { return left.isEmpty ? right : left }
        return left.joined("OR", right, .or)
    }

    /// Returns a pattern that finds the rows of this pattern that another pattern does not find.
    public func excluding(_ other: FMSearchPattern) -> FMSearchPattern {
        if isEmpty || other.isEmpty { return self }
        let found = exclusion.first ?? self
        let excluded = exclusion.last.map { $0 || other } ?? other
        var pattern = found.joined("NOT", excluded, .not)
        pattern.exclusion = [found, excluded]
        return pattern
    }

    /// Returns a pattern that searches some columns only. See [FTS5 Column Filters](https://sqlite.org/fts5.html#fts5_column_filters).
    ///
    /// - Parameter columns: columns of the full-text table, at least one.
    /// - Returns: the pattern. If a name is wrong, the query fails with "no such column".
    public func `in`(_ columns: String...) -> FMSearchPattern {
        guard !isEmpty, !columns.isEmpty else { return self }
        let names = columns.map(FMSearchPattern.quoted).joined(separator: " ")
        return FMSearchPattern("{\(names)} : (\(text))", .single)
    }
}

extension FMSearchPattern: CustomStringConvertible {
    /// The FTS5 query.
    public var description: String { text }
}

extension FMSearchPattern: FMValueConvertible {
    /// The FTS5 query as text.
    public var fmValue: FMValue { .text(text) }

    /// Always returns nil: text in a query is not necessarily a valid pattern.
    public static func fromFMValue(_ value: FMValue) -> FMSearchPattern? { nil }
}

// MARK: - What a person types

private struct TypedPattern {
    private struct Term {
        var pattern: FMSearchPattern
        var isExcluded = false
        var isAlternative = false
    }

    /// Quotation marks, including those that keyboards insert automatically.
    private static let quotes: Set<Character> = ["\"", "“", "”", "„", "«", "»"]

    private var rest: Substring
    private var terms: [Term] = []
    private var isExcluded = false
    private var isAlternative = false

    init(_ text: String) { rest = text[...] }

    mutating func pattern(_ isLive: Bool) throws(FMError) -> FMSearchPattern {
        while !rest.isEmpty {
            readTerm(isLive)
            guard terms.count <= FMSearchPattern.mostTerms else {
                throw FMError(.tooBig, "the text to search for has more than \(FMSearchPattern.mostTerms) words")
            }
        }
        return whole
    }

    private mutating func readTerm(_ isLive: Bool) {
        rest = rest.drop(while: \.isWhitespace)
        let isMinus = rest.first == "-" && rest.dropFirst().first.map { !$0.isWhitespace && $0 != "-" } == true
        if isMinus { rest.removeFirst() }
        if rest.first.map(TypedPattern.quotes.contains) == true { return readPhrase(isMinus) }
        let word = rest.prefix { !$0.isWhitespace && !TypedPattern.quotes.contains($0) }
        rest = rest.dropFirst(word.count)
        switch word {
        case "OR" where !isMinus: isAlternative = true
        case "NOT" where !isMinus: isExcluded = true
        case "AND" where !isMinus: break
        default:
            let isPrefix = word.last == "*" || isLive && rest.isEmpty
            let text = String(word.last == "*" ? word.dropLast() : word)
            add(text, isPrefix: isPrefix, isMinus)
        }
    }

    private mutating func readPhrase(_ isMinus: Bool) {
        let text = rest.dropFirst().prefix { !TypedPattern.quotes.contains($0) }
        rest = rest.dropFirst(text.count + 2)
        let isPrefix = rest.first == "*"
        if isPrefix { rest.removeFirst() }
        add(String(text), isPrefix: isPrefix, isMinus)
    }

    /// Adds a term, unless its text has neither letters nor digits.
    private mutating func add(_ text: String, isPrefix: Bool, _ isMinus: Bool) {
        guard text.unicodeScalars.contains(where: { ScalarTable.shared.kind(of: $0) != .separator }) else { return }
        terms.append(
            Term(
                pattern: isPrefix ? .prefix(text) : .phrase(text), isExcluded: isMinus || isExcluded,
                isAlternative: isAlternative && !terms.isEmpty))
        (isExcluded, isAlternative) = (false, false)
    }

    private var whole: FMSearchPattern {
        var groups: [FMSearchPattern] = []
        for term in terms where !term.isExcluded {
            if term.isAlternative, let last = groups.popLast() {
                groups.append(last || term.pattern)
            } else {
                groups.append(term.pattern)
            }
        }
        return terms.filter(\.isExcluded).reduce(.list(groups)) { $0.excluding($1.pattern) }
    }
}

extension FMSearchPattern {
    fileprivate static func list(_ patterns: [FMSearchPattern]) -> FMSearchPattern {
        // Terms are joined without an operator where possible, because FTS5 then ignores terms that have no tokens, such as stop words.
        let singles = patterns.filter { $0.binding == .single }
        let list =
            singles.count > 1
            ? FMSearchPattern(singles.map(\.text).joined(separator: " "), .list) : singles.first ?? nothing
        return patterns.filter { $0.binding != .single }.reduce(list, &&)
    }
}
