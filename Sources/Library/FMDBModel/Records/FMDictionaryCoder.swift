import FMDB

/// Converts dictionaries and records to `Codable` values, and back.
///
///     let coder = FMDictionaryCoder()
///     let person = try coder.model(Person.self, from: ["name": "ann", "home": ["town": "Bern"]])
///     let dictionary = try coder.dictionary(person)
///     try db.insert(coder.record(of: person), into: "person")
///
/// Nested types only need to be `Codable`. If a property has another name in the dictionary, declare it in `CodingKeys`. For a model whose
/// table declares its properties, as with `@FMModel`, a record has the columns of that table. Any thread may use a coder.
public struct FMDictionaryCoder: Sendable {
    /// The format of dates in records, and of numbers and strings that represent dates in dictionaries.
    public var dates: FMDateStorage

    /// Creates a coder.
    ///
    /// - Parameter dates: the format of dates in records.
    public init(dates: FMDateStorage = .secondsSince1970) { self.dates = dates }

    /// Decodes a value from the columns of a record. Nested values are JSON text.
    ///
    /// - Parameters:
    ///   - type: the type to decode. Columns without a property are ignored.
    ///   - record: the record. Its column names must equal the property names, including their case.
    /// - Throws: `FMError` with the code `.mismatch` if a value is missing or does not fit. The message names the property.
    public func model<Model: Decodable>(
        _ type: Model.Type = Model.self, from record: FMRecord
    ) throws(FMError) -> Model {
        if let model = try model(ofTable: type, record) { return model }
        return try NodeDecoder.decode(type, from: DictionaryNode(record, dates, isColumn: true))
    }

    /// Creates a model from the columns of its table with `init(fmRow:)`. Dates have the format of the table's options.
    ///
    /// - Parameters:
    ///   - type: the type of the model. Columns without a property are ignored.
    ///   - record: the record. A missing column has its default value, or NULL.
    /// - Throws: `FMError` with the code `.mismatch` if a value is missing or does not fit; the message names the column. Also
    ///   what ``FMModel/fmTable`` throws.
    @_disfavoredOverload
    public func model<Model: FMModel>(
        _ type: Model.Type = Model.self, from record: FMRecord
    ) throws(FMError) -> Model {
        try row(of: type, record)
    }

    /// Decodes a value from a dictionary, for example from JSON or a property list. Nested values are dictionaries and arrays.
    ///
    /// Bytes may be `Data` or Base64 strings. Other values may be strings if their type can read strings, as `URL` can.
    ///
    /// - Parameters:
    ///   - type: the type to decode. Keys without a property are ignored.
    ///   - dictionary: the dictionary. Its keys are the names of the properties. `NSNull` is nil.
    /// - Throws: `FMError` with the code `.mismatch` if a value is missing or does not fit. The message names the property.
    public func model<Model: Decodable>(
        _ type: Model.Type = Model.self, from dictionary: [String: Any]
    ) throws(FMError) -> Model {
        try NodeDecoder.decode(type, from: DictionaryNode(dictionary, dates))
    }

    /// Returns the columns of a value. Nil becomes NULL. Values other than numbers, strings, dates and bytes become JSON text.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that SQLite cannot store, and for a type without properties.
    public func record<Model: Encodable>(of model: Model) throws(FMError) -> FMRecord {
        if let model = model as? any FMModel, let columns = try columns(ofTable: model) { return columns }
        let node = try NodeEncoder.encode(model) { [dates] value in try FMValue(encoding: value, dates: dates) }
        guard case .object(let entries) = node.content ?? .object([]) else { throw withoutProperties(Model.self) }
        var record = FMRecord()
        for (key, node) in entries {
            if case .leaf(let value) = node.content { record[key] = value } else { record[key] = .null }
        }
        return record
    }

    /// Returns the columns of a model in the order of its table, with the values from `fmBind(to:)`. Dates have the format of
    /// the table's options.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that SQLite cannot store. Also what ``FMModel/fmTable``
    ///   throws.
    @_disfavoredOverload
    public func record<Model: FMModel>(of model: Model) throws(FMError) -> FMRecord {
        try columns(of: model, Model.fmTable)
    }

    /// Returns a dictionary of a value's properties. Nested values are dictionaries of the type `[String: any Sendable]` and
    /// arrays of the type `[any Sendable]`. Nil values are omitted.
    ///
    /// Numbers, `String`, `Bool`, `Data`, `Date`, `URL`, `UUID` and `Decimal` are kept unchanged.
    ///
    /// - Throws: `FMError` with the code `.mismatch` if encoding the value fails, or if it has no properties.
    public func dictionary<Model: Encodable>(_ model: Model) throws(FMError) -> [String: any Sendable] {
        let node = try NodeEncoder.encode(model, plain)
        guard let dictionary = node.tree as? [String: any Sendable] else { throw withoutProperties(Model.self) }
        return dictionary
    }

    private func withoutProperties(_ type: Any.Type) -> FMError {
        FMError(.mismatch, "\(type) has no properties to encode")
    }

    private func plain(_ value: any Encodable) -> (any Sendable)? {
        switch value {
        case let value as any FixedWidthInteger & Sendable: value
        case let value as Bool: value
        case let value as Double: value
        case let value as Float: value
        case let value as String: value
        case let value as Data: value
        case let value as Date: value
        case let value as URL: value
        case let value as UUID: value
        case let value as Decimal: value
        default: nil
        }
    }
}

// MARK: - By the table

extension FMDictionaryCoder {
    /// - Returns: nil if the column names are the coding keys.
    private func columns<Model: FMModel>(ofTable model: Model) throws(FMError) -> FMRecord? {
        let table = try Model.fmTable
        return table.namesProperties ? try columns(of: model, table) : nil
    }

    private func columns<Model: FMModel>(of model: Model, _ table: FMTable<Model>) throws(FMError) -> FMRecord {
        let values = try FMError.reporting("\(Model.self) cannot be encoded or decoded") {
            try FMModelValues.collect(model, table)
        }
        var record = FMRecord()
        for (column, value) in zip(table.columns, values) { record[column.name] = value }
        return record
    }

    /// - Returns: nil if the column names are the coding keys.
    private func model<Model>(ofTable type: Model.Type, _ record: FMRecord) throws(FMError) -> Model? {
        guard let type = type as? any FMModel.Type else { return nil }
        return try ofTable(type, record) as? Model
    }

    private func ofTable<Model: FMModel>(_ type: Model.Type, _ record: FMRecord) throws(FMError) -> Model? {
        try Model.fmTable.namesProperties ? row(of: type, record) : nil
    }

    private func row<Model: FMModel>(of type: Model.Type, _ record: FMRecord) throws(FMError) -> Model {
        let table = try Model.fmTable
        let values = table.columns.map { record[$0.name] ?? $0.shape.defaultValue ?? .null }
        return try FMError.reporting("\(type) cannot be encoded or decoded") {
            // Only a query can produce an `FMRow`, so an in-memory database runs one.
            let database = FMDatabase(path: nil)
            database.logsErrors = false
            guard database.open() else { throw FMError(.cantOpen, database.lastErrorMessage()) }
            defer { database.close() }
            return try table.model(of: values, by: database)
        }
    }
}
