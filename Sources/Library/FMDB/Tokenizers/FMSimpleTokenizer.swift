import Foundation

/// FMDB's tokenizer: splits text into lowercase words and keeps accents. ``FMUnicodeTokenizer`` finds more matches.
public struct FMSimpleTokenizer: FMTokenizer {
    private let locale: Locale?
    private let base = FMUnicodeTokenizer(removesAccents: false)

    /// Creates a tokenizer.
    ///
    /// - Parameter locale: the locale whose rules convert letters to lower case; nil for the default rules. Turkish, for example, has a
    ///   different rule for "I".
    public init(locale: Locale? = nil) { self.locale = locale }

    /// Splits text into tokens.
    public func tokenize(_ text: String, for purpose: FMTokenPurpose, _ add: (FMToken) throws -> Void) throws {
        guard let locale else { return try base.tokenize(text, for: purpose, add) }
        let utf8 = Array(text.utf8)
        try base.tokenize(text, for: purpose) { token in
            var token = token
            let isWord = ScalarTable.shared.kind(of: token.text.unicodeScalars.first ?? " ") == .word
            if isWord {
                token.text =
                    String(decoding: utf8[token.range], as: UTF8.self).lowercased(with: locale)
                    .decomposedStringWithCompatibilityMapping
            }
            try add(token)
        }
    }
}
