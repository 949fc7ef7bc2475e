import Foundation
import SQLite3

@testable import FMDB
@testable import FMDBModel

private nonisolated(unsafe) let raw = RawSQLite()

// MARK: - Texts

/// Bytes as text, texts as keys, names in any case, texts that are shown.
@Sendable func fuzzTexts(_ bytes: [UInt8]) {
    // Exactly as long as the text, so that a byte too many is noticed.
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    defer { copy.deallocate() }
    copy.initialize(from: bytes, count: bytes.count)
    let made = ValueCoding.string(copy, Int32(bytes.count))
    expect(made.map { Array($0.utf8) } == String(validating: bytes, as: UTF8.self).map { Array($0.utf8) }, "UTF-8")
    var input = FuzzInput(bytes)
    let offset = Int(input.byte()) * 256 + Int(input.byte())
    let (one, other) = (input.text(), input.allText())
    let isSame = Array(one.utf8) == Array(other.utf8)
    expect(ExactText.isSame(one, other) == isSame, "texts are the same")
    expect(!isSame || ExactText(one).hashValue == ExactText(other).hashValue, "hash values")
    let (left, right) = (one.withoutNUL, other.withoutNUL)
    let isName = Array(left.foldedAsName.utf8) == Array(right.foldedAsName.utf8)
    expect(isName == (sqlite3_stricmp(left, right) == 0), "names are equal")
    compareShown(String(repeating: other, count: 1 + 4000 / max(1, other.utf8.count)), offset)
    expect(!("file:" + other).withoutKeyParameters.utf8.contains(UInt8(ascii: "?")), "a path shows its parameters")
}

private func compareShown(_ text: String, _ offset: Int) {
    let whole = Array(text.utf8)
    let place = min(offset, whole.count)
    for given in [nil, place] {
        let (shown, moved) = text.shortened(around: given)
        expect(shown.utf8.count <= 2300, "\(shown.utf8.count) bytes are shown")
        let isCut = shown.unicodeScalars.contains("\u{FFFD}") && !text.unicodeScalars.contains("\u{FFFD}")
        expect(!isCut, "a character is cut")
        guard given != nil, let moved, place < whole.count else { continue }
        let bytes = Array(shown.utf8)
        expect(bytes.indices.contains(moved) && bytes[moved] == whole[place], "place \(moved) of \(place)")
    }
}

// MARK: - Numbers

/// Numbers of texts, and numbers of one type as another.
@Sendable func fuzzNumbers(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let integer = input.integer()
    let real = Double(bitPattern: UInt64(bitPattern: input.integer()))
    compareConversions(integer, real)
    let text = input.allText()
    let isNumber = isDecimal(text)
    let decimal = Decimal.fromFMValue(.text(text))
    expect(decimal == nil || isNumber, "\(text) is taken for a number")
    if isNumber, let exact = Double(text), abs(exact) > 1e-100, abs(exact) < 1e100 {
        let found = decimal.map { NSDecimalNumber(decimal: $0).doubleValue }
        expect(found.map { abs($0 - exact) <= abs(exact) * 1e-9 } ?? (text.utf8.count > 38), "\(text) is \(found ?? 0)")
    }
    switch LegacyNumbers.plain(text) {
    case .integer(let found)?: expect(Int64(LegacyNumbers.withLatinDigits(text)) == found, "\(text) is \(found)")
    case .real(let found)?: expect(strtod(LegacyNumbers.withLatinDigits(text), nil) == found, "\(text) is \(found)")
    default: expect(!isNumber || decimal == nil, "\(text) is no number")
    }
    _ = LegacyNumbers(Locale(identifier: "de_DE")).value(of: text)
}

private func isDecimal(_ text: String) -> Bool {
    let pattern = /[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?/
    return text.utf8.allSatisfy { $0 < 0x80 } && text.wholeMatch(of: pattern) != nil
}

private func compareConversions(_ integer: Int64, _ real: Double) {
    func compare<Number: FixedWidthInteger & FMValueConvertible>(_ type: Number.Type) {
        let whole = type.fromFMValue(.integer(integer))
        expect(whole == Number(exactly: integer), "\(integer) as \(type)")
        let part = type.fromFMValue(.real(real))
        expect(
            part.map { Double($0) == real } ?? (Int64(exactly: real).flatMap { Number(exactly: $0) } == nil), "\(real)")
    }
    compare(Int8.self)
    compare(UInt8.self)
    compare(Int32.self)
    compare(UInt32.self)
    compare(Int.self)
    compare(UInt64.self)
    if let float = Float.fromFMValue(.real(real)), real.isFinite { expect(float.isFinite, "\(real) as Float") }
    if let decimal = Decimal.fromFMValue(.real(real)) {
        expect(abs(NSDecimalNumber(decimal: decimal).doubleValue - real) <= abs(real) * 1e-9, "\(real) as Decimal")
    }
}

// MARK: - Dates

/// Dates of texts and texts of dates, against SQLite's date functions.
@Sendable func fuzzDates(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let kind = input.number(below: 3)
    if kind == 0 { return compareStored(input.integer()) }
    let text = kind == 1 ? input.allText() : drawn(&input)
    let found = FMDateStorage.iso8601.date(of: .text(text))
    let expected = reference(text)
    if let found {
        let milliseconds = (found.timeIntervalSince1970 * 1000).rounded()
        // SQLite's scale of a fraction of 309 digits is infinite.
        expect(
            expected.map { abs(Double($0) - milliseconds) <= 1 } ?? (text.utf8.count > 308),
            "\(text): \(milliseconds), SQLite \(expected ?? 0)")
    } else {
        expect(expected == nil || !isWhole(text), "\(text) is not read")
    }
    compareLegacy(text, found)
    for form in [FMDateStorage.secondsSince1970, .millisecondsSince1970] {
        expect(form.date(of: .text(text)) == nil, "a text is a date")
    }
}

/// A text that is nearly a date.
private func drawn(_ input: inout FuzzInput) -> String {
    func digits(_ count: Int) -> String {
        let text = String(Int(input.byte()) * 256 + Int(input.byte()))
        return String((String(repeating: "0", count: count) + text).suffix(count))
    }
    var text = digits(4) + "-" + digits(2) + "-" + digits(2)
    guard input.byte() > 20 else { return text }
    text += [" ", "T", "t", "  "][input.number(below: 4)] + digits(2) + ":" + digits(2)
    if input.byte() > 60 { text += ":" + digits(2) }
    if input.byte() > 100 { text += "." + digits(input.number(below: 6)) }
    return text + ["", "", "", "Z", "z", "+01:30", "-14:59", "+15:00", " Z", "+0130"][input.number(below: 10)]
}

/// - Returns: milliseconds since 1970; nil where SQLite sees no date.
private func reference(_ text: String) -> Int64? {
    raw.value("SELECT CAST(round((julianday(?) - 2440587.5) * 86400000) AS INTEGER)", [text]).flatMap { Int64($0) }
}

/// The forms that the library promises to read, of days that there are.
private func isWhole(_ text: String) -> Bool {
    let pattern =
        /([0-9]{4})-([0-9]{2})-([0-9]{2})([T ]([0-9]{2}):[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})?)?/
    guard text.utf8.allSatisfy({ $0 < 0x80 }), let parts = text.wholeMatch(of: pattern)?.output else { return false }
    if let hour = parts.5, hour == "24" { return false }
    guard let day = raw.value("SELECT date(julianday(?))", ["\(parts.1)-\(parts.2)-\(parts.3)"]) else { return false }
    // SQLite takes the 31st of a month of 30 days for the 1st of the next. And an offset may lead out of the years.
    let isAtEdge = ["0000", "9999"].contains(parts.1)
    return day == "\(parts.1)-\(parts.2)-\(parts.3)" && !isAtEdge
}

/// BGFMDB's form is that of SQLite, without a zone.
private func compareLegacy(_ text: String, _ date: Date?) {
    guard text.utf8.allSatisfy({ $0 < 0x80 }), let utc = TimeZone(secondsFromGMT: 0) else { return }
    guard let found = LegacyDate(text)?.date(in: utc) else { return }
    // The calendar is Julian before 1582.
    guard found.timeIntervalSince1970 > -12_000_000_000 else { return }
    expect(date.map { abs($0.timeIntervalSince(found)) < 0.001 } ?? false, "\(text) as BGFMDB writes it")
}

private func compareStored(_ number: Int64) {
    let milliseconds = number % 300_000_000_000_000
    let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    for form in [FMDateStorage.secondsSince1970, .millisecondsSince1970, .iso8601] {
        guard let value = try? form.value(of: date) else { continue }
        let read = form.date(of: value)
        expect(read.map { abs($0.timeIntervalSince(date)) < 0.001 } ?? false, "\(milliseconds) is not read again")
    }
    let (whole, part) = (
        milliseconds >= 0 ? milliseconds / 1000 : -((999 - milliseconds) / 1000), ((milliseconds % 1000) + 1000) % 1000
    )
    let isInRange = -62_167_219_200_000...253_402_300_799_999 ~= milliseconds
    let value = try? FMDateStorage.iso8601.value(of: date)
    guard isInRange else { return expect(value == nil, "\(milliseconds) has a text") }
    let seconds = raw.value("SELECT strftime('%Y-%m-%dT%H:%M:%S', \(whole), 'unixepoch')") ?? ""
    expect(value == .text(seconds + String(format: ".%03dZ", Int(part))), "\(milliseconds): \(value ?? .null)")
    let real = Double(bitPattern: UInt64(bitPattern: number))
    for form in [FMDateStorage.millisecondsSince1970, .iso8601] {
        _ = try? form.value(of: Date(timeIntervalSince1970: real))
        _ = form.date(of: .real(real))
        _ = form.date(of: .integer(number))
    }
}
