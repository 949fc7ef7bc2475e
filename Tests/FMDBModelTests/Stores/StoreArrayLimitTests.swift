import FMDBModel
import FMDBTestHelpers
import Testing

/// Stored arrays whose positions in the file are near the ends of what SQLite can count.
@Suite struct StoreArrayLimitTests {
    private let db = FMDatabase.memory()
    private var letters: FMStoredArray<String, FMDatabase> { FMStoredArray("letters", in: db) }

    /// A list whose elements lie from a position on.
    private func place(_ elements: [String], from position: Int64) throws {
        try letters.replaceAll(with: [""])
        try db.execute("DELETE FROM \(identifier: letters.tableName)")
        for (index, element) in elements.enumerated() {
            let position = position + Int64(index)
            try db.execute(
                "INSERT INTO \(identifier: letters.tableName) (position, value) VALUES (\(position), \(element))")
        }
    }

    @Test func aListBeforeTheLastPositionIsReadAndGrowsAtItsFront() throws {
        try place(["b", "c"], from: .max - 1)

        try letters.insert("a", at: 0)

        #expect(try letters.elements() == ["a", "b", "c"])
        #expect(try letters.elements(in: 1..<Int.max) == ["b", "c"])
        #expect(try letters.count() == 3)
        #expect(try letters.last() == "c")
        #expect(try letters.remove(at: 2) == "c")
        #expect(try letters.popFirst() == "a")
        #expect(try letters.elements() == ["b"])
    }

    @Test func aListBehindTheFirstPositionIsReadAndGrowsAtItsEnd() throws {
        try place(["a", "b"], from: .min)

        try letters.append("c")

        #expect(try letters.elements() == ["a", "b", "c"])
        #expect(thrown { try letters.element(at: -1) }?.resultCode == .range)
        #expect(try letters.popFirst() == "a")
        #expect(try letters.elements() == ["b", "c"])
    }

    @Test func whereNoPositionIsLeftNothingIsWritten() throws {
        try place(["a", "b"], from: .max - 1)
        let end = thrown { try letters.append("c") }
        let several = thrown { try letters.insert(contentsOf: ["x", "y"], at: 2) }
        #expect(try letters.elements() == ["a", "b"])

        try place(["a", "b"], from: .min)
        let start = thrown { try letters.insert("c", at: 0) }
        #expect(try letters.elements() == ["a", "b"])

        for error in [end, several, start] {
            #expect(error?.resultCode == .full)
            #expect(error?.message.contains("replaceAll(with:)") == true)
        }
    }

    @Test func elementsOfWhichTheLastHaveNoPositionAreNotWrittenAtAll() throws {
        try place(["a"], from: .max - 2)

        #expect(thrown { try letters.append(contentsOf: ["b", "c", "d", "e"]) }?.resultCode == .full)
        #expect(thrown { try letters.insert(contentsOf: ["b", "c", "d"], at: 1) }?.resultCode == .full)

        #expect(try letters.elements() == ["a"])
        try letters.append(contentsOf: ["b", "c"])
        #expect(try letters.elements() == ["a", "b", "c"])
        try letters.replaceAll(with: ["z"])
        try letters.append("y")
        #expect(try letters.elements() == ["z", "y"])
    }

    @Test func positionsThatAreTooFarApartAreNoList() throws {
        try place(["a"], from: .min)
        try db.execute("INSERT INTO \(identifier: letters.tableName) (position, value) VALUES (\(Int64.max), 'b')")

        #expect(thrown { try letters.count() }?.resultCode == .corrupt)
        #expect(thrown { try letters.append("c") }?.resultCode == .corrupt)
        #expect(try letters.elements() == ["a", "b"])
    }
}
