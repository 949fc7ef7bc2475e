import FMDB

/// Conditions on the year, month or day of dates in the Gregorian calendar. Each is a range of stored values, so SQLite can use an
/// index.
///
/// The default time zone is GMT, regardless of the device. For days in the user's time zone pass `timeZone: .current`.
extension FMTerm where Value: FMDateValue {
    /// Returns the condition that the date is in a year, in a month or on a day.
    ///
    ///     $0.created.in(year: 2017, month: 7)
    ///
    /// - Parameters:
    ///   - year: from 1.
    ///   - month: 1 to 12; nil for the whole year.
    ///   - day: from 1; nil for the whole month.
    ///   - timeZone: the time zone in which the year, the month or the day begins.
    /// - Returns: a condition. For a day that the calendar does not have, or a day without a month, the statement throws an
    ///   `FMError` with the code `.misuse`.
    public func `in`(year: Int, month: Int? = nil, day: Int? = nil, timeZone: TimeZone = .gmt) -> FMWhere<Model> {
        let calendar = Calendar.gregorian(timeZone)
        let components = DateComponents(year: year, month: month ?? 1, day: day ?? 1)
        let unit: Calendar.Component = month == nil ? .year : day == nil ? .month : .day
        // `Calendar` would convert February 30 to March 2.
        guard day == nil || month != nil, let date = calendar.date(from: components),
            calendar.dateComponents([.year, .month, .day], from: date) == components,
            calendar.component(.era, from: date) == 1,
            let interval = calendar.dateInterval(of: unit, for: date)
        else { return .noSuchDay }
        return lies(from: interval.start, to: interval.end)
    }

    /// Returns the condition that the date is on the same day as another date.
    ///
    ///     $0.created.in(day: Date(), timeZone: .current)
    public func `in`(day date: Date, timeZone: TimeZone = .gmt) -> FMWhere<Model> {
        guard let day = Calendar.gregorian(timeZone).dateInterval(of: .day, for: date) else { return .noSuchDay }
        return lies(from: day.start, to: day.end)
    }

    private func lies(from start: Date, to end: Date) -> FMWhere<Model> {
        let least = compared(">=", start)
        // Dates after the year 9999 cannot be stored as text.
        if (try? StoredDate<Model>(date: end).fmValue) == nil { return least }
        return least && compared("<", end)
    }
}

extension Calendar {
    fileprivate static func gregorian(_ timeZone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar
    }
}

extension FMWhere {
    fileprivate static var noSuchDay: FMWhere {
        FMWhere(sql: "\(Refused(error: FMError(.misuse, "a condition names a day that the calendar does not have")))")
    }
}
