import FMDB

extension FMDatabase {
    /// - Parameter isOwn: whether the query returns exactly the model's columns. If not, duplicate column names are refused.
    @inlinable
    func models<Model: FMModel>(_ type: Model.Type, _ sql: FMSQL, isOwn: Bool = true) throws -> [Model] {
        var models: [Model] = []
        try forEachModel(type, sql, isOwn: isOwn) { models.append($0) }
        return models
    }

    /// - Parameter isOwn: whether the query returns exactly the model's columns. If not, duplicate column names are refused.
    @inlinable
    func forEachModel<Model: FMModel>(
        _ type: Model.Type, _ sql: FMSQL, isOwn: Bool, _ body: (Model) throws -> Void
    ) throws {
        if type == FMRecord.self {
            return try forEachRecord(sql) { record in if let model = record as? Model { try body(model) } }
        }
        let cursor = try query(sql, of: type)
        defer { cursor.close() }
        var number = 0
        while let row = try cursor.nextRow() {
            if number == 0, !isOwn { try type.expectSingleColumns(row, sql) }
            let model: Model
            do {
                model = try Model(fmRow: row)
            } catch let error as FMError {
                throw type.located(error, row, sql.text).ofRow(number)
            }
            number += 1
            try body(model)
        }
    }

    @usableFromInline
    func query<Model: FMModel>(_ sql: FMSQL, of type: Model.Type) throws(FMError) -> FMResultSet {
        try type.explaining { () throws(FMError) in try query(sql) }
    }

    /// Calls a body for each row. All records of a query share one instance of the column names.
    @usableFromInline
    func forEachRecord(_ sql: FMSQL, _ body: (FMRecord) throws -> Void) throws {
        let cursor = try query(sql)
        defer { cursor.close() }
        var columns: RecordColumns?
        while let row = try cursor.nextRow() {
            let known = try columns ?? RecordColumns(of: row, sql)
            columns = known
            try body(try FMRecord(row, known))
        }
    }
}

extension FMModel {
    /// Returns the error for an unreadable row with more detail: the table, the key if it consists of integers, and the option that would
    /// read the dates.
    @usableFromInline
    @inline(never)
    static func located(_ error: FMError, _ row: FMRow, _ sql: String? = nil) -> FMError {
        guard error.resultCode == .mismatch, let table = try? fmTable else { return error }
        let value = { (name: String) in (try? row.value(name, as: FMValue.self)) ?? .null }
        var message = error.message
        // The table and key are added only if the SQL mentions the model's table, because a call can name another table.
        if let sql = error.sql ?? sql, SQLToken.split(sql).mention([table.name]) {
            message += ", in a row of \(table.name)"
            let key = table.sql.key.map { (name: table.columns[$0].name, value: value(table.columns[$0].name)) }
            if !key.isEmpty, key.allSatisfy({ $0.value.typeName == FMValue.integer(0).typeName }) {
                message += " with \(key.map { "\($0.name) \($0.value)" }.joined(separator: ", "))"
            }
        }
        for column in table.columns where column.shape.isDate {
            let (stored, dates) = (value(column.name), table.options.dates)
            guard !stored.isNull, dates.date(of: stored) == nil, let form = dates.other(reading: stored) else {
                continue
            }
            message += "; FMTableOptions(dates: .\(form)) reads it"
            break
        }
        return FMError(error.extendedCode, message, sql: error.sql).advising(
            "findReadable finds the other rows; " + adviceOnUnreadable(error.message))
    }

    /// - Parameter message: the message about an unreadable row.
    private static func adviceOnUnreadable(_ message: String) -> String {
        if message.hasSuffix(", found null") { return "declare a property that may be NULL as an optional" }
        let isCase = message.hasSuffix("from the value of its column") || message.contains(" is not a raw value of ")
        return isCase
            ? "an enumeration is read from the raw value of one of its cases"
            : "FMTableOptions(isStrict: true) refuses values of other types"
    }

    /// Creates a model from a row. An error describes the row.
    @usableFromInline
    static func read(_ row: FMRow) throws -> Self {
        do {
            return try Self(fmRow: row)
        } catch let error as FMError {
            throw located(error, row)
        }
    }

    /// Refuses duplicate column names. A join may return columns of several tables with the same name, so a model could get
    /// values of another table's row.
    @usableFromInline
    @inline(never)
    static func expectSingleColumns(_ row: FMRow, _ sql: FMSQL) throws(FMError) {
        let doubled = row.columnNames.doubledNames
        guard !doubled.isEmpty else { return }
        // If the model's table cannot be determined, the model may use any column.
        let table = try? fmTable
        guard let name = doubled.first(where: { table?.index(of: $0) != nil || table == nil }) else { return }
        throw FMError(
            .misuse,
            """
            the query has more than one column \(name), which \(Self.self) has: select only the columns of its table, as \
            in SELECT t.*, or rename the other columns with AS
            """, sql: sql.text)
    }
}

extension FMError {
    @usableFromInline
    func ofRow(_ number: Int) -> FMError {
        let error = FMError(extendedCode, "row \(number), \(message)", sql: sql)
        return localizedFailureReason.map(error.advising) ?? error
    }
}
