/// An FTS5 table with some columns of another table. Each write to that table also updates the FTS5 table.
///
///     let search = FMSearchTable("book_search", of: "book", columns: "title", "body")
///     try queue.createSearchTable(search)
///
///     let hits = try db.rows("""
///         SELECT book.id, \(search.highlight("title")) AS title, \(search.snippet("body")) AS text
///         FROM book_search JOIN book ON book.id = book_search.rowid
///         WHERE book_search MATCH \(pattern) ORDER BY \(search.rank(["title": 10])) LIMIT 20
///         """, as: Hit.self)
///
/// The value is only a description, and does nothing by itself. See <doc:Search> and [FTS5](https://sqlite.org/fts5.html).
public struct FMSearchTable: Sendable, Hashable {
    /// The name of the full-text table.
    public let name: String
    /// The source: the table that is searched.
    public let source: String
    /// The columns that are searched, in the order of the full-text table.
    public let columns: [String]
    /// The tokenizer, which splits text into words.
    public var tokenizer: Tokenizer
    /// The lengths, in characters, of the word prefixes that are indexed for faster prefix searches. See
    /// [Prefix Indexes](https://sqlite.org/fts5.html#prefix_indexes).
    public var prefixes: [Int]

    /// Describes a full-text table.
    ///
    /// - Parameters:
    ///   - name: the name of the full-text table.
    ///   - source: the table that is searched. Its primary key must be one column of type INTEGER, because SQLite may change the rowids of
    ///     other tables.
    ///   - columns: the columns that are searched, at least one.
    ///   - tokenizer: the tokenizer.
    ///   - prefixes: the lengths of the word prefixes that are indexed, each 1 to 999 characters.
    public init(
        _ name: String, of source: String, columns: String..., tokenizer: Tokenizer = .registered(),
        prefixes: [Int] = []
    ) {
        self.init(name, of: source, columns: columns, tokenizer: tokenizer, prefixes: prefixes)
    }

    /// Describes a full-text table, with its columns as an array. See the initializer with a list of columns.
    public init(
        _ name: String, of source: String, columns: [String], tokenizer: Tokenizer = .registered(), prefixes: [Int] = []
    ) {
        (self.name, self.source, self.columns, self.tokenizer) = (name, source, columns, tokenizer)
        self.prefixes = prefixes
    }

    /// The tokenizer of a full-text table. See [Tokenizers](https://sqlite.org/fts5.html#tokenizers).
    public struct Tokenizer: Sendable, Hashable {
        /// The name and the options of the tokenizer.
        let words: [String]

        /// A tokenizer that was registered by ``FMDatabase/registerTokenizer(_:withKey:)``.
        ///
        /// - Parameter key: its key; nil for the tokenizer without a key.
        public static func registered(_ key: String? = nil) -> Tokenizer {
            Tokenizer(words: ["fmdb"] + (key.map { [$0] } ?? []))
        }

        /// A tokenizer that also finds other forms of English words: a search for "run" finds "running". See [Porter
        /// Tokenizer](https://sqlite.org/fts5.html#porter_tokenizer).
        ///
        /// - Parameter base: the tokenizer that first splits the text.
        public static func porter(_ base: Tokenizer = .registered()) -> Tokenizer {
            Tokenizer(words: ["porter"] + base.words)
        }

        /// A tokenizer of SQLite or of an extension.
        ///
        /// - Parameters:
        ///   - name: such as `unicode61`, `ascii` or `trigram`.
        ///   - options: its options, such as `"remove_diacritics", "2"`.
        public static func named(_ name: String, _ options: String...) -> Tokenizer {
            Tokenizer(words: [name] + options)
        }
    }
}

// MARK: - Parts of queries

extension FMSearchTable {
    /// Returns SQL for the text of a column with marks around the matches. See
    /// [highlight()](https://sqlite.org/fts5.html#the_highlight_function).
    ///
    /// - Parameters:
    ///   - column: one of the columns.
    ///   - before: the mark before each match.
    ///   - after: the mark after each match.
    /// - Throws: `FMError` with the code `.misuse` for another column.
    public func highlight(_ column: String, before: String = "<b>", after: String = "</b>") throws(FMError) -> FMSQL {
        "highlight(\(raw: quotedName), \(raw: "\(try place(of: column))"), \(before), \(after))"
    }

    /// Returns SQL for the best-matching part of a column's text, with marks around the matches. See
    /// [snippet()](https://sqlite.org/fts5.html#the_snippet_function).
    ///
    /// - Parameters:
    ///   - column: one of the columns; nil for the column that matches best.
    ///   - before: the mark before each match.
    ///   - after: the mark after each match.
    ///   - ellipsis: the mark for omitted text.
    ///   - tokens: the length of the part, 1 to 64 tokens.
    /// - Throws: `FMError` with the code `.misuse` for another column.
    public func snippet(
        _ column: String? = nil, before: String = "<b>", after: String = "</b>", ellipsis: String = "…",
        tokens: Int = 16
    ) throws(FMError) -> FMSQL {
        let number = try column.map { name throws(FMError) in try place(of: name) } ?? -1
        return
            "snippet(\(raw: quotedName), \(raw: "\(number)"), \(before), \(after), \(ellipsis), \(raw: "\(min(max(tokens, 1), 64))"))"
    }

    /// Returns SQL for how well a row matches. Better rows have lower values, so `ORDER BY` puts them first. See
    /// [bm25()](https://sqlite.org/fts5.html#the_bm25_function).
    ///
    /// - Parameter weights: the weight of a match in each column; 1 for a column that is not named. Without weights SQLite is faster.
    /// - Throws: `FMError` with the code `.misuse` for another column.
    public func rank(_ weights: [String: Double] = [:]) throws(FMError) -> FMSQL {
        if weights.isEmpty { return "\(raw: quotedName).rank" }
        var list = columns.map { _ in 1.0 }
        for (column, weight) in weights { list[try place(of: column)] = weight }
        return "bm25(\(raw: quotedName), \(list.map { "\($0)" as FMSQL }.joined(separator: ", ")))"
    }

    private func place(of column: String) throws(FMError) -> Int {
        guard let index = columns.firstIndex(where: { $0.foldedAsName == column.foldedAsName }) else {
            throw FMError(.misuse, "the full-text table \(name) has no column \(column)")
        }
        return index
    }

    var quotedName: String { FMSQL.quoted(identifier: name) }
}
