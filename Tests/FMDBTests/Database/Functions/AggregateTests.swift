import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Aggregate and window functions made of Swift types.
@Suite struct AggregateTests {
    private let db = FMDatabase.memory()

    init() throws {
        try db.execute("CREATE TABLE t (g TEXT, x)")
        try db.execute("INSERT INTO t VALUES ('a', 2), ('a', 8), ('b', 3), ('b', 5), ('b', 7)")
    }

    private struct Product: FMAggregate {
        private var product = 1

        mutating func step(_ value: Int?) { product *= value ?? 1 }
        func result() -> Int { product }
    }

    private struct Weighted: FMAggregate {
        private var (sum, weight) = (0.0, 0.0)

        mutating func step(_ row: (Double, Double)) {
            sum += row.0 * row.1
            weight += row.1
        }
        func result() -> Double? { weight == 0 ? nil : sum / weight }
    }

    private struct Joined: FMAggregate {
        private var text = ""

        mutating func step(_ values: [FMValue]) { text += "\(values.count)" }
        func result() -> String { text }
    }

    private struct Lengths: FMAggregate {
        private var count = 0

        mutating func step(_ row: (String, String, String)) { count += row.0.count + row.1.count + row.2.count }
        func result() -> Int { count }
    }

    private struct Sum: FMWindowAggregate {
        private var sum = 0

        mutating func step(_ value: Int) { sum += value }
        mutating func inverse(_ value: Int) { sum -= value }
        func result() -> Int { sum }
    }

    private struct Refusal: Error, Equatable { var at: String }

    /// Counts the groups that live.
    private final class Counted: FMWindowAggregate {
        @TaskLocal static var living = Locked(0)
        @TaskLocal static var refused = ""
        private let living = Counted.living
        private var sum = 0

        init() { living.withLock { $0 += 1 } }
        deinit { living.withLock { $0 -= 1 } }

        func step(_ value: Int) throws {
            if Counted.refused == "step", value == 5 { throw Refusal(at: "step") }
            sum += value
        }

        func inverse(_ value: Int) throws {
            if Counted.refused == "inverse" { throw Refusal(at: "inverse") }
            sum -= value
        }

        func result() throws -> Int {
            if Counted.refused == "result" { throw Refusal(at: "result") }
            return sum
        }
    }

    // MARK: Results

    @Test func eachGroupHasItsResult() throws {
        try db.addAggregate("product", Product.self)
        let rows = try db.query("SELECT g, product(x) AS p FROM t GROUP BY g ORDER BY g")
        #expect(drawn(rows) == "g   | p\n'a' | 16\n'b' | 105")
    }

    @Test func aggregatesTakeSeveralValues() throws {
        try db.addAggregate("weighted", Weighted.self, options: .deterministic)
        try db.addAggregate("joined", Joined.self)
        try db.addAggregate("lengths", Lengths.self)
        let rows = try db.query(
            "SELECT weighted(x, 2) AS a, joined() AS b, joined(g, x) AS c, lengths(g, 'xx', '') AS d FROM t WHERE g = 'a'"
        )
        #expect(drawn(rows) == "a   | b    | c    | d\n5.0 | '00' | '22' | 6")
    }

    @Test func aGroupWithoutRowsHasTheResultOfAFreshValue() throws {
        try db.addAggregate("product", Product.self)
        try db.addAggregate("weighted", Weighted.self)
        try db.addAggregate("sum_of", Sum.self)
        let rows = try db.query("SELECT product(x) AS a, weighted(x, x) AS b, sum_of(x) AS c FROM t WHERE g = 'none'")
        #expect(drawn(rows) == "a | b    | c\n1 | NULL | 0")
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 25)))
    func aWindowAggregateTakesRowsAway() throws {
        try db.addAggregate("sum_of", Sum.self)
        let sums = try db.rows(
            "SELECT sum_of(x) OVER (ORDER BY x ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t ORDER BY x",
            as: Int.self)
        #expect(sums == [2, 5, 8, 12, 15])
        let empty = try db.rows(
            "SELECT sum_of(x) OVER (ORDER BY x ROWS BETWEEN 2 FOLLOWING AND 3 FOLLOWING) FROM t ORDER BY x",
            as: Int.self)
        #expect(empty == [12, 15, 8, 0, 0])
        #expect(try db.rows("SELECT sum_of(x) FROM t GROUP BY g ORDER BY g", as: Int.self) == [10, 15])
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 25)))
    func anotherAggregateMayNotBeUsedWithOver() throws {
        try db.addAggregate("product", Product.self)
        let error = thrown { try db.rows("SELECT product(x) OVER () FROM t", as: Int.self) }
        #expect(error?.message == "product() may not be used as a window function")
    }

    @Test func aWindowAggregateIsAnAggregateWithEverySQLite() throws {
        try db.addAggregate("sum_of", Sum.self)
        #expect(try db.value("SELECT sum_of(x) FROM t", as: Int.self) == 25)
    }

    // MARK: Errors

    @Test func aValueThatDoesNotFitIsNamed() throws {
        try db.addAggregate("weighted", Weighted.self)
        let error = thrown { try db.rows("SELECT weighted(x, NULL) FROM t", as: Double?.self) }
        #expect(error?.resultCode == .mismatch)
        #expect(error?.message == "argument 2 of weighted(): expected Double, found null")
    }

    @Test(arguments: ["step", "result"])
    func whatAnAggregateThrowsIsTheUnderlyingErrorAndNothingStaysInMemory(_ place: String) throws {
        try db.addAggregate("counted", Counted.self)
        let living = Locked(0)
        let error = Counted.$living.withValue(living) {
            Counted.$refused.withValue(place) {
                thrown { try db.rows("SELECT counted(x) + counted(x + 1) FROM t GROUP BY g", as: Int.self) }
            }
        }
        #expect(error?.resultCode == .error)
        #expect(error?.userInfo[NSUnderlyingErrorKey] as? Refusal == Refusal(at: place))
        #expect(living.value == 0)
        #expect(try db.value("SELECT counted(x) FROM t", as: Int.self) == 25)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 25)), arguments: ["step", "inverse", "result"])
    func whatAWindowAggregateThrowsIsTheUnderlyingError(_ place: String) throws {
        try db.addAggregate("counted", Counted.self)
        let living = Locked(0)
        let sql: FMSQL = "SELECT counted(x) OVER (ORDER BY x ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t"
        let error = Counted.$living.withValue(living) {
            Counted.$refused.withValue(place) { thrown { try db.rows(sql, as: Int.self) } }
        }
        #expect(error?.userInfo[NSUnderlyingErrorKey] as? Refusal == Refusal(at: place))
        #expect(living.value == 0)
    }

    // MARK: Lifetimes

    @Test func groupsAreReleasedAtTheEndAndWhenTheStatementIsReset() throws {
        try db.addAggregate("counted", Counted.self)
        let living = Locked(0)
        try Counted.$living.withValue(living) {
            #expect(try db.rows("SELECT counted(x) FROM t GROUP BY g", as: Int.self).count == 2)
            #expect(living.value == 0)
            let rows = try db.query("SELECT counted(x) FROM t GROUP BY g")
            #expect(rows.next())
            rows.close()
            #expect(living.value == 0)
        }
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 25)))
    func aWindowIsReleasedWhenTheStatementIsResetOrTheDatabaseCloses() throws {
        try db.addAggregate("counted", Counted.self)
        let living = Locked(0)
        let sql: FMSQL = "SELECT counted(x) OVER (ORDER BY x) FROM t"
        try Counted.$living.withValue(living) {
            let rows = try db.query(sql)
            #expect(rows.next())
            #expect(living.value == 1)
            rows.close()
            #expect(living.value == 0)
            let others = try db.query(sql)
            #expect(others.next())
            db.close()
            #expect(living.value == 0)
            #expect(!others.next())
        }
    }

    @Test func anInterruptedStatementReleasesItsGroups() throws {
        try db.addAggregate("counted", Counted.self)
        let living = Locked(0)
        try db.addFunction("stop") { [unowned db] (x: Int) -> Int in
            if x == 7 { db.interrupt() }
            return x
        }
        let error = Counted.$living.withValue(living) {
            thrown { try db.rows("SELECT counted(stop(x)) FROM t", as: Int.self) }
        }
        #expect(error?.resultCode == .interrupt)
        #expect(living.value == 0)
    }

    @Test func anAggregateIsRemovedAndNotReplacedWhileAStatementRuns() throws {
        try db.addAggregate("product", Product.self)
        let rows = try db.query("SELECT product(x) FROM t GROUP BY g")
        #expect(rows.next())
        #expect(thrown { try db.addAggregate("product", Product.self) }?.resultCode == .busy)
        rows.close()
        try db.removeFunction("product", argumentCount: 1)
        #expect(
            thrown { try db.value("SELECT product(x) FROM t", as: Int.self) }?.message == "no such function: product")
    }

    @Test func impossibleNamesAreRefused() {
        #expect(thrown { try db.addAggregate("a\0b", Product.self) }?.resultCode == .misuse)
        #expect(thrown { try db.addAggregate(String(repeating: "n", count: 256), Sum.self) }?.resultCode == .misuse)
        #expect(thrown { try FMDatabase(path: nil).addAggregate("p", Product.self) }?.resultCode == .misuse)
    }

    @Test func anAggregateMayAskTheDatabaseAndCannotCloseIt() throws {
        try db.addAggregate("asking", Asking.self)
        let answer = try Asking.$asked.withValue(Asking.Database(database: db)) {
            try db.value("SELECT asking(x) FROM t WHERE g = 'a'", as: Int.self)
        }
        #expect(answer == 10)
        #expect(db.isOpen)
    }

    private struct Asking: FMAggregate {
        // SAFETY: set and read by the one thread that uses the database.
        struct Database: @unchecked Sendable { let database: FMDatabase }
        @TaskLocal static var asked: Database?
        private var count = 0

        mutating func step(_ value: Int) throws {
            count += try Asking.asked?.database.value("SELECT count(*) FROM t", as: Int.self) ?? 0
        }

        func result() -> Int { Asking.asked?.database.close() == true ? -1 : count }
    }
}
