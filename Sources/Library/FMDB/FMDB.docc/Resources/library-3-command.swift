import FMDBModel

@main
struct Command {
    static func main() async {
        do {
            let library = try Library(path: "library.db")
            try await run(Array(CommandLine.arguments.dropFirst()), library)
        } catch let error as FMError where error.extendedCode == .constraintUnique {
            fail("There is a book of that title already.")
        } catch {
            fail("\(error)")
        }
    }

    private static func run(_ words: [String], _ library: Library) async throws {
        switch (words.first, words.dropFirst().first, words.dropFirst(2).first) {
        case ("add", let title?, let author?):
            try library.add(title: title, author: author, year: words.dropFirst(3).first.flatMap { Int($0) } ?? 0)
            print("added \(title)")
        case ("list", let year, _):
            for (year, title) in try library.titles(since: year.flatMap { Int($0) } ?? 0) { print(year, title) }
        case ("authors", _, _):
            for author in try library.authors() { print("\(author.name): \(author.books)") }
            print("\(try library.count()) books")
        case ("lend", let title?, let reader?):
            guard let book = try library.lend(title, to: reader) else { return fail("No book is called \(title).") }
            print("\(book.title) is with \(reader)")
        case ("return", let title?, _):
            guard let book = try library.lend(title, to: nil) else { return fail("No book is called \(title).") }
            print("\(book.title) is back")
        case ("lent", _, _):
            for book in try library.lent() { print("\(book.title): \(book.reader ?? "")") }
        default:
            fail(usage)
        }
    }

    private static let usage = """
        usage: library add TITLE AUTHOR YEAR
               library list [YEAR]
               library authors
               library lend TITLE READER
               library return TITLE
               library lent
        """

    private static func fail(_ message: String) {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(1)
    }
}
