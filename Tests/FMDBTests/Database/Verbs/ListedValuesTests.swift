import FMDB
import FMDBTestHelpers
import Testing

/// `execute` and `executeMany` with values listed behind the text: up to twelve have forms of their own, more go another
/// way. Each value must come to its place in all of them.
@Suite struct ListedValuesTests {
    private let db: FMDatabase

    init() throws {
        db = FMDatabase.memory()
        try db.execute("CREATE TABLE t (a, b, c, d, e, f, g, h, i, j, k, l, m)")
    }

    /// An insertion of so many columns.
    private func insertion(_ count: Int) -> FMSQL {
        let names = "abcdefghijklm".prefix(count).map(String.init).joined(separator: ", ")
        let marks = Array(repeating: "?", count: count).joined(separator: ", ")
        return FMSQL(raw: "INSERT INTO t (\(names)) VALUES (\(marks))")
    }

    /// What the only row is to be: 1, '2', 3.5, 4, '5', 6.5 …, then NULL.
    private func expectRow(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let expected = (1...13).map { number -> FMValue in
            guard number <= count else { return .null }
            switch number % 3 {
            case 1: return .integer(Int64(number))
            case 2: return .text(String(number))
            default: return .real(Double(number) + 0.5)
            }
        }
        let cursor = try db.query("SELECT * FROM t")
        #expect(try cursor.nextRow()?.values() == expected, sourceLocation: sourceLocation)
        #expect(try cursor.nextRow() == nil, sourceLocation: sourceLocation)
        #expect(try db.execute("DELETE FROM t") == 1, sourceLocation: sourceLocation)
    }

    @Test func executeBindsEachValueAtItsPlace() throws {
        #expect(try db.execute(insertion(1), 1) == 1)
        try expectRow(1)
        #expect(try db.execute(insertion(2), 1, "2") == 1)
        try expectRow(2)
        #expect(try db.execute(insertion(3), 1, "2", 3.5) == 1)
        try expectRow(3)
        #expect(try db.execute(insertion(4), 1, "2", 3.5, 4) == 1)
        try expectRow(4)
        #expect(try db.execute(insertion(5), 1, "2", 3.5, 4, "5") == 1)
        try expectRow(5)
        #expect(try db.execute(insertion(6), 1, "2", 3.5, 4, "5", 6.5) == 1)
        try expectRow(6)
        #expect(try db.execute(insertion(7), 1, "2", 3.5, 4, "5", 6.5, 7) == 1)
        try expectRow(7)
        #expect(try db.execute(insertion(8), 1, "2", 3.5, 4, "5", 6.5, 7, "8") == 1)
        try expectRow(8)
        #expect(try db.execute(insertion(9), 1, "2", 3.5, 4, "5", 6.5, 7, "8", 9.5) == 1)
        try expectRow(9)
        #expect(try db.execute(insertion(10), 1, "2", 3.5, 4, "5", 6.5, 7, "8", 9.5, 10) == 1)
        try expectRow(10)
        #expect(try db.execute(insertion(11), 1, "2", 3.5, 4, "5", 6.5, 7, "8", 9.5, 10, "11") == 1)
        try expectRow(11)
        #expect(try db.execute(insertion(12), 1, "2", 3.5, 4, "5", 6.5, 7, "8", 9.5, 10, "11", 12.5) == 1)
        try expectRow(12)
        #expect(try db.execute(insertion(13), 1, "2", 3.5, 4, "5", 6.5, 7, "8", 9.5, 10, "11", 12.5, 13) == 1)
        try expectRow(13)
    }

    @Test func executeManyBindsEachValueAtItsPlace() throws {
        #expect(try db.executeMany(insertion(2), [(1, "2")]) == 1)
        try expectRow(2)
        #expect(try db.executeMany(insertion(3), [(1, "2", 3.5)]) == 1)
        try expectRow(3)
        #expect(try db.executeMany(insertion(4), [(1, "2", 3.5, 4)]) == 1)
        try expectRow(4)
        #expect(try db.executeMany(insertion(5), [(1, "2", 3.5, 4, "5")]) == 1)
        try expectRow(5)
        #expect(try db.executeMany(insertion(6), [(1, "2", 3.5, 4, "5", 6.5)]) == 1)
        try expectRow(6)
        #expect(try db.executeMany(insertion(7), [(1, "2", 3.5, 4, "5", 6.5, 7)]) == 1)
        try expectRow(7)
        #expect(try db.executeMany(insertion(8), [(1, "2", 3.5, 4, "5", 6.5, 7, "8")]) == 1)
        try expectRow(8)
        #expect(try db.executeMany(insertion(9), [(1, "2", 3.5, 4, "5", 6.5, 7, "8", 9.5)]) == 1)
        try expectRow(9)
        #expect(try db.executeMany(insertion(10), [(1, "2", 3.5, 4, "5", 6.5, 7, "8", 9.5, 10)]) == 1)
        try expectRow(10)
        #expect(try db.executeMany(insertion(11), [(1, "2", 3.5, 4, "5", 6.5, 7, "8", 9.5, 10, "11")]) == 1)
        try expectRow(11)
        #expect(try db.executeMany(insertion(12), [(1, "2", 3.5, 4, "5", 6.5, 7, "8", 9.5, 10, "11", 12.5)]) == 1)
        try expectRow(12)
        #expect(try db.executeMany(insertion(13), [(1, "2", 3.5, 4, "5", 6.5, 7, "8", 9.5, 10, "11", 12.5, 13)]) == 1)
        try expectRow(13)
    }

    @Test func aValueThatCannotBeStoredIsRefusedInAllForms() throws {
        let large = UInt64.max
        let errors = [
            thrown { try db.execute(insertion(2), 1, large) },
            thrown { try db.execute(insertion(2), large, 1) },
            thrown { try db.execute(insertion(13), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, large) },
            thrown { try db.executeMany(insertion(2), [(1, large)]) },
        ]
        #expect(errors.map { $0?.resultCode } == Array(repeating: .mismatch, count: 4))
        #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 0)

        // The statement is free again, and keeps nothing of the values before.
        #expect(try db.execute(insertion(2), 1, "2") == 1)
        try expectRow(2)
    }

    @Test func aPackOfAClientIsBoundInOrder() throws {
        func insert<each Value: FMValueConvertible>(_ count: Int, _ value: repeat each Value) throws {
            try db.execute(insertion(count), 1, repeat each value)
        }
        try insert(3, "2", 3.5)
        try expectRow(3)
    }
}
