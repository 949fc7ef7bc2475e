import Foundation

extension FMValue {
    /// Creates the value that FMDB stores for an element of `[Any]`. NSNull and nil are NULL; text, data, dates and numbers are stored
    /// directly. ``FMValueConvertible`` types define their value. Anything else is stored as its description.
    ///
    /// - Parameters:
    ///   - dates: the formatter of dates. Without one, a date is stored as seconds since 1970.
    ///   - onDescription: called with a value for which only its description can be stored.
    package init(any value: Any, dates: DateFormatter?, onDescription: (Any) -> Void = { _ in }) throws(FMError) {
        if let optional = value as? any OptionalValue {
            guard let wrapped = optional.innermostValue else {
                self = .null
                return
            }
            self = try FMValue(any: wrapped, dates: dates, onDescription: onDescription)
        } else if let known = try FMValue(foundation: value, dates: dates) {
            self = known
        } else if let convertible = value as? any FMValueConvertible {
            self = try convertible.fmValue
        } else {
            self = .text(String(describing: value))
            onDescription(value)
        }
    }

    /// Returns advice for a value whose description is probably not what the caller meant, or nil for other values.
    static func mistake(inDescribing value: Any) -> String? {
        let kind: String
        // On Linux, `Mirror` cannot inspect all of Foundation's objects.
        if type(of: value) is NSObject.Type {
            guard value is NSArray || value is NSSet || value is NSDictionary else { return nil }
            kind = value is NSArray ? "an array" : value is NSSet ? "a set" : "a dictionary"
        } else {
            switch Mirror(reflecting: value).displayStyle {
            case .collection: kind = "an array"
            case .set: kind = "a set"
            case .dictionary: kind = "a dictionary"
            case .tuple: kind = "a tuple"
            case nil where String(describing: type(of: value)).contains("->"):
                return "a function is not a value, so its description is bound as text: call the function"
            case .struct, .class:
                // The app may intend to store a type's own description.
                guard !(value is any CustomStringConvertible) else { return nil }
                return
                    "\(type(of: value)) is not a value, so its description is bound as text: bind its properties, or make it FMValueConvertible"
            default: return nil
            }
        }
        return "\(kind) is not a value, so its description is bound as text: write one ? for each element"
    }

    /// Converts the types that FMDB stores differently from the typed calls: unsigned numbers keep their
    /// bits, decimals become real numbers, dates follow the formatter.
    private init?(foundation value: Any, dates: DateFormatter?) throws(FMError) {
        switch value {
        case let number as NSNumber where type(of: value) is NSNumber.Type:
            switch number.storageKind {
            case .real: self = .real(number.doubleValue)
            case .unsigned: self = .integer(Int64(bitPattern: number.uint64Value))
            case .signed: self = .integer(number.int64Value)
            }
        case let date as Date: self = try .date(date, dates)
        case let date as NSDate: self = try .date(Date(timeIntervalSince1970: date.timeIntervalSince1970), dates)
        case let unsigned as UInt64: self = .integer(Int64(bitPattern: unsigned))
        case let unsigned as UInt: self = .integer(Int64(bitPattern: UInt64(unsigned)))
        case let decimal as Decimal: self = .real(NSDecimalNumber(decimal: decimal).doubleValue)
        case let float as CGFloat: self = .real(Double(float))
        default: return nil
        }
    }

    private static func date(_ date: Date, _ formatter: DateFormatter?) throws(FMError) -> FMValue {
        guard let formatter else { return .real(date.timeIntervalSince1970) }
        guard let text = formatter.text(of: date) else {
            throw FMError(.mismatch, "the date format cannot represent the date", sql: nil, stage: .bind)
        }
        return .text(text)
    }
}

extension DateFormatter {
    /// Returns a date as text, or nil if the format cannot represent it and the formatter returns empty text.
    package func text(of date: Date) -> String? {
        let text = string(from: date)
        return text.isEmpty ? nil : text
    }
}
