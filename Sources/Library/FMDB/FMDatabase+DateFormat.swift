import Foundation

extension FMDatabase {
    /// A new formatter for dates as text, in GMT and the locale en_US, for ``setDateFormat(_:)``. The format is a pattern such as
    /// "yyyy-MM-dd HH:mm:ss".
    @discardableResult
    public class func storeableDateFormat(_ format: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.dateFormat = format
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.locale = Locale(identifier: "en_US")
        return formatter
    }

    /// Whether FMDB's calls store dates as text.
    @discardableResult
    public func hasDateFormatter() -> Bool { dateFormatter != nil }

    /// Makes FMDB's calls store and read dates as text; nil, the default, for seconds since 1970, which the modern calls always use.
    /// Databases that different threads use must not share a formatter.
    public func setDateFormat(_ format: DateFormatter?) { dateFormatter = format }

    /// Text as a date by the formatter of ``setDateFormat(_:)``; nil without one, and for text that does not match.
    @discardableResult
    public func date(from s: String) -> Date? { dateFormatter?.date(from: s) }

    /// A date as text by the formatter; nil without one, and for a date that it cannot represent.
    @discardableResult
    public func string(from date: Date) -> String? { dateFormatter?.text(of: date) }
}
