import FMDB

/// A column of a model's table.
public struct FMColumn<Model>: Sendable {
    /// The name.
    public var name: String { shape.name }
    /// What it prefers to store.
    public var kind: FMColumnKind { shape.kind }
    /// Whether it may be NULL.
    public var isOptional: Bool { shape.isOptional }
    /// Its default value.
    public var defaultValue: FMValue? { shape.defaultValue }
    /// The column, independent of the model.
    let shape: ColumnShape
    /// nil for a column whose property is not known.
    let property: (PartialKeyPath<Model> & Sendable)?

    /// A column whose property is not known.
    public init(_ name: String, _ kind: FMColumnKind, isOptional: Bool = true, default defaultValue: FMValue? = nil) {
        self.init(ColumnShape(name, kind, isOptional: isOptional, default: defaultValue))
    }

    /// The column of a property.
    ///
    /// - Parameters:
    ///   - name: the name of the column.
    ///   - property: a property of a type that SQLite can store.
    ///   - defaultValue: the column's default value, also in rows that are older than the column.
    ///   - initialValue: the initial value of the property, for rows that are older than the column, where there is no
    ///     `defaultValue`. A value that SQLite cannot hold is ignored.
    public init<Value: FMValueConvertible>(
        _ name: String, _ property: KeyPath<Model, Value> & Sendable, default defaultValue: FMValue? = nil,
        initial initialValue: Value? = nil
    ) {
        let shape =
            ColumnShape(name, of: Value.self)
            ?? ColumnShape(name, .blob, isOptional: Value.fromFMValue(.null) != nil).noting(Value.self)
        self.init(shape, property, defaultValue, try? initialValue?.fmValue)
    }

    /// The column of a property whose type goes into one column only as its raw value or as JSON text.
    @_disfavoredOverload
    public init<Value: Codable>(
        _ name: String, _ property: KeyPath<Model, Value> & Sendable, default defaultValue: FMValue? = nil,
        initial initialValue: Value? = nil
    ) {
        let (wrapped, isOptional) = ColumnShape.unwrapped(Value.self)
        let kind = (wrapped as? any Decodable.Type).map { TypeProbe.kind(of: $0) } ?? .blob
        let shape = ColumnShape(name, kind, isOptional: isOptional).noting(Value.self)
        self.init(
            shape, property, defaultValue,
            try? initialValue.map { value throws(FMError) in try FMValue(encoding: value) })
    }

    init(
        _ shape: ColumnShape, _ property: (PartialKeyPath<Model> & Sendable)? = nil, _ defaultValue: FMValue? = nil,
        _ initialValue: FMValue? = nil
    ) {
        var shape = shape
        if let defaultValue { shape.defaultValue = defaultValue }
        if let initialValue { shape.initialValue = initialValue }
        self.shape = shape
        self.property = property
    }

    /// The column as the options of the table change it.
    func following(_ options: FMTableOptions) -> FMColumn {
        var shape = shape
        if shape.isDate { shape.kind = FMColumnKind(options.dates) }
        let given = options.defaults.first { $0.key.foldedAsName == name.foldedAsName }?.value
        shape.collation = options.collations.first { $0.key.foldedAsName == name.foldedAsName }?.value
        return FMColumn(shape, property, given)
    }
}

/// What a column prefers to store. See [Type Affinity](https://sqlite.org/datatype3.html#type_affinity).
public enum FMColumnKind: String, Sendable {
    /// INTEGER.
    case integer = "INTEGER"
    /// REAL.
    case real = "REAL"
    /// TEXT.
    case text = "TEXT"
    /// BLOB: each value stays what it is.
    case blob = "BLOB"
}
