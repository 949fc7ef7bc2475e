import FMDB

/// A column of a model's table.
public struct FMColumn<Model>: Sendable {
    /// The name of the column.
    public var name: String { shape.name }
    /// The declared type of the column.
    public var kind: FMColumnKind { shape.kind }
    /// Whether the column may be NULL.
    public var isOptional: Bool { shape.isOptional }
    /// The default value of the column.
    public var defaultValue: FMValue? { shape.defaultValue }
    /// The column, independent of the model.
    let shape: ColumnShape
    /// The property of the column, or nil if it is unknown.
    let property: (PartialKeyPath<Model> & Sendable)?

    /// Creates a column without a property.
    public init(_ name: String, _ kind: FMColumnKind, isOptional: Bool = true, default defaultValue: FMValue? = nil) {
        self.init(ColumnShape(name, kind, isOptional: isOptional, default: defaultValue))
    }

    /// Creates the column of a property.
    ///
    /// - Parameters:
    ///   - name: the name of the column.
    ///   - property: a property of a type that SQLite can store.
    ///   - defaultValue: the default value of the column. Rows that existed before the column get it too.
    ///   - initialValue: the initial value of the property, for rows that existed before the column, if there is no `defaultValue`. A
    ///     value that SQLite cannot store is ignored.
    public init<Value: FMValueConvertible>(
        _ name: String, _ property: KeyPath<Model, Value> & Sendable, default defaultValue: FMValue? = nil,
        initial initialValue: Value? = nil
    ) {
        let shape =
            ColumnShape(name, of: Value.self)
            ?? ColumnShape(name, .blob, isOptional: Value.fromFMValue(.null) != nil).noting(Value.self)
        self.init(shape, property, defaultValue, try? initialValue?.fmValue)
    }

    /// Creates the column of a property that is stored as its raw value or as JSON text.
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

    /// Returns the column with the options of the table applied.
    func following(_ options: FMTableOptions) -> FMColumn {
        var shape = shape
        if shape.isDate { shape.kind = FMColumnKind(options.dates) }
        let given = options.defaults.first { $0.key.foldedAsName == name.foldedAsName }?.value
        shape.collation = options.collations.first { $0.key.foldedAsName == name.foldedAsName }?.value
        return FMColumn(shape, property, given)
    }
}

/// The declared type of a column, which determines its affinity. See [Type Affinity](https://sqlite.org/datatype3.html#type_affinity).
public enum FMColumnKind: String, Sendable {
    /// INTEGER.
    case integer = "INTEGER"
    /// REAL.
    case real = "REAL"
    /// TEXT.
    case text = "TEXT"
    /// BLOB: values are stored unchanged.
    case blob = "BLOB"
}
