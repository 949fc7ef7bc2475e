import FMDBModel

/// Keeps the catalogue of a library without a line of SQL, in a file that is gone at the end.
@main
struct Command {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("catalogue-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let statements = StatementCount()
        let catalogue = try Catalogue(
            path: folder.appendingPathComponent("catalogue.sqlite").path, statements: statements)
        defer { catalogue.queue.close() }
        try fill(catalogue)
        try ask(catalogue)
        let counts = try await catalogue.follow("Ada Aalto")
        print("\nAda Aalto's books, with another one, and without Ada Aalto: \(counts)")
        print("\n\(SourceCode.lines) lines of Swift, no line of SQL, \(statements.number) statements ran.")
    }

    private static func fill(_ catalogue: Catalogue) throws {
        try catalogue.begin()
        print("The table of books has got: \(try catalogue.upgrade().joined(separator: ", "))")
        try catalogue.fill()
        let (authors, books) = (try catalogue.queue.count(Author.all), try catalogue.queue.count(Book.all))
        print("\(authors) authors, \(try catalogue.authorsWithoutBooks()) of them without a book, and \(books) books")
    }

    private static func ask(_ catalogue: Catalogue) throws {
        list("Who has written most?", try catalogue.busiest().map { "\($0.name): \($1)" })
        list(
            "What is the newest of each in Portugal?",
            try catalogue.newest().map { author, book in
                "\(author.name): \(book.map { "\($0.title) (\($0.year))" } ?? "nothing yet")"
            })
        list("Where do more than 20 come from?", try catalogue.countries().map { "\($0): \($1)" })
        list(
            "What are the books about?",
            try catalogue.tags().map { "\($0): \($1), since \($2.map { "\($0)" } ?? "never")" })
        list(
            "What is old, and about travel?",
            try catalogue.old(about: "travel").map { entry in
                "\(entry.year) \(entry.title), by \(entry.writer)"
            })
        list(
            "What has Ida Berg written?",
            try catalogue.books(of: "Ida Berg").map { book, tags in
                "\(book.year) \(book.title): \(tags.map(\.text).joined(separator: ", "))"
            })
    }

    private static func list(_ title: String, _ lines: [String]) {
        print("\n\(title)\n" + lines.map { "  \($0)" }.joined(separator: "\n"))
    }
}
