import FMDBModel

extension Library {
    func count() throws -> Int {
        try queue.value("SELECT count(*) FROM book")
    }

    func titles(since year: Int) throws -> [(Int, String)] {
        try queue.rows("SELECT year, title FROM book WHERE year >= \(year) ORDER BY year", as: (Int, String).self)
    }

    func authors() throws -> [Author] {
        try queue.rows(
            "SELECT author AS name, count(*) AS books FROM book GROUP BY author ORDER BY author", as: Author.self)
    }
}

struct Author: Decodable {
    var name: String
    var books: Int
}
