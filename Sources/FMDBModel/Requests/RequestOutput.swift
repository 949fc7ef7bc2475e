import FMDB

/// What the rows of a request have, and what they become.
struct RequestOutput<Model: FMModel, Element> {
    /// What stands after `SELECT`; nil for the columns of the model.
    let columns: (FMTable<Model>) throws(FMError) -> FMSQL?
    /// Runs a statement, and calls a body for what each row becomes.
    let forEach: (FMDatabase, FMSQL, FMTable<Model>, (Element) throws -> Void) throws -> Void
    /// Whether the elements are the rows as they are, not what a closure makes of them.
    var isPlain = true
}

// SAFETY: nothing of it changes. The closures have captured types, requests' values, which are Sendable, and closures of the
// client's that are Sendable.
extension RequestOutput: @unchecked Sendable where Model: Sendable {}

extension RequestOutput where Element == Model {
    /// The models.
    static var models: RequestOutput {
        RequestOutput(
            columns: { _ throws(FMError) in nil },
            forEach: { database, sql, _, body in try database.forEachModel(Model.self, sql, isOwn: true, body) })
    }
}

extension RequestOutput {
    /// What is read of each row.
    ///
    /// - Parameter reader: is called once for a statement.
    static func rows(
        _ columns: @escaping (FMTable<Model>) throws(FMError) -> FMSQL,
        _ reader: @escaping (FMDateStorage) -> (FMRow) throws -> Element
    ) -> RequestOutput {
        RequestOutput(
            columns: { table throws(FMError) in try columns(table) },
            forEach: { database, sql, table, body in
                try database.forEachResult(sql, reader(table.options.dates), body)
            })
    }

    /// What a closure makes of each element.
    func map<Other>(_ transform: @escaping @Sendable (Element) throws -> Other) -> RequestOutput<Model, Other> {
        let forEach = forEach
        return RequestOutput<Model, Other>(
            columns: columns,
            forEach: { database, sql, table, body in
                try forEach(database, sql, table) { element in try body(transform(element)) }
            }, isPlain: false)
    }
}

extension FMDatabase {
    /// Calls a body for what is read of each row. An error of the reading names the row.
    fileprivate func forEachResult<Element>(
        _ sql: FMSQL, _ read: (FMRow) throws -> Element, _ body: (Element) throws -> Void
    ) throws {
        let cursor = try query(sql)
        defer { cursor.close() }
        var number = 0
        while let row = try cursor.nextRow() {
            let element: Element
            do {
                element = try read(row)
            } catch let error as FMError {
                throw error.ofRow(number)
            }
            number += 1
            try body(element)
        }
    }
}
