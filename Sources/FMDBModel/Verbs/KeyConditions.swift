import FMDB

/// A key of a type that goes into one column as a raw value, or as JSON text.
@usableFromInline
struct EncodedKey<Model: FMModel>: FMValueConvertible {
    private let value: any Encodable

    @usableFromInline
    init(_ value: any Encodable) { self.value = value }

    @usableFromInline
    var fmValue: FMValue {
        get throws(FMError) { try StoredValue<Model, any Encodable>(value: value).fmValue }
    }

    @usableFromInline
    static func fromFMValue(_ value: FMValue) -> EncodedKey? { nil }
}

extension FMTable {
    /// A key as it is stored.
    func keyValue(_ id: some FMValueConvertible) throws(FMError) -> FMValue {
        if let date = id as? Date { try options.dates.value(of: date) } else { try id.fmValue }
    }

    /// The condition that a row has a key of one column, or the number that is the key where no column is.
    func condition(key value: FMValue) throws(FMError) -> FMSQL {
        if sql.key.isEmpty, options.key?.isAutomatic == true { return "\(raw: try rowID) IS \(value)" }
        guard sql.key.count == 1 else {
            throw FMError(.misuse, "the key of the table \(name) has \(sql.key.count) columns, one value was given")
        }
        return "\(raw: sql.columns[sql.key[0]]) IS \(value)"
    }

    func condition(rowID number: Int64) throws(FMError) -> FMSQL { "\(raw: try rowID) = \(number)" }

    /// The name of the number of a row.
    var rowID: String {
        get throws(FMError) {
            if options.isWithoutRowID == true {
                throw FMError(
                    .misuse,
                    "the rows of the table \(name) have no numbers by which they could be found: it is WITHOUT ROWID")
            }
            if let name = sql.rowID { return name }
            throw FMError(
                .misuse,
                "the rows of the table \(name) cannot be found by their numbers, because its columns are named rowid, oid and "
                    + "_rowid_")
        }
    }

    /// The condition that a row has a key of any number of columns.
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
