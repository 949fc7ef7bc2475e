import FMDB

/// A field of any model and type.
private protocol AnyField {
    var fmName: String { get }
    static var valueType: Any.Type { get }
}

extension FMField: AnyField {
    fileprivate static var valueType: Any.Type { Value.self }
}

/// Compares the fields that a model declares by hand with the columns of its table. A wrong name would otherwise fail only in the
/// first statement that uses it.
struct FieldCheck {
    let table: String
    let columns: [ColumnShape]
    let dates: FMDateStorage
    /// The columns that the model does not have.
    let others: () throws(FMError) -> [String]

    /// - Throws: `FMError` with the code `.misuse` that names the field, and the column that was probably meant.
    func run<Model: FMModel>(_ model: Model.Type) throws(FMError) {
        for field in FieldCheck.fields(of: Model.Columns()) {
            guard let column = columns.first(where: { $0.name.nameKey == field.fmName.nameKey }) else {
                try expect(field.fmName, of: Model.self)
                continue
            }
            let type = Swift.type(of: field).valueType
            if let (own, other) = differentTypes(type, column) {
                throw FMError(
                    .misuse,
                    """
                    the field \(field.fmName) of \(Model.self).Columns is of the type \(other), but the column of the table \
                    \(table) holds values of \(own)
                    """)
            }
            guard let nested = ColumnShape.unwrapped(type).0 as? any FMNested.Type else { continue }
            try FieldCheck.expectFields(of: nested)
        }
    }

    private static func fields(of columns: some FMColumns) -> [any AnyField] {
        Mirror(reflecting: columns).children.compactMap { $0.value as? any AnyField }
    }

    private func expect(_ name: String, of model: Any.Type) throws(FMError) {
        let known = columns.map(\.name)
        if (try others() + RowIDName.all).contains(where: { $0.nameKey == name.nameKey }) { return }
        throw FMError(
            .misuse,
            "the field \(name) of \(model).Columns names no column of the table \(table); \(FieldCheck.advice(name, known))"
        )
    }

    private static func advice(_ name: String, _ known: [String]) -> String {
        NearestName(to: name, in: known).name.map { "did you mean \($0)?" } ?? "there are \(known.listed)"
    }

    /// - Returns: nil also where the type of the column is not known.
    private func differentTypes(_ type: Any.Type, _ column: ColumnShape) -> (own: Any.Type, other: Any.Type)? {
        let wrapped = ColumnShape.unwrapped(type).0
        guard let own = column.type, own != wrapped, FMColumnKind(of: own) != nil else { return nil }
        guard let kind = wrapped == Date.self ? FMColumnKind(dates) : FMColumnKind(of: wrapped), kind != column.kind
        else { return nil }
        return (own, wrapped)
    }

    /// The fields of a structure that is stored as JSON text have the names of its keys.
    private static func expectFields<Nested: FMNested>(of type: Nested.Type) throws(FMError) {
        guard let decodable = type as? any Decodable.Type, let keys = try? TypeProbe.columns(of: decodable) else {
            return
        }
        let known = keys.map(\.name)
        for field in fields(of: Nested.Columns()) where !known.contains(field.fmName) {
            throw FMError(
                .misuse,
                "the field \(field.fmName) of \(type).Columns names no property; \(advice(field.fmName, known))")
        }
    }
}

extension FMDatabase {
    /// Compares the fields of a table's model with it.
    func expectFields<Model>(of table: FMTable<Model>) throws(FMError) {
        guard let model = Model.self as? any FMModel.Type else { return }
        let others = { () throws(FMError) in
            try table.options.generated.map(\.name) + (self.tableFacts(table.name)?.columns.map(\.name) ?? [])
        }
        try FieldCheck(
            table: table.name, columns: table.columns.map(\.shape), dates: table.options.dates, others: others
        )
        .run(model)
    }
}
