import FMDB

/// Finding models in tables where some rows may not fit the model.
extension FMDatabaseAccess {
    /// Returns the models that match a condition. Skips each row that does not fit the model, and reports it.
    ///
    ///     let people = try db.findReadable(Person.self) { error, row in
    ///         print(error.message, row["id"] ?? .null)
    ///     }
    ///
    /// A row does not fit if a property cannot take one of its values, or if the initializer of the model throws. The limit also counts
    /// such rows.
    ///
    /// The closure receives an error with the code `.mismatch`, whose message names the row, counted from 0, and the column. It also
    /// receives the row as stored; a TEXT value that is not valid UTF-8 is NULL. An error that the closure throws ends the call.
    ///
    /// - Throws: what the closure throws, or `FMError`: SQLite's code if the statement fails.
    public func findReadable<Model: FMModel>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], limit: Int? = nil, offset: Int = 0, file: StaticString = #fileID,
        line: UInt = #line, onMismatch report: (_ error: FMError, _ row: FMRecord) throws -> Void
    ) throws -> [Model] {
        let selection = Selection(condition, order, limit: limit, offset: offset)
        return try reading(file, line) { database in
            var models: [Model] = []
            try database.forEachReadable(
                selection.sql(database, table), Model.read, report, { models.append($0) })
            return models
        }
    }
}

// MARK: - On a connection

extension FMDatabase {
    /// Reads each row and calls `body` with the result. For a row that does not fit, calls `report` instead.
    ///
    /// - Parameters:
    ///   - extra: the number of trailing columns that do not belong to the row.
    ///   - visit: called before `body` with each row that fits.
    func forEachReadable<Element>(
        _ sql: FMSQL, without extra: Int = 0, _ read: (FMRow) throws -> Element,
        _ report: (FMError, FMRecord) throws -> Void, visiting visit: (FMRow) throws -> Void = { _ in },
        _ body: (Element) throws -> Void
    ) throws {
        let cursor = try query(sql)
        defer { cursor.close() }
        var number = 0
        while let row = try cursor.nextRow() {
            switch Result(catching: { try read(row) }) {
            case .success(let element):
                try visit(row)
                try body(element)
            case .failure(let error):
                try report(FMError.mismatch(error, sql).ofRow(number), FMRecord(readable: row, without: extra))
            }
            number += 1
        }
    }
}

extension FMError {
    /// - Throws: the error itself if its code is not `.mismatch`, because it does not concern this row alone.
    fileprivate static func mismatch(_ error: any Error, _ sql: FMSQL) throws -> FMError {
        guard let error = error as? FMError else {
            return FMError(.mismatch, "the model cannot be created from its values", cause: error, sql: sql.text)
        }
        guard error.resultCode == .mismatch else { throw error }
        return error
    }
}

extension FMRecord {
    /// Creates a record from a row. Values that cannot be read are NULL.
    fileprivate init(readable row: FMRow, without extra: Int) throws {
        let names = row.columnNames.dropLast(extra)
        try self.init(
            names.enumerated().map { index, name in (name, (try? row.value(at: index, as: FMValue.self)) ?? .null) })
    }
}
