import FMDB

/// A list in a database: a table with a row for each element.
///
///     let messages = FMStoredArray("inbox", of: Message.self, in: queue)
///     try await messages.append(message)
///     let newest = try await messages.last()
///     try await messages.remove(at: 0)
///
/// Each call reads or writes its elements; none is kept in memory. Each change is made completely or not at all. Indexes go from 0
/// to the count, as those of an array. An insertion or removal moves the elements on the shorter side, by one statement; at either
/// end none is moved. See `FMValue.init(encoding:dates:)` for the stored form.
///
/// In a queue or pool any thread and any task may use it. Each call is an access of its own, a change a transaction; `withContents`
/// makes one transaction of several. A pool reads by its readers. In a database only its thread uses the store, and a change is
/// part of the open transaction.
public struct FMStoredArray<Element: Codable & Sendable, Access: FMDatabaseAccess>: FMStore {
    /// The name of the store. Stores of different names have nothing in common.
    public let name: String
    /// The database, queue or pool that the list is in.
    public let database: Access
    /// The name of its table, with the columns `position` and `value`.
    public var tableName: String { table.name }

    let table: StoreTable
}

extension FMStoredArray {
    /// The list of a name. Nothing is done with the database yet.
    ///
    /// - Parameters:
    ///   - name: any text.
    ///   - type: the type of the elements; it may be left out where it is known.
    ///   - database: an open database, a queue or a pool.
    public init(_ name: String, of type: Element.Type = Element.self, in database: Access) {
        self.init(name: name, database: database, table: StoreTable("array", name))
    }

    /// The same list in a connection, for a block that has one already.
    ///
    ///     try queue.withTransaction { db in
    ///         try db.delete(draft)
    ///         try messages.over(db).append(message)
    ///     }
    public func over(_ database: FMDatabase) -> FMStoredArray<Element, FMDatabase> {
        FMStoredArray<Element, FMDatabase>(name: name, database: database, table: table)
    }

    /// Several changes at once: all of them or none, and nothing of others in between.
    ///
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError`, as `withTransaction` does.
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
    /// The number of elements. It takes as long for many as for few.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func count(file: StaticString = #fileID, line: UInt = #line) throws -> Int {
        try reading(file, line) { try $0.extent().count }
    }

    /// An element.
    ///
    /// - Throws: `FMError`: `.range` for another index, `.mismatch` for a value that is no element.
    public func element(at index: Int, file: StaticString = #fileID, line: UInt = #line) throws -> Element {
        try reading(file, line) { try $0.storedElement(at: index) }
    }

    /// The elements of a page, all of them without a range. Indexes beyond the end are ignored.
    ///
    ///     let page = try messages.elements(in: 100..<150)
    ///
    /// - Throws: `FMError`: `.range` for a negative index, `.mismatch` for a value that is no element.
    public func elements(
        in range: Range<Int>? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [Element] {
        try reading(file, line) { list in
            var elements: [Element] = []
            try list.forEach(in: range) { elements.append($0) }
            return elements
        }
    }

    /// Calls a body for each element, or for those of a range, in their order, without keeping any. All of them are of one
    /// state. The body must not change the list nor use the queue or pool. If it throws, the others are left out.
    ///
    /// - Throws: what the body throws, or `FMError`, as `elements(in:)` does.
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

    /// The first element; nil if there is none.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that is no element.
    public func first(file: StaticString = #fileID, line: UInt = #line) throws -> Element? {
        try elements(in: 0..<1, file: file, line: line).first
    }

    /// The last element; nil if there is none.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that is no element.
    public func last(file: StaticString = #fileID, line: UInt = #line) throws -> Element? {
        try reading(file, line) { try $0.storedLast() }
    }

    /// The index of the first element that a condition holds for; nil if there is none. The elements are read one by one.
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

    /// Whether a condition holds for an element. The elements are read one by one.
    ///
    /// - Throws: as `firstIndex(where:)`.
    public func contains(
        file: StaticString = #fileID, line: UInt = #line, where condition: (Element) throws -> Bool
    ) throws -> Bool {
        try firstIndex(file: file, line: line, where: condition) != nil
    }
}

extension FMStoredArray where Element: Equatable {
    /// Whether an element is in the list. The elements are read one by one.
    ///
    /// - Throws: `FMError`, as `elements(in:)` does.
    public func contains(_ element: Element, file: StaticString = #fileID, line: UInt = #line) throws -> Bool {
        try firstIndex(of: element, file: file, line: line) != nil
    }

    /// The first index of an element; nil if it is not in the list. The elements are read one by one.
    ///
    /// - Throws: `FMError`, as `elements(in:)` does.
    public func firstIndex(of element: Element, file: StaticString = #fileID, line: UInt = #line) throws -> Int? {
        try firstIndex(file: file, line: line) { $0 == element }
    }
}

// MARK: - Writing

extension FMStoredArray {
    /// Adds an element behind the last one.
    ///
    /// - Throws: `FMError`: `.mismatch` for an element that cannot be encoded, SQLite's code if it refuses.
    public func append(_ element: Element, file: StaticString = #fileID, line: UInt = #line) throws {
        try append(contentsOf: CollectionOfOne(element), file: file, line: line)
    }

    /// Adds elements behind the last one, all of them or none.
    ///
    /// - Throws: `FMError`: `.mismatch` for an element that cannot be encoded, SQLite's code if it refuses.
    public func append(
        contentsOf elements: some Sequence<Element>, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        // An access may run twice, a sequence need not.
        let elements = Array(elements)
        try writing(file, line) { list in
            try list.change { extent in try list.put(elements, from: extent.end) }
        }
    }

    /// Adds an element. Its index will be `index`, from 0 to the count.
    ///
    /// - Throws: `FMError`: `.range` for another index; otherwise as `append(_:)`.
    public func insert(
        _ element: Element, at index: Int, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try insert(contentsOf: CollectionOfOne(element), at: index, file: file, line: line)
    }

    /// Adds elements, all of them or none. The index of the first will be `index`, from 0 to the count.
    ///
    /// - Throws: `FMError`: `.range` for another index; otherwise as `append(_:)`.
    public func insert(
        contentsOf elements: some Collection<Element>, at index: Int, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line) { list in
            try list.change { extent in try list.put(elements, at: index, extent) }
        }
    }

    /// Puts another element in the place of one.
    ///
    /// - Throws: `FMError`: `.range` for another index; otherwise as `append(_:)`.
    public func set(_ index: Int, to element: Element, file: StaticString = #fileID, line: UInt = #line) throws {
        try writing(file, line) { list in
            try list.change { extent in try list.replace(at: index, by: element, extent) }
        }
    }

    /// Removes an element, and returns it.
    ///
    /// - Throws: `FMError`: `.range` for another index; `.mismatch` for a value that is no element: nothing is removed
    ///   then, but `removeSubrange(_:)` does.
    @discardableResult
    public func remove(at index: Int, file: StaticString = #fileID, line: UInt = #line) throws -> Element {
        try writing(file, line) { list in try list.change { extent in try list.take(index, extent) } }
    }

    /// Removes the elements of a range.
    ///
    /// - Throws: `FMError`: `.range` for another range, SQLite's code if it refuses.
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

    /// Removes the first element, and returns it; nil if there is none.
    ///
    /// - Throws: `FMError`, as `remove(at:)` does.
    @discardableResult
    public func popFirst(file: StaticString = #fileID, line: UInt = #line) throws -> Element? {
        try writing(file, line) { try $0.pop { _ in 0 } }
    }

    /// Removes the last element, and returns it; nil if there is none.
    ///
    /// - Throws: `FMError`, as `remove(at:)` does.
    @discardableResult
    public func popLast(file: StaticString = #fileID, line: UInt = #line) throws -> Element? {
        try writing(file, line) { try $0.pop { $0 - 1 } }
    }

    /// Puts other elements in the place of all. All of it or nothing.
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
