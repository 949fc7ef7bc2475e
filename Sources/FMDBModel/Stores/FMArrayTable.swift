import FMDB

/// A list that lies in a database, one row for each element.
///
///     let messages = FMArrayTable<Message>("inbox", in: db)
///     try messages.append(message)
///     print(try messages.count(), try messages[0].text)
///     try messages.remove(at: 0)
///
/// It is the view of a database; ``FMStoredArray`` is the one of a queue or pool, which tasks may share. Elements are read
/// and written when they are asked for, none is kept. Each change is complete or did not happen; within a transaction it
/// belongs to that. Indexes go from 0 to the count, as those of an array. To insert or remove moves the numbers of the
/// elements on the shorter side, by one statement; at either end nothing is moved.
///
/// Elements are stored as `FMValue.init(encoding:dates:)` says. It belongs to the thread that uses the database.
public struct FMArrayTable<Element: Codable & Sendable> {
    /// The name of the store. Stores of different names have nothing in common.
    public let name: String
    /// The name of its table, with the columns `position` and `value`.
    public var tableName: String { table.name }

    let database: FMDatabase
    let table: StoreTable

    /// The list of a name. Nothing is done with the database yet.
    ///
    /// - Parameters:
    ///   - name: any text.
    ///   - database: an open database.
    public init(_ name: String, in database: FMDatabase) {
        self.init(name, StoreTable("array", name), database)
    }

    init(_ name: String, _ table: StoreTable, _ database: FMDatabase) {
        self.name = name
        self.table = table
        self.database = database
    }
}

// MARK: - Reading

extension FMArrayTable {
    /// The number of elements. It takes as long for many as for few.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func count() throws -> Int { try extent().count }

    /// Whether there are none.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func isEmpty() throws -> Bool { try extent().count == 0 }

    /// An element.
    ///
    /// - Parameter index: from 0 to the count, without it.
    /// - Throws: `FMError`: `.range` for another index, `.mismatch` for a value that is no element.
    public subscript(index: Int) -> Element {
        get throws { try element(at: index) }
    }

    /// An element.
    ///
    /// - Parameter index: from 0 to the count, without it.
    /// - Throws: `FMError`: `.range` for another index, `.mismatch` for a value that is no element.
    public func element(at index: Int) throws -> Element {
        guard index >= 0 else { throw try extent().without(index, in: name) }
        // One statement, so that nothing changes between a look for the first position and one for the element.
        let condition = "position = \(start) + \(index)" as FMSQL
        guard let value = try values(condition, "position").first else { throw try extent().without(index, in: name) }
        return try decode(value, index)
    }

    /// The elements of a page, all of them without a range.
    ///
    ///     let page = try messages.elements(in: 100..<150)
    ///
    /// - Parameter range: what is beyond the end is passed over.
    /// - Throws: `FMError`: `.range` for a negative index, `.mismatch` for a value that is no element.
    public func elements(in range: Range<Int>? = nil) throws -> [Element] {
        var elements: [Element] = []
        try forEach(in: range) { elements.append($0) }
        return elements
    }

    /// Calls a body for each element, in their order, without keeping any.
    ///
    /// - Parameters:
    ///   - range: what is beyond the end is passed over; nil for all.
    ///   - body: it may read, but must not change the list. If it throws, the others are left out.
    /// - Throws: what the body throws, or `FMError`, as `elements(in:)` does.
    public func forEach(in range: Range<Int>? = nil, _ body: (Element) throws -> Void) throws {
        if let range, range.lowerBound < 0 { throw try extent().without(range.lowerBound, in: name) }
        var condition = "1" as FMSQL
        if let range {
            condition = "position >= \(start) + \(range.lowerBound) AND position < \(start) + \(range.upperBound)"
        }
        guard let cursor = try database.readStore(table, { try database.query(selection(condition, "position")) })
        else {
            return
        }
        defer { cursor.close() }
        var index = range?.lowerBound ?? 0
        while let row = try cursor.nextRow() {
            try body(decode(row.value(at: 0), index))
            index += 1
        }
    }

    /// The first element; nil if there is none.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that is no element.
    public func first() throws -> Element? { try elements(in: 0..<1).first }

    /// The last element; nil if there is none.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that is no element.
    public func last() throws -> Element? {
        guard let value = try values("1", "position DESC LIMIT 1").first else { return nil }
        return try decode(value, count() - 1)
    }

    /// The index of the first element that a condition holds for; nil if there is none. The elements are read one by one.
    ///
    /// - Throws: what the condition throws, or `FMError`, as `elements(in:)` does.
    public func firstIndex(where condition: (Element) throws -> Bool) throws -> Int? {
        var index = 0
        do {
            try forEach { element in
                if try condition(element) { throw Found() }
                index += 1
            }
        } catch is Found {
            return index
        }
        return nil
    }

    /// Whether a condition holds for an element. The elements are read one by one.
    ///
    /// - Throws: what the condition throws, or `FMError`, as `elements(in:)` does.
    public func contains(where condition: (Element) throws -> Bool) throws -> Bool {
        try firstIndex(where: condition) != nil
    }

    /// The position of the first element.
    private var start: FMSQL { "(SELECT min(position) FROM \(raw: table.sql))" }

    private func selection(_ condition: FMSQL, _ order: FMSQL) -> FMSQL {
        "SELECT value FROM \(raw: table.sql) WHERE \(condition) ORDER BY \(order)"
    }

    private func values(_ condition: FMSQL, _ order: FMSQL) throws -> [FMValue] {
        try database.readStore(table) { try database.rows(selection(condition, order), as: FMValue.self) } ?? []
    }

    private func decode(_ value: FMValue, _ index: @autoclosure () throws -> Int) throws -> Element {
        do throws(FMError) {
            return try value.decode(Element.self)
        } catch {
            throw FMError(error.extendedCode, "element \(try index()) of the stored array \(name): \(error.message)")
        }
    }

    private struct Found: Error {}
}

extension FMArrayTable where Element: Equatable {
    /// Whether an element is in the list. The elements are read one by one.
    ///
    /// - Throws: `FMError`, as `elements(in:)` does.
    public func contains(_ element: Element) throws -> Bool { try firstIndex(of: element) != nil }

    /// The first index of an element; nil if it is not in the list. The elements are read one by one.
    ///
    /// - Throws: `FMError`, as `elements(in:)` does.
    public func firstIndex(of element: Element) throws -> Int? { try firstIndex { $0 == element } }
}

// MARK: - Writing

extension FMArrayTable {
    /// Adds an element behind the last one.
    ///
    /// - Throws: `FMError`: `.mismatch` for an element that cannot be encoded, SQLite's code if it refuses.
    public func append(_ element: Element) throws { try append(contentsOf: CollectionOfOne(element)) }

    /// Adds elements behind the last one, all of them or none.
    ///
    /// - Throws: `FMError`: `.mismatch` for an element that cannot be encoded, SQLite's code if it refuses.
    public func append(contentsOf elements: some Sequence<Element>) throws {
        try writing { extent in try put(elements, from: extent.end) }
    }

    /// Adds an element before another one.
    ///
    /// - Parameters:
    ///   - element: the new element.
    ///   - index: what its index will be, from 0 to the count.
    /// - Throws: `FMError`: `.range` for another index; otherwise as `append(_:)`.
    public func insert(_ element: Element, at index: Int) throws {
        try insert(contentsOf: CollectionOfOne(element), at: index)
    }

    /// Adds elements before another one, all of them or none.
    ///
    /// - Parameters:
    ///   - elements: the new elements.
    ///   - index: what the index of the first of them will be, from 0 to the count.
    /// - Throws: `FMError`: `.range` for another index; otherwise as `append(_:)`.
    public func insert(contentsOf elements: some Collection<Element>, at index: Int) throws {
        try writing { extent in
            guard 0...extent.count ~= index else { throw extent.without(index, in: name) }
            guard index < extent.count else { return try put(elements, from: extent.end) }
            let distance = Int64(elements.count)
            let position = extent.first + Int64(index)
            if index < extent.count - index {
                try extent.expectRoom(before: elements.count, in: name)
                if index > 0 { try move("position < \(position)", by: -distance) }
                try put(elements, from: position - distance)
            } else {
                try extent.expectRoom(behind: elements.count, in: name)
                try move("position >= \(position)", by: distance)
                try put(elements, from: position)
            }
        }
    }

    /// Puts another element in the place of one.
    ///
    /// - Parameters:
    ///   - index: from 0 to the count, without it.
    ///   - element: the new element.
    /// - Throws: `FMError`: `.range` for another index; otherwise as `append(_:)`.
    public func set(_ index: Int, to element: Element) throws {
        try writing { extent in
            let position = try extent.position(of: index, in: name)
            let value = try FMValue(encoding: element)
            try database.execute("UPDATE \(raw: table.sql) SET value = \(value) WHERE position = \(position)")
        }
    }

    /// Removes an element.
    ///
    /// - Parameter index: from 0 to the count, without it.
    /// - Returns: the element.
    /// - Throws: `FMError`: `.range` for another index; `.mismatch` for a value that is no element: nothing is removed
    ///   then, but `removeSubrange(_:)` does.
    @discardableResult
    public func remove(at index: Int) throws -> Element {
        try writing { extent in
            let element = try element(at: index)
            try remove(index..<index + 1, extent)
            return element
        }
    }

    /// Removes the elements of a range.
    ///
    /// - Parameter range: within 0 to the count.
    /// - Throws: `FMError`: `.range` for another range, SQLite's code if it refuses.
    public func removeSubrange(_ range: Range<Int>) throws {
        try writing { extent in
            guard range.lowerBound >= 0, range.upperBound <= extent.count else {
                throw extent.without(range.lowerBound < 0 ? range.lowerBound : range.upperBound, in: name)
            }
            try remove(range, extent)
        }
    }

    /// Removes the first element, and returns it; nil if there is none.
    ///
    /// - Throws: `FMError`, as `remove(at:)` does.
    @discardableResult
    public func popFirst() throws -> Element? { try pop { _ in 0 } }

    /// Removes the last element, and returns it; nil if there is none.
    ///
    /// - Throws: `FMError`, as `remove(at:)` does.
    @discardableResult
    public func popLast() throws -> Element? { try pop { $0 - 1 } }

    private func pop(_ index: (_ count: Int) -> Int) throws -> Element? {
        // To look shall not make the table.
        guard try !isEmpty() else { return nil }
        return try writing { extent in extent.count == 0 ? nil : try remove(at: index(extent.count)) }
    }

    /// Removes all elements. The table stays.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func removeAll() throws { try writing { _ in _ = try database.execute("DELETE FROM \(raw: table.sql)") } }

    /// Puts other elements in the place of all. All of it or nothing.
    ///
    /// - Throws: `FMError`, as `append(_:)` does.
    public func replaceAll(with elements: some Sequence<Element>) throws {
        try writing { _ in
            try database.execute("DELETE FROM \(raw: table.sql)")
            try put(elements, from: 0)
        }
    }

    /// Removes the table.
    ///
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func drop() throws { try database.dropTable(table.name) }
}
