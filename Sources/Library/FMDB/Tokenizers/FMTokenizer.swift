/// Splits text into the tokens of a full-text index.
///
///     struct CodeTokenizer: FMTokenizer {
///         func tokenize(_ text: String, for purpose: FMTokenPurpose, _ add: (FMToken) throws -> Void) throws {
///             var start = 0
///             for part in text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false) {
///                 try add(FMToken(String(Substring(part)).lowercased(), at: start..<start + part.count))
///                 start += part.count + 1
///             }
///         }
///     }
///
///     FMDatabase.registerTokenizer(CodeTokenizer(), withKey: "code")
///     try db.execute("CREATE VIRTUAL TABLE part USING fts5(number, tokenize = 'fmdb code')")
///
/// A tokenizer must always return the same tokens for the same text. After a change of the tokenizer, rebuild the index. See
/// [Custom Tokenizers](https://sqlite.org/fts5.html#custom_tokenizers).
public protocol FMTokenizer: Sendable {
    /// Splits text into tokens. It is called on the thread that uses the database, and must not use the database.
    ///
    /// - Parameters:
    ///   - text: the text to store or search for. Each byte that is not valid UTF-8 is replaced by a space.
    ///   - purpose: the reason why the text is split.
    ///   - add: the closure to call for each token, in the order of the text.
    /// - Throws: the errors of `add` and of the tokenizer. The statement then fails with that error.
    func tokenize(_ text: String, for purpose: FMTokenPurpose, _ add: (FMToken) throws -> Void) throws
}

/// The reason why text is split. See [xTokenize](https://sqlite.org/fts5.html#custom_tokenizers).
public enum FMTokenPurpose: Sendable, Hashable {
    /// The text is inserted or deleted.
    case document
    /// The text is a query.
    case query
    /// The text is a query whose last token is a prefix.
    case prefix
    /// An auxiliary function such as `highlight()` needs the tokens of stored text.
    case auxiliary
    /// Any of the other reasons. FTS3 and FTS4 do not pass the reason.
    case unknown

    /// Whether the text is a query.
    public var isQuery: Bool { self == .query || self == .prefix }
}

/// A token of the text.
public struct FMToken: Sendable, Hashable {
    /// The text of the token in the index. Words with the same token text find each other.
    public var text: String
    /// The position of the token in the original text, in UTF-8 bytes.
    public var range: Range<Int>
    /// Whether the token has the same position as the previous token. FTS3 and FTS4 ignore such tokens.
    public var isSynonym: Bool

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - text: the text of the token in the index. It is cut at a NUL and after 32,000 bytes. A token with empty text is ignored.
    ///   - range: the position in the original text, in UTF-8 bytes. It must not start before the previous token's start.
    ///   - isSynonym: whether the token has the same position as the previous token.
    public init(_ text: String, at range: Range<Int>, isSynonym: Bool = false) {
        (self.text, self.range, self.isSynonym) = (text, range, isSynonym)
    }
}

extension FMTokenizer {
    /// Returns the tokens of the text.
    ///
    /// - Parameters:
    ///   - text: any text.
    ///   - purpose: the reason why the text is split. Default: `.document`.
    /// - Returns: the tokens in the order of the text.
    /// - Throws: the tokenizer's error.
    public func tokens(_ text: String, for purpose: FMTokenPurpose = .document) throws -> [FMToken] {
        var tokens: [FMToken] = []
        try tokenize(text, for: purpose) { tokens.append($0) }
        return tokens
    }
}
