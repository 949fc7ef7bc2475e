import Foundation

/// Leaves words out that are too common to be looked for.
///
///     let tokenizer = FMStopWordTokenizer(words: ["the", "of", "and"], baseTokenizer: FMUnicodeTokenizer())
///     FMDatabase.registerTokenizer(tokenizer, withKey: "english")
///
/// A query that consists of such words only finds nothing. The last word of a query for its beginning stays: "the" may become "theory".
public struct FMStopWordTokenizer: FMTokenizer {
    /// The words, as they were given.
    public let words: Set<String>
    private let base: any FMTokenizer
    /// As the base has them.
    private let stopped: Set<[UInt8]>

    /// Creates a tokenizer.
    ///
    /// - Parameters:
    ///   - words: those that are left out. The base makes tokens of them, too, so that "The" is "the". A word that becomes several
    ///     tokens, such as "don't", stays in; so do words of scripts without spaces, of whose characters others are made, too.
    ///   - base: what splits the text.
    public init(words: Set<String>, baseTokenizer base: any FMTokenizer) {
        (self.words, self.base) = (words, base)
        stopped = Set(words.compactMap { FMStopWordTokenizer.token($0, base) })
    }

    private static func token(_ word: String, _ base: any FMTokenizer) -> [UInt8]? {
        // A word that the base cannot split is in no text either.
        guard let tokens = try? base.tokens(word).filter({ !$0.isSynonym }), let token = tokens.first,
            tokens.count == 1,
            !token.text.unicodeScalars.contains(where: { ScalarTable.shared.kind(of: $0) == .unspaced })
        else { return nil }
        return Array(token.text.utf8)
    }

    /// Creates a tokenizer with the words of a file.
    ///
    /// - Parameters:
    ///   - fileURL: a text in UTF-8 of words between spaces and line breaks.
    ///   - base: what splits the text.
    /// - Throws: the error of Foundation if the file cannot be read or is not UTF-8.
    public init(fileURL: URL, baseTokenizer base: any FMTokenizer) throws {
        let text = try String(contentsOf: fileURL, encoding: .utf8)
        self.init(words: Set(text.split(whereSeparator: \.isWhitespace).map(String.init)), baseTokenizer: base)
    }

    /// Splits a text into tokens.
    public func tokenize(_ text: String, for purpose: FMTokenPurpose, _ add: (FMToken) throws -> Void) throws {
        var isStopped = false
        // What is left out, unless it is the last one.
        var last: [FMToken] = []
        try base.tokenize(text, for: purpose) { token in
            // The synonyms of a word that is left out go with it.
            if !token.isSynonym {
                isStopped = stopped.contains(Array(token.text.utf8))
                last = []
            }
            if !isStopped { return try add(token) }
            if purpose == .prefix { last.append(token) }
        }
        for token in last { try add(token) }
    }
}
