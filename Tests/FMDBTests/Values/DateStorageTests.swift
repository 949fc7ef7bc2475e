import FMDB
import FMDBTestHelpers
import Testing

/// The forms of dates in a column. See `FMDateStorage`.
@Suite struct DateStorageTests {
    private static let forms: [FMDateStorage] = [.secondsSince1970, .millisecondsSince1970, .iso8601]

    private func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    private func read(_ text: String) -> Date? { FMDateStorage.iso8601.date(of: .text(text)) }

    // MARK: Each form

    @Test func eachFormHasItsValue() throws {
        let date = date(1_772_368_200.125)
        #expect(try FMDateStorage.secondsSince1970.value(of: date) == 1_772_368_200.125)
        #expect(try FMDateStorage.millisecondsSince1970.value(of: date) == 1_772_368_200_125)
        #expect(try FMDateStorage.iso8601.value(of: date) == "2026-03-01T12:30:00.125Z")
    }

    @Test(arguments: forms) func whatIsStoredIsReadBack(_ form: FMDateStorage) throws {
        let moments: [Double] = [
            0, 0.5, -0.125, 1, -1, 951_782_400, 1_772_368_200.125, -2_208_988_800, -62_167_219_200, 253_402_300_799.999,
        ]
        for moment in moments {
            let stored = try form.value(of: date(moment))
            let back = try #require(form.date(of: stored)).timeIntervalSince1970
            #expect(abs(back - moment) < 0.000_1, "\(moment)")
        }
    }

    @Test func secondsKeepEveryBit() throws {
        let date = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
        let stored = try FMDateStorage.secondsSince1970.value(of: date)
        #expect(
            FMDateStorage.secondsSince1970.date(of: stored) == Date(timeIntervalSince1970: date.timeIntervalSince1970))
    }

    @Test func millisecondsAreRoundedNotCut() throws {
        for (seconds, milliseconds) in [(0.0006, 1), (0.0004, 0), (-0.0006, -1), (-0.0004, 0), (-1.25, -1250)] {
            let stored = try FMDateStorage.millisecondsSince1970.value(of: date(seconds))
            #expect(stored == .integer(Int64(milliseconds)))
        }
    }

    @Test(arguments: forms) func whatIsNoDateIsNil(_ form: FMDateStorage) {
        for value in [FMValue.null, .blob(Data("2026-03-01".utf8)), "yesterday", ""] {
            #expect(form.date(of: value) == nil)
        }
    }

    @Test func numbersAreReadAsTheFormSays() {
        #expect(FMDateStorage.secondsSince1970.date(of: 1500) == date(1500))
        #expect(FMDateStorage.iso8601.date(of: 1500.5) == date(1500.5))
        #expect(FMDateStorage.millisecondsSince1970.date(of: 1500) == date(1.5))
        #expect(FMDateStorage.millisecondsSince1970.date(of: 1500.5) == date(1.5005))
        #expect(FMDateStorage.secondsSince1970.date(of: "2026-03-01") == nil)
    }

    // MARK: Limits

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, 9.3e15])
    func aDateBeyondTheNumbersIsRefused(_ seconds: Double) throws {
        for form in [FMDateStorage.millisecondsSince1970, .iso8601] {
            let error = thrown { try form.value(of: date(seconds)) }
            #expect(error?.resultCode == .mismatch, "\(form)")
        }
    }

    @Test func textEndsWithTheYear9999() throws {
        let form = FMDateStorage.iso8601
        #expect(try form.value(of: date(-62_167_219_200)) == "0000-01-01T00:00:00.000Z")
        #expect(try form.value(of: date(253_402_300_799.999)) == "9999-12-31T23:59:59.999Z")
        #expect(thrown { try form.value(of: date(-62_167_219_200.001)) }?.resultCode == .mismatch)
        #expect(thrown { try form.value(of: date(253_402_300_800)) }?.resultCode == .mismatch)
        #expect(read("0000-01-01T00:00:00+00:01") == nil)
        #expect(read("9999-12-31T23:59:59.999-00:01") == nil)
    }

    // MARK: Calendar

    @Test func writtenTextIsThatOfFoundation() throws {
        var format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        format.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        // Days of four centuries and hours of all kinds, some before 1970.
        for day in stride(from: -80_000, through: 80_000, by: 61) {
            let date = date(Double(day) * 86_400 + Double(day & 1023) * 84.25)
            #expect(try FMDateStorage.iso8601.value(of: date) == .text(date.formatted(format)))
        }
    }

    @Test func SQLiteReadsTheSame() throws {
        let db = FMDatabase.memory()
        for day in stride(from: -719_528, through: 2_932_896, by: 9973) {
            let date = date(Double(day) * 86_400 + 3600)
            let stored = try FMDateStorage.iso8601.value(of: date)
            let seconds = try db.value("SELECT CAST(strftime('%s', \(stored)) AS INTEGER)", as: Int.self)
            #expect(seconds == day * 86_400 + 3600)
        }
    }

    @Test func leapYearsHaveTheirDay() throws {
        for (text, seconds) in [
            ("2000-02-29", 951_782_400.0), ("2024-02-29", 1_709_164_800), ("0000-02-29", -62_162_121_600),
            ("1900-03-01", -2_203_891_200), ("2100-02-28", 4_107_456_000), ("2000-03-01", 951_868_800),
        ] {
            #expect(read(text) == date(seconds), "\(text)")
            #expect(try FMDateStorage.iso8601.value(of: date(seconds)) == .text(text + "T00:00:00.000Z"))
        }
    }

    @Test(arguments: ["", " ", "T12:30", "T12:30:15Z", " 00:00", "T00:00:00+00:00", "T01:00+01:00"])
    func daysThatAreNotAreNoDates(_ time: String) {
        for day in ["1900-02-29", "2023-02-29", "2100-02-29", "2024-02-30", "2024-04-31", "2024-02-31"] {
            #expect(read(day + time) == nil, "\(day)\(time)")
        }
    }

    // MARK: Text

    @Test func textMayBeShorterThanWhatIsWritten() {
        for (text, seconds) in [
            ("1970-01-02", 86_400.0), ("1970-01-01T00:01", 60), ("1970-01-01 00:01", 60), ("1970-01-01T00:01Z", 60),
            ("1970-01-01 00:00:01", 1), ("1970-01-01T00:00:01.5", 1.5), ("1970-01-01T00:00:01.50000Z", 1.5),
            ("1970-01-01T00:00:00.125Z", 0.125), ("1969-12-31T23:59:59.875Z", -0.125),
        ] {
            #expect(read(text) == date(seconds), "\(text)")
        }
    }

    @Test func zonesAreDistancesFromGreenwich() {
        for (text, seconds) in [
            ("1970-01-01T01:00+01:00", 0.0), ("1970-01-01T01:00:00.5+01:00", 0.5), ("1969-12-31T14:30-09:30", 0),
            ("1970-01-01T14:00+14:00", 0), ("1970-01-01T00:00-12:00", 43_200),
            ("2024-02-29T23:00-02:00", 1_709_254_800),
        ] {
            #expect(read(text) == date(seconds), "\(text)")
        }
    }

    @Test func fractionsOfMillisecondsAreRounded() {
        #expect(read("1970-01-01T00:00:00.0004Z") == date(0))
        #expect(read("1970-01-01T00:00:00.0006Z") == date(0.001))
        #expect(read("1970-01-01T00:00:00.9996Z") == date(1))
        #expect(read("1970-01-01T00:00:00." + String(repeating: "3", count: 400)) == date(0.333))
    }

    @Test(arguments: [
        "2026", "2026-03", "2026-3-1", "26-03-01", "2026-13-01", "2026-00-01", "2026-03-00", "2026-03-32",
        "-2026-03-01",
        "+2026-03-01", "2026-03-01T", "2026-03-01T12", "2026-03-01T24:00", "2026-03-01T12:60", "2026-03-01T12:30:60",
        "2026-03-01T12:30:00.", "2026-03-01T12:30:00.Z", "2026-03-01T12:30:00.5x", "2026-03-01T12:30+1", "2026-03-01x",
        "2026-03-01T12:30+01", "2026-03-01T12:30+0100", "2026-03-01T12:30+01:00Z", "2026-03-01T12:30ZZ", "2026-03-01Z",
        " 2026-03-01", "2026-03-01 ", "2026/03/01", "٢٠٢٦-٠٣-٠١", "2026-03-01\u{0}", "2026-03-01T12:30+99:00",
        "2026-03-01T12:30+01:60", "now", "1 March 2026", "🗓",
    ])
    func textThatIsNotWhollyADateIsNone(_ text: String) {
        #expect(read(text) == nil)
    }

    @Test func textSortsAsTheDatesDo() throws {
        let moments = [-62_167_219_200, -1e10, -0.001, 0, 0.001, 1, 951_782_400, 253_402_300_799.999]
        let texts = try moments.map { try FMDateStorage.iso8601.value(of: date($0)).description }
        #expect(texts == texts.sorted())
    }
}
