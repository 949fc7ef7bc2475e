import FMDBModel
import FMDBTestHelpers
import Testing

/// Conditions on the elements of lists that are stored as JSON text.
@Suite struct ConditionElementTests {
    private struct Box: Codable, FMModel {
        var id: Int64?
        var value: [String] = []
        var key: Set<Int>?
        var dates: [Date] = []
        var kinds: [Kind] = []
        var flags: [Bool] = []
        var sums: [Decimal] = []
        var parts: [Part] = []
        var part = Part(names: [])

        enum Kind: String, Codable, CaseIterable { case low, high }

        struct Columns: FMColumns {
            let id = FMField<Box, Int64?>("id")
            let value = FMField<Box, [String]>("value")
            let key = FMField<Box, Set<Int>?>("key")
            let dates = FMField<Box, [Date]>("dates")
            let kinds = FMField<Box, [Kind]>("kinds")
            let flags = FMField<Box, [Bool]>("flags")
            let sums = FMField<Box, [Decimal]>("sums")
            let parts = FMField<Box, [Part]>("parts")
            let part = FMField<Box, Part>("part")
        }
    }

    private struct Part: Codable, FMNested {
        var names: [String]

        struct Columns: FMColumns { let names = FMField<Part, [String]>("names") }
    }

    private static let hasJSON = SQLiteVersion.linked >= SQLiteVersion(3, 38)
    private let db = FMDatabase.memory()
    private let day = Date(timeIntervalSince1970: 86_400.25)

    init() throws {
        try db.createTable(Box.self)
        try db.insert([
            Box(value: ["a", "b\"'\\", "é"], key: [1, 2], dates: [day], kinds: [.high], flags: [false], sums: [1.5]),
            Box(value: ["ab", "1"], key: nil, flags: [true], parts: [Part(names: [])], part: Part(names: ["x", "y"])),
            Box(key: [], part: Part(names: ["xy"])),
        ])
    }

    private func found(_ condition: (Box.Columns) -> FMWhere<Box>) throws -> [Int64?] {
        try db.find(Box.all.where(condition).order(\.id.ascending).select(\.id))
    }

    @Test(.enabled(if: hasJSON)) func elementsAreFound() throws {
        #expect(try found { $0.value.contains("a") } == [1])
        #expect(try found { $0.value.contains("b\"'\\") } == [1])
        #expect(try found { $0.value.contains("1") } == [2])
        #expect(try found { $0.value.contains("e\u{301}") } == [])
        #expect(try found { $0.key.contains(2) } == [1])
        #expect(try found { !$0.key.contains(2) } == [2, 3])
        #expect(try found { $0.dates.contains(day) } == [1])
        #expect(try found { $0.kinds.contains(.high) } == [1])
        #expect(try found { $0.flags.contains(true) } == [2])
        #expect(try found { $0.sums.contains(1.5) } == [1])
        #expect(try found { $0.part.names.contains("x") && $0.id > 0 } == [2])
    }

    @Test(.enabled(if: hasJSON)) func decimalsAreLookedForWithAllDigits() throws {
        let (less, more) = (
            try #require(Decimal(string: "9.0000000000000000001")),
            try #require(Decimal(string: "9.0000000000000000002"))
        )
        try db.update(Box.all.where { $0.id == 2 }) { [$0.sums <- [7, less]] }
        try db.update(Box.all.where { $0.id == 3 }) { [$0.sums <- [more, 70]] }
        #expect(try found { $0.sums.contains(less) } == [2])
        #expect(try found { $0.sums.contains(more) } == [3])
        #expect(try found { $0.sums.contains(9) } == [])
        #expect(try found { !$0.sums.contains(7) } == [1, 3])
    }

    @Test(.enabled(if: hasJSON)) func anObjectCannotBeLookedFor() throws {
        let error = thrown { try found { $0.parts.contains(Part(names: [])) } }
        #expect(error?.resultCode == .misuse)
    }
}
