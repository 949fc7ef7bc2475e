import FMDB

/// A property of a model that can be named.
protocol ModelProperty<Model>: Sendable {
    associatedtype Model

    var keyPath: PartialKeyPath<Model> { get }

    /// Sets the property to a stored value.
    func assign(_ value: FMValue, to model: inout Model, _ dates: FMDateStorage) throws(FMError)
}

struct ConvertibleProperty<Model, Value: FMValueConvertible>: ModelProperty {
    private let path: WritableKeyPath<Model, Value> & Sendable

    init(keyPath: WritableKeyPath<Model, Value> & Sendable) { path = keyPath }

    var keyPath: PartialKeyPath<Model> { path }

    func assign(_ value: FMValue, to model: inout Model, _ dates: FMDateStorage) throws(FMError) {
        if let path = path as? WritableKeyPath<Model, Date>, let date = dates.date(of: value) {
            model[keyPath: path] = date
        } else if let path = path as? WritableKeyPath<Model, Date?>, let date = dates.date(of: value) {
            model[keyPath: path] = date
        } else if let converted = Value.fromFMValue(value) {
            model[keyPath: path] = converted
        } else {
            throw FMError(.mismatch, "expected \(Value.self), found \(value.typeName)")
        }
    }
}

struct CodableProperty<Model, Value: Codable>: ModelProperty {
    private let path: WritableKeyPath<Model, Value> & Sendable

    init(keyPath: WritableKeyPath<Model, Value> & Sendable) { path = keyPath }

    var keyPath: PartialKeyPath<Model> { path }

    func assign(_ value: FMValue, to model: inout Model, _ dates: FMDateStorage) throws(FMError) {
        model[keyPath: path] = try value.decode(Value.self, dates: dates)
    }
}
