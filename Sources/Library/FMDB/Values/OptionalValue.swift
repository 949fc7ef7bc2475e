/// An `Optional` of any type. In an `Any` it is never nil, nor NSNull on Linux, even if it wraps nil.
package protocol OptionalValue {
    static var wrappedType: Any.Type { get }
    var wrappedValue: Any? { get }
}

extension OptionalValue {
    /// What all optionals wrap, of which each may wrap another one; nil if one of them is nil.
    package var innermostValue: Any? {
        guard let value = wrappedValue else { return nil }
        guard let optional = value as? any OptionalValue else { return value }
        return optional.innermostValue
    }

    /// The type that all optionals wrap.
    package static var innermostType: Any.Type {
        (wrappedType as? any OptionalValue.Type)?.innermostType ?? wrappedType
    }

    package var isNil: Bool { innermostValue == nil }
}

extension Optional: OptionalValue {
    package static var wrappedType: Any.Type { Wrapped.self }
    package var wrappedValue: Any? { map { $0 as Any } }
}
