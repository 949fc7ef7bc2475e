import FMDB

extension ColumnShape {
    /// Whether a value of the column can equal another value, after SQLite applies [type
    /// affinity](https://sqlite.org/datatype3.html#affinity).
    fileprivate func canEqual(_ value: FMValue) -> Bool {
        // A fast path for the keys of most models, before the costly cast.
        if case .integer = value, type == Int64.self || type == Int.self { return true }
        guard !isDate, !value.isNull, let type = type as? any FMValueConvertible.Type else { return true }
        switch (kind, value) {
        case (.text, .integer), (.text, .real), (.integer, .integer), (.real, .integer), (.real, .real): return true
        // A later version of the app may have stored cases that this version does not have, so any string is accepted.
        case (.text, .text) where type is any RawRepresentable.Type: return true
        case (.integer, .text(let text)), (.real, .text(let text)):
            return Double(text.trimmingCharacters(in: .whitespaces)) != nil || type.accepts(value)
        default: return type.accepts(value)
        }
    }
}

extension FMTable {
    /// Returns a key in its stored form.
    func keyValue(_ id: some FMValueConvertible) throws(FMError) -> FMValue {
        let value = if let date = id as? Date { try options.dates.value(of: date) } else { try id.fmValue }
        if let key = singleKey, !key.canEqual(value) {
            throw FMError(
                .misuse,
                "no \(Model.self) can have this key: column \(key.name), \(value.reasonNotToBe(key.type ?? Any.self))")
        }
        return value
    }

    /// The column of the key, or a column for the rowid if no column is the key; nil for a key of several columns.
    private var singleKey: ColumnShape? {
        if sql.key.count == 1, let key = sql.key.first { return columns[key].shape }
        return sql.key.isEmpty && options.key?.isAutomatic == true ? ColumnShape("rowid", of: Int64.self) : nil
    }

    /// Returns the condition that a row has the given key of one column, or the given rowid if no column is the key.
    func condition(key value: FMValue) throws(FMError) -> FMSQL {
        let term = try keyTerm
        guard let other = otherSpelling(of: value) else { return "\(term) IS \(value)" }
        let exists: FMSQL = "EXISTS (SELECT 1 FROM \(raw: sql.table) WHERE \(term) IS \(value))"
        return "\(term) IS CASE WHEN \(exists) THEN \(value) ELSE \(other) END"
    }

    /// Returns the condition that a row has one of the given keys.
    func condition(keys values: [FMValue]) throws(FMError) -> FMSQL {
        let values = values + values.compactMap(otherSpelling)
        return FMExpression<Model, FMValue>(bare: try keyTerm).in(values).sql
    }

    /// Returns a UUID string with lower-case letters in upper case, as the library stores UUIDs; nil for other values. Rows are found by
    /// either spelling, because other programs may store UUIDs in lower case.
    private func otherSpelling(of value: FMValue) -> FMValue? {
        guard case .text(let text) = value, text.utf8.count == 36,
            text.utf8.contains(where: { $0 >= UInt8(ascii: "a") }), singleKey?.type == UUID.self
        else { return nil }
        return UUID(uuidString: text).map { .text($0.uuidString) }
    }

    private var keyTerm: FMSQL {
        get throws(FMError) {
            if sql.key.isEmpty, options.key?.isAutomatic == true { return FMSQL(raw: try rowID) }
            guard sql.key.count == 1 else {
                throw FMError(
                    .misuse,
                    """
                    the key of the table \(name) has \(sql.key.count) columns, but one value was given: use a condition, where: \
                    "\(sql.key.map { "\(columns[$0].name) = \\(…)" }.joined(separator: " AND "))"
                    """)
            }
            return FMSQL(raw: sql.columns[sql.key[0]])
        }
    }

    func condition(rowID number: Int64) throws(FMError) -> FMSQL { "\(raw: try rowID) = \(number)" }

    var rowID: String {
        get throws(FMError) {
            if options.isWithoutRowID == true {
                throw FMError(
                    .misuse,
                    "the table \(name) is WITHOUT ROWID, so its rows cannot be found by rowid")
            }
            if let name = sql.rowID { return name }
            throw FMError(
                .misuse,
                "the rows of the table \(name) cannot be found by rowid, because its columns are named rowid, oid and _rowid_"
            )
        }
    }

    /// Returns the condition that a row has a key of any number of columns.
    func keyCondition(_ key: [FMValue]) -> FMSQL {
        if sql.key.isEmpty { return "0" }
        return zip(sql.key, key).map { "\(raw: sql.columns[$0]) IS \($1)" as FMSQL }.joined(" AND ")
    }
}

extension FMTable where Model: FMModel {
    func keyValues(of model: Model) throws -> [FMValue] {
        let values = try FMModelValues.collect(model, self)
        return sql.key.map { values[$0] }
    }
}
