import FMDBModel
import FMDBTestHelpers
import Testing

/// Texts within JSON text, of any type that is written there as a text, and numbers beside them: conditions and results.
@Suite(.enabled(if: SQLiteVersion.hasJSON)) struct TextPlaceTests {
    private struct Tag: RawRepresentable, Codable, Hashable, Comparable, Sendable {
        var rawValue: String
        init(rawValue: String) { self.rawValue = rawValue }
        init(_ text: String) { rawValue = text }
        static func < (left: Tag, right: Tag) -> Bool { left.rawValue < right.rawValue }
    }

    /// A text in another way than by a raw value.
    private struct Word: Codable, Hashable, Sendable {
        var text: String
        init(_ text: String) { self.text = text }
        init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }

    private struct Place: Codable, FMNested {
        var text: String
        var tag: Tag
        var word: Word
        var note: Tag?
        var width: Double
        var metres: Metres

        struct Columns: FMColumns {
            let text = FMField<Place, String>("text")
            let tag = FMField<Place, Tag>("tag")
            let word = FMField<Place, Word>("word")
            let note = FMField<Place, Tag?>("note")
            let width = FMField<Place, Double>("width")
            let metres = FMField<Place, Metres>("metres")
        }
    }

    private struct Metres: RawRepresentable, Codable, Hashable, Sendable { var rawValue: Double }

    private struct Row: Codable, FMModel {
        static let tableOptions = FMTableOptions(key: "id")
        var id: Int
        var place: Place
        var tags: [Tag]
        var widths: [Double]

        struct Columns: FMColumns {
            let id = FMField<Row, Int>("id")
            let place = FMField<Row, Place>("place")
            let tags = FMField<Row, [Tag]>("tags")
            let widths = FMField<Row, [Double]>("widths")
        }
    }

    private let db = FMDatabase.memory()
    private static let texts = ["a\0b", "a\0c", "a", "b", "a\0b"]

    init() throws {
        try db.createTable(Row.self)
        try db.insert(
            TextPlaceTests.texts.enumerated().map { id, text in
                let place = Place(
                    text: text, tag: Tag(text), word: Word(text), note: id == 3 ? nil : Tag(text), width: Double(id),
                    metres: Metres(rawValue: Double(id)))
                return Row(id: id, place: place, tags: [Tag("x"), Tag(text)], widths: [Double(id)])
            })
    }

    private func ids(_ condition: (Row.Columns) -> FMWhere<Row>) throws -> [Int] {
        try db.find(Row.self) { condition($0) }.map(\.id).sorted()
    }

    // MARK: Conditions

    @Test(arguments: texts + ["", "a\0", "c"]) func aTextOfAnyTypeIsComparedWhole(_ text: String) throws {
        let equal = TextPlaceTests.texts.indices.filter { TextPlaceTests.texts[$0] == text }
        let others = TextPlaceTests.texts.indices.filter { !equal.contains($0) }
        let (tag, word) = (Tag(text), Word(text))

        #expect(try ids { $0.place.tag == tag } == equal)
        #expect(try ids { $0.place.tag != tag } == others)
        #expect(try ids { $0.place.tag.in([tag, Tag("z")]) } == equal)
        #expect(try ids { $0.place.tag < tag } == others.filter { TextPlaceTests.texts[$0] < text })
        #expect(try ids { $0.place.tag >= tag } == (equal + others.filter { TextPlaceTests.texts[$0] > text }).sorted())
        #expect(try ids { $0.place.tag <= tag } == (equal + others.filter { TextPlaceTests.texts[$0] < text }).sorted())
        #expect(try ids { $0.place.tag > tag } == others.filter { TextPlaceTests.texts[$0] > text })
        #expect(try ids { $0.place.word == word } == equal)
        #expect(try ids { $0.place.word != word } == others)
        #expect(try ids { $0.place.note == tag } == equal.filter { $0 != 3 })
        #expect(try ids { $0.place.note.in([tag, nil]) } == Array(Set(equal + [3])).sorted())
        #expect(try ids { $0.tags.contains(tag) } == equal)
        #expect(try ids { $0.place.text.in(sql: "SELECT \(text)") } == equal)
        #expect(try ids { $0.place.tag.in(sql: "SELECT \(text)") } == equal)
    }

    @Test func fieldsOfAnyTypeAreComparedWhole() throws {
        try db.update(Row.self, set: [Row.Columns().place.tag <- Tag("a\0d")]) { $0.id == 0 }

        #expect(try ids { $0.place.tag == $0.place.note } == [1, 2, 4])
    }

    @Test func nilIsANullOfAList() throws {
        struct Marks: Codable, FMModel {
            var id: Int64?
            var marks: [Int?]?
        }
        let db = FMDatabase.memory()
        try db.createTable(Marks.self)
        try db.insert([Marks(marks: [1, nil]), Marks(marks: [1]), Marks(marks: []), Marks(marks: nil)])
        let marks = FMField<Marks, [Int?]?>("marks")

        #expect(try db.find(Marks.self, where: marks.contains(nil)).map(\.id) == [1])
        #expect(try db.find(Marks.self, where: marks.contains(1)).map(\.id) == [1, 2])
    }

    @Test func whatIsInfiniteIsMoreThanAllNumbers() throws {
        #expect(try ids { $0.place.width <= .infinity } == [0, 1, 2, 3, 4])
        #expect(try ids { $0.place.width < -.infinity } == [])
        #expect(try ids { $0.place.width == .infinity } == [])
        #expect(try ids { $0.place.width != .infinity } == [0, 1, 2, 3, 4])
        #expect(try ids { $0.place.width.in([.infinity, 2]) } == [2])
        #expect(try ids { $0.place.width.in(3...(.infinity)) } == [3, 4])
        #expect(try ids { $0.place.metres == Metres(rawValue: .infinity) } == [])
        #expect(try ids { $0.widths.contains(.infinity) } == [])
        #expect(thrown { try ids { $0.place.width < .nan } }?.resultCode == .mismatch)
    }

    // MARK: Results

    @Test func aTextIsAWholeResult() throws {
        let rows = Row.all.order(\.id.ascending)
        #expect(try db.find(rows.select(\.place.text)) == TextPlaceTests.texts)
        #expect(try db.find(rows.select(\.place.tag)).map(\.rawValue) == TextPlaceTests.texts)
        #expect(try db.find(rows.select { ($0.id, $0.place.text) }).map(\.1) == TextPlaceTests.texts)
        #expect(try db.find(rows.including(Row.Columns().place.text)).map(\.1) == TextPlaceTests.texts)
        #expect(Set(try db.find(Row.all.select(\.place.text).distinct())) == ["a\0b", "a\0c", "a", "b"])
        #expect(try db.max(Row.all.where { $0.id < 3 }, of: \.place.text) == "a\0c")
        #expect(try db.min(Row.all.where { $0.id < 2 }, of: \.place.text) == "a\0b")
        #expect(try db.find(Row.all.order(\.id.ascending).limit(1, per: \.place.text)).map(\.id) == [0, 1, 2, 3])
    }

    @Test func rowsAreSortedByTheWholeText() throws {
        #expect(try db.find(Row.all.order(\.place.text.ascending, \.id.ascending)).map(\.id) == [2, 0, 4, 1, 3])
        #expect(try db.find(Row.all.order(\.place.tag.descending, \.id.ascending)).map(\.id) == [3, 1, 0, 4, 2])
    }

    @Test func groupsHaveTheWholeText() throws {
        let groups = Row.all.group(\.place.text).order(\.place.text.ascending)
        let found = try db.find(groups.select { ($0.place.text, $0.count, $0.max($0.place.tag)) })
        #expect(found.map(\.0) == ["a", "a\0b", "a\0c", "b"])
        #expect(found.map(\.1) == [1, 2, 1, 1])
        #expect(found.map { $0.2?.rawValue } == ["a", "a\0b", "a\0c", "b"])

        for operand in ["a\0b", "a"] {
            let having = Row.all.group(\.place.text).having { $0.place.text == operand && $0.count > 0 }
            #expect(try db.find(having.select(\.place.text)) == [operand])
            let like = Row.all.group(\.place.text).having { $0.place.text.like(operand) && $0.place.text <= operand }
            #expect(try db.find(like.select(\.place.text)) == [operand])
        }
        let all = Row.all.group(\.place.width).select { $0.count($0.place.text, distinct: true) }
        #expect(try db.find(all) == [1, 1, 1, 1, 1])
        let ids = Row.all.group { ($0.place.text.isEmpty).asTerm }.select { $0.count($0.place.text, distinct: true) }
        #expect(try db.find(ids) == [4])
        #expect(thrown { try db.find(Row.all.group(\.place.text).select(\.place.word)) }?.resultCode == .misuse)
    }
}

extension FMWhere {
    /// One value for all rows.
    fileprivate var asTerm: FMExpression<Model, Bool> { FMExpression(sql: "\(sql)") }
}
