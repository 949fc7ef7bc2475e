import FMDB
import FMDBTestHelpers
import Testing

@Suite struct RowDecodingTests {
    private let db = FMDatabase.memory()

    private struct Person: Decodable, Equatable {
        var name: String
        var age: Int?
    }

    /// The only row of a query.
    private func decoded<Value: Decodable>(_ sql: FMSQL, as type: Value.Type = Value.self) throws -> Value {
        try #require(try db.rows(sql, as: type).first)
    }

    // MARK: Columns

    @Test func aPropertyIsTheColumnOfItsName() throws {
        let people = try db.rows("SELECT 7 AS age, 'ann' AS name UNION ALL SELECT NULL, 'bob'", as: Person.self)

        #expect(people == [Person(name: "ann", age: 7), Person(name: "bob", age: nil)])
    }

    @Test func columnsThatNoPropertyNamesAreIgnored() throws {
        #expect(try decoded("SELECT 1 AS id, 'ann' AS name, 7 AS age") == Person(name: "ann", age: 7))
    }

    @Test func aColumnIsFoundInAnyCase() throws {
        #expect(try decoded("SELECT 'ann' AS Name, 7 AS AGE") == Person(name: "ann", age: 7))
    }

    @Test func aMissingColumnIsNilForAnOptional() throws {
        #expect(try decoded("SELECT 'ann' AS name") == Person(name: "ann", age: nil))
    }

    @Test func aMissingColumnIsAnErrorForAnythingElse() {
        let error = thrown { try db.rows("SELECT 7 AS age", as: Person.self) }

        #expect(error?.resultCode == .mismatch)
        #expect(error?.message == "the query has no column named name")
        #expect(error?.sql == "SELECT 7 AS age")
    }

    @Test func codingKeysNameTheColumns() throws {
        struct Renamed: Decodable {
            var name: String
            enum CodingKeys: String, CodingKey { case name = "full name" }
        }

        #expect(try decoded("SELECT 'ann' AS \"full name\"", as: Renamed.self).name == "ann")
    }

    @Test func aRowOfACursorDecodes() throws {
        var people: [Person] = []
        try db.forEachRow("SELECT 'ann' AS name, 7 AS age") { row in
            people.append(try row.decode())
            #expect(try row.decode(Person.self) == people[0])
        }

        #expect(people == [Person(name: "ann", age: 7)])
    }

    @Test func valuesOfInterpolationSelectTheRows() throws {
        let sql: FMSQL = "SELECT name FROM (SELECT 'ann' AS name UNION ALL SELECT 'bob') WHERE name > \("b")"

        #expect(try db.rows(sql, as: Person.self) == [Person(name: "bob", age: nil)])
    }

    // MARK: Types

    @Test func everyNumberDecodes() throws {
        struct Numbers: Decodable, Equatable {
            var a: Int, b: Int8, c: Int16, d: Int32, e: Int64, f: UInt, g: UInt8, h: UInt16, i: UInt32, j: UInt64
            var k: Double, l: Float, m: Bool
        }
        let row: FMSQL = """
            SELECT 1 AS a, -128 AS b, 3 AS c, 4 AS d, \(Int64.min) AS e, 6 AS f, 255 AS g, 8 AS h, 9 AS i,
                \(Int64.max) AS j, 1.5 AS k, 2.5 AS l, 1 AS m
            """

        let expected = Numbers(
            a: 1, b: -128, c: 3, d: 4, e: .min, f: 6, g: 255, h: 8, i: 9, j: UInt64(Int64.max), k: 1.5, l: 2.5, m: true)
        #expect(try decoded(row) == expected)
    }

    @Test func foundationsTypesDecodeAsTheyAreStored() throws {
        struct Record: Decodable, Equatable {
            var id: UUID, page: URL, made: Date, photo: Data, price: Decimal
        }
        let record = Record(
            id: UUID(), page: URL(fileURLWithPath: "/tmp/x"), made: Date(timeIntervalSince1970: 0.5), photo: Data([1]),
            price: Decimal(string: "12345678901234567890.123") ?? 0)

        let row: FMSQL = """
            SELECT \(record.id) AS id, \(record.page) AS page, \(record.made) AS made, \(record.photo) AS photo,
                \(record.price) AS price
            """
        #expect(try decoded(row) == record)
    }

    @Test func bytesDecodeFromABlob() throws {
        struct Photo: Decodable { var bytes: [UInt8] }

        #expect(try decoded("SELECT X'0102' AS bytes", as: Photo.self).bytes == [1, 2])
    }

    private enum Level: Int, Decodable { case low, high }
    private enum Colour: String, Codable, FMValueConvertible { case red }

    @Test func enumerationsDecodeByTheirRawValue() throws {
        struct Lamp: Decodable, Equatable {
            var level: Level, colour: Colour, other: Level?
        }

        let lamp = try decoded("SELECT 1 AS level, 'red' AS colour, NULL AS other", as: Lamp.self)
        #expect(lamp == Lamp(level: .high, colour: .red, other: nil))
    }

    @Test func aTypeThatDecodesASingleValueIsAColumn() throws {
        struct Name: Decodable, Equatable {
            var text: String
            init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
        }
        struct Owner: Decodable { var name: Name, nickname: Name? }

        let owner = try decoded("SELECT 'ann' AS name, NULL AS nickname", as: Owner.self)
        #expect(owner.name.text == "ann")
        #expect(owner.nickname == nil)
    }

    @Test func aTypeThatWrapsAnotherDecodesAsThatIsStored() throws {
        struct Birthday: Decodable {
            var date: Date
            init(from decoder: any Decoder) throws { date = try decoder.singleValueContainer().decode(Date.self) }
        }
        struct Child: Decodable { var born: Birthday }

        #expect(try decoded("SELECT 1.5 AS born", as: Child.self).born.date == Date(timeIntervalSince1970: 1.5))
    }

    @Test func aTypeThatDecodesASingleValueMayBeTheFirstColumn() throws {
        #expect(try db.rows("SELECT 0, 5 UNION ALL SELECT 1, 5", as: Level.self) == [.low, .high])
    }

    @Test func everySingleValueDecodes() throws {
        struct Singles: Decodable {
            init(from decoder: any Decoder) throws {
                let column = try decoder.singleValueContainer()
                #expect(!column.decodeNil())
                #expect(try column.decode(Int.self) == 7)
                #expect(try column.decode(Int8.self) == 7 && column.decode(UInt8.self) == 7)
                #expect(try column.decode(Int16.self) == 7 && column.decode(UInt16.self) == 7)
                #expect(try column.decode(Int32.self) == 7 && column.decode(UInt32.self) == 7)
                #expect(try column.decode(Int64.self) == 7 && column.decode(UInt64.self) == 7)
                #expect(try column.decode(UInt.self) == 7)
                #expect(try column.decode(Double.self) == 7 && column.decode(Float.self) == 7)
                #expect(try column.decode(Bool.self))
                #expect(throws: FMError.self) { try column.decode(String.self) }
            }
        }

        #expect(try db.rows("SELECT 7", as: Singles.self).count == 1)
    }

    @Test func aDictionaryHasTheColumnsAsKeys() throws {
        #expect(try decoded("SELECT 1 AS a, 2 AS B", as: [String: Int].self) == ["a": 1, "B": 2])
    }

    @Test func aSubclassDecodesWithItsSuperclass() throws {
        class Animal: Decodable {
            var name: String
        }
        final class Dog: Animal {
            var tricks: Int
            enum CodingKeys: CodingKey { case tricks }
            required init(from decoder: any Decoder) throws {
                let columns = try decoder.container(keyedBy: CodingKeys.self)
                tricks = try columns.decode(Int.self, forKey: .tricks)
                try super.init(from: columns.superDecoder())
            }
        }

        let dog = try decoded("SELECT 'rex' AS name, 3 AS tricks", as: Dog.self)
        #expect(dog.name == "rex" && dog.tricks == 3)
    }

    // MARK: Values that do not fit

    @Test func nullDoesNotFitAPropertyThatIsNotOptional() {
        let error = thrown { try db.rows("SELECT NULL AS name", as: Person.self) }

        #expect(error?.resultCode == .mismatch)
        #expect(error?.message == "column name: expected String, found null")
    }

    @Test func anotherStorageClassDoesNotFit() {
        let name = thrown { try db.rows("SELECT 7 AS name", as: Person.self) }
        let age = thrown { try db.rows("SELECT 'ann' AS name, 'seven' AS age", as: Person.self) }

        #expect(name?.message == "column name: expected String, found integer")
        #expect(age?.message == "column age: expected Int, found text")
    }

    @Test func aNumberOutOfRangeDoesNotFit() {
        struct Narrow: Decodable { var a: Int8 }

        #expect(thrown { try db.rows("SELECT 128 AS a", as: Narrow.self) }?.message.hasPrefix("column a: ") == true)
    }

    @Test func textThatIsNotUTF8DoesNotFit() {
        let sql: FMSQL = "SELECT CAST(X'FF' AS TEXT) AS name"

        #expect(thrown { try db.rows(sql, as: Person.self) }?.resultCode == .mismatch)
        #expect(thrown { try db.rows(sql, as: [String: String?].self) }?.resultCode == .mismatch)
    }

    @Test func aRawValueWithoutACaseDoesNotFit() {
        struct Lamp: Decodable { var level: Level }

        let error = thrown { try db.rows("SELECT 99 AS level", as: Lamp.self) }
        #expect(error?.resultCode == .mismatch)
        #expect(error?.message == "Lamp.level cannot be decoded from the value of its column")
    }

    @Test func textThatIsNoJSONIsNoNestedValue() {
        struct Pair: Decodable { var person: Person }
        struct Team: Decodable { var people: [Person] }

        let pair = thrown { try db.rows("SELECT 'ann' AS person", as: Pair.self) }
        let team = thrown { try db.rows("SELECT 'ann' AS people", as: Team.self) }
        #expect([pair, team].map { $0?.resultCode } == [.mismatch, .mismatch])
        #expect(pair?.message == "column person: the text is not JSON")
        #expect(team?.message == "column people: the text is not JSON")
    }

    @Test func aNestedContainerIsRefused() {
        enum Key: CodingKey { case a }
        struct Nested: Decodable {
            init(from decoder: any Decoder) throws {
                _ = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .a)
            }
        }
        struct Listed: Decodable {
            init(from decoder: any Decoder) throws {
                _ = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: .a)
            }
        }

        #expect(thrown { try db.rows("SELECT 1 AS a", as: Nested.self) }?.resultCode == .mismatch)
        #expect(thrown { try db.rows("SELECT 1 AS a", as: Listed.self) }?.resultCode == .mismatch)
    }

    @Test func aRowIsNoList() {
        #expect(thrown { try db.rows("SELECT 1, 2", as: [Int].self) }?.resultCode == .mismatch)
    }

    @Test func anErrorOfTheTypesOwnIsAMismatch() {
        struct Refused: Error {}
        struct Password: Decodable {
            init(from decoder: any Decoder) throws { throw Refused() }
        }

        let error = thrown { try db.rows("SELECT 1", as: Password.self) }
        #expect(error?.resultCode == .mismatch)
        #expect(error?.message == "Password cannot be decoded: it threw Refused")
    }

    @Test func aFailureLeavesNoStatementInUse() {
        #expect(thrown { try db.rows("SELECT 7 AS name", as: Person.self) }?.resultCode == .mismatch)
        #expect(!db.hasOpenResultSets)
    }
}
