import FMDBModel
import FMDBTestHelpers
import Testing

/// Each condition on texts beside what Swift says of the same texts, scalar by scalar: those with a NUL too, at which some of SQLite's
/// functions end. In a column and within JSON text.
@Suite struct TextReferenceTests {
    @Test(arguments: Place.all) func everyConditionIsThatOfSwift(_ place: Place) throws {
        var random = SeededNumbers(34)
        let texts = (0..<60).map { _ in Texts.random(&random) }
        let scene = try TextScene(texts, place)
        for _ in 0..<(ProcessInfo.processInfo.environment["FMDB_TEXT_OPERANDS"].flatMap { Int($0) } ?? 30) {
            let operand = Bool.random(using: &random) ? Texts.random(&random) : Texts.part(of: texts, &random)
            for (name, condition, holds) in scene.conditions(operand) {
                let (found, others) = try (scene.found(condition), scene.found(!condition))
                let expected = texts.indices.filter { holds(texts[$0]) }
                #expect(found == expected, "\(name) \(operand.debugDescription), seed 34")
                #expect(
                    others == texts.indices.filter { !expected.contains($0) }, "not \(name) \(operand.debugDescription)"
                )
            }
        }
    }

    @Test func aNULIsACharacterOfParts() throws {
        let texts = ["a\0b", "a", "b", "a\0", "\0a", "A\0B", "\0", ""]
        for place in Place.all {
            let scene = try TextScene(texts, place)
            let (text, found) = (scene.text, scene.found)

            #expect(try found(text.hasSuffix("a")) == [1, 4])
            #expect(try found(text.hasSuffix("b")) == [0, 2])
            #expect(try found(text.hasSuffix("\0B", ignoringCase: true)) == [0, 5])
            #expect(try found(!text.hasSuffix("a")) == [0, 2, 3, 5, 6, 7])
            #expect(try found(!text.hasSuffix("a", ignoringCase: true)) == [0, 2, 3, 5, 6, 7])
            #expect(try found(text.hasPrefix("a\0", ignoringCase: true)) == [0, 3, 5])
            #expect(try found(text.hasPrefix("\0", ignoringCase: true)) == [4, 6])
            #expect(try found(text.isEqual(to: "a\0c", ignoringCase: true)) == [])
            #expect(try found(text == "a") == [1])
            #expect(try found(text.like("a")) == [1])
            #expect(try found(text.like("%b")) == [0, 2, 5])
            #expect(try found(text.like("a_b")) == [0, 5])
            #expect(try found(text.like("a\0%")) == [0, 3, 5])
        }
    }

    @Test func aDeleteTakesNoOtherRow() throws {
        let scene = try TextScene(["a\0b", "a"], .column)
        try scene.db.delete(Row.self, where: scene.text.hasSuffix("a"))
        #expect(try scene.db.find(Row.self, where: FMWhere<Row>.all).map(\.text) == ["a\0b"])

        guard SQLiteVersion.hasJSON else { return }
        let nested = try TextScene(["a\0b", "a"], .json)
        try nested.db.delete(Row.self, where: nested.text == "a")
        #expect(try nested.db.find(Row.self, where: FMWhere<Row>.all).map(\.text) == ["a\0b"])
    }

    @Test(.enabled(if: SQLiteVersion.hasJSON)) func anElementOfAListMayHaveANUL() throws {
        let db = FMDatabase.memory()
        try db.createTable(Tagged.self)
        try db.insert([
            Tagged(id: 1, tags: ["x", "a\0b"]), Tagged(id: 2, tags: ["a\0c", "\\u0000"]), Tagged(id: 3, tags: ["a"]),
        ])
        let tags = FMField<Tagged, [String]>("tags")
        let found = { (tag: String) in try db.find(Tagged.self, where: tags.contains(tag)).map(\.id) }

        #expect(try found("a") == [3])
        #expect(try found("a\0b") == [1])
        #expect(try found("\\u0000") == [2])
    }

    @Test(.enabled(if: SQLiteVersion.hasJSON)) func aTextWithANULIsCopiedWholeOutOfJSONAndIntoIt() throws {
        let db = try TextScene(["a\0b"], .json).db
        let (text, nested) = (FMField<Row, String>("text"), FMField<Row, Nested>("nested").text)

        try db.update(Row.self, set: [text <- nested], where: .all)
        #expect(try db.first(Row.self)?.text == "a\0b")
        try db.update(Row.self, set: [text <- "\0c"], where: .all)
        try db.update(Row.self, set: [nested <- text], where: .all)
        #expect(try db.first(Row.self)?.nested.text == "\0c")
    }

    @Test(.enabled(if: SQLiteVersion.hasJSON)) func indexesServeAsBefore() throws {
        let scene = try TextScene([], .column)
        let (text, nested) = (scene.text, FMField<Row, Nested>("nested").text)
        try scene.db.execute("CREATE INDEX exact ON Row (text)")
        try scene.db.execute("CREATE INDEX folded ON Row (text COLLATE NOCASE)")
        try scene.db.execute("CREATE INDEX within ON Row (\(nested.fmSQL))")
        func expect(_ condition: FMWhere<Row>, _ index: String) throws {
            let plan = try scene.db.plan("SELECT * FROM Row WHERE \(condition.sql)")
            #expect(plan.contains("INDEX \(index)"), "\(condition.sql): \(plan)")
        }
        try expect(text == "a", "exact (text=?)")
        try expect(text > "a", "exact (text>?)")
        try expect(text.in(["a", "b"]), "exact (text=?)")
        try expect(text.hasPrefix("a"), "exact (text>? AND text<?)")
        try expect(text.hasPrefix("a\0"), "exact (text>? AND text<?)")
        try expect(text.hasPrefix("a\0b", ignoringCase: true), "folded (text>? AND text<?)")
        try expect(text.isEqual(to: "a", ignoringCase: true), "folded (text=?)")
        try expect(text.isEqual(to: "a\0", ignoringCase: true), "folded (text=?)")
        try expect(text.like("ab%c"), "folded (text>? AND text<?)")
        try expect(text.isEmpty, "exact (text=?)")
        try expect(nested == "a", "within (<expr>=?)")
        try expect(nested > "a", "within (<expr>>?)")
        try expect(nested <= "a", "within (<expr><?)")
        try expect(nested.in(["a", "b"]), "within (<expr>=?)")
        try expect(nested.hasPrefix("a"), "within (<expr>>? AND <expr><?)")
        try expect(nested.isEmpty, "within (<expr>=?)")
    }
}

// MARK: - The rows

enum Place {
    case column, json

    static var all: [Place] { SQLiteVersion.hasJSON ? [.column, .json] : [.column] }
}

private struct Row: Codable, FMModel {
    static let tableOptions = FMTableOptions(key: "id")
    var id: Int
    var text: String
    var nested: Nested
}

private struct Nested: Codable, FMNested {
    var text: String

    struct Columns: FMColumns { let text = FMField<Nested, String>("text") }
}

private struct Tagged: Codable, FMModel {
    static let tableOptions = FMTableOptions(key: "id")
    var id: Int
    var tags: [String]
}

private struct TextScene {
    let db = FMDatabase.memory()
    let text: FMField<Row, String>

    init(_ texts: [String], _ place: Place) throws {
        text = place == .json ? FMField<Row, Nested>("nested").text : FMField("text")
        try db.createTable(Row.self)
        try db.insert(texts.enumerated().map { Row(id: $0, text: $1, nested: Nested(text: $1)) })
    }

    func found(_ condition: FMWhere<Row>) throws -> [Int] {
        try db.rows("SELECT id FROM Row WHERE \(condition.sql) ORDER BY id", as: Int.self)
    }

    typealias Case = (name: String, condition: FMWhere<Row>, holds: (String) -> Bool)

    /// Each condition with what Swift says.
    func conditions(_ operand: String) -> [Case] {
        let (scalars, folded) = (Texts.scalars(operand), Texts.folded(operand))
        var cases: [Case] = []
        func add(_ name: String, _ condition: FMWhere<Row>, _ holds: @escaping ([Unicode.Scalar]) -> Bool) {
            cases.append((name, condition, { holds(Texts.scalars($0)) }))
        }
        func addFolded(_ name: String, _ condition: FMWhere<Row>, _ holds: @escaping ([Unicode.Scalar]) -> Bool) {
            cases.append((name, condition, { holds(Texts.folded($0)) }))
        }
        add("==", text == operand) { $0 == scalars }
        add("!=", text != operand) { $0 != scalars }
        add("<", text < operand) { $0.lexicographicallyPrecedes(scalars) }
        add("<=", text <= operand) { !scalars.lexicographicallyPrecedes($0) }
        add(">", text > operand) { scalars.lexicographicallyPrecedes($0) }
        add(">=", text >= operand) { !$0.lexicographicallyPrecedes(scalars) }
        add("in", text.in([operand, "a"])) { $0 == scalars || $0 == ["a"] }
        add("in many", text.in((0..<(SQLiteVersion.hasJSON ? 1100 : 900)).map { "z\($0)" } + [operand])) {
            $0 == scalars
        }
        add("isEmpty", text.isEmpty) { $0.isEmpty }
        add("contains", text.contains(operand)) { Texts.contains($0, scalars) }
        add("hasPrefix", text.hasPrefix(operand)) { $0.starts(with: scalars) }
        add("hasSuffix", text.hasSuffix(operand)) { $0.reversed().starts(with: scalars.reversed()) }
        add("is equal", text.isEqual(to: operand, ignoringCase: false)) { $0 == scalars }
        addFolded("like", text.like(operand)) { Texts.like($0, folded[...], nil) }
        addFolded("like with an escape", text.like(operand, escape: "\\")) { Texts.like($0, folded[...], "\\") }
        addFolded("is equal but for case", text.isEqual(to: operand, ignoringCase: true)) { $0 == folded }
        addFolded("contains but for case", text.contains(operand, ignoringCase: true)) { Texts.contains($0, folded) }
        addFolded("prefix but for case", text.hasPrefix(operand, ignoringCase: true)) { $0.starts(with: folded) }
        addFolded("suffix but for case", text.hasSuffix(operand, ignoringCase: true)) {
            $0.reversed().starts(with: folded.reversed())
        }
        return cases
    }
}

// MARK: - What Swift says

private enum Texts {
    static let pieces: [String] = [
        "\0", "\0", "a", "b", "A", "B", "e\u{301}", "\u{E9}", "\u{FFFD}", "\u{FFFF}", "%", "_", "\\", "*", "?", "[",
        "]", "'", "\"",
        "\u{1F600}", "\u{1F469}\u{200D}\u{1F467}", "ß", "İ", "K", "\u{1}", "\u{10FFFF}", "\\u0000", "0", "1",
    ]

    static func random(_ random: inout SeededNumbers) -> String {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    /// A part of one of some texts, so that it is found.
    static func part(of texts: [String], _ random: inout SeededNumbers) -> String {
        let scalars = scalars(texts.randomElement(using: &random) ?? "")
        let start = Int.random(in: 0...scalars.count, using: &random)
        return text(scalars[start..<Int.random(in: start...scalars.count, using: &random)])
    }

    static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    static func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

    static func folded(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.map { ("A"..."Z").contains($0) ? Unicode.Scalar(UInt8($0.value) | 0x20) : $0 }
    }

    static func contains(_ text: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
        part.isEmpty || text.indices.contains { text[$0...].starts(with: part) }
    }

    /// By the definition: recursive, and slow.
    static func like(
        _ text: some Collection<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>, _ escape: Unicode.Scalar?
    ) -> Bool {
        let text = Array(text)
        guard let first = pattern.first else { return text.isEmpty }
        if first == escape {
            guard let next = pattern.dropFirst().first else { return false }
            return text.first == next && like(text.dropFirst(), pattern.dropFirst(2), escape)
        }
        if first == "%" { return (0...text.count).contains { like(text.dropFirst($0), pattern.dropFirst(), escape) } }
        return (first == "_" || text.first == first) && !text.isEmpty
            && like(text.dropFirst(), pattern.dropFirst(), escape)
    }
}
