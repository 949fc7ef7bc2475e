import FMDB
import FMDBTestHelpers
import Testing

/// Every call in every state in which it is misplaced: the answer is the defined one, the work around it goes on or
/// ends with a word, and the database is as good as before.
@Suite struct MisuseTests {
    @Test(arguments: MisuseVerb.all, MisuseState.plain) func theAnswerIsThatOfTheTable(
        _ verb: MisuseVerb, _ state: MisuseState
    ) async throws {
        guard MisuseTable.isOfThisVersion(verb.testDescription, state) else { return }
        let answer = try await state.answer(of: verb) { (db: FMDatabase) throws -> Void in
            // What the call has closed is opened again by hand.
            if !db.isOpen { #expect(db.open()) }
            if db.isTransactionOpen { db.rollback() }
            let rows = try db.rows("SELECT x FROM t ORDER BY x", as: Int.self)
            #expect(rows == [1, 2, 3])
        }
        #expect(answer == verb.answer(in: state))
    }

    @Test(arguments: MisuseVerb.all, MisuseScene.allCases) func inTheMiddleOfWork(
        _ verb: MisuseVerb, _ scene: MisuseScene
    ) throws {
        guard MisuseTable.isOfThisVersion(verb.testDescription, scene.state) else { return }
        let database = MisuseScene.stage()
        var answer: String?
        let set = MisuseState.set(of: verb, database)
        let outcome = scene.play(on: database) { [unowned database] in
            answer = verb.answer(of: database, set)
        }
        set?.close()
        #expect(answer == verb.answer(in: scene.state))
        #expect(scene.allowedOutcomes(after: verb).contains(outcome), "the outcome is \(outcome)")
        try expectGoodHealth(of: database)
    }

    @Test(arguments: MisuseAccess.all, MisuseState.allCases) func theAnswerOfAQueueOrAPoolIsThatOfTheTable(
        _ verb: MisuseAccess, _ state: MisuseState
    ) async throws {
        guard MisuseTable.isOfThisVersion(verb.testDescription, state) else { return }
        let answer = try await state.answer(of: verb)
        #expect(answer == MisuseTable.answer(verb.testDescription, state))
    }

    @Test func eachCallIsInTheTableOnce() {
        let names = MisuseVerb.all.map(\.testDescription) + MisuseAccess.all.map(\.testDescription)
        #expect(names.sorted() == MisuseTable.names.sorted())
        let widths = Set(MisuseTable.sections.flatMap { $0.rows.map(\.count) })
        #expect(widths == [MisuseState.allCases.count + 1])
    }

    /// `FMDB_WRITE_TABLES=1` writes the article anew.
    @Test func theArticleIsThatOfTheTable() throws {
        if ProcessInfo.processInfo.environment["FMDB_WRITE_TABLES"] == "1" {
            try MisuseArticle.text.write(to: MisuseArticle.url, atomically: true, encoding: .utf8)
        }
        let article = try String(contentsOf: MisuseArticle.url, encoding: .utf8)
        #expect(article == MisuseArticle.text, "run the tests with FMDB_WRITE_TABLES=1")
    }

    private func expectGoodHealth(of database: FMDatabase) throws {
        #expect(!database.hasOpenResultSets)
        if database.isOpen {
            if database.isTransactionOpen { database.rollback() }
            #expect(try database.rows("SELECT x FROM t ORDER BY x", as: Int.self) == [1, 2, 3])
            #expect(database.stringForQuery("SELECT max(x) FROM t") == "3")
        }
        #expect(database.close())
        #expect(database.open())
    }
}
