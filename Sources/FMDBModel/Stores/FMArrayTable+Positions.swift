import FMDB

/// Where the elements of a stored array lie: their positions follow each other without gaps, but begin anywhere, so that
/// the first element can go without moving the others.
struct ArrayExtent {
    /// The position of the first element.
    let first: Int64
    let count: Int

    /// The position behind the last element.
    var end: Int64 { first + Int64(count) }

    func position(of index: Int, in name: String) throws(FMError) -> Int64 {
        guard 0..<count ~= index else { throw without(index, in: name) }
        return first + Int64(index)
    }

    func without(_ index: Int, in name: String) -> FMError {
        FMError(.range, "the stored array \(name) has \(count) elements, none with the index \(index)")
    }
}

extension FMArrayTable {
    /// The index is not unique: to move elements by one statement, some have the same position in the midst of it.
    private var creation: [FMSQL] {
        // Tables and indexes share their names; no store's table is called so.
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
        // Each of them is one look into the index, both in one SELECT would be a way through all of it.
        let found = try database.readStore(table) {
            try database.rows(
                """
                SELECT (SELECT min(position) FROM \(raw: table.sql)), (SELECT max(position) FROM \(raw: table.sql))
                """, as: (Int64?, Int64?).self)
        }
        guard let bounds = found?.first, let first = bounds.0, let last = bounds.1 else {
            return ArrayExtent(first: 0, count: 0)
        }
        return ArrayExtent(first: first, count: Int(last - first) + 1)
    }

    func writing<Value>(_ body: (ArrayExtent) throws -> Value) throws -> Value {
        try database.writeStore(creation) { try body(extent()) }
    }

    func put(_ elements: some Sequence<Element>, from position: Int64) throws {
        var position = position
        for element in elements {
            let value = try FMValue(encoding: element)
            try database.execute("INSERT INTO \(raw: table.sql) (position, value) VALUES (?, ?)", position, value)
            position += 1
        }
    }

    func move(_ condition: FMSQL, by distance: Int64) throws {
        guard distance != 0 else { return }
        try database.execute("UPDATE \(raw: table.sql) SET position = position + \(distance) WHERE \(condition)")
    }

    func remove(_ range: Range<Int>, _ extent: ArrayExtent) throws {
        let (lower, upper) = (extent.first + Int64(range.lowerBound), extent.first + Int64(range.upperBound))
        try database.execute("DELETE FROM \(raw: table.sql) WHERE position >= \(lower) AND position < \(upper)")
        if range.lowerBound < extent.count - range.upperBound {
            if range.lowerBound > 0 { try move("position < \(lower)", by: upper - lower) }
        } else if range.upperBound < extent.count {
            try move("position >= \(upper)", by: lower - upper)
        }
    }
}
