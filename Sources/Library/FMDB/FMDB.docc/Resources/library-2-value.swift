import FMDBModel

extension Library {
    func count() throws -> Int {
        try queue.value("SELECT count(*) FROM book")
    }
}
