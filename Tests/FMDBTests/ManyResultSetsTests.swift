import FMDB
import FMDBTestHelpers
import Testing

/// More result sets at once than anybody has usually.
@Suite struct ManyResultSetsTests {
    @Test(arguments: [false, true]) func allOpenOnesAreEndedTogether(areCached: Bool) throws {
        let db = FMDatabase.memory()
        db.shouldCacheStatements = areCached
        #expect(db.executeStatements("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)"))
        // Some of other texts, some of the same; statements that are free lie between those in use.
        var sets = (0..<200).compactMap { db.executeQuery("SELECT a, \($0 % 150) FROM t", withArgumentsIn: []) }
        #expect(sets.count == 200)
        for set in sets { #expect(set.next()) }
        for place in stride(from: 198, through: 0, by: -3) { sets.remove(at: place).close() }
        #expect(db.hasOpenResultSets)

        db.closeOpenResultSets()

        #expect(!db.hasOpenResultSets)
        for set in sets { #expect(!set.next()) }
        #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 2)
    }
}
