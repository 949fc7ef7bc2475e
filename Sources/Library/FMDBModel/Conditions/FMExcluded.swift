import FMDB

/// The values of the row that an upsert could not insert, accessed through the fields of the model. See `upsert(_:in:key:setting:)`.
///
///     try db.upsert(page, by: \.address) { row, new in [row.visits <- row.visits + new.visits, row.title <- new.title] }
///
/// SQL calls this row [excluded](https://sqlite.org/lang_upsert.html).
@dynamicMemberLookup
public struct FMExcluded<Model: FMModel>: Sendable {
    private let columns = Model.Columns()

    init() {}

    /// The value of a property.
    public subscript<Value>(
        dynamicMember field: KeyPath<Model.Columns, FMField<Model, Value>>
    ) -> FMExpression<Model, Value> { self[field] }

    /// The value of a property, even if the property has the name of a method.
    ///
    /// - Parameter field: a field of the model. For a field within JSON text, the call throws an `FMError` with the code `.misuse`.
    public subscript<Value>(_ field: KeyPath<Model.Columns, FMField<Model, Value>>) -> FMExpression<Model, Value> {
        let field = columns[keyPath: field]
        guard field.path.isEmpty else { return FMExpression(bare: "\(Refused(error: field.isWithinText))") }
        return FMExpression(bare: "(excluded.\(FMSQL.column(field.fmName)))", field.source)
    }
}

extension FMField {
    /// The error for a field within JSON text where a whole column is required.
    fileprivate var isWithinText: FMError {
        FMError(.misuse, "the field \(path.joined(separator: ".")) is a part of the column \(fmName), not a column")
    }

    /// The key that consists of this column only.
    var key: FMKey {
        get throws(FMError) {
            guard path.isEmpty else { throw isWithinText }
            return FMKey([fmName])
        }
    }
}
