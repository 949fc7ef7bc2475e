import FMDB

/// Where the elements of a stored array lie: their positions follow each other without gaps, but begin anywhere, so that
/// the first element can go without moving the others.
struct ArrayExtent {
    /// The position of the first element; 0 if there is none.
    let first: Int64
    let count: Int

    static let empty = ArrayExtent(first: 0, count: 0)

    private init(first: Int64, count: Int) {
        self.first = first
        self.count = count
    }

    /// - Throws: `FMError` with the code `.corrupt` where the positions are further apart than a list can be long.
    init(first: Int64, last: Int64, in name: String) throws(FMError) {
        let (distance, isTooFar) = last.subtractingReportingOverflow(first)
        guard !isTooFar, let count = Int(exactly: distance), count < Int.max else {
            throw FMError(.corrupt, "the positions of the stored array \(name) are too far apart for a list")
        }
        self.init(first: first, count: count + 1)
    }

    /// The position behind the last element; nil where none is left.
    var end: Int64? {
        let (end, isBeyond) = first.addingReportingOverflow(Int64(count))
        return isBeyond ? nil : end
    }

    func position(of index: Int, in name: String) throws(FMError) -> Int64 {
        guard 0..<count ~= index else { throw without(index, in: name) }
        return first + Int64(index)
    }

    /// - Throws: `FMError` with the code `.full` where so many positions before the first element are more than there are.
    func expectRoom(before size: Int, in name: String) throws(FMError) {
        if first.subtractingReportingOverflow(Int64(size)).overflow { throw ArrayExtent.full(name) }
    }

    /// - Throws: `FMError` with the code `.full` where so many positions behind the last element are more than there are.
    func expectRoom(behind size: Int, in name: String) throws(FMError) {
        if (first + Int64(count - 1)).addingReportingOverflow(Int64(size)).overflow { throw ArrayExtent.full(name) }
    }

    func without(_ index: Int, in name: String) -> FMError {
        FMError(.range, "the stored array \(name) has \(count.of("element")), none with the index \(index)")
    }

    static func full(_ name: String) -> FMError {
        FMError(
            .full,
            "the stored array \(name) has no position left at this end: replaceAll(with:) numbers its elements anew")
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
            return .empty
        }
        return try ArrayExtent(first: first, last: last, in: name)
    }

    func writing<Value>(_ body: (ArrayExtent) throws -> Value) throws -> Value {
        try database.writeStore(creation) { try body(extent()) }
    }

    /// - Parameter position: of the first of them; nil where none is left.
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
