import Foundation

/// The form in which a column stores dates.
public enum FMDateStorage: Sendable, Hashable {
    /// Seconds since 1970 as a REAL value, accurate to about a quarter of a microsecond.
    case secondsSince1970
    /// Milliseconds since 1970 as an INTEGER value, rounded.
    case millisecondsSince1970
    /// TEXT such as `2026-03-01T12:30:00.125Z`, in UTC, rounded to milliseconds. In the years 0 to 9999 the text sorts in date order, and
    /// SQLite's [date functions](https://sqlite.org/lang_datefunc.html) read it.
    case iso8601

    /// Returns the value to store.
    ///
    /// - Throws: `FMError` with the code `.mismatch` if the form cannot represent the date.
    public func value(of date: Date) throws(FMError) -> FMValue {
        let seconds = date.timeIntervalSince1970
        switch self {
        case .secondsSince1970: return .real(seconds)
        case .millisecondsSince1970: return .integer(try FMDateStorage.milliseconds(seconds))
        case .iso8601: return .text(try FMDateStorage.text(of: seconds))
        }
    }

    /// Returns the date of a stored value.
    ///
    /// - Returns: nil if the value is not a date. A number is seconds or milliseconds according to the form, and seconds for ``iso8601``.
    public func date(of value: FMValue) -> Date? {
        switch (self, value) {
        case (.millisecondsSince1970, .integer(let milliseconds)):
            Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        case (.millisecondsSince1970, .real(let milliseconds)):
            Date(timeIntervalSince1970: milliseconds / 1000)
        case (.iso8601, .text(let text)): CivilTime(text)?.date
        default: Date.fromFMValue(value)
        }
    }

    /// Returns the date of a stored value if the type is `Date` or `Date?`; otherwise nil.
    func date<Value>(of value: FMValue, as type: Value.Type) -> Value? {
        // The type is compared because the cast alone would succeed with nil if `Value` is `Date?`.
        guard type == Date.self || type == Date?.self, let date = date(of: value) else { return nil }
        return date as? Value
    }

    private static func milliseconds(_ seconds: Double) throws(FMError) -> Int64 {
        guard let milliseconds = Int64(exactly: (seconds * 1000).rounded()) else {
            throw FMError(.mismatch, "the date is out of the range of milliseconds since 1970", sql: nil, stage: .bind)
        }
        return milliseconds
    }

    private static func text(of seconds: Double) throws(FMError) -> String {
        guard let time = CivilTime(milliseconds: try milliseconds(seconds)) else {
            throw FMError(.mismatch, "only dates of the years 0 to 9999 can be stored as text", sql: nil, stage: .bind)
        }
        return time.text
    }
}

/// A date and time of the Gregorian calendar in UTC. Foundation's formatters are a hundred times slower, and differ between platforms.
struct CivilTime {
    private static let day: Int64 = 86_400_000
    /// The years 0 to 9999, in milliseconds since 1970.
    private static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    private let milliseconds: Int64

    init?(milliseconds: Int64) {
        guard CivilTime.range ~= milliseconds else { return nil }
        self.milliseconds = milliseconds
    }

    var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    var text: String { CivilTime.text(of: milliseconds) }

    /// Formats a time in milliseconds since 1970. Any year is possible. See Howard Hinnant, [chrono-compatible low-level date
    /// algorithms](https://howardhinnant.github.io/date_algorithms.html).
    static func text(of milliseconds: Int64, separator: String = "T", zone: String = "Z") -> String {
        let (days, time) = milliseconds.quotientAndRemainder(floor: CivilTime.day)
        let shifted = days + 719_468
        let (era, dayOfEra) = shifted.quotientAndRemainder(floor: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let parts = [
            digits(year, 4), "-", digits(month, 2), "-", digits(day, 2), separator, digits(time / 3_600_000, 2),
            ":", digits(time / 60_000 % 60, 2), ":", digits(time / 1000 % 60, 2), ".", digits(time % 1000, 3), zone,
        ]
        return parts.joined()
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }

    /// Parses `2026-03-01`, `2026-03-01T12:30`, `2026-03-01 12:30:00.125Z` and `…+01:00`, as SQLite does.
    init?(_ text: String) {
        var reader = Reader(rest: text.utf8[...])
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), 1...12 ~= month, 1...CivilTime.days(inMonth: month, of: year) ~= day
        else { return nil }
        var time: Int64 = 0
        if !reader.isAtEnd {
            guard reader.skip("T") || reader.skip(" "), let timeOfDay = reader.timeOfDay() else { return nil }
            time = timeOfDay
        }
        guard reader.isAtEnd else { return nil }
        self.init(milliseconds: CivilTime.days(year, month, day) * CivilTime.day + time)
    }

    private static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        let (next, nextYear) = month == 12 ? (1, year + 1) : (month + 1, year)
        return days(nextYear, next, 1) - days(year, month, 1)
    }

    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shiftedYear.quotientAndRemainder(floor: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private struct Reader {
        var rest: Substring.UTF8View

        var isAtEnd: Bool { rest.isEmpty }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        mutating func number(_ count: Int) -> Int64? {
            guard rest.count >= count else { return nil }
            var number: Int64 = 0
            for byte in rest.prefix(count) {
                guard 0x30...0x39 ~= byte else { return nil }
                number = number * 10 + Int64(byte - 0x30)
            }
            rest.removeFirst(count)
            return number
        }

        /// Reads a time of day. Returns its milliseconds since midnight, minus the offset from UTC.
        mutating func timeOfDay() -> Int64? {
            guard let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60 else {
                return nil
            }
            var time = (hours * 60 + minutes) * 60_000
            if skip(":") {
                guard let seconds = number(2), seconds < 60, let fraction = fraction() else { return nil }
                time += seconds * 1000 + fraction
            }
            return zone().map { time - $0 }
        }

        /// Reads the fraction after a decimal point in milliseconds, or returns 0 if there is no point.
        private mutating func fraction() -> Int64? {
            guard skip(".") else { return 0 }
            guard let first = number(1) else { return nil }
            var (milliseconds, weight): (Double, Double) = (Double(first) * 100, 10)
            while let digit = number(1) {
                milliseconds += Double(digit) * weight
                weight /= 10
            }
            return Int64(milliseconds.rounded())
        }

        private mutating func zone() -> Int64? {
            if isAtEnd || skip("Z") { return 0 }
            let isEast = skip("+")
            // SQLite's date functions accept only offsets with "HH between 00 and 14".
            guard isEast || skip("-"), let hours = number(2), skip(":"), let minutes = number(2), hours < 15,
                minutes < 60
            else { return nil }
            return (hours * 60 + minutes) * (isEast ? 60_000 : -60_000)
        }
    }
}

extension Int64 {
    /// Returns the quotient rounded down, and the remainder, which is never negative.
    fileprivate func quotientAndRemainder(floor divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
