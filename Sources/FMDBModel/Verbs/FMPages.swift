import FMDB

/// Elements that are read page by page as they are asked for.
///
/// Between two pages no connection is kept. When the task is cancelled, the sequence throws `CancellationError`, so that a
/// part is not taken for the whole. See `each(_:from:where:orderBy:batch:key:)`.
public struct FMPages<Element: Sendable>: AsyncSequence, Sendable {
    private let size: Int
    private let page: @Sendable (Element?) async throws -> [Element]

    /// - Parameters:
    ///   - size: how many elements a page has; one with fewer is the last.
    ///   - page: gives the page that comes after an element; the first one after nil.
    init(of size: Int, _ page: @escaping @Sendable (Element?) async throws -> [Element]) {
        self.size = size
        self.page = page
    }

    /// Begins with the first element.
    public func makeAsyncIterator() -> Iterator { Iterator(pages: self) }

    /// Goes from element to element.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let pages: FMPages
        private var page: [Element] = []
        private var position = 0
        private var isLastPage = false

        fileprivate init(pages: FMPages) { self.pages = pages }

        /// The next element, nil at the end.
        ///
        /// - Throws: `CancellationError` if the task was cancelled, or `FMError`. After an error there is nothing more.
        public mutating func next() async throws -> Element? {
            if position == page.count, !isLastPage { try await turn() }
            guard position < page.count else { return nil }
            try checkCancellation()
            defer { position += 1 }
            return page[position]
        }

        private mutating func turn() async throws {
            let last = page.last
            (page, position, isLastPage) = ([], 0, true)
            page = try await pages.page(last)
            isLastPage = page.count < pages.size
        }

        private mutating func checkCancellation() throws {
            guard Task.isCancelled else { return }
            (page, position, isLastPage) = ([], 0, true)
            throw CancellationError()
        }
    }
}
