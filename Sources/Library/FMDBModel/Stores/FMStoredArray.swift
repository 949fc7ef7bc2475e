import FMDB

/// A list in a database: a table with one row for each element.
///
///     let messages = FMStoredArray("inbox", of: Message.self, in: queue)
///     try await messages.append(message)
///     let newest = try await messages.last()
///     try await messages.remove(at: 0)
///
/// Each call reads or writes the database; no elements are cached in memory. Each change is atomic. Indexes start at 0, as in
/// an array. An insertion or removal moves the elements on the shorter side with one UPDATE. At either end, no elements are
/// moved. See `FMValue.init(encoding:dates:)` for the stored form.
///
/// With a queue or pool, any thread and any task may use the list. Each call is a separate access, and each change is a
/// transaction. `withContents` combines several changes in one transaction. A pool uses its readers for reading. With an
/// `FMDatabase`, only the database's thread may use the list, and a change is part of the open transaction.
public struct FMStoredArray<Element: Codable & Sendable, Access: FMDatabaseAccess>: FMStore {
    /// The name of the store. Each name has its own table.
    public let name: String
    /// The database, queue or pool that holds the list.
    public let database: Access
    /// The name of its table, which has the columns `id`, `position` and `value`.
    public var tableName: String { table.name }

    let table: StoreTable
}

extension FMStoredArray {
    /// Creates the list with a name. It does not access the database yet.
    ///
    /// - Parameters:
    ///   - name: the name, which may be any string.
    ///   - type: the type of the elements. It may be omitted if it can be inferred.
    ///   - database: an open database, a queue or a pool.
    public init(_ name: String, of type: Element.Type = Element.self, in database: Access) {
        self.init(name: name, database: database, table: StoreTable("array", name))
    }

    /// Returns the same list on a connection, for use inside a block that already has one.
    ///
    ///     try queue.withTransaction { db in
    ///         try db.delete(draft)
    ///         try messages.over(db).append(message)
    ///     }
    public func over(_ database: FMDatabase) -> FMStoredArray<Element, FMDatabase> {
        FMStoredArray<Element, FMDatabase>(name: name, database: database, table: table)
    }

    /// Makes several changes atomically and in isolation from other connections.
    ///
    /// - Returns: what the closure returns.
    /// - Throws: what the closure throws, or `FMError`, as `withTransaction` does.
    @discardableResult
    public func withContents<Result: Sendable>(
        file: StaticString = #fileID, line: UInt = #line, _ body: (FMStoredArray<Element, FMDatabase>) throws -> Result
    ) throws -> Result {
        try changing(file, line, body)
    }
}

extension FMStoredArray: Sendable where Access: Sendable {}

// MARK: - Reading

extension FMStoredArray {
    /// Returns the number of elements. The time does not depend on that number.
    ///
    /// - Throws: `FMError`: SQLite's code if the statement fails.
    public func count(file: StaticString = #fileID, line: UInt = #line) throws -> Int {
        try reading(file, line) { try $0.extent().count }
    }

    /// Returns the element at an index.
    ///
    /// - Throws: `FMError`: `.range` if the index does not exist, `.mismatch` if the stored value cannot be decoded.
    public func element(at index: Int, file: StaticString = #fileID, line: UInt = #line) throws -> Element {
        try reading(file, line) { try $0.storedElement(at: index) }
    }

    /// Returns the elements in a range, or all elements without a range. Indexes beyond the end are ignored.
    ///
    ///     let page = try messages.elements(in: 100..<150)
    ///
    /// - Throws: `FMError`: `.range` for a negative index, `.mismatch` if a stored value cannot be decoded.
    public func elements(
        in range: Range<Int>? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [Element] {
        try reading(file, line) { list in
            var elements: [Element] = []
            try list.forEach(in: range) { elements.append($0) }
            return elements
        }
    }

    /// Calls a closure for each element, or for each element in a range, in order, without collecting them. All elements come
    /// from one snapshot. The closure must not change the list and must not use the queue or pool. If it throws, the iteration
    /// ends.
    ///
    /// - Throws: what the closure throws, or `FMError`, as `elements(in:)` does.
    public func forEach(
        in range: Range<Int>? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ body: (Element) throws -> Void
    ) throws {
        try reading(file, line) { list in
            try list.visit(range) { element, _ in
                try body(element)
                return true
            }
        }
    }

    /// Returns the first element, or nil if the list is empty.
    ///
    /// - Throws: `FMError` with the code `.mismatch` if the stored value cannot be decoded.
    public func first(file: StaticString = #fileID, line: UInt = #line) throws -> Element? {
        try elements(in: 0..<1, file: file, line: line).first
    }

    /// Returns the last element, or nil if the list is empty.
    ///
    /// - Throws: `FMError` with the code `.mismatch` if the stored value cannot be decoded.
    public func last(file: StaticString = #fileID, line: UInt = #line) throws -> Element? {
        try reading(file, line) { try $0.storedLast() }
    }

    /// Returns the index of the first element that fulfils a condition, or nil. The elements are read one by one.
    ///
    /// - Throws: what the condition throws, or `FMError`, as `elements(in:)` does.
    public func firstIndex(
        file: StaticString = #fileID, line: UInt = #line, where condition: (Element) throws -> Bool
    ) throws -> Int? {
        try reading(file, line) { list in
            var found: Int?
            try list.visit(nil) { element, index in
                if try condition(element) { found = index }
                return found == nil
            }
            return found
        }
    }

    /// Returns whether an element fulfils a condition. The elements are read one by one.
    ///
    /// - Throws: the errors of `firstIndex(where:)`.
    public func contains(
        file: StaticString = #fileID, line: UInt = #line, where condition: (Element) throws -> Bool
    ) throws -> Bool {
        try firstIndex(file: file, line: line, where: condition) != nil
    }
}

extension FMStoredArray where Element: Equatable {
    /// Returns whether an element is in the list. The elements are read one by one.
    ///
    /// - Throws: `FMError`, as `elements(in:)` does.
    public func contains(_ element: Element, file: StaticString = #fileID, line: UInt = #line) throws -> Bool {
        try firstIndex(of: element, file: file, line: line) != nil
    }

    /// Returns the first index of an element, or nil if it is not in the list. The elements are read one by one.
    ///
    /// - Throws: `FMError`, as `elements(in:)` does.
    public func firstIndex(of element: Element, file: StaticString = #fileID, line: UInt = #line) throws -> Int? {
        try firstIndex(file: file, line: line) { $0 == element }
    }
}

// MARK: - Writing

extension FMStoredArray {
    /// Appends an element.
    ///
    /// - Throws: `FMError`: `.mismatch` for an element that cannot be encoded, SQLite's code if a statement fails.
    public func append(_ element: Element, file: StaticString = #fileID, line: UInt = #line) throws {
        try append(contentsOf: CollectionOfOne(element), file: file, line: line)
    }

    /// Appends elements, all of them or none.
    ///
    /// - Throws: `FMError`: `.mismatch` for an element that cannot be encoded, SQLite's code if a statement fails.
    public func append(
        contentsOf elements: some Sequence<Element>, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        // The block may run twice, but a sequence may allow only one iteration.
        let elements = Array(elements)
        try writing(file, line) { list in
            try list.change { extent in try list.put(elements, from: extent.end) }
        }
    }

    /// Inserts an element at an index from 0 to the count.
    ///
    /// - Throws: `FMError`: `.range` if the index is out of range; otherwise the errors of `append(_:)`.
    public func insert(
        _ element: Element, at index: Int, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try insert(contentsOf: CollectionOfOne(element), at: index, file: file, line: line)
    }

    /// Inserts elements at an index from 0 to the count, all of them or none.
    ///
    /// - Throws: `FMError`: `.range` if the index is out of range; otherwise the errors of `append(_:)`.
    public func insert(
        contentsOf elements: some Collection<Element>, at index: Int, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line) { list in
            try list.change { extent in try list.put(elements, at: index, extent) }
        }
    }

    /// Replaces the element at an index.
    ///
    /// - Throws: `FMError`: `.range` if the index does not exist; otherwise the errors of `append(_:)`.
    public func set(_ index: Int, to element: Element, file: StaticString = #fileID, line: UInt = #line) throws {
        try writing(file, line) { list in
            try list.change { extent in try list.replace(at: index, by: element, extent) }
        }
    }

    /// Removes the element at an index and returns it.
    ///
    /// - Throws: `FMError`: `.range` if the index does not exist; `.mismatch` if the stored value cannot be decoded. In that
    ///   case nothing is removed; use `removeSubrange(_:)` to remove it.
    @discardableResult
    public func remove(at index: Int, file: StaticString = #fileID, line: UInt = #line) throws -> Element {
        try writing(file, line) { list in try list.change { extent in try list.take(index, extent) } }
    }

    /// Removes the elements in a range.
    ///
    /// - Throws: `FMError`: `.range` if the range exceeds the list, SQLite's code if a statement fails.
    public func removeSubrange(_ range: Range<Int>, file: StaticString = #fileID, line: UInt = #line) throws {
        try writing(file, line) { list in
            try list.change { extent in
                guard range.lowerBound >= 0, range.upperBound <= extent.count else {
                    throw extent.without(range.lowerBound < 0 ? range.lowerBound : range.upperBound, in: name)
                }
                try list.remove(range, extent)
            }
        }
    }

    /// Removes the first element and returns it, or returns nil if the list is empty.
    ///
    /// - Throws: `FMError`, as `remove(at:)` does.
    @discardableResult
    public func popFirst(file: StaticString = #fileID, line: UInt = #line) throws -> Element? {
        try writing(file, line) { try $0.pop { _ in 0 } }
    }

    /// Removes the last element and returns it, or returns nil if the list is empty.
    ///
    /// - Throws: `FMError`, as `remove(at:)` does.
    @discardableResult
    public func popLast(file: StaticString = #fileID, line: UInt = #line) throws -> Element? {
        try writing(file, line) { try $0.pop { $0 - 1 } }
    }

    /// Replaces all elements atomically.
    ///
    /// - Throws: `FMError`, as `append(_:)` does.
    public func replaceAll(
        with elements: some Sequence<Element>, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        let elements = Array(elements)
        try writing(file, line) { list in
            try list.change { _ in
                try list.removeAll()
                try list.put(elements, from: 0)
            }
        }
    }
}
