import FMDB

/// A list that lies in the database of a queue or pool, one row for each element.
///
///     let messages = FMStoredArray<Message>("inbox", in: queue)
///     try await messages.append(message)
///     let newest = try await messages.last()
///     try await messages.remove(at: 0)
///
/// Any thread and any task may use it. Each call is an access of its own, a change a transaction; a pool reads by its
/// readers. In an asynchronous function the asynchronous forms are taken. Within a block that has a database already,
/// ``FMArrayTable`` is the same list, and `withContents(_:)` makes one change of several.
///
/// What is said of ``FMArrayTable`` holds here.
public struct FMStoredArray<Element: Codable & Sendable>: FMStore {
    /// The name of the store. Stores of different names have nothing in common.
    public let name: String
    /// The queue or pool.
    public let coordinator: FMDatabaseCoordinator
    /// The name of its table, with the columns `position` and `value`.
    public var tableName: String { table.name }

    private let table: StoreTable

    /// The list of a name. Nothing is done with the database yet.
    ///
    /// - Parameters:
    ///   - name: any text.
    ///   - coordinator: a queue or pool.
    public init(_ name: String, in coordinator: FMDatabaseCoordinator) {
        self.name = name
        self.coordinator = coordinator
        table = StoreTable("array", name)
    }

    /// Several changes at once: all of them or none, and nothing of others in between.
    ///
    /// - Parameter body: runs within a transaction; must not keep the view.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError`, as `withTransaction` does.
    @discardableResult
    public func withContents<Result: Sendable>(_ body: (FMArrayTable<Element>) throws -> Result) throws -> Result {
        try writing(body)
    }

    /// Several changes at once, without blocking the caller's thread. See the synchronous form.
    ///
    /// - Throws: what the closure throws, or `FMError`, as ``FMArrayTable`` and `withTransaction` do; `CancellationError`.
    @discardableResult
    public func withContents<Result: Sendable>(
        _ body: @escaping @Sendable (FMArrayTable<Element>) throws -> Result
    ) async throws -> Result {
        try await writing(body)
    }

    private func reading<Result: Sendable>(_ body: (FMArrayTable<Element>) throws -> Result) throws -> Result {
        try coordinator.reading { try body(FMArrayTable<Element>(name, table, $0)) }
    }

    private func reading<Result: Sendable>(
        _ body: @escaping @Sendable (FMArrayTable<Element>) throws -> Result
    ) async throws -> Result {
        try await coordinator.reading { [name, table] in try body(FMArrayTable<Element>(name, table, $0)) }
    }

    private func writing<Result: Sendable>(_ body: (FMArrayTable<Element>) throws -> Result) throws -> Result {
        try coordinator.writing { try body(FMArrayTable<Element>(name, table, $0)) }
    }

    private func writing<Result: Sendable>(
        _ body: @escaping @Sendable (FMArrayTable<Element>) throws -> Result
    ) async throws -> Result {
        try await coordinator.writing { [name, table] in try body(FMArrayTable<Element>(name, table, $0)) }
    }
}

// MARK: - Synchronous

extension FMStoredArray {
    /// An element.
    ///
    /// - Parameter index: from 0 to the count, without it.
    /// - Throws: `FMError`: `.range` for another index, `.mismatch` for a value that is no element.
    public subscript(index: Int) -> Element {
        get throws { try reading { try $0.element(at: index) } }
    }

    /// The number of elements. It takes as long for many as for few.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withDatabase` do.
    public func count() throws -> Int {
        try reading { try $0.count() }
    }

    /// Whether there are no elements.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withDatabase` do.
    public func isEmpty() throws -> Bool {
        try reading { try $0.isEmpty() }
    }

    /// An element.
    ///
    /// - Parameter index: from 0 to the count, without it.
    /// - Throws: `FMError`: `.range` for another index, `.mismatch` for a value that is no element.
    public func element(at index: Int) throws -> Element {
        try reading { try $0.element(at: index) }
    }

    /// The elements of a page, all of them without a range.
    ///
    /// - Parameter range: what is beyond the end is passed over.
    /// - Throws: `FMError`: `.range` for a negative index, `.mismatch` for a value that is no element.
    public func elements(in range: Range<Int>? = nil) throws -> [Element] {
        try reading { try $0.elements(in: range) }
    }

    /// Calls a body for each element, in their order, without keeping any. All of them are of one state.
    ///
    /// - Parameters:
    ///   - range: what is beyond the end is passed over; nil for all.
    ///   - body: must not use the queue or pool. If it throws, the others are left out.
    /// - Throws: what the body throws, or `FMError` with the code `.mismatch` for a value that is no element.
    public func forEach(in range: Range<Int>? = nil, _ body: (Element) throws -> Void) throws {
        try reading { try $0.forEach(in: range, body) }
    }

    /// The first element; nil if there is none.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withDatabase` do.
    public func first() throws -> Element? {
        try reading { try $0.first() }
    }

    /// The last element; nil if there is none.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withDatabase` do.
    public func last() throws -> Element? {
        try reading { try $0.last() }
    }

    /// The index of the first element that a condition holds for; nil if there is none. The elements are read one by one.
    ///
    /// - Throws: what the condition throws, or `FMError` with the code `.mismatch` for a value that is no element.
    public func firstIndex(where condition: (Element) throws -> Bool) throws -> Int? {
        try reading { try $0.firstIndex(where: condition) }
    }

    /// Whether a condition holds for an element. The elements are read one by one.
    ///
    /// - Throws: as `firstIndex(where:)`.
    public func contains(where condition: (Element) throws -> Bool) throws -> Bool {
        try reading { try $0.contains(where: condition) }
    }

    /// Adds an element behind the last one.
    ///
    /// - Throws: `FMError`: `.mismatch` for an element that cannot be encoded, SQLite's code if it refuses.
    public func append(_ element: Element) throws {
        try writing { try $0.append(element) }
    }

    /// Adds elements behind the last one, all of them or none.
    ///
    /// - Throws: `FMError`: `.mismatch` for an element that cannot be encoded, SQLite's code if it refuses.
    public func append(contentsOf elements: [Element]) throws {
        try writing { try $0.append(contentsOf: elements) }
    }

    /// Adds an element before another one.
    ///
    /// - Parameters:
    ///   - element: the new element.
    ///   - index: what its index will be, from 0 to the count.
    /// - Throws: `FMError`: `.range` for another index; otherwise as for `append`.
    public func insert(_ element: Element, at index: Int) throws {
        try writing { try $0.insert(element, at: index) }
    }

    /// Adds elements before another one, all of them or none.
    ///
    /// - Parameters:
    ///   - elements: the new elements.
    ///   - index: what the index of the first of them will be, from 0 to the count.
    /// - Throws: `FMError`: `.range` for another index; otherwise as for `append`.
    public func insert(contentsOf elements: [Element], at index: Int) throws {
        try writing { try $0.insert(contentsOf: elements, at: index) }
    }

    /// Puts another element in the place of one.
    ///
    /// - Parameters:
    ///   - index: from 0 to the count, without it.
    ///   - element: the new element.
    /// - Throws: `FMError`: `.range` for another index; otherwise as for `append`.
    public func set(_ index: Int, to element: Element) throws {
        try writing { try $0.set(index, to: element) }
    }

    /// Removes an element, and returns it.
    ///
    /// - Parameter index: from 0 to the count, without it.
    /// - Throws: `FMError`: `.range` for another index; `.mismatch` for a value that is no element: nothing is removed then.
    @discardableResult
    public func remove(at index: Int) throws -> Element {
        try writing { try $0.remove(at: index) }
    }

    /// Removes the elements of a range.
    ///
    /// - Parameter range: within 0 to the count.
    /// - Throws: `FMError`: `.range` for another range, SQLite's code if it refuses.
    public func removeSubrange(_ range: Range<Int>) throws {
        try writing { try $0.removeSubrange(range) }
    }

    /// Removes the first element, and returns it; nil if there is none.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withTransaction` do.
    @discardableResult
    public func popFirst() throws -> Element? {
        try writing { try $0.popFirst() }
    }

    /// Removes the last element, and returns it; nil if there is none.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withTransaction` do.
    @discardableResult
    public func popLast() throws -> Element? {
        try writing { try $0.popLast() }
    }

    /// Removes all elements. The table stays.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withTransaction` do.
    public func removeAll() throws {
        try writing { try $0.removeAll() }
    }

    /// Puts other elements in the place of all. All of it or nothing.
    ///
    /// - Throws: `FMError`, as for `append`.
    public func replaceAll(with elements: [Element]) throws {
        try writing { try $0.replaceAll(with: elements) }
    }

    /// Removes the table.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withTransaction` do.
    public func drop() throws {
        try writing { try $0.drop() }
    }
}

extension FMStoredArray where Element: Equatable {
    /// Whether an element is in the list. The elements are read one by one.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withDatabase` do.
    public func contains(_ element: Element) throws -> Bool { try contains { $0 == element } }

    /// The first index of an element; nil if it is not in the list. The elements are read one by one.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withDatabase` do.
    public func firstIndex(of element: Element) throws -> Int? { try firstIndex { $0 == element } }

    /// Whether an element is in the list.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withDatabase` do; `CancellationError`.
    public func contains(_ element: Element) async throws -> Bool { try await contains { $0 == element } }

    /// The first index of an element; nil if it is not in the list.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withDatabase` do; `CancellationError`.
    public func firstIndex(of element: Element) async throws -> Int? { try await firstIndex { $0 == element } }
}

// MARK: - Asynchronous

/// The same verbs, without blocking the caller's thread; they throw what the synchronous forms do, and
/// `CancellationError`.
extension FMStoredArray {
    /// The number of elements. It takes as long for many as for few.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withDatabase` do; `CancellationError`.
    public func count() async throws -> Int {
        try await reading { try $0.count() }
    }

    /// Whether there are no elements.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withDatabase` do; `CancellationError`.
    public func isEmpty() async throws -> Bool {
        try await reading { try $0.isEmpty() }
    }

    /// An element.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withDatabase` do; `CancellationError`.
    public func element(at index: Int) async throws -> Element {
        try await reading { try $0.element(at: index) }
    }

    /// The elements of a page, all of them without a range.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withDatabase` do; `CancellationError`.
    public func elements(in range: Range<Int>? = nil) async throws -> [Element] {
        try await reading { try $0.elements(in: range) }
    }

    /// Calls a body for each element, in their order, without keeping any. All of them are of one state.
    ///
    /// - Throws: what the closure throws, or `FMError`, as ``FMArrayTable`` and `withDatabase` do; `CancellationError`.
    public func forEach(in range: Range<Int>? = nil, _ body: @escaping @Sendable (Element) throws -> Void) async throws
    {
        try await reading { try $0.forEach(in: range, body) }
    }

    /// The first element; nil if there is none.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withDatabase` do; `CancellationError`.
    public func first() async throws -> Element? {
        try await reading { try $0.first() }
    }

    /// The last element; nil if there is none.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withDatabase` do; `CancellationError`.
    public func last() async throws -> Element? {
        try await reading { try $0.last() }
    }

    /// The index of the first element that a condition holds for; nil if there is none. The elements are read one by one.
    ///
    /// - Throws: what the closure throws, or `FMError`, as ``FMArrayTable`` and `withDatabase` do; `CancellationError`.
    public func firstIndex(where condition: @escaping @Sendable (Element) throws -> Bool) async throws -> Int? {
        try await reading { try $0.firstIndex(where: condition) }
    }

    /// Whether a condition holds for an element. The elements are read one by one.
    ///
    /// - Throws: what the closure throws, or `FMError`, as ``FMArrayTable`` and `withDatabase` do; `CancellationError`.
    public func contains(where condition: @escaping @Sendable (Element) throws -> Bool) async throws -> Bool {
        try await reading { try $0.contains(where: condition) }
    }

    /// Adds an element behind the last one.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withTransaction` do; `CancellationError`.
    public func append(_ element: Element) async throws {
        try await writing { try $0.append(element) }
    }

    /// Adds elements behind the last one, all of them or none.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withTransaction` do; `CancellationError`.
    public func append(contentsOf elements: [Element]) async throws {
        try await writing { try $0.append(contentsOf: elements) }
    }

    /// Adds an element before another one.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withTransaction` do; `CancellationError`.
    public func insert(_ element: Element, at index: Int) async throws {
        try await writing { try $0.insert(element, at: index) }
    }

    /// Adds elements before another one, all of them or none.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withTransaction` do; `CancellationError`.
    public func insert(contentsOf elements: [Element], at index: Int) async throws {
        try await writing { try $0.insert(contentsOf: elements, at: index) }
    }

    /// Puts another element in the place of one.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withTransaction` do; `CancellationError`.
    public func set(_ index: Int, to element: Element) async throws {
        try await writing { try $0.set(index, to: element) }
    }

    /// Removes an element, and returns it.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withTransaction` do; `CancellationError`.
    @discardableResult
    public func remove(at index: Int) async throws -> Element {
        try await writing { try $0.remove(at: index) }
    }

    /// Removes the elements of a range.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withTransaction` do; `CancellationError`.
    public func removeSubrange(_ range: Range<Int>) async throws {
        try await writing { try $0.removeSubrange(range) }
    }

    /// Removes the first element, and returns it; nil if there is none.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withTransaction` do; `CancellationError`.
    @discardableResult
    public func popFirst() async throws -> Element? {
        try await writing { try $0.popFirst() }
    }

    /// Removes the last element, and returns it; nil if there is none.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withTransaction` do; `CancellationError`.
    @discardableResult
    public func popLast() async throws -> Element? {
        try await writing { try $0.popLast() }
    }

    /// Removes all elements. The table stays.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withTransaction` do; `CancellationError`.
    public func removeAll() async throws {
        try await writing { try $0.removeAll() }
    }

    /// Puts other elements in the place of all. All of it or nothing.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withTransaction` do; `CancellationError`.
    public func replaceAll(with elements: [Element]) async throws {
        try await writing { try $0.replaceAll(with: elements) }
    }

    /// Removes the table.
    ///
    /// - Throws: `FMError`, as ``FMArrayTable`` and `withTransaction` do; `CancellationError`.
    public func drop() async throws {
        try await writing { try $0.drop() }
    }
}
