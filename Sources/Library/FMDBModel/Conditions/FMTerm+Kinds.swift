import FMDB

/// A type whose values are stored as TEXT, so that its fields have `contains`, `hasPrefix` and so on. You can conform your own types.
public protocol FMTextValue: FMNonisolated {}
extension String: FMTextValue {}
extension Substring: FMTextValue {}

/// A type whose values have a sum and a mean. Its optional has them too.
public protocol FMSummable: FMNonisolated {
    /// The type of a sum.
    associatedtype Sum: FMValueConvertible & Sendable = Self
    /// The type of a mean.
    associatedtype Mean: FMValueConvertible & Sendable = Self
}

/// A type with which SQLite can do arithmetic. You can conform your own types.
public protocol FMNumberValue: FMSummable where Mean == Double {}
extension Int: FMNumberValue {}
extension Int8: FMNumberValue {}
extension Int16: FMNumberValue {}
extension Int32: FMNumberValue {}
extension Int64: FMNumberValue {}
extension UInt: FMNumberValue {}
extension UInt8: FMNumberValue {}
extension UInt16: FMNumberValue {}
extension UInt32: FMNumberValue {}
extension UInt64: FMNumberValue {}
extension Float: FMNumberValue {}
extension Double: FMNumberValue {}

/// A date, or an optional date.
public protocol FMDateValue {}
extension Date: FMDateValue {}

/// A Decimal is stored as TEXT, so that no digit is lost. The library computes sums and means exactly; the result has 38 digits.
extension Decimal: FMSummable {}

extension Optional: FMTextValue where Wrapped: FMTextValue {}
extension Optional: FMSummable where Wrapped: FMSummable {
    /// The same type as for the wrapped values.
    public typealias Sum = Wrapped.Sum
    /// The same type as for the wrapped values.
    public typealias Mean = Wrapped.Mean
}
extension Optional: FMNumberValue where Wrapped: FMNumberValue {}
extension Optional: FMDateValue where Wrapped: FMDateValue {}
