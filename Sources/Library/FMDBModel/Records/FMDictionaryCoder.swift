import FMDB

/// Makes `Codable` values of dictionaries and records, and the other way round.
///
///     let coder = FMDictionaryCoder()
///     let person = try coder.model(Person.self, from: ["name": "ann", "home": ["town": "Bern"]])
///     let dictionary = try coder.dictionary(person)
///     try db.insert(coder.record(of: person), into: "person")
///
/// Nested types need nothing more than `Codable`, and properties with other names in the dictionary are renamed by their
/// `CodingKeys`. A record of a model whose table names its properties, as `@FMModel` makes it, has the columns of that table.
/// Any thread may use it.
public struct FMDictionaryCoder: Sendable {
    /// The form of dates in records, and of numbers and texts that stand for dates in dictionaries.
    public var dates: FMDateStorage

    /// A coder.
    ///
    /// - Parameter dates: the form of dates in records.
    public init(dates: FMDateStorage = .secondsSince1970) { self.dates = dates }

    /// A value of a record's columns. Nested values are JSON text.
    ///
    /// - Parameters:
    ///   - type: columns without a property are ignored.
    ///   - record: its names are those of the properties, in the same case of letters.
    /// - Throws: `FMError` with the code `.mismatch`, naming the property: for a value that is missing or does not fit.
    public func model<Model: Decodable>(
        _ type: Model.Type = Model.self, from record: FMRecord
    ) throws(FMError) -> Model {
        if let model = try model(ofTable: type, record) { return model }
        return try NodeDecoder.decode(type, from: DictionaryNode(record, dates, isColumn: true))
    }

    /// A model of the columns of its table, as `init(fmRow:)` makes it. Dates are in the form that the table's options name.
    ///
    /// - Parameters:
    ///   - type: columns without a property are ignored.
    ///   - record: a missing column has its default value, or NULL.
    /// - Throws: `FMError` with the code `.mismatch`, naming the column: for a value that is missing or does not fit; and
    ///   what ``FMModel/fmTable`` throws.
    @_disfavoredOverload
    public func model<Model: FMModel>(
        _ type: Model.Type = Model.self, from record: FMRecord
    ) throws(FMError) -> Model {
        try row(of: type, record)
    }

    /// A value of a dictionary, of JSON or a property list for example. Nested values are dictionaries and arrays.
    ///
    /// Bytes may be `Data` or text in Base64, other values text if their type reads them of text, `URL` for example.
    ///
    /// - Parameters:
    ///   - type: keys without a property are ignored.
    ///   - dictionary: its keys are the names of the properties. `NSNull` is nil.
    /// - Throws: `FMError` with the code `.mismatch`, naming the property: for a value that is missing or does not fit.
    public func model<Model: Decodable>(
        _ type: Model.Type = Model.self, from dictionary: [String: Any]
    ) throws(FMError) -> Model {
        try NodeDecoder.decode(type, from: DictionaryNode(dictionary, dates))
    }

    /// The columns of a value: nil is NULL; values other than numbers, texts, dates and bytes become JSON text.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that SQLite cannot hold, and one without properties.
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

    /// The columns of a model in the order of its table, as `fmBind(to:)` gives them. Dates are in the form that the table's
    /// options name.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that SQLite cannot hold; and what ``FMModel/fmTable``
    ///   throws.
    @_disfavoredOverload
    public func record<Model: FMModel>(of model: Model) throws(FMError) -> FMRecord {
        try columns(of: model, Model.fmTable)
    }

    /// A dictionary of a value. Nested values are dictionaries of the type `[String: any Sendable]` and arrays of the type
    /// `[any Sendable]`; what is nil is left out.
    ///
    /// Numbers, `String`, `Bool`, `Data`, `Date`, `URL`, `UUID` and `Decimal` are kept unchanged.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for a value that refuses to be encoded, and one without properties.
    public func dictionary<Model: Encodable>(_ model: Model) throws(FMError) -> [String: any Sendable] {
        let node = try NodeEncoder.encode(model, plain)
        guard let dictionary = node.tree as? [String: any Sendable] else { throw withoutProperties(Model.self) }
        return dictionary
    }

    private func withoutProperties(_ type: Any.Type) -> FMError {
        FMError(.mismatch, "\(type) has no properties to be encoded")
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
    /// - Returns: nil where the coding keys are the names of the columns.
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

    /// - Returns: nil where the coding keys are the names of the columns.
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
            // Only SQLite makes rows.
            let database = FMDatabase(path: nil)
            database.logsErrors = false
            guard database.open() else { throw FMError(.cantOpen, database.lastErrorMessage()) }
            defer { database.close() }
            return try table.model(of: values, by: database)
        }
    }
}
