/// Looks for the synonyms of a word, too.
///
///     let tokenizer = try FMSynonymTokenizer([["car", "automobile"], ["USA", "America"]], baseTokenizer: FMUnicodeTokenizer())
///     FMDatabase.registerTokenizer(tokenizer, withKey: "wide")
///
/// The index has the words as they stand in the text; a query looks for each of a group. So a change of the synonyms needs no new index.
/// FTS3 and FTS4 know no synonyms. See [Synonym Support](https://sqlite.org/fts5.html#synonym_support).
public struct FMSynonymTokenizer: FMTokenizer {
    private let base: any FMTokenizer
    /// The others of each word's groups.
    private let others: [[UInt8]: [String]]

    /// Creates a tokenizer.
    ///
    /// - Parameters:
    ///   - groups: words that are found by one another, each of them one token of the base. Words of several characters of a script
    ///     without spaces are several tokens, and cannot be synonyms.
    ///   - base: what splits the text.
    /// - Throws: `FMError` with the code `.misuse` for a word that is not one token, and what the base throws.
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
            throw FMError(.misuse, "a synonym has to be one token: the tokenizer makes \(tokens.count) of \"\(word)\"")
        }
        return token.text
    }

    /// Splits a text into tokens.
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
