import FMDB

extension FMDatabase {
    /// - Parameter isOwn: whether the columns are those of the model, each once.
    @inlinable
    func models<Model: FMModel>(_ type: Model.Type, _ sql: FMSQL, isOwn: Bool = true) throws -> [Model] {
        var models: [Model] = []
        try forEachModel(type, sql, isOwn: isOwn) { models.append($0) }
        return models
    }

    /// - Parameter isOwn: whether the columns are those of the model, each once.
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

    /// Calls a body for each row. All rows of a query share the names of their columns.
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
    /// The error of a row that cannot be read, with its table, its key if that is made of numbers, and the option that reads its dates.
    @usableFromInline
    @inline(never)
    static func located(_ error: FMError, _ row: FMRow, _ sql: String? = nil) -> FMError {
        guard error.resultCode == .mismatch, let table = try? fmTable else { return error }
        let value = { (name: String) in (try? row.value(name, as: FMValue.self)) ?? .null }
        var message = error.message
        // Another table may have been named, or a join.
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

    /// - Parameter message: of a row that cannot be read.
    private static func adviceOnUnreadable(_ message: String) -> String {
        if message.hasSuffix(", found null") { return "a property that may be NULL is an optional" }
        let isCase = message.hasSuffix("from the value of its column") || message.contains(" is not a raw value of ")
        return isCase
            ? "an enumeration is read from the raw value of one of its cases"
            : "FMTableOptions(isStrict: true) refuses values of other types"
    }

    /// Makes a value of a row, with an error that says which row it is.
    @usableFromInline
    static func read(_ row: FMRow) throws -> Self {
        do {
            return try Self(fmRow: row)
        } catch let error as FMError {
            throw located(error, row)
        }
    }

    /// A row of a join may have a column of each table under one name: a model of it could be another row's.
    @usableFromInline
    @inline(never)
    static func expectSingleColumns(_ row: FMRow, _ sql: FMSQL) throws(FMError) {
        let doubled = row.columnNames.doubledNames
        guard !doubled.isEmpty else { return }
        // Where the table is not known, neither is what the model does without.
        let table = try? fmTable
        guard let name = doubled.first(where: { table?.index(of: $0) != nil || table == nil }) else { return }
        throw FMError(
            .misuse,
            """
            the query has more than one column \(name), which \(Self.self) has: select the columns of its table alone, as \
            in SELECT t.*, or give the others another name by AS
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
