import FMDB

/// Years, months and days of dates, of the Gregorian calendar. Each is a range of what is stored, so an index helps.
///
/// Where no time zone is given the days are those of Greenwich, on every machine. That a phone's user means their own days has
/// to be said: `timeZone: .current`.
extension FMTerm where Value: FMDateValue {
    /// In a year.
    ///
    /// - Parameters:
    ///   - year: from 1.
    ///   - timeZone: where the year begins.
    public func `in`(year: Int, timeZone: TimeZone = .gmt) -> FMWhere<Model> {
        lies(in: .year, DateComponents(year: year, month: 1, day: 1), timeZone)
    }

    /// In a month.
    ///
    ///     $0.created.in(month: 7, of: 2017)
    ///
    /// - Parameters:
    ///   - month: 1 to 12. Of another the statement throws an `FMError` with the code `.misuse`.
    ///   - year: from 1.
    ///   - timeZone: where the month begins.
    public func `in`(month: Int, of year: Int, timeZone: TimeZone = .gmt) -> FMWhere<Model> {
        lies(in: .month, DateComponents(year: year, month: month, day: 1), timeZone)
    }

    /// On a day.
    ///
    /// - Parameters:
    ///   - day: from 1. Of a day that the month does not have the statement throws an `FMError` with the code `.misuse`.
    ///   - month: 1 to 12.
    ///   - year: from 1.
    ///   - timeZone: where the day begins.
    public func `in`(day: Int, month: Int, of year: Int, timeZone: TimeZone = .gmt) -> FMWhere<Model> {
        lies(in: .day, DateComponents(year: year, month: month, day: day), timeZone)
    }

    /// On the day of a date.
    ///
    ///     $0.created.in(day: Date(), timeZone: .current)
    public func `in`(day date: Date, timeZone: TimeZone = .gmt) -> FMWhere<Model> {
        guard let day = Calendar.gregorian(timeZone).dateInterval(of: .day, for: date) else { return .noSuchDay }
        return lies(from: day.start, to: day.end)
    }

    private func lies(
        in unit: Calendar.Component, _ components: DateComponents, _ timeZone: TimeZone
    ) -> FMWhere<Model> {
        let calendar = Calendar.gregorian(timeZone)
        // February 30 would be taken for March 2.
        guard let date = calendar.date(from: components),
            calendar.dateComponents([.year, .month, .day], from: date) == components,
            calendar.component(.era, from: date) == 1,
            let interval = calendar.dateInterval(of: unit, for: date)
        else { return .noSuchDay }
        return lies(from: interval.start, to: interval.end)
    }

    private func lies(from start: Date, to end: Date) -> FMWhere<Model> {
        let least = compared(">=", start)
        // The end of the year 9999 is past what can be stored as text, so nothing that is stored is later.
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
