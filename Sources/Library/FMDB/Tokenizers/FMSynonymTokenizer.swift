/// Adds synonyms to the words of a query.
///
///     let tokenizer = try FMSynonymTokenizer([["car", "automobile"], ["USA", "America"]], baseTokenizer: FMUnicodeTokenizer())
///     FMDatabase.registerTokenizer(tokenizer, withKey: "wide")
///
/// The index contains the words of the text. A query searches for every word of a synonym group. So changed synonyms need no new index.
/// FTS3 and FTS4 do not support synonyms. See [Synonym Support](https://sqlite.org/fts5.html#synonym_support).
public struct FMSynonymTokenizer: FMTokenizer {
    private let base: any FMTokenizer
    /// The synonyms of each token, by its UTF-8 bytes.
    private let others: [[UInt8]: [String]]

    /// Creates a tokenizer.
    ///
    /// - Parameters:
    ///   - groups: groups of words that find each other. Each word must be one token of the base tokenizer. A word of several characters in
    ///     a script without spaces is several tokens, so it cannot be a synonym.
    ///   - base: the tokenizer that splits the text.
    /// - Throws: `FMError` with the code `.misuse` if a word is not exactly one token, and the base tokenizer's errors.
    public init(_ groups: [[String]], baseTokenizer base: any FMTokenizer) throws {
        self.base = base
        var others: [[UInt8]: [String]] = [:]
        for group in groups {
            let tokens = try group.map { try FMSynonymTokenizer.token($0, base) }
            for (token, other) in tokens.flatMap({ token in tokens.map { (token, $0) } }) {
                let known = [token] + others[Array(token.utf8), default: []]
                guard !known.contains(where: { $0.utf8.elementsEqual(other.utf8) }) else { continue }
                others[Array(token.utf8), default: []].append(other)
            }
        }
        self.others = others
    }

    private static func token(_ word: String, _ base: any FMTokenizer) throws -> String {
        let tokens = try base.tokens(word)
        guard let token = tokens.first, tokens.count == 1 else {
            throw FMError(.misuse, "a synonym must be one token: the tokenizer splits \"\(word)\" into \(tokens.count)")
        }
        return token.text
    }

    /// Splits text into tokens.
    public func tokenize(_ text: String, for purpose: FMTokenPurpose, _ add: (FMToken) throws -> Void) throws {
        guard purpose.isQuery else { return try base.tokenize(text, for: purpose, add) }
        try base.tokenize(text, for: purpose) { token in
            try add(token)
            for other in others[Array(token.text.utf8)] ?? [] {
                try add(FMToken(other, at: token.range, isSynonym: true))
            }
        }
    }
}
