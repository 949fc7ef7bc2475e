import FMDB

/// A table that another library created.
struct LegacySource {
    var table: String
    let dialect: LegacyDialect
    /// The prefix of each column's name.
    let prefix: String
    /// The columns that the library adds itself, without the prefix.
    let key: String
    let created: String?
    let updated: String?

    func propertyName(_ column: String) -> String {
        column.hasPrefix(prefix) ? String(column.dropFirst(prefix.count)) : column
    }
}

/// Copies the rows of an old table into the table of a model.
struct LegacyImport<Model: FMModel> {
    private let database: FMDatabase
    private let source: LegacySource
    private let options: FMImportOptions
    private let table: FMTable<Model>
    private let columns: [String]
    /// The index in `columns` for each column of the model.
    private let places: [Int?]
    private let insertion: ModelStatement
    private let now = Date()
    private var report = FMImportReport()

    static func run(_ database: FMDatabase, _ source: LegacySource, _ options: FMImportOptions) throws -> FMImportReport
    {
        try database.allOrNothing {
            var importing = try LegacyImport(database, source, options)
            try importing.copyRows()
            return importing.report
        }
    }

    private init(_ database: FMDatabase, _ source: LegacySource, _ options: FMImportOptions) throws {
        let table = try database.table(of: Model.self, options.target)
        let source = try database.separated(source, from: table.name, options)
        if !database.tableExists(table.name) { try database.createTable(Model.self, named: table.name) }
        let columns = try database.schemaColumns(of: source.table, in: options.place).map(\.name)
        let places = try LegacyColumns(source, columns, options).places(of: table)
        let own = { (index: Int?) in index.flatMap { places[$0] == nil ? $0 : nil } }
        // The creation and update times of the old table are kept.
        var layout = table.sql.layout
        layout.created = own(layout.created)
        layout.updated = own(layout.updated)
        insertion = .insertion(layout, Array(table.columns.indices))
        (self.database, self.source, self.options) = (database, source, options)
        (self.table, self.columns, self.places) = (table, columns, places)
        let used = Set(places.compactMap { $0 })
        report.unusedColumns = columns.indices.filter { !used.contains($0) }.map { source.propertyName(columns[$0]) }
            .filter { ![source.key, source.created, source.updated].contains($0) }
    }

    private mutating func copyRows() throws {
        let names = columns.map { FMSQL.column($0).text }.joined(separator: ", ")
        let place = "\(FMSQL.quoted(identifier: options.place)).\(FMSQL.quoted(identifier: source.table))"
        let cursor = try database.query("SELECT rowid, \(raw: names) FROM \(raw: place) ORDER BY rowid")
        defer { cursor.close() }
        var bound = FMModelValues(insertion)
        while let row = try cursor.nextRow() {
            let values = try row.values()
            guard case .integer(let number) = values[0] else {
                throw FMError(.internal, "a row of the table \(source.table) has no rowid")
            }
            guard let model = try model(Array(values.dropFirst()), number) else {
                report.skippedRows.append(number)
                continue
            }
            try database.write(model, with: insertion, &bound)
            report.rows += 1
        }
    }

    /// - Returns: nil for a row to skip.
    private mutating func model(_ values: [FMValue], _ row: Int64) throws -> Model? {
        var values = values
        while true {
            let trace = DecodingTrace()
            do {
                return try read(values, trace)
            } catch let error as FMError {
                let index = trace.property.flatMap(table.index(of:))
                let value = FMImportReport.UnreadableValue(
                    row: row, column: index.map { table.columns[$0].name }, reason: error.message)
                if case .refuse = options.unreadable {
                    throw FMError(.mismatch, "the table \(source.table), row \(row), \(error.message)")
                }
                report.unreadable.append(value)
                guard case .makeNil = options.unreadable, let index, table.columns[index].shape.isOptional,
                    let place = places[index], !values[place].isNull
                else { return nil }
                values[place] = .null
            }
        }
    }

    private func read(_ values: [FMValue], _ trace: DecodingTrace) throws -> Model {
        var nodes: [String: LegacyNode] = [:]
        for (index, column) in table.columns.enumerated() { nodes[column.name] = node(index, values) }
        // A table that declares its properties may have other column names than the coding keys, so only other models are decoded by key.
        if !table.namesProperties, let type = Model.self as? any (FMModel & Decodable).Type {
            return try decode(type, LegacyNode(nodes, source.dialect), trace)
        }
        return try assemble(nodes, trace)
    }

    /// - Returns: nil if there is no column for the value.
    private func node(_ index: Int, _ values: [FMValue]) -> LegacyNode? {
        let shape = table.columns[index].shape
        let value = places[index].map { values[$0] }
        if let value, !value.isNull { return LegacyNode(value, source.dialect) }
        if index == table.sql.layout.created || index == table.sql.layout.updated {
            return LegacyNode(.real(now.timeIntervalSince1970), source.dialect)
        }
        return (shape.defaultValue ?? value).map { LegacyNode($0, source.dialect) }
    }

    private func decode<Type: Decodable>(
        _ type: Type.Type, _ node: LegacyNode, _ trace: DecodingTrace
    ) throws(FMError) -> Model {
        guard let model = try NodeDecoder.decode(type, from: node, trace) as? Model else {
            throw FMError(.internal, "\(type) is not \(Model.self)")
        }
        return model
    }

    /// Creates the model from the values, as if they were a row of its table.
    private func assemble(_ nodes: [String: LegacyNode], _ trace: DecodingTrace) throws -> Model {
        let values = try table.columns.map { column -> FMValue in
            trace.property = column.name
            do throws(FMError) {
                return try nodes[column.name].map { node throws(FMError) in try cell(column, node) } ?? .null
            } catch {
                throw FMError(.mismatch, "property \(column.name): \(error.message)")
            }
        }
        trace.property = nil
        return try table.model(of: values, by: database)
    }

    /// Returns the value for a column. If the column's type does not determine how to convert it, the property's type does.
    private func cell(_ column: FMColumn<Model>, _ node: LegacyNode) throws(FMError) -> FMValue {
        let type = column.shape.type
        let isConverted = type is any FMValueConvertible.Type && type != Decimal.self
        guard !node.isNull, !isConverted, let type = type as? any Codable.Type else {
            return try node.value(for: column.shape, table.options.dates)
        }
        return try encoded(type, node)
    }

    private func encoded<Value: Codable>(_ type: Value.Type, _ node: LegacyNode) throws(FMError) -> FMValue {
        try FMValue(encoding: NodeDecoder.decode(type, from: node), dates: table.options.dates)
    }
}

/// Finds the old column for each column of the model.
private struct LegacyColumns {
    private let source: LegacySource
    private let options: FMImportOptions
    private var places: [ExactText: Int] = [:]

    init(_ source: LegacySource, _ columns: [String], _ options: FMImportOptions) throws(FMError) {
        self.source = source
        self.options = options
        for (index, column) in columns.enumerated() { places[source.propertyName(column).nameKey] = index }
        for old in options.renamed.keys.sorted() where places[old.nameKey] == nil {
            throw FMError(.notFound, "the table \(source.table) has no column \(old) to rename")
        }
    }

    func places<Model>(of table: FMTable<Model>) throws(FMError) -> [Int?] {
        try table.columns.indices.map { index throws(FMError) in
            let column = table.columns[index]
            let place = place(of: column.name, index, table)
            let isGiven =
                column.shape.isOptional || column.shape.defaultValue != nil || table.sql.layout.created == index
                || table.sql.layout.updated == index
            guard place != nil || isGiven else {
                throw FMError(
                    .notFound, "the table \(source.table) has no column for the property \(column.name) of the model")
            }
            return place
        }
    }

    private func place<Model>(of name: String, _ index: Int, _ table: FMTable<Model>) -> Int? {
        let isKey = table.options.key?.isAutomatic == true && table.sql.key == [index]
        if isKey, !options.keepsKeys { return nil }
        if let old = options.renamed.first(where: { $0.value.nameKey == name.nameKey })?.key {
            return places[old.nameKey]
        }
        if let place = places[name.nameKey] { return place }
        let theirs: String? =
            switch index {
            case _ where isKey: source.key
            case table.sql.layout.created: source.created
            case table.sql.layout.updated: source.updated
            default: nil
            }
        return theirs.flatMap { places[$0.nameKey] }
    }
}

extension FMDatabase {
    /// Renames the old table if it has the name of the model's table. Throws if the options give no new name.
    fileprivate func separated(
        _ source: LegacySource, from table: String, _ options: FMImportOptions
    ) throws(FMError) -> LegacySource {
        guard options.place.nameKey == "main".nameKey, source.table.nameKey == table.nameKey else {
            return source
        }
        guard let name = options.oldTableName else {
            throw FMError(
                .misuse, "the old table and the model's table have the same name, \(table): set oldTableName or target")
        }
        try execute("ALTER TABLE \(identifier: source.table) RENAME TO \(identifier: name)")
        var source = source
        source.table = name
        return source
    }
}
