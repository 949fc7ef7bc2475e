import Foundation

extension FMValue {
    /// Returns the reason why the value cannot be read as a type. The reason does not contain the value.
    ///
    /// - Parameter type: a type that rejected the value.
    /// - Returns: the expected type and the storage class found. If the storage class is right, the reason is an invalid format or a number
    ///   out of range.
    public func reasonNotToBe(_ type: Any.Type) -> String {
        let wanted = (type as? any OptionalValue.Type)?.innermostType ?? type
        switch self {
        case .integer where wanted is any FixedWidthInteger.Type: return "the integer is out of the range of \(wanted)"
        case .text where isFormless(wanted, FMValue.textual), .blob where isFormless(wanted, FMValue.binary):
            return "the \(typeName) is not a valid \(wanted)"
        case .integer, .real, .text:
            guard let raw = rawType(of: wanted), raw.fromFMValue(self) != nil else { break }
            return "the \(typeName) is not a raw value of \(wanted)"
        default: break
        }
        return "expected \(type), found \(typeName)"
    }

    /// Returns advice for a value that cannot be read as a type, or nil if the reason is sufficient.
    func adviceNotToBe(_ type: Any.Type) -> String? {
        switch self {
        case .null: "read NULL as \(type)?, or replace it in the SQL with coalesce()"
        case .text where type == Date.self:
            "a model reads it with FMTableOptions(dates: .iso8601); without a model, read a String"
        default: nil
        }
    }

    private func isFormless(_ type: Any.Type, _ types: [Any.Type]) -> Bool { types.contains { $0 == type } }

    /// The types that the library stores, or can store, as text.
    private static let textual: [Any.Type] = [
        UUID.self, URL.self, Decimal.self, Date.self, NSUUID.self, NSURL.self, NSDecimalNumber.self,
    ]
    private static let binary: [Any.Type] = [UUID.self, NSUUID.self]

    private func rawType(of type: Any.Type) -> (any FMValueConvertible.Type)? {
        guard let representable = type as? any RawRepresentable.Type else { return nil }
        return representable.rawType as? any FMValueConvertible.Type
    }
}

extension RawRepresentable {
    fileprivate static var rawType: Any.Type { RawValue.self }
}
