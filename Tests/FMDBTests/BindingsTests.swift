import FMDB
import Support
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
        #expect(error?.message == "the number of parameters is 3, that of the values given \(count)")
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
}
