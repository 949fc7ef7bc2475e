import FMDB

/// An asynchronous sequence that reads its elements page by page.
///
/// It keeps no connection between two pages. When the task is cancelled, it throws `CancellationError`, so that a part is not taken
/// for the whole. See `each(_:from:where:orderBy:batch:key:)`.
public struct FMPages<Element: Sendable>: AsyncSequence, Sendable {
    /// The size of a page; one with fewer elements is the last.
    let size: Int
    /// Gives the page behind an element; the first one for nil.
    let page: @Sendable (Element?) async throws -> [Element]

    /// Begins with the first element.
    public func makeAsyncIterator() -> Iterator { Iterator(pages: self) }

    /// Goes from element to element.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let pages: FMPages
        fileprivate var page: [Element] = []
        fileprivate var position = 0
        fileprivate var isLastPage = false

        /// The next element, nil at the end.
        ///
        /// - Throws: `CancellationError` if the task was cancelled, or `FMError`. After an error there is nothing more.
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
    /// The models that a condition holds for, one after the other, in bounded memory.
    ///
    ///     for try await person in queue.each(Person.self, where: "age > \(age)") { print(person.name) }
    ///
    /// Each page is read by itself. What is written meanwhile is seen if it lies ahead in the order; a model whose place in the order
    /// changes may come twice or not at all. `find` and `forEach` read a single state.
    ///
    /// - Parameters:
    ///   - type: a model with a key, by which the pages go on.
    ///   - table: another table than the model's own.
    ///   - condition: which rows.
    ///   - order: columns in their order; the key decides between equals.
    ///   - batch: how many models are read, and kept, at a time; less than 1 counts as 1.
    ///   - key: the columns that tell the rows from each other; nil for the model's key, which is the table's for records.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    ///   - filter: which rows, by the fields of the model.
    /// - Returns: a sequence that may be gone through more than once, each time anew.
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
