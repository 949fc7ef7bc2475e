import FMDB

/// The positions of a stored array's elements. They are contiguous but can start at any number, so that the first element can
/// be removed without moving the others.
struct ArrayExtent {
    /// The position of the first element, or 0 if there is none.
    let first: Int64
    let count: Int

    static let empty = ArrayExtent(first: 0, count: 0)
}

extension ArrayExtent {
    init(first: Int64, last: Int64, in name: String) throws(FMError) {
        let (distance, isTooFar) = last.subtractingReportingOverflow(first)
        guard !isTooFar, let count = Int(exactly: distance), count < Int.max else {
            throw FMError(.corrupt, "the positions of the stored array \(name) are too far apart for a list")
        }
        self.init(first: first, count: count + 1)
    }

    /// The position after the last element, or nil if it would exceed `Int64.max`.
    var end: Int64? {
        let (end, isBeyond) = first.addingReportingOverflow(Int64(count))
        return isBeyond ? nil : end
    }

    func position(of index: Int, in name: String) throws(FMError) -> Int64 {
        guard 0..<count ~= index else { throw without(index, in: name) }
        return first + Int64(index)
    }

    func expectRoom(before size: Int, in name: String) throws(FMError) {
        if first.subtractingReportingOverflow(Int64(size)).overflow { throw ArrayExtent.full(name) }
    }

    func expectRoom(behind size: Int, in name: String) throws(FMError) {
        if (first + Int64(count - 1)).addingReportingOverflow(Int64(size)).overflow { throw ArrayExtent.full(name) }
    }

    func without(_ index: Int, in name: String) -> FMError {
        FMError(.range, "the stored array \(name) has \(count.of("element")), none with the index \(index)")
    }

    static func full(_ name: String) -> FMError {
        FMError(
            .full,
            "the stored array \(name) has no position left at this end: replaceAll(with:) renumbers its elements")
    }
}

extension FMStoredArray where Access == FMDatabase {
    /// The statements that create the table and its index. The index is not UNIQUE, because two elements can have the same
    /// position while a statement moves them.
    private var creation: [FMSQL] {
        // Tables and indexes share one namespace. No store's table has this name.
        let index = StoreTable("array-position", name).sql
        return [
            """
            CREATE TABLE IF NOT EXISTS \(raw: table.sql) \
            (id INTEGER PRIMARY KEY, position INTEGER NOT NULL, value)
            """,
            "CREATE INDEX IF NOT EXISTS \(raw: index) ON \(raw: table.sql) (position)",
        ]
    }

    func extent() throws -> ArrayExtent {
        // Each subquery is one index lookup. Both aggregates in one SELECT would scan the index.
        let found = try database.ifThereIs(tableName) {
            try database.rows(
                """
                SELECT (SELECT min(position) FROM \(raw: table.sql)), (SELECT max(position) FROM \(raw: table.sql))
                """, as: (Int64?, Int64?).self)
        }
        guard let bounds = found?.first, let first = bounds.0, let last = bounds.1 else {
            return .empty
        }
        return try ArrayExtent(first: first, last: last, in: name)
    }

    /// Changes the list in a savepoint. The table is created if it does not exist.
    func change<Value>(_ body: (ArrayExtent) throws -> Value) throws -> Value {
        try database.allOrNothing {
            for statement in creation { try database.execute(statement) }
            return try body(extent())
        }
    }

    /// - Parameter position: the position of the first element, or nil if no position is left.
    func put(_ elements: some Sequence<Element>, from position: Int64?) throws {
        var next = position
        for element in elements {
            guard let position = next else { throw ArrayExtent.full(name) }
            let value = try FMValue(encoding: element)
            try database.execute("INSERT INTO \(raw: table.sql) (position, value) VALUES (?, ?)", position, value)
            next = position == .max ? nil : position + 1
        }
    }

    func move(_ condition: FMSQL, by distance: Int64) throws {
        guard distance != 0 else { return }
        try database.execute("UPDATE \(raw: table.sql) SET position = position + \(distance) WHERE \(condition)")
    }

    func remove(_ range: Range<Int>, _ extent: ArrayExtent) throws {
        guard !range.isEmpty else { return }
        let lower = extent.first + Int64(range.lowerBound)
        let upper = extent.first + Int64(range.upperBound - 1)
        try database.execute("DELETE FROM \(raw: table.sql) WHERE position BETWEEN \(lower) AND \(upper)")
        let distance = Int64(range.count)
        if range.lowerBound < extent.count - range.upperBound {
            if range.lowerBound > 0 { try move("position < \(lower)", by: distance) }
        } else if range.upperBound < extent.count {
            try move("position > \(upper)", by: -distance)
        }
    }
}

extension FMStoredArray where Access == FMDatabase {
    func storedElement(at index: Int) throws -> Element {
        guard index >= 0 else { throw try extent().without(index, in: name) }
        // One statement reads the first position and the element, so that no change can come between the two lookups.
        let found = try value(
            """
            SELECT value FROM \(raw: table.sql) WHERE position = (SELECT min(position) FROM \(raw: table.sql)) + \(index)
            """)
        guard let value = found else { throw try extent().without(index, in: name) }
        return try decode(value, index)
    }

    func storedLast() throws -> Element? {
        let last = try value("SELECT value FROM \(raw: table.sql) ORDER BY position DESC LIMIT 1")
        guard let value = last else { return nil }
        return try decode(value, extent().count - 1)
    }

    /// Calls a body for the elements of a range, or for all if the range is nil, until the body returns false.
    func visit(_ range: Range<Int>?, _ body: (Element, Int) throws -> Bool) throws {
        if let range, range.lowerBound < 0 { throw try extent().without(range.lowerBound, in: name) }
        var condition = "1" as FMSQL
        if let range {
            condition = "position >= \(start) + \(range.lowerBound) AND position < \(start) + \(range.upperBound)"
        }
        let sql: FMSQL = "SELECT value FROM \(raw: table.sql) WHERE \(condition) ORDER BY position"
        guard let cursor = try database.ifThereIs(tableName, { try database.query(sql) }) else { return }
        defer { cursor.close() }
        var index = range?.lowerBound ?? 0
        while let row = try cursor.nextRow() {
            guard try body(decode(row.value(at: 0), index), index) else { return }
            index += 1
        }
    }

    func put(_ elements: some Collection<Element>, at index: Int, _ extent: ArrayExtent) throws {
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

    func replace(at index: Int, by element: Element, _ extent: ArrayExtent) throws {
        let position = try extent.position(of: index, in: name)
        let value = try FMValue(encoding: element)
        try database.execute("UPDATE \(raw: table.sql) SET value = \(value) WHERE position = \(position)")
    }

    func take(_ index: Int, _ extent: ArrayExtent) throws -> Element {
        let element = try storedElement(at: index)
        try remove(index..<index + 1, extent)
        return element
    }

    func pop(_ index: (_ count: Int) -> Int) throws -> Element? {
        // A call on an empty list does not create the table.
        guard try extent().count > 0 else { return nil }
        return try change { extent in extent.count == 0 ? nil : try take(index(extent.count), extent) }
    }

    /// The position of the first element.
    private var start: FMSQL { "(SELECT min(position) FROM \(raw: table.sql))" }

    /// Returns the first value of a query, or nil if there is no row or no table.
    private func value(_ sql: FMSQL) throws -> FMValue? {
        try database.ifThereIs(tableName) { try database.rows(sql, as: FMValue.self) }?.first
    }

    private func decode(_ value: FMValue, _ index: @autoclosure () throws -> Int) throws -> Element {
        do throws(FMError) {
            return try value.decode(Element.self)
        } catch {
            throw FMError(error.extendedCode, "element \(try index()) of the stored array \(name): \(error.message)")
        }
    }
}
