/// An `Optional` of any type. Inside an `Any`, an optional never equals nil, even if it wraps nil, nor NSNull on Linux.
package protocol OptionalValue {
    static var wrappedType: Any.Type { get }
    var wrappedValue: Any? { get }
}

extension OptionalValue {
    /// The value inside all nested optionals, or nil if one of them is nil.
    package var innermostValue: Any? {
        guard let value = wrappedValue else { return nil }
        guard let optional = value as? any OptionalValue else { return value }
        return optional.innermostValue
    }

    /// The type inside all nested optionals.
    package static var innermostType: Any.Type {
        (wrappedType as? any OptionalValue.Type)?.innermostType ?? wrappedType
    }

    package var isNil: Bool { innermostValue == nil }
}

extension Optional: OptionalValue {
    package static var wrappedType: Any.Type { Wrapped.self }
    package var wrappedValue: Any? { map { $0 as Any } }
}
