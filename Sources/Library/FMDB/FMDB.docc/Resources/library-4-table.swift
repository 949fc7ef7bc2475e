import FMDBModel

extension Library {
    static let search = FMSearchTable("book_search", of: "book", columns: "title", "author")
}
