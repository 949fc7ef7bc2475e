/// The authors, books and tags that are imported: the same each time.
enum Collection {
    static let authors = (0..<240).map { number in
        Author(
            name: "\(names[number % names.count]) \(places[number / names.count])",
            country: countries[number * number % countries.count])
    }

    static let tags = ["travel", "history", "cooking", "poetry", "science", "crime", "art"].map { Tag(text: $0) }

    /// - Parameter authors: the keys of the authors. Every twelfth has no book.
    static func books(by authors: [Int64]) -> [Book] {
        (0..<800).compactMap { number in
            let place = number * 37 % authors.count
            guard place % 12 != 11 else { return nil }
            let title = "The \(adjectives[number % adjectives.count]) \(nouns[number / 7 % nouns.count])"
            return Book(title: "\(title), volume \(number + 1)", author: authors[place], year: 1925 + number * 13 % 100)
        }
    }

    /// Up to two tags of each book.
    static func tags(of books: [Int64], _ tags: [Int64]) -> [BookTag] {
        books.enumerated().flatMap { number, book in
            Set([number % tags.count, number / 3 % tags.count]).sorted().map { BookTag(book: book, tag: tags[$0]) }
        }
    }

    private static let names = [
        "Ada", "Ben", "Cem", "Dora", "Eve", "Finn", "Gül", "Hugo", "Ida", "Jan", "Kim", "Lea", "Mia", "Nils", "Ole",
        "Pia",
    ]
    private static let places = [
        "Aalto", "Berg", "Castro", "Duval", "Eriksen", "Fischer", "Greco", "Horvat", "Ito", "Jansen", "Kaya", "Lindt",
        "Mora", "Novak", "Ortiz",
    ]
    private static let countries = ["DE", "FR", "JP", "PT", "SE", "TR"]
    private static let adjectives = ["quiet", "golden", "second", "long", "hidden"]
    private static let nouns = ["river", "winter", "kitchen", "island", "letter", "garden", "engine", "window"]
}
