import FMDB

/// The format in which another library stored its values.
enum LegacyDialect: Sendable {
    case jqfmdb
    case bgfmdb(TimeZone, LegacyNumbers)

    func date(_ value: FMValue) -> Date? {
        switch (self, value) {
        case (.bgfmdb(let zone, _), .text(let text)): LegacyDate(text)?.date(in: zone)
        default: number(value).flatMap(Date.fromFMValue)
        }
    }

    func data(_ value: FMValue) -> Data? {
        switch (self, value) {
        case (_, .blob(let data)): data
        case (.bgfmdb, .text(let text)): Data(base64Encoded: text, options: .ignoreUnknownCharacters)
        default: nil
        }
    }

    /// Returns the number that a number or a string represents, or nil.
    func number(_ value: FMValue) -> FMValue? {
        switch (self, value) {
        case (_, .integer), (_, .real): value
        case (.jqfmdb, .text(let text)): LegacyNumbers.plain(text)
        case (.bgfmdb(_, let numbers), .text(let text)): numbers.value(of: text)
        default: nil
        }
    }

    func decimal(_ value: FMValue) -> Decimal? {
        guard case .text(let text) = value else { return Decimal.fromFMValue(value) }
        guard case .bgfmdb(_, let numbers) = self else { return Decimal.fromFMValue(.text(text)) }
        return Decimal.fromFMValue(.text(text)) ?? Decimal.fromFMValue(.text(numbers.withoutLocale(text)))
    }

    /// Returns the content of an object that names its type, or nil for other objects.
    ///
    /// BGFMDB wraps values that JSON cannot express in such objects: `{"BGData": "…"}`, `{"BGModel*Person": "{…}"}`.
    func content(of object: [String: JSONText]) -> JSONText? {
        guard case .bgfmdb = self, object.count == 1, let (key, content) = object.first else { return nil }
        let marks = ["BGValue", "BGData", "BGArray", "BGSet", "BGDictionary", "BGMapTable", "BGHashTable"]
        return marks.contains(key) || key.hasPrefix("BGModel*") ? content : nil
    }
}

/// Reads numbers from strings.
struct LegacyNumbers: Sendable {
    private let decimal: String
    private let grouping: [String]

    init(_ locale: Locale) {
        let decimal = locale.decimalSeparator ?? "."
        self.decimal = decimal
        // Formatters separate groups by several kinds of spaces, not always by their locale's separator.
        grouping = [locale.groupingSeparator ?? "", " ", "\u{A0}", "\u{202F}"].filter { !$0.isEmpty && $0 != decimal }
    }

    /// Returns the number in a string. The format without a locale is tried first, because BGFMDB wrote it most often.
    func value(of text: String) -> FMValue? {
        LegacyNumbers.plain(text) ?? LegacyNumbers.plain(withoutLocale(text))
    }

    func withoutLocale(_ text: String) -> String {
        var plain = LegacyNumbers.withLatinDigits(text)
        for separator in grouping { plain = plain.replacingOccurrences(of: separator, with: "") }
        return plain.replacingOccurrences(of: decimal, with: ".")
    }

    /// Returns the number in a string without locale-specific separators.
    static func plain(_ text: String) -> FMValue? {
        let text = withLatinDigits(text)
        if let integer = Int64(text) { return .integer(integer) }
        // The check by Decimal excludes strings that `Double` would accept: "0x10", "inf" and "nan".
        guard Decimal.fromFMValue(.text(text)) != nil, let real = Double(text) else { return nil }
        return .real(real)
    }

    static func withLatinDigits(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        return String(
            text.map { character in
                guard let digit = character.wholeNumberValue, 0...9 ~= digit else { return character }
                return Character(String(digit))
            })
    }
}

/// A date in the format of BGFMDB, in local time: `2017-07-19 20:15:00.123`. Earlier versions omit the fraction.
struct LegacyDate {
    private var parts = DateComponents()

    init?(_ text: String) {
        let halves = LegacyNumbers.withLatinDigits(text).split(separator: " ", omittingEmptySubsequences: false)
        guard halves.count == 2, let day = LegacyDate.numbers(halves[0], "-", [4, 2, 2]) else { return nil }
        let seconds = halves[1].split(separator: ".", omittingEmptySubsequences: false)
        guard seconds.count <= 2, let time = LegacyDate.numbers(seconds[0], ":", [2, 2, 2]) else { return nil }
        guard 1...12 ~= day[1], 1...31 ~= day[2], time[0] < 24, time[1] < 60, time[2] < 60 else { return nil }
        (parts.year, parts.month, parts.day) = (day[0], day[1], day[2])
        (parts.hour, parts.minute, parts.second) = (time[0], time[1], time[2])
        guard seconds.count == 2 else { return }
        guard let milliseconds = LegacyDate.numbers(seconds[1], ".", [3])?[0] else { return nil }
        parts.nanosecond = milliseconds * 1_000_000
    }

    /// Returns the date in a time zone. If a clock change repeats the local time, returns its first occurrence.
    func date(in zone: TimeZone) -> Date? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        var whole = parts
        whole.nanosecond = nil
        guard let date = calendar.date(from: whole), calendar.component(.day, from: date) == parts.day else {
            return nil
        }
        return date + Double((parts.nanosecond ?? 0) / 1_000_000) / 1000
    }

    private static func numbers(_ text: Substring, _ separator: Character, _ widths: [Int]) -> [Int]? {
        let pieces = text.split(separator: separator, omittingEmptySubsequences: false)
        guard pieces.map(\.count) == widths else { return nil }
        let numbers = pieces.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
        return numbers.count == widths.count ? numbers : nil
    }
}
