import FMDBModel
import FMDBTestHelpers
import Testing

@Suite struct StoreDictionaryTests {
    private let db = FMDatabase.memory()
    private var ages: FMStoredDictionary<String, Int, FMDatabase> { FMStoredDictionary("ages", in: db) }

    @Test func aDictionaryThatWasNeverWrittenIsEmptyAndIsNotMade() throws {
        #expect(try ages.isEmpty())
        #expect(try ages.count() == 0)
        #expect(try ages.value(for: "ann") == nil)
        #expect(try !ages.contains("ann"))
        #expect(try ages.keys() == [])
        #expect(try ages.contents() == [:])
        #expect(try ages.page(after: nil, limit: 9).isEmpty)
        #expect(!db.tableExists(ages.tableName))
    }

    @Test func valuesAreSetReadAndRemoved() throws {
        try ages.set(7, for: "ann")
        try ages.set(8, for: "ben")
        try ages.set(9, for: "ann")

        #expect(try ages.value(for: "ann") == 9)
        #expect(try ages.updateValue(10, for: "ann") == 9)
        #expect(try ages.updateValue(1, for: "cid") == nil)
        #expect(try ages.contains("cid"))
        #expect(try ages.removeValue(for: "cid"))
        #expect(try !ages.removeValue(for: "cid"))
        try ages.set(nil, for: "ben")
        #expect(try ages.contents() == ["ann": 10])
        #expect(try ages.count() == 1)
        #expect(try !ages.isEmpty())
    }

    @Test func keysAreInOrderAndPaged() throws {
        try ages.merge(["c": 3, "a": 1, "b": 2])

        #expect(try ages.keys() == ["a", "b", "c"])
        #expect(try ages.page(after: nil, limit: 2).map(\.value) == [1, 2])
        #expect(try ages.page(after: "b", limit: 2).map(\.key) == ["c"])
        var seen: [String] = []
        try ages.forEach { seen.append("\($0.key)\($0.value)") }
        #expect(seen == ["a1", "b2", "c3"])
        #expect(thrown { try ages.page(after: nil, limit: -1) }?.resultCode == .misuse)
    }

    @Test func allIsReplacedOrNothing() throws {
        let numbers = FMStoredDictionary("numbers", keys: Int.self, values: UInt64.self, in: db)
        try numbers.set(1, for: 1)

        #expect(thrown { try numbers.replaceAll(with: [2: 2, 3: .max]) }?.resultCode == .mismatch)
        #expect(thrown { try numbers.merge([2: 2, 3: .max]) }?.resultCode == .mismatch)
        #expect(try numbers.contents() == [1: 1])

        try numbers.replaceAll(with: [2: 2])
        #expect(try numbers.contents() == [2: 2])
        try numbers.removeAll()
        #expect(try numbers.isEmpty())
        try numbers.drop()
        #expect(!db.tableExists(numbers.tableName))
    }

    @Test func theTableHasNoHiddenRowNumbers() throws {
        try ages.set(7, for: "ann")

        #expect(throws: FMError.self) {
            try db.execute("SELECT rowid FROM \(identifier: ages.tableName)")
        }
    }

    @Test func keysThatAreEqualInSwiftAreOneKey() throws {
        try ages.set(1, for: "caf\u{E9}")
        try ages.set(2, for: "cafe\u{301}")

        #expect(try ages.contents() == ["café": 2])
        try ages.set(3, for: "Café")
        #expect(try ages.count() == 2)
    }

    @Test func keysMayBeOfAnyConvertibleType() throws {
        let id = UUID()
        let byID = FMStoredDictionary("by id", keys: UUID.self, values: [String].self, in: db)
        let byDate = FMStoredDictionary("by date", keys: Date.self, values: Int.self, in: db)

        try byID.set(["a", "b"], for: id)
        try byDate.set(1, for: Date(timeIntervalSince1970: 1.5))

        #expect(try byID.value(for: id) == ["a", "b"])
        #expect(try byDate.keys() == [Date(timeIntervalSince1970: 1.5)])
    }

    @Test func nullIsNoKey() throws {
        let byOptional = FMStoredDictionary("optional", keys: Int?.self, values: Int.self, in: db)

        #expect(thrown { try byOptional.set(1, for: nil) }?.resultCode == .mismatch)
        #expect(thrown { try byOptional.value(for: nil) }?.resultCode == .mismatch)
    }

    @Test func aValueThatDoesNotFitIsNamed() throws {
        try ages.set(7, for: "ann")

        let texts = FMStoredDictionary("ages", keys: String.self, values: String.self, in: db)
        let numbers = FMStoredDictionary("ages", keys: Int.self, values: Int.self, in: db)

        #expect(
            thrown { try texts.value(for: "ann") }?.message
                == "a value of the stored dictionary ages: expected String, found integer")
        #expect(thrown { try numbers.keys() }?.resultCode == .mismatch)
    }

    @Test func aListAndADictionaryOfOneNameDoNotMeet() throws {
        try ages.set(7, for: "ann")
        try FMStoredArray("ages", of: Int.self, in: db).append(1)
        try FMStoredDictionary("Ages", keys: String.self, values: Int.self, in: db).set(9, for: "ann")

        #expect(try ages.contents() == ["ann": 7])
    }
}
