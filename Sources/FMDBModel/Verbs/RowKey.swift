import FMDB

/// The key of a row, as a verb is given it.
@usableFromInline
enum RowKey {
    case value(any FMValueConvertible)
    /// Of a type that goes into one column as a raw value, or as JSON text.
    case encoded(any Encodable)
}

extension FMTable {
    /// A key as it is stored.
    func keyValue(_ key: RowKey) throws(FMError) -> FMValue {
        switch key {
        case .value(let date as Date): try options.dates.value(of: date)
        case .value(let value): try value.fmValue
        case .encoded(let value): try FMValue(encoding: value, dates: options.dates)
        }
    }

    /// The condition that a row has a key of one column, or the number that is the key where no column is.
    func condition(_ key: RowKey) throws(FMError) -> FMSQL {
        let value = try keyValue(key)
        if texts.key.isEmpty, options.key?.isAutomatic == true { return "\(raw: texts.rowID) IS \(value)" }
        guard texts.key.count == 1 else {
            throw FMError(.misuse, "the key of the table \(name) has \(texts.key.count) columns, one value was given")
        }
        return "\(raw: texts.columns[texts.key[0]]) IS \(value)"
    }

    func condition(rowID: Int64) -> FMSQL { "\(raw: texts.rowID) = \(rowID)" }

    /// The condition that a row has a key of any number of columns.
    func keyCondition(_ key: [FMValue]) -> FMSQL {
        let parts = zip(texts.key, key).map { "\(raw: texts.columns[$0]) IS \($1)" as FMSQL }
        guard let first = parts.first else { return "0" }
        return parts.dropFirst().reduce(first) { "\($0) AND \($1)" }
    }
}

extension FMTable where Model: FMModel {
    func keyValues(of model: Model) throws -> [FMValue] {
        let values = try FMModelValues.collect(model, self)
        return texts.key.map { values[$0] }
    }
}
