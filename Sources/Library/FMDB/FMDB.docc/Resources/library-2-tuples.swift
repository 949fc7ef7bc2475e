import FMDBModel

extension Library {
    func count() throws -> Int {
        try queue.value("SELECT count(*) FROM book")
    }

    func titles(since year: Int) throws -> [(Int, String)] {
        try queue.rows("SELECT year, title FROM book WHERE year >= \(year) ORDER BY year", as: (Int, String).self)
    }
}
