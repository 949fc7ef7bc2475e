/// Splits text into the tokens that a full-text index has.
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
/// An index is of use only as long as the tokenizer makes the same tokens of the same text: rebuild it after a change. See
/// [Custom Tokenizers](https://sqlite.org/fts5.html#custom_tokenizers).
public protocol FMTokenizer: Sendable {
    /// Splits a text into tokens. It runs on the thread that uses the database, which it must not use.
    ///
    /// - Parameters:
    ///   - text: what is stored or looked for. A byte that is not UTF-8 is a space.
    ///   - purpose: why it is split.
    ///   - add: to be called for each token, in the order of the text.
    /// - Throws: what `add` throws, and any error of the tokenizer, which the statement then fails with.
    func tokenize(_ text: String, for purpose: FMTokenPurpose, _ add: (FMToken) throws -> Void) throws
}

/// Why a text is split. See [xTokenize](https://sqlite.org/fts5.html#custom_tokenizers).
public enum FMTokenPurpose: Sendable, Hashable {
    /// It is stored, or deleted.
    case document
    /// It is looked for.
    case query
    /// It is looked for, and its last token is the beginning of a word.
    case prefix
    /// A function such as `highlight()` asks where the tokens of a stored text are.
    case auxiliary
    /// One of these: FTS3 and FTS4 do not say.
    case unknown

    /// Whether the text is looked for.
    public var isQuery: Bool { self == .query || self == .prefix }
}

/// A token of a text.
public struct FMToken: Sendable, Hashable {
    /// What the index has. Words with the same text are found by one another.
    public var text: String
    /// Where it stands in the text, in bytes of UTF-8.
    public var range: Range<Int>
    /// Whether it stands at the same place as the token before it. FTS3 and FTS4 leave such tokens out.
    public var isSynonym: Bool

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - text: what the index has, which ends at a NUL, and after 32,000 bytes. A token without text is left out.
    ///   - range: where it stands in the text, in bytes of UTF-8. It does not begin before the token before it.
    ///   - isSynonym: whether it stands at the same place as the token before it.
    public init(_ text: String, at range: Range<Int>, isSynonym: Bool = false) {
        (self.text, self.range, self.isSynonym) = (text, range, isSynonym)
    }
}

extension FMTokenizer {
    /// The tokens of a text.
    ///
    /// - Parameters:
    ///   - text: any text.
    ///   - purpose: why it is split.
    /// - Returns: the tokens, in their order.
    /// - Throws: what the tokenizer throws.
    public func tokens(_ text: String, for purpose: FMTokenPurpose = .document) throws -> [FMToken] {
        var tokens: [FMToken] = []
        try tokenize(text, for: purpose) { tokens.append($0) }
        return tokens
    }
}
