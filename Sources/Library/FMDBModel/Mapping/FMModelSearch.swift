import FMDB

/// The full-text search of a model's table.
///
///     struct Book: Codable, FMModel {
///         static let tableOptions = FMTableOptions(search: ["title", "body"])
///         var id: Int64?
///         var title: String
///         var body: String
///     }
///
///     FMDatabase.registerTokenizer(FMUnicodeTokenizer())
///     try queue.createTable(Book.self)
///     let books = try queue.find(Book.all.matching(FMSearchPattern(typed: text, isLive: true)).limit(20))
///
/// A full-text table, `Book_search`, is made with the table and follows it. It is made anew if this description has changed. See
/// `FMSearchTable`.
public struct FMModelSearch: Sendable, Hashable {
    /// The columns.
    public var columns: [String]
    /// The tokenizer that splits their texts.
    public var tokenizer: FMSearchTable.Tokenizer
    /// The lengths of word prefixes that are indexed too, each 1 to 999 characters.
    public var prefixes: [Int]

    /// A search of at least one column.
    public init(_ columns: [String], tokenizer: FMSearchTable.Tokenizer = .registered(), prefixes: [Int] = []) {
        self.columns = columns
        self.tokenizer = tokenizer
        self.prefixes = prefixes
    }
}

extension FMModelSearch: ExpressibleByArrayLiteral {
    /// The columns.
    public init(arrayLiteral columns: String...) { self.init(columns) }
}

extension FMModel {
    /// The full-text table of the model's table, to rebuild it for example.
    ///
    ///     try queue.rebuildSearchTable(Book.searchTable)
    ///
    /// - Throws: `FMError` with the code `.misuse` if the options of the table name no columns to be searched.
    public static var searchTable: FMSearchTable {
        get throws(FMError) {
            let table = try table(named: nil)
            if let search = table.searchTable { return search }
            throw FMError(
                .misuse, "the table of \(Self.self) is not searched: name its columns by FMTableOptions(search:)")
        }
    }
}

extension FMTable {
    /// The full-text table that follows it.
    var searchTable: FMSearchTable? {
        options.search.map {
            FMSearchTable(
                "\(name)_search", of: name, columns: $0.columns, tokenizer: $0.tokenizer, prefixes: $0.prefixes)
        }
    }
}
