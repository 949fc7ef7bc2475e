#if Cluster && os(Linux)
    import FMDBCluster
    import Foundation
    import Testing

    private typealias C = ClusterCompatibilityTests

    extension ClusterCompatibilityTests {
        private func queue() throws -> FMClusterQueue { FMClusterQueue(try C.open().configuration) }

        @Test func testB303_B304_B306_B308_B320_aQueueRunsBlocks() throws {
            let queue = try queue()
            var runs = 0
            var seen: [ObjectIdentifier] = []
            queue.inDatabase { db in
                runs += 1
                seen.append(ObjectIdentifier(db))
            }
            queue.inTransaction { db, rollback in
                seen.append(ObjectIdentifier(db))
                #expect(db.isInTransaction && db.executeUpdate("INSERT INTO t VALUES (1, 1)", withArgumentsIn: []))
                rollback.pointee = true
            }
            queue.inTransaction { db, _ in
                #expect(db.executeUpdate("INSERT INTO t VALUES (2, 2)", withArgumentsIn: []))
                #expect(!db.executeUpdate("INSERT INTO nope VALUES (2)", withArgumentsIn: []))
            }
            queue.inDatabase { db in
                #expect(!db.isInTransaction && db.intForQuery("SELECT sum(a) FROM t") == 2)
            }
            #expect(runs == 1 && Set(seen).count == 1)
        }

        @Test func testB305_blocksOfSeveralThreadsDoNotOverlap() throws {
            let queue = try queue()
            let inside = Counting()
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                for _ in 0..<5 {
                    queue.inDatabase { _ in
                        inside.enter()
                        inside.leave()
                    }
                }
            }
            #expect(inside.most == 1 && inside.all == 40)
        }

        @Test func testB307_kindsOfTransactions() throws {
            let queue = try queue()
            let insert = { (db: FMClusterDatabase, _: UnsafeMutablePointer<ObjCBool>) in
                _ = db.executeUpdate("INSERT INTO t VALUES (1, 1)", withArgumentsIn: [])
            }
            queue.inDeferredTransaction(insert)
            queue.inExclusiveTransaction(insert)
            queue.inImmediateTransaction(insert)
            queue.inDatabase { #expect($0.intForQuery("SELECT count(*) FROM t") == 3) }
        }

        @Test func testB309_B310_B324_aQueueOpensAgain() throws {
            let queue = try queue()
            queue.inDatabase { #expect($0.goodConnection) }
            queue.close()
            queue.close()
            queue.inDatabase { db in
                #expect(db.goodConnection)
                db.close()
            }
            queue.inDatabase { #expect($0.goodConnection) }
        }

        @Test func testB314_twoQueuesNest() throws {
            let (one, other) = (try queue(), try queue())
            var hasRun = false
            one.inDatabase { _ in other.inDatabase { hasRun = $0.goodConnection } }
            #expect(hasRun)
        }

        @Test func testB316_B322_savePointsAndCommitsOfAQueue() throws {
            let queue = try queue()
            let error = queue.inSavePoint { db, rollback in
                _ = db.executeUpdate("INSERT INTO t VALUES (1, 1)", withArgumentsIn: [])
                rollback.pointee = true
            }
            #expect(error == nil)
            queue.inTransaction { db, _ in
                _ = db.executeStatements(
                    "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p (id) DEFERRABLE INITIALLY DEFERRED); INSERT INTO c VALUES (9)"
                )
            }
            queue.inDatabase { db in
                #expect(!db.isInTransaction && !db.tableExists("c") && db.intForQuery("SELECT count(*) FROM t") == 0)
            }
        }

        @Test func testB321_settingsStay() throws {
            let queue = try queue()
            queue.inDatabase { $0.setDateFormat(FMClusterDatabase.storeableDateFormat("yyyy")) }
            queue.inDatabase { #expect($0.hasDateFormatter()) }
        }

        @Test func testB344_B358_B504_B505_readersBesideAWriter() throws {
            let queue = try queue()
            try queue.write { db in
                try db.execute("INSERT INTO t VALUES (1, 1)")
                try queue.read { reader in
                    #expect(try reader.value("SELECT count(*) FROM t", as: Int.self) == 0)
                    let count = try queue.read { other in try other.value("SELECT count(*) FROM t", as: Int.self) }
                    #expect(count == 0)
                }
            }
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                let count = try? queue.read { db in try db.value("SELECT count(*) FROM t", as: Int.self) }
                #expect(count == 1)
            }
        }
    }

    // SAFETY: the numbers are read and changed under `lock`.
    private final class Counting: @unchecked Sendable {
        private let lock = NSLock()
        private var inside = 0
        private(set) var most = 0
        private(set) var all = 0
        func enter() {
            lock.withLock {
                inside += 1
                all += 1
                most = max(most, inside)
            }
        }
        func leave() { lock.withLock { inside -= 1 } }
    }
#endif
