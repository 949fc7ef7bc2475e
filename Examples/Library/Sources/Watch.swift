import FMDBModel

extension Library {
    /// Shows which books are lent, now and after each change of any connection.
    func watch(times: Int) async throws {
        let titles = Library.lent.select(\.title)
        let lists = queue.values(of: titles, externalChanges: .poll(every: .milliseconds(200)))
        var shown = 0
        for try await lent in lists.removingDuplicates() {
            print("lent:", lent.isEmpty ? "nothing" : lent.joined(separator: ", "))
            fflush(nil)  // also a pipe shows each list at once
            shown += 1
            if shown == times { break }
        }
    }
}
