/// A full-text table of FTS5 with some columns of another table, which follows all that is written to that one.
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
/// It is a value, and does nothing by itself. See <doc:Search> and [FTS5](https://sqlite.org/fts5.html).
public struct FMSearchTable: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// The table that is searched.
    public let source: String
    /// The columns that are searched, in the order of the full-text table's.
    public let columns: [String]
    /// What splits the texts.
    public var tokenizer: Tokenizer
    /// How long the beginnings of words are, in characters, that are indexed too, so that they are found sooner. See [Prefix
    /// Indexes](https://sqlite.org/fts5.html#prefix_indexes).
    public var prefixes: [Int]

    /// Describes a full-text table.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - source: the table that is searched. Its primary key has to be one column of type INTEGER, because SQLite may number
    ///     the rows of other tables anew.
    ///   - columns: the columns that are searched, one at least.
    ///   - tokenizer: what splits the texts.
    ///   - prefixes: how long the beginnings of words are that are indexed too, each 1 to 999 characters.
    public init(
        _ name: String, of source: String, columns: String..., tokenizer: Tokenizer = .registered(),
        prefixes: [Int] = []
    ) {
        self.init(name, of: source, columns: columns, tokenizer: tokenizer, prefixes: prefixes)
    }

    /// Describes a full-text table, with its columns as an array. See the form with a list of columns.
    public init(
        _ name: String, of source: String, columns: [String], tokenizer: Tokenizer = .registered(), prefixes: [Int] = []
    ) {
        (self.name, self.source, self.columns, self.tokenizer) = (name, source, columns, tokenizer)
        self.prefixes = prefixes
    }

    /// What splits the texts of a full-text table. See [Tokenizers](https://sqlite.org/fts5.html#tokenizers).
    public struct Tokenizer: Sendable, Hashable {
        /// Its name and its options.
        let words: [String]

        /// One that was registered by ``FMDatabase/registerTokenizer(_:withKey:)``.
        ///
        /// - Parameter key: its key; nil for the one without.
        public static func registered(_ key: String? = nil) -> Tokenizer {
            Tokenizer(words: ["fmdb"] + (key.map { [$0] } ?? []))
        }

        /// English words are found by other forms: "running" by "run". See
        /// [Porter Tokenizer](https://sqlite.org/fts5.html#porter_tokenizer).
        ///
        /// - Parameter base: what splits the texts before.
        public static func porter(_ base: Tokenizer = .registered()) -> Tokenizer {
            Tokenizer(words: ["porter"] + base.words)
        }

        /// One of SQLite's, or of an extension.
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
    /// The text of a column with marks around what was found. See [highlight()](https://sqlite.org/fts5.html#the_highlight_function).
    ///
    /// - Parameters:
    ///   - column: one of the columns.
    ///   - before: what stands before each match.
    ///   - after: what stands behind.
    /// - Throws: `FMError` with the code `.misuse` for another column.
    public func highlight(_ column: String, before: String = "<b>", after: String = "</b>") throws(FMError) -> FMSQL {
        "highlight(\(raw: quotedName), \(raw: "\(try place(of: column))"), \(before), \(after))"
    }

    /// The part of a column's text that fits best, with marks around what was found. See
    /// [snippet()](https://sqlite.org/fts5.html#the_snippet_function).
    ///
    /// - Parameters:
    ///   - column: one of the columns; nil for the one that fits best.
    ///   - before: what stands before each match.
    ///   - after: what stands behind.
    ///   - ellipsis: what stands where text is left out.
    ///   - tokens: how long it is, 1 to 64 tokens.
    /// - Throws: `FMError` with the code `.misuse` for another column.
    public func snippet(
        _ column: String? = nil, before: String = "<b>", after: String = "</b>", ellipsis: String = "…",
        tokens: Int = 16
    ) throws(FMError) -> FMSQL {
        let number = try column.map { name throws(FMError) in try place(of: name) } ?? -1
        return
            "snippet(\(raw: quotedName), \(raw: "\(number)"), \(before), \(after), \(ellipsis), \(raw: "\(min(max(tokens, 1), 64))"))"
    }

    /// How well a row fits: the best is the least, so that `ORDER BY` begins with it. See
    /// [bm25()](https://sqlite.org/fts5.html#the_bm25_function).
    ///
    /// - Parameter weights: how much a match counts in each column; 1 where nothing is said. Without weights SQLite is faster.
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
