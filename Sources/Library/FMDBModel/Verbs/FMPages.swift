import FMDB

/// An asynchronous sequence that reads its elements page by page.
///
/// The sequence holds no connection between two pages. If the task is cancelled, it throws `CancellationError`, so that a partial
/// result is not taken for a complete one. See `each(_:from:where:orderBy:batch:key:)`.
public struct FMPages<Element: Sendable>: AsyncSequence, Sendable {
    /// The number of elements in a page. A page with fewer elements is the last.
    let size: Int
    /// Returns the page after an element, or the first page for nil.
    let page: @Sendable (Element?) async throws -> [Element]

    /// Returns an iterator that starts at the first element.
    public func makeAsyncIterator() -> Iterator { Iterator(pages: self) }

    /// An iterator over the elements of all pages.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let pages: FMPages
        fileprivate var page: [Element] = []
        fileprivate var position = 0
        fileprivate var isLastPage = false

        /// Returns the next element, or nil at the end.
        ///
        /// - Throws: `CancellationError` if the task was cancelled, or `FMError`. After an error, the iterator returns nil.
        public mutating func next() async throws -> Element? {
            if position == page.count, !isLastPage {
                let last = page.last
                (page, position, isLastPage) = ([], 0, true)
                page = try await pages.page(last)
                isLastPage = page.count < pages.size
            }
            guard position < page.count else { return nil }
            guard !Task.isCancelled else {
                (page, position, isLastPage) = ([], 0, true)
                throw CancellationError()
            }
            defer { position += 1 }
            return page[position]
        }
    }
}

extension FMDatabaseAsyncAccess {
    /// Returns a sequence of the models that match a condition, with bounded memory use.
    ///
    ///     for try await person in queue.each(Person.self, where: "age > \(age)") { print(person.name) }
    ///
    /// Each page is a separate query. A row that is written in the meantime appears if it sorts after the last element. A model whose
    /// sort position changes may appear twice or not at all. `find` and `forEach` read a single snapshot.
    ///
    /// - Parameters:
    ///   - type: a model with a key, which determines where the next page starts.
    ///   - table: a table other than the model's own.
    ///   - condition: the condition on the rows.
    ///   - order: the columns to sort by, most significant first. The key breaks ties.
    ///   - batch: the number of models that are read and held in memory at a time. Values below 1 count as 1.
    ///   - key: the columns that distinguish the rows. Default: the model's key; for records, the table's primary key.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    ///   - filter: a condition written with the model's fields.
    /// - Returns: a sequence that can be iterated more than once. Each iteration reads the rows again.
    public func each<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], batch: Int = 256, key: FMKey? = nil,
        file: StaticString = #fileID, line: UInt = #line, _ filter: (Model.Columns) -> FMWhere<Model> = { _ in .all }
    ) -> FMPages<Model> {
        let condition = condition.and(filter)
        let size = Swift.max(1, batch)
        return FMPages(size: size) { last in
            try await find(
                Model.self, from: table, where: condition, orderBy: order, after: last, limit: size, key: key,
                file: file,
                line: line)
        }
    }
}
