#if Macros
    import FMDBModel
    import FMDBTestHelpers
    import Testing

    /// What only a model of the macro's has, and the forms that its declaration may take.
    @Suite struct MacroModelTests {
        private let db: FMDatabase

        init() throws {
            db = FMDatabase.memory()
            db.logsErrors = false
        }

        @FMNested
        struct Place: Codable, Equatable {
            var town: String
            var postalCode: Int?

            enum CodingKeys: String, CodingKey {
                case town
                case postalCode = "postal code"
            }
        }

        @FMModel
        struct Visit: Equatable {
            var id: Int64?
            var count = 1
            var label = "none"
            var place: Place
            var last: Place?
        }

        private func visits() throws {
            try db.createTable(Visit.self)
            let ulm = Place(town: "Ulm", postalCode: 89073)
            try db.insert([
                Visit(count: 3, label: "a", place: ulm, last: nil),
                Visit(count: 5, label: "b", place: Place(town: "Bonn"), last: ulm),
            ])
        }

        @Test func conditionsNameItsProperties() throws {
            try visits()

            #expect(try db.find(Visit.self) { $0.count > 3 }.map(\.label) == ["b"])
            #expect(try db.find(Visit.self) { $0.label == "a" && $0.id == 1 }.map(\.count) == [3])
        }

        @Test func ordersAndChangesNameItsProperties() throws {
            try visits()
            try db.update(Visit.self, set: [\.count <- 9]) { $0.label == "a" }

            #expect(try db.find(Visit.self, orderBy: [.desc(\.count)]).map(\.label) == ["a", "b"])
        }

        @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 38)))
        func conditionsNamePropertiesOfNestedStructures() throws {
            try visits()

            #expect(try db.find(Visit.self) { $0.place.town == "Ulm" }.map(\.label) == ["a"])
            #expect(try db.find(Visit.self) { $0.last.postalCode == 89073 }.map(\.label) == ["b"])
        }

        @FMModel("notes")
        final class Note {
            @FMKey let day: Int
            @FMKey let number: Int
            private(set) var text: String

            init(day: Int, number: Int, text: String) {
                self.day = day
                self.number = number
                self.text = text
            }
        }

        @Test func aFinalClassWithConstantsIsAModel() throws {
            try db.createTable(Note.self)
            try db.insert([Note(day: 1, number: 1, text: "a"), Note(day: 1, number: 2, text: "b")])
            try db.save(Note(day: 1, number: 2, text: "c"))

            #expect(Note.fmTable.options.key == ["day", "number"])
            #expect(try db.find(Note.self, orderBy: [.asc(\.number)]).map(\.text) == ["a", "c"])
            #expect(throws: FMError.self) { try db.insert(Note(day: 1, number: 1, text: "d")) }
        }

        @FMModel
        struct Odd: Equatable {
            @FMKey(.automatic(neverReused: true)) var id: Int?
            var `default`: String, row, values: Int
            var `order` = [1, 2] { didSet { changes += 1 } }
            @FMColumn("two words\"") var quoted: String!
            @FMIndexed private var secret = 7
            @FMIgnored var changes = 0
            static let shared = 1
            lazy var doubled = row * 2
            var sum: Int { row + values }

            init(_ text: String) {
                `default` = text
                row = 1
                values = 2
                quoted = text
            }

            static func == (left: Odd, right: Odd) -> Bool {
                left.default == right.default && left.row == right.row && left.values == right.values
                    && left.order == right.order && left.quoted == right.quoted && left.secret == right.secret
            }

        }

        @Test func oddDeclarationsAreColumns() throws {
            try db.createTable(Odd.self)
            try db.insert(Odd("x"))

            #expect(
                Odd.fmTable.columns.map(\.name)
                    == ["id", "default", "row", "values", "order", "two words\"", "secret"])
            #expect(try db.find(Odd.self) { $0.default == "x" && $0.quoted == "x" } == [Odd("x")])
            #expect(try db.value("SELECT secret FROM Odd", as: Int.self) == 7)
            #expect(Odd.fmTable.options.key == .automatic("id", neverReused: true))
            #expect(Odd.fmTable.options.indexes == [["secret"]])
        }

        @FMModel(dates: .iso8601)
        struct Dated: Equatable {
            var day: Date
            var other: Date?
            var days: [Date]
        }

        @Test func datesTakeTheFormOfTheTable() throws {
            let day = Date(timeIntervalSince1970: 1_500_000_000)
            try db.createTable(Dated.self)
            try db.insert(Dated(day: day, other: nil, days: [day]))

            #expect(try db.value("SELECT typeof(day) FROM Dated", as: String.self) == "text")
            #expect(try db.find(Dated.self) { $0.day == day } == [Dated(day: day, other: nil, days: [day])])
        }

        /// A type that is encoded as a single number, though no conformance says so.
        struct Cents: Codable, Equatable {
            var number: Int

            init(_ number: Int) { self.number = number }
            init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(number)
            }
        }

        @FMModel
        struct Bill: Equatable {
            var sum: Cents
            var tip: Cents?
        }

        @Test func aTypeThatIsEncodedAsASingleValueComesBack() throws {
            let bill = Bill(sum: Cents(5), tip: Cents(7))
            try db.createTable(Bill.self)
            try db.insert(bill)

            #expect(try db.find(Bill.self) == [bill])
            #expect(try db.find(Bill.self) { $0.sum == Cents(5) } == [bill])
            #expect(try db.value("SELECT typeof(sum) FROM Bill", as: String.self) == "integer")
        }

        /// A model that others see.
        @FMModel(isMadeOnInsertion: true)
        public struct Shown {
            /// Others see it too.
            public var name: String
            @FMColumn(default: 3) var rank: Int
        }

        @Test func theTableOfAPublicModelIsMadeOnInsertion() throws {
            try db.insert(Shown(name: "a", rank: 1))
            try db.execute("INSERT INTO Shown (name) VALUES ('b')")

            #expect(try db.find(Shown.self, orderBy: [.asc(\.name)]).map(\.rank) == [1, 3])
        }
    }

    @FMModel
    private struct Hidden {
        fileprivate var name: String
        private var rank = Rank.low

        private enum Rank: Int, Codable { case low, high }

        init(_ name: String) { self.name = name }
    }

    @FMModel
    struct Coded: Codable {
        var name: String
        var left = 0

        enum CodingKeys: String, CodingKey { case name = "full name" }
    }

    @FMModel("titles")
    struct Titled: Equatable {
        var id: Int64?
        var tableName: String
        var tableOptions = 1
        var fmTable: Int?
    }

    @FMNested
    struct Extended: Codable {
        var town: String
        var `in` = 2
    }

    extension Extended {
        private enum CodingKeys: String, CodingKey {
            case town = "t"
            case `in` = "i n"
        }
    }

    @FMNested
    private final class Synthesized: Codable {
        let town: String

        init(_ town: String) { self.town = town }
    }

    /// Without coding keys of that name.
    @FMNested
    struct Coding: Codable {
        var town: String

        enum Names: String, CodingKey { case town }

        init(_ town: String) { self.town = town }
        init(from decoder: any Decoder) throws {
            town = try decoder.container(keyedBy: Names.self).decode(String.self, forKey: .town)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Names.self)
            try container.encode(town, forKey: .town)
        }
    }

    @FMModel
    private struct Sent {
        var id: Int64?
        var extended: Extended
        var synthesized: Synthesized
        var coding: Coding
    }

    @Suite struct MacroAccessTests {
        @Test func propertiesMayHaveTheNamesOfWhatAModelSaysOfItsTable() throws {
            let db = FMDatabase.memory()
            try db.createTable(Titled.self)
            let titled = Titled(id: 1, tableName: "x", tableOptions: 2, fmTable: 3)
            try db.insert(titled)

            #expect(Titled.tableName == "titles")
            #expect(try db.find(Titled.self) { $0.tableName == "x" && $0.fmTable == 3 } == [titled])
        }

        @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 38)))
        func codingKeysThatAMacroDoesNotSeeCountToo() throws {
            let db = FMDatabase.memory()
            try db.createTable(Sent.self)
            try db.insert(
                Sent(extended: Extended(town: "Ulm"), synthesized: Synthesized("Bern"), coding: Coding("Bonn")))

            #expect(try db.count(Sent.self) { $0.extended.town == "Ulm" && $0.extended[\.in] == 2 } == 1)
            #expect(try db.count(Sent.self) { $0.synthesized.town == "Bern" && $0.coding.town == "Bonn" } == 1)
            try db.update(Sent.self, set: [Sent.Columns().extended.town <- "Basel"], where: .all)
            #expect(try db.first(Sent.self)?.extended.town == "Basel")
        }

        @Test func aPrivateTypeIsAModel() throws {
            let db = FMDatabase.memory()
            try db.createTable(Hidden.self)
            try db.insert(Hidden("a"))

            #expect(try db.find(Hidden.self) { $0.name == "a" }.count == 1)
        }

        @Test func theNamesOfCodingKeysCount() throws {
            let db = FMDatabase.memory()
            try db.createTable(Coded.self)
            try db.insert(Coded(name: "a", left: 3))

            #expect(Coded.fmTable.columns.map(\.name) == ["full name"])
            #expect(try db.find(Coded.self) { $0.name == "a" }.map(\.left) == [0])
        }
    }
#endif
