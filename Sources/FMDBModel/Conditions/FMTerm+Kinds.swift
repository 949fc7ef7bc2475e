import FMDB

/// A type whose values are texts in SQLite, so that fields of it have `contains` and the like. A type of your own says so.
public protocol FMTextValue {}
extension String: FMTextValue {}
extension Substring: FMTextValue {}

/// A type with whose values SQLite can calculate. A type of your own says so.
public protocol FMNumberValue {}
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

/// A `Decimal`, or none. It is stored as text, so that no digit is lost.
public protocol FMDecimalValue {}
extension Decimal: FMDecimalValue {}

extension Optional: FMTextValue where Wrapped: FMTextValue {}
extension Optional: FMNumberValue where Wrapped: FMNumberValue {}
extension Optional: FMDateValue where Wrapped: FMDateValue {}
extension Optional: FMDecimalValue where Wrapped: FMDecimalValue {}
