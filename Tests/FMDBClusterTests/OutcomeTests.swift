#if Cluster
    import FMDBCluster
    import Foundation
    import Testing

    /// What becomes of a statement whose node fails, on a node of the test's own.
    @Suite struct OutcomeTests {
        private func code(_ body: () throws -> Void) -> FMResultCode? {
            do {
                try body()
                return nil
            } catch {
                return (error as? FMError)?.extendedCode
            }
        }

        @Test(arguments: ["cut", "end", "silence", "leadership", "unknown", "tooLong", "other", "disk", "shutdown"])
        func aWriteWhoseReplyIsMissingIsUnknownAndNotRepeated(fault: String) throws {
            let node = try FakeNode.leader { _, _ in
                switch fault {
                case "cut": .end(Array(Bytes.result(1, 1).dropLast(4)))
                case "end": .end([])
                case "silence": .silence
                case "leadership": .bytes(Bytes.failure(10_506))
                case "disk": .bytes(Bytes.failure(778, "disk I/O error"))
                case "shutdown": .bytes(Bytes.failure(4, "abort"))
                case "unknown": .bytes(Bytes.frame(99) { $0.add(word: 0) })
                case "tooLong": .bytes([255, 255, 255, 255, 6, 0, 0, 0])
                default: .bytes(Bytes.frame(8) { $0.add(word: 0) })
                }
            }
            let db = try node.open()
            #expect(code { try db.execute("INSERT INTO t VALUES (1)") } == .outcomeUnknown)
            #expect(db.lastExtendedErrorCode() == FMResultCode.outcomeUnknown.rawValue)
            #expect(node.statements == ["INSERT INTO t VALUES (1)"])
        }

        @Test(arguments: ["end", "leadership"])
        func aQueryWhoseConnectionEndsIsNotRepeated(fault: String) throws {
            let node = try FakeNode.leader { _, _ in fault == "end" ? .end([]) : .bytes(Bytes.failure(10_506)) }
            let db = try node.open()
            #expect(code { _ = try db.value("SELECT 1", as: Int.self) } == .connectionLost)
            #expect(node.statements == ["SELECT 1"])
        }

        @Test func aWriteThatTheNodeHasNotRunGoesToTheNextLeader() throws {
            let turns = Counter()
            let node = try FakeNode.leader { _, _ in
                turns.next() < 3 ? .bytes(Bytes.failure(10_250, "not leader")) : .bytes(Bytes.result(7, 1))
            }
            let db = try node.open()
            #expect(try db.execute("INSERT INTO t VALUES (1)") == 1)
            #expect(db.lastInsertRowId == 7)
            #expect(node.statements.count == 3)
        }

        @Test func aLockedDatabaseIsTriedAgainUntilTheTimeIsUp() throws {
            let turns = Counter()
            let node = try FakeNode.leader { asked, _ in
                asked.sql.hasPrefix("UPDATE") || turns.next() < 4
                    ? .bytes(Bytes.failure(5, "database is locked")) : .bytes(Bytes.result(1, 1))
            }
            let db = try node.open()
            #expect(try db.execute("INSERT INTO t VALUES (1)") == 1)
            #expect(node.statements.count == 4)
            #expect(code { try db.execute("UPDATE t SET a = 1") } == .busy)
            #expect(node.statements.count > 5)
        }

        @Test func aTransactionWhoseLeaderIsGoneIsRolledBack() throws {
            let node = try FakeNode.leader { asked, _ in
                asked.sql == "UPDATE t SET a = 1" ? .end([]) : .bytes(Bytes.result(0, 0))
            }
            let db = try node.open()
            #expect(db.beginTransaction())
            #expect(code { try db.execute("UPDATE t SET a = 1") } == .abortRollback)
            #expect(code { try db.execute("UPDATE t SET a = 2") } == .abortRollback)
            #expect(code { _ = try db.value("SELECT 1", as: Int.self) } == .abortRollback)
            #expect(!db.commit())
            #expect(db.isInTransaction)
            #expect(db.rollback())
            #expect(!db.isInTransaction)
            #expect(try db.execute("UPDATE t SET a = 2") == 0)
            #expect(node.statements == ["BEGIN EXCLUSIVE", "UPDATE t SET a = 1", "UPDATE t SET a = 2"])
        }

        @Test func aCommitWithoutReplyIsUnknown() throws {
            let node = try FakeNode.leader { asked, _ in asked.sql == "COMMIT" ? .end([]) : .bytes(Bytes.result(0, 0)) }
            let db = try node.open()
            #expect(code { try db.withTransaction { try db.execute("UPDATE t SET a = 1") } } == .outcomeUnknown)
            #expect(!db.isInTransaction)
            #expect(node.statements == ["BEGIN IMMEDIATE", "UPDATE t SET a = 1", "COMMIT"])
        }

        /// SQLite rolls back by itself when the disk is full: what comes next must not be committed alone.
        @Test func aTransactionThatTheNodeHasRolledBackTakesNoMore() throws {
            let node = try FakeNode.leader { asked, _ in
                if asked.sql.hasPrefix("UPDATE") { return .bytes(Bytes.failure(13, "database or disk is full")) }
                return .bytes(Bytes.result(0, 0))
            }
            let db = try node.open()
            #expect(db.beginImmediateTransaction())
            #expect(code { try db.execute("UPDATE t SET a = 1") } == .full)
            #expect(code { try db.execute("INSERT INTO t VALUES (1)") } == .abortRollback)
            #expect(db.rollback())
            #expect(node.statements == ["BEGIN IMMEDIATE", "UPDATE t SET a = 1", "BEGIN", "ROLLBACK"])
        }

        @Test func rowsComeInPartsAndStayThereDuringOtherStatements() throws {
            let node = try FakeNode.leader { asked, _ in
                guard asked.type == 9 else { return .bytes(Bytes.result(1, 1)) }
                let parts = (0..<3).map { Bytes.rows(["a"], [[.integer($0)]], isLast: $0 == 2) }.flatMap { $0 }
                return .bytes(parts)
            }
            let db = try node.open()
            let rows = try db.query("SELECT a FROM t")
            #expect(try rows.nextRow()?.value("A", as: Int.self) == 0)
            #expect(try db.execute("INSERT INTO t VALUES (1)") == 1)
            #expect(rows.next())
            #expect(rows.int(forColumn: "a") == 1)
            #expect(try rows.nextRow()?.values() == [.integer(2)])
            #expect(!rows.next())
            #expect(!db.hadError())
            #expect(try db.rows("SELECT a FROM t", as: Int.self) == [0, 1, 2])
        }

        @Test func rowsThatEndTooEarlyAreAnError() throws {
            let node = try FakeNode.leader { _, _ in .end(Bytes.rows(["a"], [[.integer(1)]], isLast: false)) }
            let db = try node.open()
            let rows = try db.query("SELECT a FROM t")
            #expect(try rows.nextRow() != nil)
            #expect(code { _ = try rows.nextRow() } == .connectionLost)
            #expect(node.statements == ["SELECT a FROM t"])
        }

        /// The node has ended a connection that was at rest: nothing was sent, so nothing is unknown.
        @Test func aStatementThatWasNotSentGoesToTheNextConnection() throws {
            let node = try FakeNode.leader { asked, _ in
                asked.sql == "DELETE FROM t" ? .end(Bytes.result(0, 1)) : .bytes(Bytes.result(2, 1))
            }
            let db = try node.open()
            #expect(try db.execute("DELETE FROM t") == 1)
            while node.connections > 0 { Thread.sleep(forTimeInterval: 0.001) }
            #expect(try db.execute("INSERT INTO t VALUES (1)") == 1)
            #expect(node.statements == ["DELETE FROM t", "INSERT INTO t VALUES (1)"])
        }

        @Test func aReplyThatNobodyAskedForIsNotTakenForAnother() throws {
            let node = try FakeNode.leader { asked, _ in
                asked.sql == "DELETE FROM t"
                    ? .bytes(Bytes.result(0, 1) + Bytes.result(9, 9)) : .bytes(Bytes.result(2, 3))
            }
            let db = try node.open()
            #expect(try db.execute("DELETE FROM t") == 1)
            #expect(try db.execute("INSERT INTO t VALUES (1)") == 3)
        }

        @Test func aRollbackSucceedsWithTheEndOfTheConnection() throws {
            let node = try FakeNode.leader { asked, _ in
                asked.sql == "ROLLBACK" ? .end([]) : .bytes(Bytes.result(0, 0))
            }
            let db = try node.open()
            #expect(db.beginTransaction())
            #expect(db.rollback())
            #expect(!db.isInTransaction)
        }

        /// Of two save points of one name the inner one is released first.
        @Test func theInnerOfEqualSavePointsDoesNotEndTheTransaction() throws {
            let node = try FakeNode.leader { asked, _ in
                asked.sql == "UPDATE t SET a = 1" ? .end([]) : .bytes(Bytes.result(0, 0))
            }
            let db = try node.open()
            try db.startSavePoint(withName: "a")
            try db.startSavePoint(withName: "A")
            try db.releaseSavePoint(withName: "a")
            #expect(db.isInTransaction)
            #expect(code { try db.execute("UPDATE t SET a = 1") } == .abortRollback)
            #expect(db.rollback())
            try db.startSavePoint(withName: "a")
            try db.startSavePoint(withName: "b")
            try db.rollbackToSavePoint(withName: "a")
            #expect(db.isInTransaction)
            try db.releaseSavePoint(withName: "a")
            #expect(!db.isInTransaction)
        }

        @Test func anErrorAmidRowsLeavesTheConnection() throws {
            let node = try FakeNode.leader { asked, _ in
                guard asked.type == 9 else { return .bytes(Bytes.result(1, 1)) }
                return .bytes(Bytes.rows(["a"], [[.integer(1)]], isLast: false) + Bytes.failure(1, "integer overflow"))
            }
            let db = try node.open()
            let rows = try db.query("SELECT a FROM t")
            #expect(try rows.nextRow() != nil)
            #expect(code { _ = try rows.nextRow() } == .error)
            #expect(try db.execute("DELETE FROM t") == 1)
            #expect(node.allConnections == 1)
        }

        /// A node sends all rows, whether anybody wants them or not.
        @Test func aQueryThatIsGivenUpEndsItsConnection() throws {
            let node = try FakeNode.leader { asked, _ in
                asked.type == 9
                    ? .bytes(Bytes.rows(["a"], [[.integer(1)]], isLast: false)) : .bytes(Bytes.result(1, 1))
            }
            let db = try node.open()
            #expect(try db.value("SELECT a FROM t", as: Int.self) == 1)
            #expect(try db.execute("DELETE FROM t") == 1)
            #expect(node.allConnections == 2)
        }

        @Test func aTransactionThatIsGivenUpAmidRowsDoesNotWaitForThem() throws {
            let node = try FakeNode.leader { asked, _ in
                asked.type == 9
                    ? .bytes(Bytes.rows(["a"], [[.integer(1)]], isLast: false)) : .bytes(Bytes.result(1, 1))
            }
            let db = try node.open()
            struct Stop: Error {}
            #expect(throws: Stop.self) {
                try db.withTransaction {
                    _ = try db.value("SELECT a FROM t", as: Int.self)
                    throw Stop()
                }
            }
            #expect(!db.isInTransaction)
            try db.execute("DELETE FROM t")
            #expect(node.statements == ["BEGIN IMMEDIATE", "SELECT a FROM t", "DELETE FROM t"])
        }

        @Test func aBlockThatReplacesItsTransactionIsRolledBack() throws {
            let node = try FakeNode.leader { _, _ in .bytes(Bytes.result(0, 0)) }
            let db = try node.open()
            let code = code {
                try db.withTransaction {
                    db.commit()
                    db.beginTransaction()
                }
            }
            #expect(code == .misuse)
            #expect(node.statements == ["BEGIN IMMEDIATE", "COMMIT", "BEGIN EXCLUSIVE", "ROLLBACK"])
        }

        /// A setting belongs to a connection of the node.
        @Test func settingsHoldForTheNextConnection() throws {
            let node = try FakeNode.leader { asked, _ in
                asked.sql == "DELETE FROM t" ? .end(Bytes.failure(10_250)) : .bytes(Bytes.result(0, 0))
            }
            let db = try node.open()
            try db.execute("PRAGMA foreign_keys = OFF")
            #expect(code { try db.execute("DELETE FROM t") } != nil)
            try db.execute("INSERT INTO t VALUES (1)")
            let statements = node.statements
            let last = statements.lastIndex(of: "PRAGMA foreign_keys = OFF")
            #expect(last.map { $0 > 0 && statements[$0 + 1] == "INSERT INTO t VALUES (1)" } == true)
        }

        /// After a refused statement SQLite is asked whether the transaction is still there.
        @Test func aConstraintLeavesTheTransaction() throws {
            let node = try FakeNode.leader { asked, _ in
                switch asked.sql {
                case "INSERT INTO t VALUES (1)": .bytes(Bytes.failure(2067, "UNIQUE constraint failed"))
                case "BEGIN": .bytes(Bytes.failure(1, "cannot start a transaction within a transaction"))
                default: .bytes(Bytes.result(0, 1))
                }
            }
            let db = try node.open()
            try db.withTransaction {
                #expect(code { try db.execute("INSERT INTO t VALUES (1)") } == .constraintUnique)
                #expect(db.lastErrorCode() == 19)
                try db.execute("DELETE FROM t")
            }
            #expect(node.statements.last == "COMMIT")
        }
    }

    // SAFETY: the number is read and changed under `lock`.
    final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var number = 0
        func next() -> Int {
            lock.withLock {
                number += 1
                return number
            }
        }
    }
#endif
