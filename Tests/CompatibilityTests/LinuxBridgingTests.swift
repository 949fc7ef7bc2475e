import FMDB
import FMDBTestHelpers
import Testing

private let noMoreRows = 101  // SQLITE_DONE
private let rowWaiting = 100  // SQLITE_ROW
private let sqlError = 1  // SQLITE_ERROR

/// Values and errors that cross between Swift and Foundation without an Objective-C runtime.
@Suite struct LinuxBridgingTests {
    private func row(_ sql: String, _ values: [Any] = []) throws -> FMResultSet {
        let rows = try FMDatabase.memory().executeQuery(sql, values: values)
        #expect(rows.next())
        return rows
    }

    /// What the pattern that most client code uses catches.
    private func caughtAsNSError(_ body: () throws -> Void) -> NSError? {
        do {
            try body()
            return nil
        } catch let error as NSError {
            return error
        }
    }

    // MARK: Errors

    @Test func testL03_thePatternAsNSErrorCatchesTheErrorsOfTheDatabase() {
        let database = FMDatabase.memory()
        let failures = [
            caughtAsNSError { try database.executeUpdate("nonsense", values: nil) },
            caughtAsNSError { try database.executeQuery("nonsense", values: nil) },
            caughtAsNSError { try database.releaseSavePoint(withName: "unknown") },
            caughtAsNSError { try database.checkpoint(.passive, name: "unknown") },
        ]
        #expect(failures.map { $0?.domain } == Array(repeating: "FMDatabase", count: 4))
        #expect(failures.map { $0?.code } == Array(repeating: sqlError, count: 4))
    }

    @Test func testL03_aCaughtErrorKeepsItsMessage() {
        let database = FMDatabase.memory()
        let error = caughtAsNSError { try database.executeUpdate("DELETE FROM nowhere", values: nil) }
        #expect(error?.localizedDescription == "no such table: nowhere")
    }

    @Test func testL03_aConditionalCastInAPatternChoosesTheRightBranch() {
        let database = FMDatabase.memory()
        var branch = "none"
        do {
            try database.executeUpdate("nonsense", values: nil)
        } catch let error as NSError where error.domain == "FMDatabase" && error.code == sqlError {
            branch = "SQL error"
        } catch {
            branch = "any error"
        }
        #expect(branch == "SQL error")
    }

    @Test func testL14_theEndOfTheRowsIsAnErrorOfFMDatabase() throws {
        let rows = try row("SELECT 1")
        let error = caughtAsNSError { try rows.nextWithError() }
        #expect(error?.domain == "FMDatabase")
        #expect(error?.code == noMoreRows)
    }

    @Test func testL14_aRowWhereNoneMayBeIsAnErrorOfFMDatabase() {
        let database = FMDatabase.memory()
        let error = caughtAsNSError { try database.executeUpdate("SELECT 1", values: nil) }
        #expect(error?.domain == "FMDatabase")
        #expect(error?.code == rowWaiting)
    }

    // MARK: Values read

    @Test func testL04_anIntegerCastsToEachIntegerTypeAndToNSNumber() throws {
        let value = try row("SELECT 5").object(forColumnIndex: 0)
        #expect(value as? Int == 5)
        #expect(value as? Int64 == 5)
        #expect(value as? Int32 == 5)
        #expect(value as? Double == 5)
        #expect(value as? NSNumber == 5)
    }

    @Test func testL04_aRealCastsToDoubleAndToNSNumber() throws {
        let value = try row("SELECT 1.5").object(forColumnIndex: 0)
        #expect(value as? Double == 1.5)
        #expect(value as? NSNumber == 1.5)
        #expect(value as? Int == nil)
    }

    @Test func testL04_onlyExactConversionsSucceed() throws {
        let rows = try row("SELECT 5 AS five, 5000000000 AS large, 9223372036854775807 AS largest")
        #expect(rows.object(forColumn: "five") as? Bool == nil)
        #expect(rows.object(forColumn: "large") as? Int32 == nil)
        #expect(rows.object(forColumn: "largest") as? Double == nil)
    }

    @Test func testL04_subscriptsCastAsWell() throws {
        let rows = try row("SELECT 5 AS a")
        #expect(rows["a"] as? Int == 5)
        #expect(rows[0] as? Int == 5)
    }

    @Test func testL04_dictionariesCastAsWell() throws {
        let dictionary = try row("SELECT 5 AS a, 1.5 AS b").resultDictionary
        #expect(dictionary?["a"] as? Int == 5)
        #expect(dictionary?["a"] as? Int64 == 5)
        #expect(dictionary?["b"] as? Double == 1.5)
    }

    @Test func testL05_textCastsToStringAndNSString() throws {
        let value = try row("SELECT 'größe'").object(forColumnIndex: 0)
        #expect(value as? String == "größe")
        #expect(value as? NSString == "größe" as NSString)
    }

    @Test func testL05_aBlobCastsToDataAndNSData() throws {
        let value = try row("SELECT x'0102'").object(forColumnIndex: 0)
        #expect(value as? Data == Data([1, 2]))
        #expect(value as? NSData == Data([1, 2]) as NSData)
    }

    // MARK: Values bound

    @Test func testL05_foundationsTextAndDataBindAsTextAndBlob() throws {
        let rows = try row("SELECT ? AS a, ? AS b", ["größe" as NSString, Data([1, 2]) as NSData])
        #expect(rows.type(forColumn: "a") == .text)
        #expect(rows.string(forColumn: "a") == "größe")
        #expect(rows.type(forColumn: "b") == .blob)
        #expect(rows.data(forColumn: "b") == Data([1, 2]))
    }

    @Test func testL05_foundationsDateBindsAsADate() throws {
        let rows = try row("SELECT ?", [NSDate(timeIntervalSince1970: 12.5)])
        #expect(rows.type(forColumnIndex: 0) == .float)
        #expect(rows.double(forColumnIndex: 0) == 12.5)
    }

    @Test func testL05_foundationsDateUsesTheDateFormat() throws {
        let database = FMDatabase.memory()
        database.setDateFormat(FMDatabase.storeableDateFormat("yyyy-MM-dd"))
        let rows = try database.executeQuery("SELECT ?", values: [NSDate(timeIntervalSince1970: 0)])
        #expect(rows.next())
        #expect(rows.string(forColumnIndex: 0) == "1970-01-01")
    }

    @Test func testL06_integralNumbersBindAsIntegers() throws {
        let numbers: [NSNumber] = [
            NSNumber(value: Int8(1)), NSNumber(value: 1), NSNumber(value: UInt32(1)), NSNumber(value: UInt8(1)),
            NSNumber(value: true),
        ]
        for number in numbers {
            let rows = try row("SELECT ?", [number])
            #expect(rows.type(forColumnIndex: 0) == .integer)
            #expect(rows.longLongInt(forColumnIndex: 0) == 1)
        }
    }

    @Test func testL06_largeIntegralNumbersKeepTheir64Bits() throws {
        let signed = try row("SELECT ?", [NSNumber(value: Int64.min)])
        #expect(signed.type(forColumnIndex: 0) == .integer)
        #expect(signed.longLongInt(forColumnIndex: 0) == .min)

        let unsigned = try row("SELECT ?", [NSNumber(value: UInt64.max)])
        #expect(unsigned.type(forColumnIndex: 0) == .integer)
        #expect(unsigned.unsignedLongLongInt(forColumnIndex: 0) == .max)
    }

    @Test func testL06_floatingNumbersBindAsReals() throws {
        for number in [NSNumber(value: Float(0.5)), NSNumber(value: 0.5)] {
            let rows = try row("SELECT ?", [number])
            #expect(rows.type(forColumnIndex: 0) == .float)
            #expect(rows.double(forColumnIndex: 0) == 0.5)
        }
    }

    @Test func testL07_aBoxedNilBindsNull() throws {
        let nothing: Int? = nil
        let nested: String?? = .some(nil)
        let rows = try row("SELECT ? AS a, ? AS b", [nothing as Any, nested as Any])
        #expect(rows.columnIsNull("a"))
        #expect(rows.columnIsNull("b"))
    }

    @Test func testL07_aBoxedValueBindsTheValue() throws {
        let number: Int? = 7
        let nested: String?? = "text"
        let rows = try row("SELECT ? AS a, ? AS b", [number as Any, nested as Any])
        #expect(rows.type(forColumn: "a") == .integer)
        #expect(rows.int(forColumn: "a") == 7)
        #expect(rows.string(forColumn: "b") == "text")
    }

    @Test func testL07_aBoxedNilIsNullInADictionaryToo() throws {
        let nothing: Date? = nil
        let values: [String: Any] = ["a": nothing as Any]
        let rows = try #require(FMDatabase.memory().executeQuery("SELECT :a", withParameterDictionary: values))
        #expect(rows.next())
        #expect(rows.columnIndexIsNull(0))
    }

    @Test func testL09_aBoundValueMayChangeBeforeTheFirstStep() throws {
        let data = NSMutableData(data: Data([1, 2, 3]))
        let text = NSMutableString(string: "before")
        let rows = try FMDatabase.memory().executeQuery("SELECT ? AS a, ? AS b", values: [data, text])
        data.append(Data([4]))
        data.resetBytes(in: NSRange(location: 0, length: 3))
        text.setString("after")

        #expect(rows.next())
        #expect(rows.data(forColumn: "a") == Data([1, 2, 3]))
        #expect(rows.string(forColumn: "b") == "before")
    }
}
