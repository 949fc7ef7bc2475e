import Foundation

/// Leaves words out that are too common to be looked for.
///
///     let tokenizer = FMStopWordTokenizer(words: ["the", "of", "and"], baseTokenizer: FMUnicodeTokenizer())
///     FMDatabase.registerTokenizer(tokenizer, withKey: "english")
///
/// A query that consists of such words only finds nothing.
public struct FMStopWordTokenizer: FMTokenizer {
    /// The words, as they were given.
    public let words: Set<String>
    private let base: any FMTokenizer
    /// As the base has them.
    private let stopped: Set<[UInt8]>

    /// Creates a tokenizer.
    ///
    /// - Parameters:
    ///   - words: those that are left out. The base makes tokens of them, too, so that "The" is "the".
    ///   - base: what splits the text.
    public init(words: Set<String>, baseTokenizer base: any FMTokenizer) {
        self.words = words
        self.base = base
        // A word that the base cannot split is in no text either.
        stopped = Set(
            words.flatMap { (try? base.tokens($0)) ?? [] }.filter { !$0.isSynonym }.map { Array($0.text.utf8) })
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
        try base.tokenize(text, for: purpose) { token in
            // The synonyms of a word that is left out go with it.
            if !token.isSynonym { isStopped = stopped.contains(Array(token.text.utf8)) }
            if !isStopped { try add(token) }
        }
    }
}
