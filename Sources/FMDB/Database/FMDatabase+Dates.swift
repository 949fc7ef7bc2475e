import Foundation

extension FMDatabase {
    /// A formatter for dates as text, in GMT and the locale en_US.
    ///
    /// - Parameter format: a pattern such as "yyyy-MM-dd HH:mm:ss".
    /// - Returns: a new formatter, for ``setDateFormat(_:)``.
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

    /// Makes FMDB's calls store and read dates as text. The modern calls always use seconds since 1970.
    ///
    /// - Parameter format: must not be shared by databases that different threads use; nil for seconds since 1970.
    ///   Default: nil.
    public func setDateFormat(_ format: DateFormatter?) { dateFormatter = format }

    /// Text as a date by the formatter.
    ///
    /// - Parameter s: text in the form of ``setDateFormat(_:)``.
    /// - Returns: nil without a formatter, and for text that does not match.
    @discardableResult
    public func date(from s: String) -> Date? { dateFormatter?.date(from: s) }

    /// A date as text by the formatter.
    ///
    /// - Parameter date: any date.
    /// - Returns: nil without a formatter, and for a date that it cannot represent.
    @discardableResult
    public func string(from date: Date) -> String? { dateFormatter?.text(of: date) }
}
