/// FMDB's name for a tokenizer.
@available(*, deprecated, renamed: "FMTokenizer")
public typealias FMTokenizerDelegate = FMTokenizer

/// Tokenizers of your own for full-text tables.
///
///     FMDatabase.registerTokenizer(FMUnicodeTokenizer())
///     try db.execute("CREATE VIRTUAL TABLE note USING fts5(body, tokenize = 'fmdb')")
///
/// As soon as a tokenizer is registered, all connections of the process have the module `fmdb`. FTS3 and FTS4 tables name it with
/// `tokenize=fmdb`. Register the tokenizers when the program starts, because full-text tables can be neither read nor written without their
/// tokenizer. See <doc:Search>.
extension FMDatabase {
    /// Registers a tokenizer for the full-text tables of this process whose definition has no key: `tokenize = 'fmdb'`.
    ///
    /// Any thread may call it. A connection keeps the previous tokenizer for the tables that it already uses. Rebuild their indexes.
    ///
    /// - Parameter tokenizer: the tokenizer, which the process retains.
    public class func registerTokenizer(_ tokenizer: any FMTokenizer) {
        TokenizerRegistry.shared.add(tokenizer, TokenizerRegistry.defaultKey)
    }

    /// Registers a tokenizer for full-text tables of this process, on all connections.
    ///
    /// Any thread may call it. A connection keeps the previous tokenizer of the key for the tables that it already uses. Rebuild their
    /// indexes.
    ///
    /// - Parameters:
    ///   - tokenizer: the tokenizer, which the process retains.
    ///   - key: its name, which follows the name of the module: `tokenize = 'fmdb exact'`.
    public class func registerTokenizer(_ tokenizer: any FMTokenizer, withKey key: String) {
        TokenizerRegistry.shared.add(tokenizer, key)
    }

    /// Installs the module `fmdb`, which every connection has already once a tokenizer is registered.
    ///
    /// - Returns: false on failure, see ``lastError()``.
    @discardableResult
    public func installTokenizerModule() -> Bool { installTokenizerModule(withName: "fmdb") }

    /// Installs the tokenizers of the process under another name of the module.
    ///
    /// - Parameter name: the name of the module in full-text tables of this connection.
    /// - Returns: false on failure, see ``lastError()``; for example if the linked SQLite has no full-text search.
    @discardableResult
    public func installTokenizerModule(withName name: String) -> Bool {
        report { () throws(FMError) in try opened().installTokenizers(as: name) }
    }
}
