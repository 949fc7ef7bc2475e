import FMDB
import FMDBTestHelpers
import Testing

@Suite struct DateFormatTests {
    private let pattern = "yyyy-MM-dd HH:mm:ss"
    private let date = Date(timeIntervalSince1970: 951_782_400)
    private let text = "2000-02-29 00:00:00"

    @Test func testB444_theFormatterHasPatternTimeZoneAndLocale() {
        let formatter = FMDatabase.storeableDateFormat(pattern)
        #expect(formatter.dateFormat == pattern)
        #expect(formatter.timeZone?.secondsFromGMT() == 0)
        #expect(formatter.locale?.identifier == "en_US")
    }

    @Test func testB444_theFormatterWritesAndReadsGMT() {
        let formatter = FMDatabase.storeableDateFormat(pattern)
        #expect(formatter.string(from: date) == text)
        #expect(formatter.date(from: text) == date)
    }

    @Test func testB444_eachCallGivesAFormatterOfItsOwn() {
        let first = FMDatabase.storeableDateFormat(pattern)
        let second = FMDatabase.storeableDateFormat(pattern)
        first.dateFormat = "yyyy"
        #expect(second.dateFormat == pattern)
    }

    @Test func testB445_aFormatterIsThereOnlyWhileOneIsSet() {
        let database = FMDatabase.memory()
        #expect(!database.hasDateFormatter())
        database.setDateFormat(FMDatabase.storeableDateFormat(pattern))
        #expect(database.hasDateFormatter())
        database.setDateFormat(nil)
        #expect(!database.hasDateFormatter())
    }

    @Test func testB446_conversionsUseTheFormatter() {
        let database = FMDatabase.memory()
        database.setDateFormat(FMDatabase.storeableDateFormat(pattern))
        #expect(database.string(from: date) == text)
        #expect(database.date(from: text) == date)
    }

    @Test func testB446_anUnparsableTextIsNoDate() {
        let database = FMDatabase.memory()
        database.setDateFormat(FMDatabase.storeableDateFormat(pattern))
        #expect(database.date(from: "yesterday") == nil)
    }

    @Test func testB446_withoutAFormatterThereIsNoConversion() {
        let database = FMDatabase.memory()
        #expect(database.string(from: date) == nil)
        #expect(database.date(from: text) == nil)
    }

    @Test func testB446_conversionsNeedNoOpenDatabase() {
        let database = FMDatabase(path: nil)
        database.setDateFormat(FMDatabase.storeableDateFormat(pattern))
        #expect(database.string(from: date) == text)
        #expect(database.date(from: text) == date)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func aDateThatTheFormatCannotShowIsAnError(seconds: Double) throws {
        let database = FMDatabase.memory()
        database.setDateFormat(FMDatabase.storeableDateFormat(pattern))
        let strange = Date(timeIntervalSince1970: seconds)
        try database.executeUpdate("CREATE TABLE t (d)", values: nil)

        let forms: [[Any]] = [[strange], [strange as Date? as Any], [strange as NSDate]]
        for values in forms {
            let error = thrown { try database.executeUpdate("INSERT INTO t VALUES (?)", values: values) }
            #expect(error?.resultCode == .mismatch)
        }
        // Foundation cannot print such a date, so none may be in an expectation that fails.
        let isRefused = !database.executeUpdate("INSERT INTO t VALUES (:d)", withParameterDictionary: ["d": strange])
        #expect(isRefused)
        let rows = database.executeQuery("SELECT ?", withArgumentsIn: [strange])
        #expect(rows == nil)
        let text = database.string(from: strange)
        #expect(text == nil)
        #expect(drawn(database.executeQuery("SELECT count(*) AS n FROM t", withArgumentsIn: [])) == "n\n0")
    }
}
