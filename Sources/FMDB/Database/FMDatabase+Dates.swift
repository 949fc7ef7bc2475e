import Foundation

extension FMDatabase {
    /// A formatter for dates as text, in GMT and the locale en_US.
    ///
    /// - Parameter format: a pattern such as "yyyy-MM-dd HH:mm:ss".
    @discardableResult
    public class func storeableDateFormat(_ format: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.dateFormat = format
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.locale = Locale(identifier: "en_US")
        return formatter
    }

    /// Whether FMDB's spellings store dates as text.
    @discardableResult
    public func hasDateFormatter() -> Bool { dateFormatter != nil }

    /// Makes FMDB's spellings store dates as text, and read them so; nil goes back to seconds since 1970. A formatter
    /// must not be shared by databases that different threads use. The throwing spellings always use seconds.
    public func setDateFormat(_ format: DateFormatter?) { dateFormatter = format }

    /// Text as a date by the formatter; nil without one, and for text that does not fit.
    @discardableResult
    public func date(from s: String) -> Date? { dateFormatter?.date(from: s) }

    /// A date as text by the formatter; nil without one.
    @discardableResult
    public func string(from date: Date) -> String? { dateFormatter?.string(from: date) }
}
