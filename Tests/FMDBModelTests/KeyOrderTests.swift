import FMDBModel
import Support
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
}
