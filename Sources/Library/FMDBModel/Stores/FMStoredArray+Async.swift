import FMDB

// pure list: exempt from the length limits
// Scripts/ladders writes the extensions: the calls of a list in a queue or pool, without blocking the caller's thread. They throw what
// the synchronous forms do, and `CancellationError`.

extension FMStoredArray where Access: FMDatabaseAsyncAccess {
    /// Asynchronous form of `withContents(_:)`.
    @discardableResult
    public func withContents<Result: Sendable>(
        file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (FMStoredArray<Element, FMDatabase>) throws -> Result
    ) async throws -> Result {
        try await changing(file, line, body)
    }

    /// Asynchronous form of `count()`.
    public func count(file: StaticString = #fileID, line: UInt = #line) async throws -> Int {
        try await reading(file, line) { try $0.count() }
    }

    /// Asynchronous form of `element(at:)`.
    public func element(at index: Int, file: StaticString = #fileID, line: UInt = #line) async throws -> Element {
        try await reading(file, line) { try $0.element(at: index) }
    }

    /// Asynchronous form of `elements(in:)`.
    public func elements(
        in range: Range<Int>? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [Element] {
        try await reading(file, line) { try $0.elements(in: range) }
    }

    /// Asynchronous form of `forEach(in:_:)`.
    public func forEach(
        in range: Range<Int>? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (Element) throws -> Void
    ) async throws {
        try await reading(file, line) { try $0.forEach(in: range, body) }
    }

    /// Asynchronous form of `first()`.
    public func first(file: StaticString = #fileID, line: UInt = #line) async throws -> Element? {
        try await elements(in: 0..<1, file: file, line: line).first
    }

    /// Asynchronous form of `last()`.
    public func last(file: StaticString = #fileID, line: UInt = #line) async throws -> Element? {
        try await reading(file, line) { try $0.last() }
    }

    /// Asynchronous form of `firstIndex(where:)`.
    public func firstIndex(
        file: StaticString = #fileID, line: UInt = #line, where condition: @escaping @Sendable (Element) throws -> Bool
    ) async throws -> Int? {
        try await reading(file, line) { try $0.firstIndex(where: condition) }
    }

    /// Asynchronous form of `contains(where:)`.
    public func contains(
        file: StaticString = #fileID, line: UInt = #line, where condition: @escaping @Sendable (Element) throws -> Bool
    ) async throws -> Bool {
        try await firstIndex(file: file, line: line, where: condition) != nil
    }
}

extension FMStoredArray where Element: Equatable, Access: FMDatabaseAsyncAccess {
    /// Asynchronous form of `contains(_:)`.
    public func contains(_ element: Element, file: StaticString = #fileID, line: UInt = #line) async throws -> Bool {
        try await firstIndex(of: element, file: file, line: line) != nil
    }

    /// Asynchronous form of `firstIndex(of:)`.
    public func firstIndex(of element: Element, file: StaticString = #fileID, line: UInt = #line) async throws -> Int? {
        try await firstIndex(file: file, line: line) { $0 == element }
    }
}

extension FMStoredArray where Access: FMDatabaseAsyncAccess {
    /// Asynchronous form of `append(_:)`.
    public func append(_ element: Element, file: StaticString = #fileID, line: UInt = #line) async throws {
        try await append(contentsOf: CollectionOfOne(element), file: file, line: line)
    }

    /// Asynchronous form of `append(contentsOf:)`.
    public func append(
        contentsOf elements: some Sequence<Element>, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        let elements = Array(elements)
        try await writing(file, line) { try $0.append(contentsOf: elements) }
    }

    /// Asynchronous form of `insert(_:at:)`.
    public func insert(
        _ element: Element, at index: Int, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await insert(contentsOf: CollectionOfOne(element), at: index, file: file, line: line)
    }

    /// Asynchronous form of `insert(contentsOf:at:)`.
    public func insert(
        contentsOf elements: some Collection<Element>, at index: Int, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        let elements = Array(elements)
        try await writing(file, line) { try $0.insert(contentsOf: elements, at: index) }
    }

    /// Asynchronous form of `set(_:to:)`.
    public func set(_ index: Int, to element: Element, file: StaticString = #fileID, line: UInt = #line) async throws {
        try await writing(file, line) { try $0.set(index, to: element) }
    }

    /// Asynchronous form of `remove(at:)`.
    @discardableResult
    public func remove(at index: Int, file: StaticString = #fileID, line: UInt = #line) async throws -> Element {
        try await writing(file, line) { try $0.remove(at: index) }
    }

    /// Asynchronous form of `removeSubrange(_:)`.
    public func removeSubrange(_ range: Range<Int>, file: StaticString = #fileID, line: UInt = #line) async throws {
        try await writing(file, line) { try $0.removeSubrange(range) }
    }

    /// Asynchronous form of `popFirst()`.
    @discardableResult
    public func popFirst(file: StaticString = #fileID, line: UInt = #line) async throws -> Element? {
        try await writing(file, line) { try $0.popFirst() }
    }

    /// Asynchronous form of `popLast()`.
    @discardableResult
    public func popLast(file: StaticString = #fileID, line: UInt = #line) async throws -> Element? {
        try await writing(file, line) { try $0.popLast() }
    }

    /// Asynchronous form of `replaceAll(with:)`.
    public func replaceAll(
        with elements: some Sequence<Element>, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        let elements = Array(elements)
        try await writing(file, line) { try $0.replaceAll(with: elements) }
    }
}
