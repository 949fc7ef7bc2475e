import FMDBModel
import FMDBTestHelpers
import Testing

/// Types that cannot be mapped, or not without help.
extension ModelVerbErrorTests {
    private enum Odd: Codable, Equatable {
        case a(Int)
        case b
    }

    private struct Unmapped: Codable, FMModel {
        var id: Int?
        var name: String
        var odd: Odd
        var more: Int
    }

    @Test func aTypeThatCannotBeMappedNamesTheProperty() throws {
        let error = try refused { try db.createTable(Unmapped.self) }

        #expect(error.resultCode == .mismatch)
        #expect(error.message.hasPrefix("the columns of Unmapped cannot be determined beyond its property odd: "))
        #expect(error.message.contains("Odd"))
        #expect(error.message.contains("FMSampled"))
        #expect(error.message.contains("FMTable<Unmapped>.learn(from:)"))
        #expect(try refused { try db.find(Unmapped.self) }.message == error.message)
    }

    private struct Learnt: Codable, FMModel, Equatable {
        var id: Int?
        var odd: Odd
    }

    @Test func aTypeThatCannotBeMappedIsLearntFromAValue() throws {
        try FMTable<Learnt>.learn(from: Learnt(id: nil, odd: .a(1)))
        try db.createTable(Learnt.self)
        try db.insert(Learnt(id: nil, odd: .b))

        #expect(try db.find(Learnt.self) == [Learnt(id: 1, odd: .b)])
    }

    private struct Shown: Codable, FMModel {
        static let tableOptions = FMTableOptions(isMadeOnInsertion: true)
        var id: Int64?
        var odd: Odd
        var list: [Int]

        enum CodingKeys: CodingKey { case id, odd, list }

        init(_ odd: Odd, _ list: [Int]) { (self.odd, self.list) = (odd, list) }
        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            id = try values.decodeIfPresent(Int64.self, forKey: .id)
            odd = try values.decode(Odd.self, forKey: .odd)
            list = try values.decode([Int].self, forKey: .list)
        }
        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(id, forKey: .id)
            try values.encode(odd, forKey: .odd)
            var numbers = values.nestedUnkeyedContainer(forKey: .list)
            for number in list { try numbers.encode(number) }
            try values.encode(id, forKey: .id)
        }
    }

    @Test func aModelThatIsWrittenShowsWhatItsTypeDoesNot() throws {
        #expect(thrown { try db.find(Shown.self) }?.resultCode == .mismatch)
        #expect(thrown { try db.insert([] as [Shown]) }?.resultCode == .mismatch)
        try db.insert([Shown(.a(7), [1, 2]), Shown(.b, [])])
        try db.save(Shown(.a(8), [3]))
        #expect(try db.find(Shown.self).map(\.odd) == [.a(7), .b, .a(8)])
        #expect(try db.find(Shown.self).map(\.list) == [[1, 2], [], [3]])
    }

    private struct Undecided: Codable, FMModel {
        static let fmTable = FMTable<Undecided>(
            "undecided", [FMColumn("day", \.day)], options: FMTableOptions(dates: .millisecondsSince1970))
        var day: Date
    }

    @Test func twoFormsOfDatesAreRefused() throws {
        try db.createTable(Undecided.self)
        let error = try refused { try db.insert(Undecided(day: Date(timeIntervalSince1970: 1_700_000_000))) }
        #expect(error.resultCode == .misuse)
        #expect(error.message.contains("Undecided"))
    }

    private struct Sampled: Codable, FMModel {
        struct Even: Codable, FMSampled {
            static let fmSample = Even(2)
            var number: Int
            init(_ number: Int) { self.number = number }
            init(from decoder: any Decoder) throws {
                number = try decoder.singleValueContainer().decode(Int.self)
                guard number != 0, number.isMultiple(of: 2) else { throw Regret() }
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(number)
            }
        }

        var even: Even
    }

    @Test func aTypeThatAcceptsSomeValuesOnlyShowsOne() throws {
        try db.createTable(Sampled.self)
        try db.insert(Sampled(even: Sampled.Even(8)))
        #expect(try db.find(Sampled.self).map(\.even.number) == [8])

        try db.execute("UPDATE Sampled SET even = 3")
        #expect(try refused { try db.find(Sampled.self) }.resultCode == .mismatch)
    }

    private struct Empty: Codable, FMModel {}

    private struct HandEmpty: FMModel {
        static let fmTable = FMTable<HandEmpty>("empty", [])
        init() {}
        init(fmRow row: FMRow) {}
        func fmBind(to values: inout FMModelValues) {}
    }

    private struct Listed: Codable, FMModel {
        init() {}
        init(from decoder: any Decoder) throws { _ = try decoder.unkeyedContainer() }
        func encode(to encoder: any Encoder) throws { _ = encoder.unkeyedContainer() }
    }

    @Test func aModelWithoutColumnsIsRefused() throws {
        #expect(
            try refused { try db.createTable(Empty.self) }.message == "Empty has no property that could be a column")
        #expect(try refused { try db.insert(Empty()) }.resultCode == .mismatch)
        #expect(try refused { try db.createTable(Listed.self) }.resultCode == .mismatch)
        #expect(
            try refused { try db.createTable(HandEmpty.self) }.message == "the model of the table empty has no columns")
        #expect(try refused { try db.insert(HandEmpty()) }.resultCode == .misuse)
    }

    private struct Misspelt<Options: OptionsForm>: Codable, FMModel {
        var id: Int?
        var town: String
        static var tableName: String { "misspelt" }
        static var tableOptions: FMTableOptions { Options.options }
    }

    private enum Key: OptionsForm { static let options = FMTableOptions(key: ["id", "twon"]) }
    private enum Unique: OptionsForm { static let options = FMTableOptions(unique: [["town"], ["twon"]]) }
    private enum Index: OptionsForm { static let options = FMTableOptions(indexes: [["twon"]]) }
    private enum Default: OptionsForm { static let options = FMTableOptions(defaults: ["twon": 1]) }
    private enum Created: OptionsForm { static let options = FMTableOptions(created: "twon") }
    private enum Updated: OptionsForm { static let options = FMTableOptions(updated: "twon") }
    private enum TextKey: OptionsForm { static let options = FMTableOptions(key: .automatic("town")) }

    @Test func optionsThatNameNoColumnAreRefused() throws {
        try db.execute("CREATE TABLE misspelt (id, town)")
        try db.execute("INSERT INTO misspelt VALUES (1, 'a')")
        func check<Options: OptionsForm>(_: Options.Type) throws {
            for error in [
                try refused { try db.update(Misspelt<Options>(id: 1, town: "b")) },
                try refused { try db.createTable(Misspelt<Options>.self, named: "other") },
                try refused { try db.find(Misspelt<Options>.self) },
            ] {
                #expect(error.resultCode == .misuse)
                #expect(error.message.contains("misspelt") || error.message.contains("other"))
                #expect(error.message.contains("twon"))
            }
        }
        try check(Key.self)
        try check(Unique.self)
        try check(Index.self)
        try check(Default.self)
        try check(Created.self)
        try check(Updated.self)
    }

    @Test func anAutomaticKeyIsAnInteger() throws {
        let error = try refused { try db.createTable(Misspelt<TextKey>.self) }
        #expect(error.resultCode == .misuse)
        #expect(error.message.contains("town"))
    }

    private struct Twins: Codable, FMModel {
        var name: String
        var Name: String
    }

    @Test func columnsThatDifferByCaseAloneAreRefused() throws {
        #expect(try refused { try db.createTable(Twins.self) }.message.contains("Name"))
        #expect(try refused { try db.insert(Twins(name: "a", Name: "b"), into: "other") }.resultCode == .misuse)
    }
}

private protocol OptionsForm {
    static var options: FMTableOptions { get }
}
