import FMDB
import FMDBTestHelpers
import Testing

/// A function that uses the very result set whose step has called it. What cannot be done in the middle of a step is
/// refused, and the step goes on; what ends the set ends it after the step, and the reader learns of it.
@Suite struct MisuseOfOwnStepTests {
    /// A set over three rows whose column is made by a function, and what the function does to the set.
    private final class Play {
        let database = MisuseScene.stage()
        let rows: FMResultSet
        private(set) var answers: [String] = []

        /// - Parameter deed: is done each time that the function is called.
        init(isCached: Bool = false, deed: @escaping (FMResultSet, FMDatabase) throws -> String) throws {
            final class Box { weak var play: Play? }
            let box = Box()
            database.shouldCacheStatements = isCached
            try database.addFunction("act", argumentCount: 1) { arguments in
                guard let play = box.play else { return arguments[0] }
                do {
                    play.answers.append(try deed(play.rows, play.database))
                } catch let error as NSError {
                    play.answers.append("throws \(error.code)")
                }
                return arguments[0]
            }
            rows = try database.executeQuery("SELECT act(x) AS x FROM t", values: nil)
            box.play = self
        }

        /// The rows that FMDB's loop gets.
        func read() -> [Int32] {
            var numbers: [Int32] = []
            while rows.next() { numbers.append(rows.int(forColumnIndex: 0)) }
            return numbers
        }

        /// The rows that a throwing loop gets, and the code of what it throws.
        func readThrowing() -> (numbers: [Int], code: Int?) {
            var numbers: [Int] = []
            do {
                while let row = try rows.nextRow() { numbers.append(try row.value(at: 0)) }
                return (numbers, nil)
            } catch let error as NSError {
                return (numbers, error.code)
            }
        }
    }

    // MARK: Refused

    @Test func nextIsRefused() throws {
        let play = try Play { rows, _ in "\(rows.next())" }
        #expect(play.read() == [1, 2, 3])
        #expect(play.answers == ["false", "false", "false"])
    }

    @Test func nextRowIsRefused() throws {
        let play = try Play { rows, _ in try rows.nextRow() == nil ? "end" : "row" }
        let result = play.readThrowing()
        #expect(result.numbers == [1, 2, 3])
        #expect(result.code == nil)
        #expect(play.answers == ["throws 21", "throws 21", "throws 21"])
    }

    @Test func nextWithErrorIsRefused() throws {
        let play = try Play { rows, _ in
            try rows.nextWithError()
            return "row"
        }
        #expect(play.read() == [1, 2, 3])
        #expect(play.answers == ["throws 21", "throws 21", "throws 21"])
    }

    @Test func stepIsRefused() throws {
        let play = try Play { rows, _ in "\(rows.step())" }
        #expect(play.read() == [1, 2, 3])
        #expect(play.answers == ["false", "false", "false"])
    }

    @Test func bindIsRefused() throws {
        let play = try Play { rows, _ in "\(rows.bind(with: []))" }
        #expect(play.read() == [1, 2, 3])
        #expect(play.answers == ["false", "false", "false"])
    }

    @Test func resettingTheStatementIsRefused() throws {
        let play = try Play { rows, _ in
            rows.statement?.reset()
            return "done"
        }
        #expect(play.read() == [1, 2, 3])
        #expect(play.answers.count == 3)
    }

    @Test func closingTheDatabaseIsRefused() throws {
        let play = try Play { _, database in "\(database.close())" }
        #expect(play.read() == [1, 2, 3])
        #expect(play.answers == ["false", "false", "false"])
        #expect(play.database.close())
    }

    // MARK: Deferred

    /// The ways to end a set in the middle of its step.
    enum End: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case close, statementClose, closeOpenResultSets, clearCachedStatements, cacheOff

        var testDescription: String { rawValue }

        func callAsFunction(_ rows: FMResultSet, _ database: FMDatabase) -> String {
            switch self {
            case .close: rows.close()
            case .statementClose: rows.statement?.close()
            case .closeOpenResultSets: database.closeOpenResultSets()
            case .clearCachedStatements: database.clearCachedStatements()
            case .cacheOff: database.shouldCacheStatements = false
            }
            return "done"
        }
    }

    @Test(arguments: End.allCases) func aSetThatIsEndedInItsStepEnds(_ end: End) throws {
        let play = try Play(isCached: true) { end($0, $1) }
        #expect(play.read() == [])
        #expect(play.answers == ["done"])
        #expect(!play.database.hasOpenResultSets)
        #expect(play.database.intForQuery("SELECT count(*) FROM t") == 3)
        #expect(play.database.close())
    }

    @Test(arguments: End.allCases) func aThrowingLoopLearnsThatItsSetWasEnded(_ end: End) throws {
        let play = try Play(isCached: true) { end($0, $1) }
        let result = play.readThrowing()
        #expect(result.numbers == [])
        #expect(result.code != nil, "rows are missing, and nobody is told")
    }

    @Test(arguments: End.allCases) func theSameTextCanBeRunAtOnceAfterTheSetWasEnded(_ end: End) throws {
        let play = try Play(isCached: true) { rows, database in
            _ = end(rows, database)
            return database.stringForQuery("SELECT group_concat(x) FROM t") ?? "nil"
        }
        #expect(play.read() == [])
        #expect(play.answers == ["1,2,3"])
        let again = play.database.executeQuery("SELECT x FROM t ORDER BY x", withArgumentsIn: [])
        #expect(drawn(again) == "x\n1\n2\n3")
    }

    @Test func aSetThatHoldsItsDatabaseAloneMayBeClosedInItsStep() throws {
        weak var set: FMResultSet?
        weak var gone: FMDatabase?
        let rows = try {
            let database = MisuseScene.stage()
            gone = database
            try database.addFunction("act", argumentCount: 1) { arguments in
                set?.close()
                return arguments[0]
            }
            return try database.executeQuery("SELECT act(x) FROM t", values: nil)
        }()
        set = rows
        #expect(!rows.next())
        #expect(!rows.next())
        #expect(gone == nil)
    }

    // MARK: Reading

    @Test func columnsCannotBeReadInTheMiddleOfAStep() throws {
        let play = try Play { rows, _ in "\(rows.int(forColumnIndex: 0)) \(rows.string(forColumn: "x") ?? "nil")" }
        #expect(play.read() == [1, 2, 3])
        #expect(play.answers == ["0 nil", "0 nil", "0 nil"])
    }

    @Test func aStatementThatCallsItselfHasStatementsOfItsOwn() throws {
        let database = MisuseScene.stage()
        database.shouldCacheStatements = true
        var depth = 0
        try database.addFunction("act", argumentCount: 1) { [unowned database] arguments in
            guard depth < 3 else { return 1 }
            depth += 1
            defer { depth -= 1 }
            return try database.value("SELECT sum(act(x)) FROM t", as: FMValue.self)
        }
        #expect(try database.value("SELECT sum(act(x)) FROM t", as: Int.self) == 81)
        #expect(!database.hasOpenResultSets)
    }

    @Test func anErrorOfAFunctionInsideAFunctionKeepsItsCode() throws {
        let database = MisuseScene.stage()
        try database.addFunction("act", argumentCount: 0) { [unowned database] _ in
            try database.execute("INSERT INTO missing VALUES (1)")
            return .null
        }
        let error = #expect(throws: FMError.self) { try database.execute("SELECT act()") }
        #expect(error?.extendedCode == .error)
        #expect(error?.message == "no such table: missing")
    }
}
