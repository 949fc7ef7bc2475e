import FMDB
import FMDBTestHelpers
import Testing

/// Codable values in one column. See `FMValue.init(encoding:dates:)` and `FMValue.decode(_:dates:)`.
@Suite struct ValueCodingTests {
    private struct Address: Codable, Equatable {
        var town: String
        var house: Int?
        var since: Date?
    }

    private enum Level: String, Codable { case low, high }
    private enum Rank: Int, Codable { case first = 1 }

    private enum Shape: Codable, Equatable {
        case point
        case circle(radius: Double)
    }

    private struct Wrapped: Codable, Equatable {
        var text: String
        init(_ text: String) { self.text = text }
        init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }

    private struct Stubborn: Codable {
        init() {}
        init(from decoder: any Decoder) throws { throw Regret() }
        func encode(to encoder: any Encoder) throws { throw Regret() }
    }

    /// Encodes, compares, and decodes again.
    private func check<Value: Codable & Equatable>(_ value: Value, _ stored: FMValue) throws {
        #expect(try FMValue(encoding: value) == stored)
        #expect(try stored.decode(Value.self) == value)
    }

    // MARK: One value

    @Test func whatSQLiteCanStoreStaysAsItIs() throws {
        try check(7, 7)
        try check(UInt8.max, 255)
        try check(true, 1)
        try check(0.1, 0.1)
        try check("it's", "it's")
        try check(Data([1, 2]), .blob(Data([1, 2])))
        try check([1, 2] as [UInt8], .blob(Data([1, 2])))
        try check(Date(timeIntervalSince1970: 1.5), 1.5)
        try check(Decimal(string: "0.1234567890123456789"), "0.1234567890123456789")
        try check(URL(string: "https://example.org/a?b"), "https://example.org/a?b")
    }

    @Test func nilIsNull() throws {
        try check(nil as Int?, .null)
        try check(nil as Address?, .null)
        try check(nil as Level?, .null)
        try check(nil as [Int]?, .null)
        try check(3 as Int?, 3)
    }

    @Test func anEnumerationIsItsRawValue() throws {
        try check(Level.high, "high")
        try check(Rank.first, 1)
        try check(Level.low as Level?, "low")
    }

    @Test func aTypeOfOneValueIsThatValue() throws {
        try check(Wrapped("a"), "a")
        try check(Wrapped("") as Wrapped?, "")
    }

    // MARK: JSON

    @Test func whatHasPartsIsJSONText() throws {
        try check(Address(town: "a/b", house: 7, since: nil), #"{"house":7,"town":"a/b"}"#)
        try check([1, 2, 3], "[1,2,3]")
        try check([] as [String], "[]")
        try check(["b": 1, "a": 2], #"{"a":2,"b":1}"#)
        try check([Level.low, .high], #"["low","high"]"#)
        try check([[1], []], "[[1],[]]")
        try check(["é\"\u{1}"], #"["é\"\u0001"]"#)
        try check(Shape.circle(radius: 2.5), #"{"circle":{"radius":2.5}}"#)
        try check(Shape.point, #"{"point":{}}"#)
    }

    @Test func equalSetsOfKeysGiveEqualTexts() throws {
        var (first, second): ([String: Int], [String: Int]) = ([:], [:])
        for number in 0..<100 {
            first["k\(number)"] = number
            second["k\(99 - number)"] = 99 - number
        }
        #expect(try FMValue(encoding: first) == FMValue(encoding: second))
    }

    @Test func datesWithinJSONAreSecondsSince1970WhateverTheForm() throws {
        let address = Address(town: "", house: nil, since: Date(timeIntervalSince1970: 1.5))
        for form in [FMDateStorage.secondsSince1970, .millisecondsSince1970, .iso8601] {
            let stored = try FMValue(encoding: address, dates: form)
            #expect(stored == #"{"since":1.5,"town":""}"#)
            #expect(try stored.decode(Address.self, dates: form) == address)
        }
    }

    @Test func JSONIsReadFromBytesToo() throws {
        #expect(try FMValue.blob(Data("[1, 2]".utf8)).decode([Int].self) == [1, 2])
    }

    @Test func aDateAloneIsInTheFormThatIsAskedFor() throws {
        let date = Date(timeIntervalSince1970: 1.5)
        #expect(try FMValue(encoding: date, dates: .iso8601) == "1970-01-01T00:00:01.500Z")
        #expect(try FMValue(encoding: date as Date?, dates: .millisecondsSince1970) == 1500)
        #expect(try ("1970-01-01T00:00:01.500Z" as FMValue).decode(Date.self, dates: .iso8601) == date)
        #expect(try (1500 as FMValue).decode(Date?.self, dates: .millisecondsSince1970) == date)
    }

    // MARK: Refusals

    @Test func aValueThatCannotBeStoredIsRefused() {
        #expect(thrown { try FMValue(encoding: UInt64.max) }?.resultCode == .mismatch)
        #expect(thrown { try FMValue(encoding: [Double.nan]) }?.resultCode == .mismatch)
        #expect(thrown { try FMValue(encoding: Date.distantFuture + 1e12, dates: .iso8601) }?.resultCode == .mismatch)

        let error = thrown { try FMValue(encoding: Stubborn()) }
        #expect(error?.resultCode == .mismatch)
        #expect(error?.message == "Stubborn cannot be encoded: it threw Regret")
    }

    @Test func aValueOfAnotherTypeIsRefused() {
        #expect(thrown { try ("x" as FMValue).decode(Int.self) }?.message == "expected Int, found text")
        #expect(thrown { try (300 as FMValue).decode(UInt8.self) }?.resultCode == .mismatch)
        #expect(thrown { try FMValue.null.decode(Int.self) }?.message == "expected Int, found null")
        #expect(thrown { try FMValue.null.decode(Address.self) }?.message == "expected JSON text, found null")
        #expect(thrown { try (7 as FMValue).decode([Int].self) }?.resultCode == .mismatch)
        #expect(thrown { try ("middle" as FMValue).decode(Level.self) }?.resultCode == .mismatch)
        #expect(thrown { try (1 as FMValue).decode(Stubborn.self) }?.resultCode == .mismatch)
        #expect(thrown { try ("tomorrow" as FMValue).decode(Date.self, dates: .iso8601) }?.resultCode == .mismatch)
    }

    @Test(arguments: ["", "x", "{", #"{"town":"#, "[1,]", "NaN", #"{"town":1}"#, "[]", "null"])
    func textThatIsNotSuchJSONIsRefusedWithoutShowingIt(_ text: String) {
        let error = thrown { try FMValue.text(text).decode(Address.self) }
        #expect(error?.resultCode == .mismatch)
        #expect(error.map { $0.message.contains("town\":") } == false)
    }

    // MARK: Rows

    private struct House: Codable, Equatable {
        var address: Address
        var tags: [String]?
        var level: Level
        var built: Date
        var sold: Date?
    }

    private func house(_ sql: FMSQL, _ dates: FMDateStorage = .secondsSince1970) throws -> House? {
        var house: House?
        try FMDatabase.memory().forEachRow(sql) { house = try $0.decode(House.self, dates: dates) }
        return house
    }

    @Test func aPropertyWithPartsIsReadFromItsJSON() throws {
        let address = #"{"town": "x", "house": 3, "more": []}"#
        let found = try house("SELECT \(address) AS address, '[\"a\"]' AS tags, 'low' AS level, 2 AS built")

        #expect(
            found
                == House(
                    address: Address(town: "x", house: 3), tags: ["a"], level: .low,
                    built: Date(timeIntervalSince1970: 2)))
    }

    @Test func datesOfARowAreInTheFormThatIsAskedFor() throws {
        let found = try house(
            "SELECT '{\"town\":\"\"}' AS address, 'low' AS level, '1970-01-02' AS built, 86400 AS sold", .iso8601)

        #expect(found?.built == Date(timeIntervalSince1970: 86_400))
        #expect(found?.sold == Date(timeIntervalSince1970: 86_400))
    }

    @Test(arguments: ["x", "{}", "[1]", ""]) func aRowNamesTheColumnThatIsNotSuchJSON(_ text: String) {
        let error = thrown { try house("SELECT \(text) AS address, 'low' AS level, 1 AS built") }
        #expect(error?.resultCode == .mismatch)
        #expect(error?.message.contains("address") == true)
    }

    @Test func aRowNamesTheColumnOfAnUnknownRawValue() {
        let error = thrown { try house("SELECT '{\"town\":\"\"}' AS address, 'middle' AS level, 1 AS built") }
        #expect(error?.resultCode == .mismatch)
        #expect(error?.message.contains("level") == true)
        #expect(error?.message.contains("middle") == false)
    }

    @Test func aRowNamesTheColumnOfADateThatIsNone() {
        let error = thrown {
            try house("SELECT '{\"town\":\"\"}' AS address, 'low' AS level, 'soon' AS built", .iso8601)
        }
        #expect(error?.message.contains("column built: the text is not a valid Date") == true)
    }
}
