import FMDB

/// A type whose values are texts in SQLite, so that its fields have `contains` and the like. Conform a type of your own to it.
public protocol FMTextValue: FMNonisolated {}
extension String: FMTextValue {}
extension Substring: FMTextValue {}

/// A type whose values have a sum and a mean; its optional has them, too.
public protocol FMSummable: FMNonisolated {
    /// The type of a sum.
    associatedtype Sum: FMValueConvertible & Sendable = Self
    /// The type of a mean.
    associatedtype Mean: FMValueConvertible & Sendable = Self
}

/// A type with whose values SQLite can calculate. Conform a type of your own to it.
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

/// A date, or none.
public protocol FMDateValue {}
extension Date: FMDateValue {}

/// It is stored as text, so that no digit is lost. The library computes sums and means exactly; the result has 38 digits.
extension Decimal: FMSummable {}

extension Optional: FMTextValue where Wrapped: FMTextValue {}
extension Optional: FMSummable where Wrapped: FMSummable {
    /// That of the values that are there.
    public typealias Sum = Wrapped.Sum
    /// That of the values that are there.
    public typealias Mean = Wrapped.Mean
}
extension Optional: FMNumberValue where Wrapped: FMNumberValue {}
extension Optional: FMDateValue where Wrapped: FMDateValue {}
