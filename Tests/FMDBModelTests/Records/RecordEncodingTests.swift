import FMDBModel
import FMDBTestHelpers
import Testing

/// Records and values in JSON and other forms that know `Encodable`.
@Suite struct RecordEncodingTests {
    private let db = FMDatabase.memory()

    private func json(_ value: some Encodable, _ change: (JSONEncoder) -> Void = { _ in }) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        change(encoder)
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func aRecordIsAnObject() throws {
        try db.execute("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, weight REAL, photo BLOB, mail TEXT)")
        try db.insert(["name": "Zoë \"Z\"", "weight": 1.5, "photo": Data([0, 255, 16])], into: "user")

        #expect(
            try json(try db.find(FMRecord.self, from: "user"))
                == #"[{"id":1,"mail":null,"name":"Zoë \"Z\"","photo":"AP8Q","weight":1.5}]"#)
    }

    @Test func whatIsEncodedIsReadBackByAType() throws {
        struct Row: Decodable, Equatable {
            var low: Int64
            var high: Int64
            var real: Double
            var text: String
            var bytes: Data
            var none: Int?
        }
        let record: FMRecord = [
            "low": Int64.min, "high": Int64.max, "real": 0.1, "text": "a\u{0}b", "bytes": Data([1, 2]), "none": nil,
        ]

        let row = try JSONDecoder().decode(Row.self, from: JSONEncoder().encode(record))

        #expect(
            row
                == Row(
                    low: .min, high: .max, real: 0.1, text: "a\u{0}b", bytes: Data([1, 2]), none: nil))
    }

    @Test func theExtremesOfIntegersKeepEachDigit() throws {
        #expect(
            try json([Int64.min, Int64.max].map { FMValue.integer($0) })
                == "[-9223372036854775808,9223372036854775807]")
    }

    @Test func eachKindOfValueIsEncoded() throws {
        let values: [FMValue] = [.null, 7, 1.5, "a", .blob(Data()), .real(.greatestFiniteMagnitude)]

        #expect(try json(values) == #"[null,7,1.5,"a","",1.7976931348623157e+308]"#)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan]) func anEncoderDecidesOnNumbersThatItDoesNotHave(
        number: Double
    ) throws {
        #expect(throws: EncodingError.self) { try json([FMValue.real(number)]) }
        let text = try json([FMValue.real(number)]) {
            $0.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        }
        #expect(text == (number.isNaN ? #"["?"]"# : number > 0 ? #"["+"]"# : #"["-"]"#))
    }

    @Test func anEncodersWayWithBytesCounts() throws {
        let record: FMRecord = ["b": Data([1, 2])]

        #expect(try json(record) { $0.dataEncodingStrategy = .deferredToData } == #"{"b":[1,2]}"#)
    }

    @Test func aRecordWithoutColumnsIsAnEmptyObject() throws {
        #expect(try json(FMRecord()) == "{}")
    }

    @Test func aValueThatSQLiteCannotHoldIsReported() throws {
        let record: FMRecord = ["n": UInt64.max]
        let error = #expect(throws: FMError.self) { try json(record) }

        #expect(error?.resultCode == .mismatch)
    }

    @Test func aRecordIsStoredInAColumnAsJSON() throws {
        let value = try FMValue(encoding: ["a": 1, "b": nil] as FMRecord)

        #expect(value == .text(#"{"a":1,"b":null}"#))
    }
}
