import FMDB
import FMDBTestHelpers
import Foundation
import Testing

/// What FMDB ignores and the log tells.
extension LogTests {
    private func texts(_ body: (FMDatabase) throws -> Void) rethrows -> [String] { try messages(body).map(\.text) }

    @Test func valuesThatHaveNoParameterAreLogged() throws {
        let texts = messages { db in
            db.executeStatements("CREATE TABLE t (a, b)")
            db.executeUpdate("INSERT INTO t VALUES ('?', ?)", withArgumentsIn: ["ann", 7])
            db.executeQuery("SELECT a FROM t WHERE a LIKE '%?%'", withArgumentsIn: ["an"])?.close()
            db.executeQuery("SELECT a FROM t WHERE a = ?", withArgumentsIn: ["an", 2])?.close()
            // It is logged once for each statement that is compiled.
            db.shouldCacheStatements = true
            for _ in 1...3 { db.executeUpdate("UPDATE t SET b = ? WHERE 0", withArgumentsIn: [7, 8]) }
            db.executeUpdate("DELETE FROM t WHERE b = ?", withArgumentsIn: [7])
            #expect(db.intForQuery("SELECT count(*) FROM t", []) == 1)
        }.map(\.text)
        #expect(
            texts == [
                "expected 1 value, got 2: a ? inside quotes is part of a string, so remove the quotes; the others are ignored",
                "expected 0 values, got 1: a ? inside quotes is part of a string, so remove the quotes, and put the % into the value; the others are ignored",
                "expected 1 value, got 2; the others are ignored", "expected 1 value, got 2; the others are ignored",
            ])
    }

    @Test func anIndexThatIsNoColumnsIsLoggedOnce() throws {
        let texts = texts { db in
            let rows = db.executeQuery("SELECT 1, 'a' UNION ALL SELECT 2, 'b'", withArgumentsIn: [])
            while rows?.next() == true {
                #expect(rows?.string(forColumnIndex: 1) != nil && rows?.string(forColumnIndex: 2) == nil)
                #expect(rows?.long(forColumnIndex: 2) == 0 && rows?.double(forColumnIndex: 2) == 0)
                #expect(rows?.columnIndexIsNull(2) == true && rows?.object(forColumnIndex: 2) == nil)
            }
        }
        #expect(texts == ["there is no column 2: the row has 2 columns, counted from 0"])
        let own = self.texts { db in
            let rows = db.executeQuery("SELECT 1", withArgumentsIn: [])
            rows?.next()
            _ = rows?.string(forColumn: "b")
        }
        #expect(own == ["the query has no column named b"])
    }

    @Test func rowsThatAreLostWithTheirDatabaseAreLogged() throws {
        let closed =
            "the result set was closed before its last row, for example by close() of its database or at the end of its block"
        let texts = texts { db in
            let rows = db.executeQuery("SELECT 1 UNION SELECT 2", withArgumentsIn: [])
            #expect(rows?.next() == true)
            db.close()
            #expect(rows?.next() == false && rows?.next() == false)
        }
        #expect(texts.filter { $0 == closed }.count == 1, "\(texts)")
        let ended = self.texts { db in
            let rows = db.executeQuery("SELECT 1 UNION SELECT 2", withArgumentsIn: [])
            while rows?.next() == true {}
            #expect(rows?.next() == false)
            let other = db.executeQuery("SELECT 1", withArgumentsIn: [])
            other?.close()
            #expect(other?.next() == false)
        }
        #expect(ended == [])
    }

    @Test func aCommitInSpiteOfAFailureIsLogged() throws {
        let queue = try #require(FMDatabaseQueue(path: folder.file()))
        defer { queue.close() }
        queue.inDatabase { $0.executeStatements("PRAGMA foreign_keys = ON") }
        let insert = "INSERT INTO t VALUES (1)"
        let committed =
            "a call failed in the transaction, which is committed anyway: set rollback.pointee, or use withTransaction"
        let cases: [(logged: Bool, block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void)] = [
            (false, { db, _ in db.executeStatements("CREATE TABLE t (a UNIQUE); \(insert)") }),
            (true, { db, _ in db.executeUpdate(insert, withArgumentsIn: []) }),
            (false, { db, rollback in rollback.pointee = ObjCBool(!db.executeUpdate(insert, withArgumentsIn: [])) }),
            (false, { db, _ in _ = try? db.execute("INSERT INTO t VALUES (1)") }),
            (false, { db, _ in if !db.executeUpdate(insert, withArgumentsIn: []) { db.rollback() } }),
            (
                false,
                { db, _ in
                    _ = db.inSavePoint { $0.pointee = ObjCBool(!db.executeUpdate(insert, withArgumentsIn: [])) }
                }
            ),
            (
                false,
                { db, _ in
                    db.executeStatements(
                        "PRAGMA defer_foreign_keys = ON; CREATE TABLE c (t REFERENCES t (a)); INSERT INTO c VALUES (7)")
                    db.executeUpdate(insert, withArgumentsIn: [])
                }
            ),
        ]
        for (number, (logged, block)) in cases.enumerated() {
            let texts = texts { _ in queue.inTransaction(block) }
            #expect(texts.contains(committed) == logged, "\(number): \(texts)")
        }
    }
}
