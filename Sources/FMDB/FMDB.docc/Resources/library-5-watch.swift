import FMDBModel

extension Library {
    /// Shows which books are lent, now and after each change, whoever makes it.
    func watch(times: Int) async throws {
        let lists = queue.values(of: Library.lent, externalChanges: .poll(every: .milliseconds(200)))
        var shown = 0
        for try await books in lists.removingDuplicates() {
            print("lent:", books.isEmpty ? "nothing" : books.map(\.title).joined(separator: ", "))
            shown += 1
            if shown == times { break }
        }
    }
}
