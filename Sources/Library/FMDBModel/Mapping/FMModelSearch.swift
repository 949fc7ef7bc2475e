import FMDB

/// The full-text search in a model's table.
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
/// `createTable` also creates a full-text table, `Book_search`, which follows changes of the table. It is rebuilt if this description
/// changes. See `FMSearchTable`.
public struct FMModelSearch: Sendable, Hashable {
    /// The columns to search.
    public var columns: [String]
    /// The tokenizer for the text of the columns.
    public var tokenizer: FMSearchTable.Tokenizer
    /// The lengths of word prefixes that are also indexed, each 1 to 999 characters.
    public var prefixes: [Int]

    /// Creates a search in at least one column.
    public init(_ columns: [String], tokenizer: FMSearchTable.Tokenizer = .registered(), prefixes: [Int] = []) {
        self.columns = columns
        self.tokenizer = tokenizer
        self.prefixes = prefixes
    }
}

extension FMModelSearch: ExpressibleByArrayLiteral {
    /// The columns to search.
    public init(arrayLiteral columns: String...) { self.init(columns) }
}

extension FMModel {
    /// The full-text table of the model's table, for example to rebuild it.
    ///
    ///     try queue.rebuildSearchTable(Book.searchTable)
    ///
    /// - Throws: `FMError` with the code `.misuse` if the table's options have no search.
    public static var searchTable: FMSearchTable {
        get throws(FMError) {
            let table = try table(named: nil)
            if let search = table.searchTable { return search }
            throw FMError(
                .misuse,
                "the table of \(Self.self) has no full-text search: name its columns by FMTableOptions(search:)")
        }
    }
}

extension FMTable {
    /// The full-text table of this table; nil if the options have no search.
    var searchTable: FMSearchTable? {
        options.search.map {
            FMSearchTable(
                "\(name)_search", of: name, columns: $0.columns, tokenizer: $0.tokenizer, prefixes: $0.prefixes)
        }
    }
}
