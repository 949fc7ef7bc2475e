import FMDB
import FMDBTestHelpers
import Testing

/// Values given one by one. See `FMBindings`.
@Suite struct BindingsTests {
    private let db = FMDatabase.memory()

    private init() throws { try db.execute("CREATE TABLE t (a, b, c)") }

    private func content() -> String { drawn(try? db.query("SELECT a, b, c FROM t")) }
    private let nothing = "a | b | c"

    @Test func valuesAreBoundInTheirOrder() throws {
        let changes = try db.execute("INSERT INTO t VALUES (?, ?, ?)") { values in
            try values.add(7)
            try values.add("it's")
            try values.add(nil as Int?)
        }

        #expect(changes == 1)
        #expect(content() == "a | b      | c\n7 | 'it's' | NULL")
    }

    @Test func numbersOfParametersNameThePlaceOfTheirValues() throws {
        try db.execute("INSERT INTO t VALUES (?2, ?1, ?2)") { values in
            try values.add("first")
            try values.add("second")
        }

        #expect(content() == "a        | b       | c\n'second' | 'first' | 'second'")
    }

    @Test func aStatementWithoutParametersNeedsNoValues() throws {
        try db.execute("INSERT INTO t VALUES (1, 2, 3)")
        #expect(try db.execute("DELETE FROM t") { _ in } == 1)
    }

    @Test func nothingStaysFromTheValuesBefore() throws {
        for value in ["x", nil] {
            try db.execute("INSERT INTO t (a) VALUES (?)") { values in try values.add(value) }
        }

        #expect(try db.rows("SELECT a FROM t", as: String?.self) == ["x", nil])
    }

    // MARK: Counts

    @Test(arguments: [0, 1, 2, 4, 9]) func aWrongNumberOfValuesIsRefused(_ count: Int) throws {
        let error = thrown {
            try db.execute("INSERT INTO t VALUES (?, ?, ?)") { values in
                for index in 0..<count { try values.add(index) }
            }
        }

        #expect(error?.resultCode == .range)
        #expect(error?.message == "expected 3 values, got \(count)")
        #expect(error?.sql == "INSERT INTO t VALUES (?, ?, ?)")
        #expect(content() == nothing)
    }

    @Test func valuesAreGivenOrInterpolatedNotBoth() throws {
        let error = thrown {
            try db.execute("INSERT INTO t VALUES (\(1), ?, ?)") { values in
                try values.add(2)
                try values.add(3)
            }
        }

        #expect(error?.resultCode == .misuse)
        #expect(content() == nothing)
    }

    // MARK: Refusals

    @Test func aRefusedValueIsThrown() throws {
        let error = thrown {
            try db.execute("INSERT INTO t (a) VALUES (?)") { values in try values.add(UInt64.max) }
        }

        #expect(error?.resultCode == .mismatch)
        #expect(error?.sql == "INSERT INTO t (a) VALUES (?)")
        #expect(content() == nothing)
    }

    @Test func aBodyThatPassesOverARefusalWritesNothing() throws {
        let error = thrown {
            try db.execute("INSERT INTO t VALUES (?, ?, ?)") { values in
                try values.add(1)
                try? values.add(UInt64.max)
                try? values.add(3)
            }
        }

        #expect(error?.resultCode == .mismatch)
        #expect(content() == nothing)
    }

    @Test func aRefusedValueCannotBeGivenOnceMore() throws {
        let error = thrown {
            try db.execute("INSERT INTO t (a) VALUES (?)") { values in
                try? values.add(UInt64.max)
                try? values.add(1)
            }
        }

        #expect(error?.resultCode == .mismatch)
        #expect(content() == nothing)
    }

    @Test func whatTheBodyThrowsIsThrownAndNothingIsWritten() throws {
        #expect(throws: Regret.self) {
            try db.execute("INSERT INTO t (a) VALUES (?)") { values in
                try values.add(1)
                throw Regret()
            }
        }
        #expect(content() == nothing)
        #expect(!db.hasOpenResultSets)

        try db.execute("INSERT INTO t (a) VALUES (?)") { values in try values.add(2) }
        #expect(try db.rows("SELECT a FROM t", as: Int.self) == [2])
    }

    @Test func theStatementMayBeRunWithinItsOwnBody() throws {
        let insertion: FMSQL = "INSERT INTO t (a) VALUES (?)"
        try db.execute(insertion) { values in
            try db.execute(insertion) { inner in try inner.add(1) }
            try values.add(2)
        }

        #expect(try db.rows("SELECT a FROM t ORDER BY a", as: Int.self) == [1, 2])
    }

    @Test func textThatIsNotOneStatementIsRefused() throws {
        #expect(thrown { try db.execute("") { _ in } }?.resultCode == .misuse)
        #expect(thrown { try db.execute("DELETE FROM t; DELETE FROM t") { _ in } } != nil)
        #expect(thrown { try db.execute("INSERT INTO nothing VALUES (?)") { _ in } }?.resultCode == .error)
    }

    @Test func startingOverForgetsTheValuesSoFar() throws {
        for (first, second) in [("x", "y"), ("z", "u")] {
            try db.execute("INSERT INTO t VALUES (?, ?, ?)") { values in
                try values.add(first)
                try? values.add(UInt64.max)
                values.startOver()
                for number in 1...3 { try values.add(second + "\(number)") }
            }
        }
        #expect(content() == "a    | b    | c\n'y1' | 'y2' | 'y3'\n'u1' | 'u2' | 'u3'")
    }

    // MARK: Many

    @Test func eachElementIsARun() throws {
        var told: [(Int, Int64)] = []
        let changes = try db.executeMany("INSERT INTO t (a, b) VALUES (?, ?)", [[1, 2], [3, 4], [5, 6]]) {
            values, pair in
            for number in pair { try values.add(number) }
        } afterEach: { changes in
            told.append((changes, db.lastInsertRowId))
        }

        #expect(changes == 3)
        #expect(told.map(\.0) == [1, 1, 1])
        #expect(told.map(\.1) == [1, 2, 3])
        #expect(
            try db.rows("SELECT a, b FROM t", as: (Int, Int).self).map { [$0.0, $0.1] } == [[1, 2], [3, 4], [5, 6]])
    }

    @Test func theElementThatFailsIsNamedAndUndoesAll() throws {
        try db.execute("CREATE UNIQUE INDEX one ON t (a)")
        for (elements, code) in [([1, 2, 1], FMResultCode.constraint), ([1, 2, UInt64.max], .mismatch)] {
            let error = thrown {
                try db.executeMany("INSERT INTO t (a) VALUES (?)", elements) { values, element in
                    try? values.add(element)
                }
            }
            #expect(error?.resultCode == code)
            #expect(error?.batchIndex == 2)
            #expect(error?.message.hasSuffix(" (row 2)") == true)
            #expect(content() == nothing)
        }
    }

    @Test func whatABodyThrowsUndoesAll() throws {
        func insert(_ failsBefore: Int, _ failsAfter: Int) throws {
            var done = 0
            try db.executeMany("INSERT INTO t (a) VALUES (?)", 0..<5) { values, number in
                if number == failsBefore { throw Regret() }
                try values.add(number)
            } afterEach: { _ in
                if done == failsAfter { throw FMError(.notFound, "late") }
                done += 1
            }
        }
        #expect(throws: Regret.self) { try insert(3, 9) }
        #expect(content() == nothing)
        let late = thrown { try insert(9, 3) }
        #expect(late?.resultCode == .notFound)
        #expect(late?.batchIndex == 3)
        #expect(content() == nothing)
        #expect(!db.isInTransaction)

        try insert(9, 9)
        #expect(try db.rows("SELECT a FROM t", as: Int.self) == [0, 1, 2, 3, 4])
    }

    @Test func aBatchMayMeetALock() throws {
        let folder = TemporaryFolder()
        let (other, db) = (FMDatabase.file(folder.file()), FMDatabase.file(folder.file()))
        try other.execute("CREATE TABLE t (a)")
        try db.withTransaction(.deferred) {
            let error = try other.withTransaction(.immediate) {
                thrown { try db.executeMany("INSERT INTO t VALUES (?)", 1...2) { try $0.add($1) } }
            }
            #expect(error?.resultCode == .busy)
            #expect(error?.batchIndex == 0)
            #expect(error?.contention?.lock == .write)
        }
    }
}
