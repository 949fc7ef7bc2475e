import FMDB
import Support
import Testing

/// Every call at every moment at which it is misplaced: the answer is the defined one, the work around it goes on or
/// ends with a word, and the database is as good as before.
@Suite struct MisuseTests {
    @Test(arguments: MisuseVerb.all) func aDatabaseThatWasNeverOpened(_ verb: MisuseVerb) {
        let database = FMDatabase(path: nil)
        database.logsErrors = false
        #expect(verb.answer(of: database) == verb.closed)
    }

    @Test(arguments: MisuseVerb.all) func aClosedDatabase(_ verb: MisuseVerb) {
        let database = MisuseScene.stage()
        database.close()
        #expect(verb.answer(of: database) == verb.closed)
    }

    @Test(arguments: MisuseVerb.all, MisuseScene.allCases) func inTheMiddleOfWork(
        _ verb: MisuseVerb, _ scene: MisuseScene
    ) throws {
        let database = MisuseScene.stage()
        var answer: String?
        let outcome = scene.play(on: database) { [unowned database] in
            answer = verb.answer(of: database)
        }
        #expect(answer == verb.answer(during: scene.kind))
        #expect(scene.allowedOutcomes(after: verb).contains(outcome), "the outcome is \(outcome)")
        try expectGoodHealth(of: database)
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
