extension FMDatabase {
    /// Adds the operator `text REGEXP pattern`, with Swift's regular expressions.
    ///
    ///     try db.addRegexpFunction()
    ///     let codes = try db.rows("SELECT code FROM part WHERE code REGEXP '^[A-Z]{2}-[0-9]+$'", as: String.self)
    ///
    /// The result is 1 if the pattern matches anywhere in the text, otherwise 0. It is NULL if the text or the pattern is NULL. Numbers are
    /// matched as text. The connection keeps its last sixteen patterns compiled. The syntax is that of Swift's
    /// [`Regex`](https://developer.apple.com/documentation/swift/regex); `(?i)` at its beginning makes it case-insensitive.
    ///
    /// - Important: Use only patterns of your own program. Matching a pattern such as `(a+)+$` may practically never end. Neither
    ///   ``interrupt()`` nor a time limit stops the matching of one text. For user input, use `LIKE`, `GLOB` or ``FMSearchPattern``.
    ///
    /// The function belongs to the connection, as others do: see ``addFunction(_:argumentCount:deterministic:body:)``. It is removed by
    /// `removeFunction("regexp", argumentCount: 2)`. SQLite's page is
    /// [The LIKE, GLOB, REGEXP, MATCH, and extract
    /// operators](https://sqlite.org/lang_expr.html#the_like_glob_regexp_match_and_extract_operators).
    ///
    /// - Parameters:
    ///   - maximumPatternLength: how many bytes of UTF-8 a pattern may have; a longer one fails the statement. Default: 1,000.
    ///   - maximumTextLength: how many bytes of UTF-8 a string may have; a longer one fails the statement. Default: 100,000.
    ///   - options: what SQLite may do with the function. Default: `.deterministic`, which lets it be used in a partial index and in a
    ///     CHECK; `.directOnly` forbids it in views, triggers and other parts of the schema.
    /// - Throws: the errors of ``addFunction(_:argumentCount:deterministic:body:)``; `.misuse` for a negative length. A statement whose
    ///   pattern is not a regular expression fails with `.error`, and one with a string or a pattern that is too long with `.tooBig`.
    public func addRegexpFunction(
        maximumPatternLength: Int = 1_000, maximumTextLength: Int = 100_000, options: FMFunctionOptions = .deterministic
    ) throws(FMError) {
        guard maximumPatternLength >= 0, maximumTextLength >= 0 else {
            throw .misuse("a length for REGEXP is negative")
        }
        var patterns = RecentPatterns()
        try opened().registerOverTexts("regexp", options: options) { (pattern, text) throws(FMError) in
            try Self.check(pattern, "pattern", maximumPatternLength)
            try Self.check(text, "text", maximumTextLength)
            return .integer(try patterns.matches(text, pattern) ? 1 : 0)
        }
    }

    private static func check(_ text: String, _ what: String, _ limit: Int) throws(FMError) {
        guard text.utf8.count > limit else { return }
        throw FMError(.tooBig, "REGEXP: the \(what) has \(text.utf8.count) bytes, more than \(limit)")
    }
}

/// The most recently used patterns, compiled. The latest is first.
private struct RecentPatterns {
    private var patterns: [(text: String, expression: Regex<AnyRegexOutput>)] = []

    mutating func matches(_ text: String, _ pattern: String) throws(FMError) -> Bool {
        let expression = try expression(of: pattern)
        do { return try expression.firstMatch(in: text) != nil } catch {
            throw FMError(.error, "REGEXP: a string could not be matched")
        }
    }

    private mutating func expression(of pattern: String) throws(FMError) -> Regex<AnyRegexOutput> {
        // Compared by bytes: Swift treats strings as equal if they differ only in Unicode normalization.
        if let place = patterns.firstIndex(where: { $0.text.utf8.elementsEqual(pattern.utf8) }) {
            if place > 0 { patterns.insert(patterns.remove(at: place), at: 0) }
            return patterns[0].expression
        }
        let expression: Regex<AnyRegexOutput>
        do { expression = try Regex(pattern) } catch {
            throw FMError(.error, "REGEXP: the pattern is not a regular expression: \(Self.fault(error, pattern))")
        }
        if patterns.count == 16 { patterns.removeLast() }
        patterns.insert((pattern, expression), at: 0)
        return expression
    }
}

extension RecentPatterns {
    /// Returns why a pattern is not a regular expression. It does not show the pattern, which may be a bound value: errors never show
    /// those.
    private static func fault(_ error: any Error, _ pattern: String) -> String {
        withoutText("\(error)") + (place(of: error, in: pattern).map { ", at byte \($0)" } ?? "")
    }

    /// Returns the byte offset of the error, by reflection: the error's type is not public.
    private static func place(of error: any Error, in pattern: String) -> Int? {
        guard let range = Mirror(reflecting: error).descendant("location", "range") as? Range<String.Index> else {
            return nil
        }
        return range.lowerBound <= pattern.endIndex
            ? pattern.utf8.distance(from: pattern.startIndex, to: range.lowerBound) : nil
    }

    /// Removes from Swift's message the quoted part or number that shows the pattern, and all that follows it. Quoted operators are kept.
    private static func withoutText(_ reason: String) -> String {
        let parts = reason.split(separator: "'", omittingEmptySubsequences: false)
        let isSign = { (part: Substring) in
            !part.isEmpty && part.utf8.allSatisfy { "()[]{}<>*+?|\\^$-".utf8.contains($0) }
        }
        let isHarmless = parts.indices.allSatisfy { $0.isMultiple(of: 2) || isSign(parts[$0]) }
        let own = isHarmless ? Substring(reason) : parts[0]
        let kept = own.prefix { !$0.isNumber }
        return kept.count == reason.count ? reason : kept.trimmingSuffix { $0 == " " } + " …"
    }
}

extension Substring {
    package func trimmingSuffix(while isCut: (Character) -> Bool) -> String {
        var rest = self
        while let last = rest.last, isCut(last) { rest.removeLast() }
        return String(rest)
    }
}
