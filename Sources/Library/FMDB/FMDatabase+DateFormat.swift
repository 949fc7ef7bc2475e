import Foundation

extension FMDatabase {
    /// Returns a new formatter for dates stored as text, in GMT and the locale en_US, for ``setDateFormat(_:)``. The format is a pattern
    /// such as "yyyy-MM-dd HH:mm:ss".
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

    /// Sets the formatter with which FMDB's calls store and read dates as text. With nil, the default, they use seconds since 1970, as the
    /// modern calls always do. Databases that different threads use must not share a formatter.
    public func setDateFormat(_ format: DateFormatter?) { dateFormatter = format }

    /// Parses a date with the formatter of ``setDateFormat(_:)``. Returns nil if no formatter is set or the text does not match.
    @discardableResult
    public func date(from s: String) -> Date? { dateFormatter?.date(from: s) }

    /// Formats a date with the formatter of ``setDateFormat(_:)``. Returns nil if none is set or it cannot represent the date.
    @discardableResult
    public func string(from date: Date) -> String? { dateFormatter?.text(of: date) }
}
