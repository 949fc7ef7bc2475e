import FMDBModel
import FMDBTestHelpers
import Testing

/// `Codable` types whose code does not give its keys one after the other in the order of the columns.
@Suite struct KeyOrderTests {
    private let db = FMDatabase.memory()

    // MARK: By hand

    /// Reads a, b, c and writes them in an order of its own.
    private struct Shuffled: Codable, FMModel, Equatable {
        var a: Int
        var b: String?
        var c: [Int]
        var order = "abc"

        enum CodingKeys: CodingKey { case a, b, c }

        init(_ a: Int, _ b: String?, _ c: [Int], _ order: String) {
            (self.a, self.b, self.c, self.order) = (a, b, c, order)
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            a = try values.decode(Int.self, forKey: .a)
            b = try values.decodeIfPresent(String.self, forKey: .b)
            c = try values.decode([Int].self, forKey: .c)
        }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            for letter in order {
                switch letter {
                case "a": try values.encode(a, forKey: .a)
                case "b": try values.encode(b, forKey: .b)
                case "B": try values.encodeIfPresent(b, forKey: .b)
                case "n": try values.encodeNil(forKey: .b)
                default: try values.encode(c, forKey: .c)
                }
            }
        }
    }

    @Test(arguments: ["abc", "aBc", "cba", "bca", "cab", "acb", "acbabc", "abcabc"])
    func anyOrderWillDo(_ order: String) throws {
        try db.createTable(Shuffled.self)
        try db.insert(Shuffled(1, "one", [1], order))
        try db.insert([Shuffled(2, nil, [], order), Shuffled(3, "three", [3, 3], order)])
        #expect(try db.find(Shuffled.self).map(\.a) == [1, 2, 3])
        #expect(try db.find(Shuffled.self).map(\.b) == ["one", nil, "three"])
        #expect(try db.find(Shuffled.self).map(\.c) == [[1], [], [3, 3]])
    }

    @Test func eachModelOfABatchMayHaveItsOwn() throws {
        try db.createTable(Shuffled.self)
        let orders = ["abc", "cba", "abc", "ac", "ca", "bac", "anc", "cna"]
        try db.insert(orders.enumerated().map { Shuffled($0, "\($0)", [$0], $1) })
        let found = try db.find(Shuffled.self)
        #expect(found.map(\.a) == Array(0..<8))
        #expect(found.map(\.b) == ["0", "1", "2", nil, nil, "5", nil, nil])
        #expect(found.map(\.c) == (0..<8).map { [$0] })
    }

    @Test func aValueThatIsGivenTwiceIsTheLast() throws {
        struct Twice: Codable, FMModel {
            var a: Int
            var b: Int
            init(_ a: Int) { (self.a, b) = (a, a) }
            func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: CodingKeys.self)
                for number in [a, a + 1, a + 2] {
                    try values.encode(number, forKey: .a)
                    try values.encode(number, forKey: .b)
                }
            }
        }
        try db.createTable(Twice.self)
        try db.insert([Twice(1), Twice(10)])
        #expect(drawn(try db.query("SELECT * FROM Twice")) == "a  | b\n3  | 3\n12 | 12")
    }

    // MARK: Other keys

    /// Keys that are no enumeration, and larger than a byte.
    private struct Named: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private struct Loose: Codable, FMModel {
        var a = 0
        var b = ""
        init(_ a: Int, _ b: String) { (self.a, self.b) = (a, b) }
        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Named.self)
            a = try values.decode(Int.self, forKey: Named(stringValue: "a"))
            b = try values.decode(String.self, forKey: Named(stringValue: "b"))
        }
        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: Named.self)
            if a < 0 { try values.encode(0, forKey: Named(stringValue: "stray")) }
            try values.encode(b, forKey: Named(stringValue: "b"))
            try values.encode(a, forKey: Named(stringValue: "a"))
        }
    }

    @Test func keysMayBeOfAnyType() throws {
        try db.createTable(Loose.self)
        try db.insert([Loose(1, "one"), Loose(2, "two")])
        #expect(drawn(try db.query("SELECT * FROM Loose")) == "a | b\n1 | 'one'\n2 | 'two'")
    }

    @Test func aKeyThatHasNoColumnIsRefused() throws {
        try db.createTable(Loose.self)
        for error in [
            thrown { try db.insert(Loose(-1, "")) }, thrown { try db.insert([Loose(1, "one"), Loose(-1, "")]) },
        ] {
            #expect(error?.resultCode == .mismatch)
            #expect(error?.message.contains("stray") == true)
        }
        #expect(try db.count(Loose.self) == 0)
    }

    private struct Single: Codable, FMModel {
        var only: String
    }

    @Test func oneKeyIsEnough() throws {
        try db.createTable(Single.self)
        try db.insert([Single(only: "a"), Single(only: "b")])
        #expect(try db.rows("SELECT only FROM Single", as: String.self) == ["a", "b"])
    }

    // MARK: Classes

    private class Base: Codable {
        var a = 0
        var b: String?
    }

    private final class Derived: Base, FMModel {
        var c = ""
        private enum Keys: String, CodingKey { case c }

        init(_ number: Int) {
            super.init()
            (a, b, c) = (number, number.isMultiple(of: 2) ? nil : "odd", "c\(number)")
        }
        required init(from decoder: any Decoder) throws {
            try super.init(from: decoder)
            c = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .c)
        }
        override func encode(to encoder: any Encoder) throws {
            // The first key of this type, and the first one of the other, are both 0 as bytes.
            var own = encoder.container(keyedBy: Keys.self)
            try own.encode("before", forKey: .c)
            try super.encode(to: own.superEncoder())
            try own.encode(c, forKey: .c)
        }
    }

    @Test func aClassGivesItsOwnKeysAmongThoseOfTheOther() throws {
        try db.createTable(Derived.self)
        try db.insert((1...3).map { Derived($0) })
        try db.insert(Derived(4))
        let found = try db.find(Derived.self)
        #expect(found.map(\.a) == [1, 2, 3, 4])
        #expect(found.map(\.b) == ["odd", nil, "odd", nil])
        #expect(found.map(\.c) == ["c1", "c2", "c3", "c4"])
    }

    // MARK: What is kept

    private struct Kept: Codable, FMModel {
        var a: Int
        var keep: (KeyedEncodingContainer<CodingKeys>) -> Void = { _ in }
        enum CodingKeys: CodingKey { case a }

        init(_ a: Int, _ keep: @escaping (KeyedEncodingContainer<CodingKeys>) -> Void) {
            (self.a, self.keep) = (a, keep)
        }
        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(a, forKey: .a)
            keep(values)
        }
    }

    @Test func aContainerThatIsKeptWritesNothing() throws {
        try db.createTable(Kept.self)
        var kept: [KeyedEncodingContainer<Kept.CodingKeys>] = []
        func writeLate() throws {
            for var values in kept { try values.encode(99, forKey: .a) }
        }

        try db.insert((1...2).map { Kept($0) { kept.append($0) } })
        try writeLate()
        try db.insert(
            (3...4).map {
                Kept($0) {
                    kept.append($0)
                    // In the midst of another model: the place is taken already.
                    for var values in kept.prefix(2) { try? values.encode(99, forKey: .a) }
                }
            })
        try writeLate()
        #expect(try db.find(Kept.self).map(\.a) == [1, 2, 3, 4])
        #expect(kept.count == 4)
    }

    // MARK: What is refused

    private struct Refusing: Codable, FMModel {
        static let tableOptions = FMTableOptions(updated: "updated")
        var id: Int?
        var number: UInt64
        var updated: Date?
        init(_ number: UInt64) { self.number = number }
        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try? values.encode(number, forKey: .number)
            try values.encodeIfPresent(id, forKey: .id)
        }
    }

    private struct Broken: Codable, FMModel {
        struct Inner: Codable {
            var fails: Bool
            func encode(to encoder: any Encoder) throws {
                if fails { throw Regret() }
                var values = encoder.container(keyedBy: CodingKeys.self)
                try values.encode(fails, forKey: .fails)
            }
        }

        var inner: Inner
        init(_ fails: Bool) { inner = Inner(fails: fails) }
        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try? values.encode(inner, forKey: .inner)
        }
    }

    @Test func aRefusalThatTheModelPassesOverIsToldAllTheSame() throws {
        try db.createTable(Refusing.self)
        try db.createTable(Broken.self)
        for error in [
            thrown { try db.insert(Refusing(.max)) }, thrown { try db.insert([Refusing(1), Refusing(.max)]) },
            thrown { try db.insert(Broken(true)) }, thrown { try db.insert([Broken(false), Broken(true)]) },
        ] {
            #expect(error?.resultCode == .mismatch)
            #expect(error?.message.hasPrefix("property ") == true)
        }
        #expect(try db.insertPossible([Refusing(.max), Refusing(2)]).keys.sorted() == [0])
        #expect(try db.insertPossible([Broken(true), Broken(false)]).keys.sorted() == [0])
        #expect(try db.rows("SELECT number FROM Refusing", as: Int.self) == [2])
        #expect(try db.count(Broken.self) == 1)
    }

    // MARK: Containers within a column

    private struct Envelope: Codable, FMModel, Equatable {
        var id: Int?
        var town: String
        var sent: Date
        var pages: [Int]
        var text: String

        enum CodingKeys: CodingKey { case id, address, pages, text }
        enum AddressKeys: CodingKey { case town, sent, lines }

        init(_ id: Int, town: String, pages: [Int]) {
            (self.id, self.town, self.pages, text) = (id, town, pages, "text \(id)")
            sent = Date(timeIntervalSince1970: Double(id))
        }
        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            id = try values.decodeIfPresent(Int.self, forKey: .id)
            let address = try values.nestedContainer(keyedBy: AddressKeys.self, forKey: .address)
            town = try address.decode(String.self, forKey: .town)
            sent = try address.decode(Date.self, forKey: .sent)
            var list = try values.nestedUnkeyedContainer(forKey: .pages)
            pages = []
            while !list.isAtEnd { pages.append(try list.decode(Int.self)) }
            text = try values.decode(String.self, forKey: .text)
        }
        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encodeIfPresent(id, forKey: .id)
            var address = values.nestedContainer(keyedBy: AddressKeys.self, forKey: .address)
            try address.encode(sent, forKey: .sent)
            try address.encodeNil(forKey: .lines)
            var list = values.nestedUnkeyedContainer(forKey: .pages)
            for page in pages { try list.encode(page) }
            try values.encode(text, forKey: .text)
            // Once more: it is the same container.
            var again = values.nestedContainer(keyedBy: AddressKeys.self, forKey: .address)
            try again.encode(town, forKey: .town)
        }
    }

    @Test func aContainerWithinAColumnIsJSONText() throws {
        let envelopes = [Envelope(1, town: "a\"b", pages: [1, 2]), Envelope(2, town: "", pages: [])]
        try db.createTable(Envelope.self)
        try db.insert(envelopes)
        try db.save(Envelope(3, town: "c", pages: [3]))

        #expect(try db.find(Envelope.self) == envelopes + [Envelope(3, town: "c", pages: [3])])
        #expect(
            try db.rows("SELECT address FROM Envelope WHERE id = 1", as: String.self)
                == [#"{"lines":null,"sent":1,"town":"a\"b"}"#])
        #expect(try db.rows("SELECT pages FROM Envelope", as: String.self) == ["[1,2]", "[]", "[3]"])
    }

    private struct Deep: Codable, FMModel {
        var number: Double
        enum CodingKeys: CodingKey { case tree, stray }

        init(_ number: Double) { self.number = number }
        init(from decoder: any Decoder) throws {
            var list = try decoder.container(keyedBy: CodingKeys.self).nestedUnkeyedContainer(forKey: .tree)
            number = list.isAtEnd ? 0 : try list.decode(Double.self)
        }
        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            if number < 0 { _ = values.nestedUnkeyedContainer(forKey: .stray) }
            var list = values.nestedUnkeyedContainer(forKey: .tree)
            try list.encode(number)
            var keys = list.nestedContainer(keyedBy: CodingKeys.self)
            var inner = keys.nestedUnkeyedContainer(forKey: .tree)
            try inner.encodeNil()
            try number.encode(to: inner.superEncoder())
            try [number].encode(to: keys.superEncoder(forKey: .stray))
        }
    }

    @Test func containersWithinAColumnNest() throws {
        try db.createTable(Deep.self)
        try db.insert(Deep(7))
        #expect(
            try db.rows("SELECT tree FROM Deep", as: String.self) == [#"[7,{"stray":[7],"tree":[null,7]}]"#])
    }

    @Test func whatAContainerWithinAColumnCannotHoldIsRefused() throws {
        try db.createTable(Deep.self)
        let infinite = thrown { try db.insert(Deep(.infinity)) }
        let stray = thrown { try db.insert(Deep(-1)) }

        #expect(infinite?.resultCode == .mismatch)
        #expect(infinite?.message.hasPrefix("property tree: ") == true)
        #expect(stray?.resultCode == .mismatch)
        #expect(stray?.message.contains("stray") == true)
        #expect(try db.count(Deep.self) == 0)
    }
}
