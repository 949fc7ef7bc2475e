import Foundation

/// Removes stop words, which are too common to be useful in a search.
///
///     let tokenizer = FMStopWordTokenizer(words: ["the", "of", "and"], baseTokenizer: FMUnicodeTokenizer())
///     FMDatabase.registerTokenizer(tokenizer, withKey: "english")
///
/// A query that contains only stop words finds nothing. The last word of a prefix query is kept, because "the" may start "theory".
public struct FMStopWordTokenizer: FMTokenizer {
    /// The stop words as passed to the initialiser.
    public let words: Set<String>
    private let base: any FMTokenizer
    /// The tokens that the base tokenizer makes of the stop words, in UTF-8.
    private let stopped: Set<[UInt8]>

    /// Creates a tokenizer.
    ///
    /// - Parameters:
    ///   - words: the stop words. The base tokenizer also converts them, so that "The" equals "the". A word of several tokens, such as
    ///     "don't", is not removed. Nor are words of scripts without spaces, whose characters also occur in other words.
    ///   - base: the tokenizer that splits the text.
    public init(words: Set<String>, baseTokenizer base: any FMTokenizer) {
        (self.words, self.base) = (words, base)
        stopped = Set(words.compactMap { FMStopWordTokenizer.token($0, base) })
    }

    private static func token(_ word: String, _ base: any FMTokenizer) -> [UInt8]? {
        // If the base tokenizer cannot split a word, the word is not in any text either.
        guard let tokens = try? base.tokens(word).filter({ !$0.isSynonym }), let token = tokens.first,
            tokens.count == 1,
            !token.text.unicodeScalars.contains(where: { ScalarTable.shared.kind(of: $0) == .unspaced })
        else { return nil }
        return Array(token.text.utf8)
    }

    /// Creates a tokenizer with the stop words in a file.
    ///
    /// - Parameters:
    ///   - fileURL: a UTF-8 file of words that are separated by white space.
    ///   - base: the tokenizer that splits the text.
    /// - Throws: Foundation's error if the file cannot be read or is not UTF-8.
    public init(fileURL: URL, baseTokenizer base: any FMTokenizer) throws {
        let text = try String(contentsOf: fileURL, encoding: .utf8)
        self.init(words: Set(text.split(whereSeparator: \.isWhitespace).map(String.init)), baseTokenizer: base)
    }

    /// Splits text into tokens.
    public func tokenize(_ text: String, for purpose: FMTokenPurpose, _ add: (FMToken) throws -> Void) throws {
        var isStopped = false
        // The tokens of the last stop word, which are added after all if no other word follows.
        var last: [FMToken] = []
        try base.tokenize(text, for: purpose) { token in
            // The synonyms of a stop word are removed with it.
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
