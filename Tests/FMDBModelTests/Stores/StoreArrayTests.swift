import FMDBModel
import FMDBTestHelpers
import Testing

@Suite struct StoreArrayTests {
    private let db = FMDatabase.memory()
    private var letters: FMStoredArray<String, FMDatabase> { FMStoredArray("letters", in: db) }

    @Test func aListThatWasNeverWrittenIsEmptyAndIsNotMade() throws {
        #expect(try letters.isEmpty())
        #expect(try letters.elements() == [])
        #expect(try letters.first() == nil)
        #expect(try letters.last() == nil)
        #expect(try letters.popFirst() == nil)
        #expect(!db.tableExists(letters.tableName))
    }

    @Test func elementsStandWhereTheyWerePut() throws {
        try letters.append(contentsOf: ["b", "d"])
        try letters.insert("a", at: 0)
        try letters.insert("c", at: 2)
        try letters.append("e")

        #expect(try letters.elements() == ["a", "b", "c", "d", "e"])
        #expect(try letters.count() == 5)
        #expect(try letters.element(at: 3) == "d")
        #expect(try letters.first() == "a")
        #expect(try letters.last() == "e")
    }

    @Test func elementsAreReplacedAndRemoved() throws {
        try letters.append(contentsOf: ["a", "b", "c", "d", "e", "f"])

        try letters.set(1, to: "B")
        #expect(try letters.remove(at: 4) == "e")
        #expect(try letters.popFirst() == "a")
        #expect(try letters.popLast() == "f")
        try letters.removeSubrange(1..<2)

        #expect(try letters.elements() == ["B", "d"])
    }

    /// The same steps on a list of Swift's: whatever happens, both are equal.
    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func itBehavesAsAnArrayOfSwiftDoes(seed: UInt64) throws {
        var random = Random(state: seed)
        var model: [Int] = []
        let stored = FMStoredArray("numbers", of: Int.self, in: db)

        for step in 0..<400 {
            let count = model.count
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1:
                model.append(step)
                try stored.append(step)
            case 2, 3:
                let index = Int.random(in: 0...count, using: &random)
                model.insert(step, at: index)
                try stored.insert(step, at: index)
            case 4:
                let index = Int.random(in: 0...count, using: &random)
                model.insert(contentsOf: [step, -step, 7], at: index)
                try stored.insert(contentsOf: [step, -step, 7], at: index)
            case 5 where count > 0:
                let index = Int.random(in: 0..<count, using: &random)
                #expect(try stored.remove(at: index) == model.remove(at: index))
            case 6 where count > 0:
                let lower = Int.random(in: 0..<count, using: &random)
                let range = lower..<Int.random(in: lower...min(count, lower + 4), using: &random)
                model.removeSubrange(range)
                try stored.removeSubrange(range)
            case 7 where count > 0:
                let index = Int.random(in: 0..<count, using: &random)
                model[index] = step
                try stored.set(index, to: step)
            default: break
            }
        }

        #expect(try stored.elements() == model)
        #expect(try stored.count() == model.count)
        #expect(try model.isEmpty || stored.element(at: model.count / 2) == model[model.count / 2])
    }

    @Test func positionsFollowEachOtherWithoutGaps() throws {
        try letters.append(contentsOf: ["a", "b", "c", "d"])
        try letters.insert("x", at: 1)
        try letters.remove(at: 2)
        try letters.popFirst()

        let positions = try db.rows(
            "SELECT position FROM \(identifier: letters.tableName) ORDER BY position", as: Int.self)

        #expect(zip(positions, positions.dropFirst()).allSatisfy { $1 == $0 + 1 })
    }

    @Test func toInsertInTheMidstMovesTheShorterSideByOneStatement() throws {
        let numbers = FMStoredArray("numbers", of: Int.self, in: db)
        try numbers.append(contentsOf: 0..<1000)
        let before = try changes()

        try numbers.insert(-1, at: 900)

        #expect(try changes() - before == 101)
        #expect(try numbers.elements(in: 899..<902) == [899, -1, 900])
        try numbers.popFirst()
        #expect(try changes() - before == 102)
    }

    private func changes() throws -> Int { try db.value("SELECT total_changes()") }

    @Test func aPageIsCutAtTheEnd() throws {
        try letters.append(contentsOf: ["a", "b", "c"])

        #expect(try letters.elements(in: 1..<2) == ["b"])
        #expect(try letters.elements(in: 2..<9) == ["c"])
        #expect(try letters.elements(in: 7..<9) == [])
        #expect(thrown { try letters.elements(in: -1..<2) }?.resultCode == .range)
    }

    @Test func anIndexThatIsNotThereIsRefused() throws {
        try letters.append("a")

        #expect(thrown { try letters.element(at: 1) }?.resultCode == .range)
        #expect(thrown { try letters.element(at: -1) }?.resultCode == .range)
        #expect(thrown { try letters.insert("b", at: 2) }?.resultCode == .range)
        #expect(thrown { try letters.set(1, to: "b") }?.resultCode == .range)
        #expect(thrown { try letters.remove(at: 1) }?.resultCode == .range)
        #expect(thrown { try letters.removeSubrange(0..<2) }?.resultCode == .range)
        #expect(try letters.element(at: 0) == "a")
    }

    @Test func elementsAreLookedFor() throws {
        try letters.append(contentsOf: ["a", "b", "b"])

        #expect(try letters.contains("b"))
        #expect(try !letters.contains("z"))
        #expect(try letters.firstIndex(of: "b") == 1)
        #expect(try letters.contains { $0 > "a" })
        #expect(try letters.firstIndex { $0 > "z" } == nil)
        #expect(!db.hasOpenResultSets)
    }

    @Test func allIsReplacedOrNothing() throws {
        let numbers = FMStoredArray("numbers", of: UInt64.self, in: db)
        try numbers.append(contentsOf: [1, 2])

        #expect(thrown { try numbers.replaceAll(with: [3, .max]) }?.resultCode == .mismatch)
        #expect(thrown { try numbers.append(contentsOf: [3, .max]) }?.resultCode == .mismatch)
        #expect(thrown { try numbers.insert(contentsOf: [3, .max], at: 1) }?.resultCode == .mismatch)
        #expect(try numbers.elements() == [1, 2])

        try numbers.replaceAll(with: [3])
        #expect(try numbers.elements() == [3])
        try numbers.removeAll()
        #expect(try numbers.isEmpty())
        try numbers.drop()
        #expect(!db.tableExists(numbers.tableName))
    }

    @Test func elementsMayBeStructuresAndNil() throws {
        struct Note: Codable, Equatable, Sendable { var text: String, tags: [String] }
        let notes = FMStoredArray("notes", of: Note?.self, in: db)
        let note = Note(text: "it's", tags: ["a"])

        try notes.append(contentsOf: [note, nil])

        #expect(try notes.elements() == [note, nil])
        #expect(try notes.element(at: 1) == nil)
    }

    @Test func aValueThatIsNoElementIsNamed() throws {
        try letters.append(contentsOf: ["a", "b"])

        let numbers = FMStoredArray("letters", of: Int.self, in: db)

        let error = thrown { try numbers.element(at: 1) }
        #expect(error?.resultCode == .mismatch)
        #expect(error?.message == "element 1 of the stored array letters: expected Int, found text")
        #expect(thrown { try numbers.remove(at: 0) }?.resultCode == .mismatch)
        try numbers.removeSubrange(0..<1)
        #expect(try letters.elements() == ["b"])
    }

    @Test func changesBelongToTheTransactionAroundThem() throws {
        try letters.append("a")

        #expect(throws: Regret.self) {
            try db.withTransaction {
                try letters.insert("b", at: 0)
                try letters.removeSubrange(1..<2)
                throw Regret()
            }
        }

        #expect(try letters.elements() == ["a"])
    }

    @Test(arguments: [
        "", "Letters", "LETTERS", "^letters", "^L", "a\0b", "a\0c", #"a"; DROP TABLE x; --"#, "e\u{301}", "日本",
        "letters_position",
    ])
    func storesOfDifferentNamesDoNotMeet(name: String) throws {
        try letters.append("a")
        let other = FMStoredArray(name, of: Int.self, in: db)

        try other.append(contentsOf: [1, 2])

        #expect(try letters.elements() == ["a"])
        #expect(try other.elements() == [1, 2])
    }

    @Test func namesThatAreEqualInSwiftAreOneStore() throws {
        try FMStoredArray("caf\u{E9}", of: Int.self, in: db).append(1)

        #expect(try FMStoredArray("cafe\u{301}", of: Int.self, in: db).elements() == [1])
    }

    @Test func bgfmdb4_textsThatContainTheirMarksAreKept() throws {
        let texts = ["a$$$b", "BGModel", "BGData", "BG_name", #"{"BGValue":1}"#]

        try letters.append(contentsOf: texts)

        #expect(try letters.elements() == texts)
    }
}

/// A generator with a seed.
private struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
