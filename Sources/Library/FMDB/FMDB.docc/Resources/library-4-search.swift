import FMDBModel

extension Library {
    static let search = FMSearchTable("book_search", of: "book", columns: "title", "author")

    func find(_ words: String) throws -> [Hit] {
        let pattern = try FMSearchPattern(typed: words, isLive: true)
        let title = try Library.search.highlight("title", before: "[", after: "]")
        return try queue.rows(
            """
            SELECT \(title) AS title, author FROM book_search
            WHERE book_search MATCH \(pattern) ORDER BY \(Library.search.rank()) LIMIT 10
            """, as: Hit.self)
    }
}

struct Hit: Decodable {
    var title: String
    var author: String
}
