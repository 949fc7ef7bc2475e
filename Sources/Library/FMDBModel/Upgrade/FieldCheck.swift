import FMDB

/// A field of any model and type.
private protocol AnyField {
    var fmName: String { get }
    static var valueType: Any.Type { get }
}

extension FMField: AnyField {
    fileprivate static var valueType: Any.Type { Value.self }
}

extension FMColumns {
    fileprivate var fields: [any AnyField] {
        Mirror(reflecting: self).children.compactMap { $0.value as? any AnyField }
    }
}

extension FMModel {
    fileprivate static var fields: [any AnyField] { Columns().fields }
}

extension FMDatabase {
    /// Compares the fields that a model declares by hand with the columns of its table. Without this check, a wrong name would fail only in
    /// the first statement that uses it.
    func expectFields<Model>(of table: FMTable<Model>) throws(FMError) {
        guard let model = Model.self as? any FMModel.Type else { return }
        for field in model.fields {
            guard let column = table.columns.first(where: { $0.name.nameKey == field.fmName.nameKey }) else {
                try expectColumn(field.fmName, of: table)
                continue
            }
            let type = ColumnShape.unwrapped(Swift.type(of: field).valueType).0
            if let own = column.shape.otherType(than: type, table.options.dates) {
                throw FMError(
                    .misuse,
                    """
                    the field \(field.fmName) of \(Model.self).Columns is of the type \(type), but the column of the table \
                    \(table.name) holds values of \(own)
                    """)
            }
            if let nested = type as? any FMNested.Type { try nested.expectFields() }
        }
    }

    private func expectColumn<Model>(_ name: String, of table: FMTable<Model>) throws(FMError) {
        let others = try table.options.generated.map(\.name) + (tableFacts(table.name)?.columns.map(\.name) ?? [])
        if (others + RowIDName.all).contains(where: { $0.nameKey == name.nameKey }) { return }
        let advice = table.columns.map(\.name).advice(instead: name)
        throw FMError(
            .misuse, "the field \(name) of \(Model.self).Columns names no column of the table \(table.name); \(advice)")
    }
}

extension ColumnShape {
    /// Returns the type of the property if it stores values in another form than the given type; nil if it does not, or if it is unknown.
    fileprivate func otherType(than type: Any.Type, _ dates: FMDateStorage) -> Any.Type? {
        guard let own = self.type, own != type, FMColumnKind(of: own) != nil else { return nil }
        guard let kind = type == Date.self ? FMColumnKind(dates) : FMColumnKind(of: type) else { return nil }
        return kind == self.kind ? nil : own
    }
}

extension FMNested {
    /// Throws if a field of a structure that is stored as JSON text does not have the name of a key.
    fileprivate static func expectFields() throws(FMError) {
        guard let decodable = self as? any Decodable.Type, let keys = try? TypeProbe.columns(of: decodable) else {
            return
        }
        let known = keys.map(\.name)
        for field in Columns().fields where !known.contains(field.fmName) {
            throw FMError(
                .misuse,
                "the field \(field.fmName) of \(self).Columns names no property; \(known.advice(instead: field.fmName))"
            )
        }
    }
}

extension [String] {
    fileprivate func advice(instead name: String) -> String {
        NearestName(to: name, in: self).name.map { "did you mean \($0)?" } ?? "there are \(listed)"
    }
}
