#if Cluster
    import FMDBDqliteWire
    import FMDBCluster
    import Foundation
    import Testing

    /// What a client refuses, and numbers, before it is sent.
    @Suite struct GuardTests {
        private func error(_ body: () throws -> Void) -> FMError? {
            do {
                try body()
                return nil
            } catch {
                return error as? FMError
            }
        }

        private func node() throws -> FakeNode {
            try FakeNode.leader { asked, _ in
                asked.type == 9 ? .bytes(Bytes.rows(["a"], [])) : .bytes(Bytes.result(1, 1))
            }
        }

        @Test(arguments: [
            "VACUUM", "vacuum main", "ATTACH 'x' AS y", "DETACH y", "/* a */ VACUUM",
            "CREATE TABLE t (a INTEGER, at DATETIME)", "CREATE TABLE IF NOT EXISTS t(a date)",
            "CREATE TEMP TABLE t (a \"timestamp\" NOT NULL)", "CREATE TABLE t ([a b] Boolean DEFAULT 0, c)",
            "ALTER TABLE t ADD COLUMN at DATETIME", "ALTER TABLE t ADD at DATE DEFAULT '2026-01-01'",
        ])
        func refusedStatements(sql: String) throws {
            let node = try node()
            let db = try node.open()
            let error = error { try db.executeUpdate(sql, values: nil) }
            #expect(error?.extendedCode == .refusedOnCluster)
            #expect(error?.message.hasPrefix("refused on a cluster: ") == true)
            #expect(!db.executeStatements("SELECT 1; \(sql); SELECT 2"))
            #expect(db.lastExtendedErrorCode() == FMResultCode.refusedOnCluster.rawValue)
            #expect(node.statements == ["SELECT 1"])
        }

        @Test(arguments: [
            "CREATE TABLE t (date TEXT, datetime INTEGER, PRIMARY KEY (date))", "ALTER TABLE t ADD COLUMN date INTEGER",
            "CREATE TABLE t (a INTEGER CHECK (a > 0), CONSTRAINT date UNIQUE (a))", "ALTER TABLE t RENAME TO date",
            "CREATE INDEX date ON t (a)", "UPDATE t SET a = 'VACUUM; ATTACH'", "INSERT INTO t VALUES (1) -- ; VACUUM",
            "CREATE TRIGGER r AFTER INSERT ON t BEGIN UPDATE t SET a = CASE WHEN 1 THEN 2 END; DELETE FROM u; END",
        ])
        func statementsThatOnlyLookSo(sql: String) throws {
            let node = try node()
            let db = try node.open()
            try db.executeUpdate(sql, values: nil)
            #expect(node.statements.count == 1)
        }

        @Test(arguments: [
            "INSERT INTO t VALUES (1) RETURNING a", "WITH x AS (SELECT 1) DELETE FROM t RETURNING *",
            "UPDATE t SET a = 1",
            "WITH x(a) AS (SELECT 1) INSERT INTO t SELECT a FROM x", "CREATE TABLE t (a)",
        ])
        func aQueryThatWrites(sql: String) throws {
            let node = try node()
            let db = try node.open()
            #expect(error { _ = try db.executeQuery(sql, values: nil) }?.extendedCode == .refusedOnCluster)
            #expect(db.executeQuery(sql, withArgumentsIn: []) == nil)
            #expect(node.statements.isEmpty)
        }

        @Test func returningWhereAllNodesKeepIt() throws {
            let node = try node()
            var configuration = node.configuration
            configuration.allowsReturning = true
            let db = FMClusterDatabase(configuration)
            try db.connect()
            #expect(try db.rows("INSERT INTO t VALUES (1) RETURNING a", as: Int.self).isEmpty)
            #expect(node.statements.count == 1)
        }

        /// The node would leave it half done.
        @Test func returningAsAnUpdate() throws {
            let node = try node()
            let db = try node.open()
            #expect(error { try db.execute("INSERT INTO t VALUES (1) RETURNING a") }?.extendedCode == .refusedOnCluster)
            #expect(!db.executeUpdate("DELETE FROM t RETURNING a", withArgumentsIn: []))
            #expect(node.statements.isEmpty)
        }

        /// What a pragma writes through a query is lost.
        @Test(arguments: [
            "PRAGMA user_version(7)", "PRAGMA main.user_version = 7", "PRAGMA optimize", "PRAGMA foreign_keys(0)",
        ])
        func pragmasThatWriteAreUpdates(sql: String) throws {
            let node = try FakeNode.leader { asked, _ in
                asked.type == 8 ? .bytes(Bytes.result(0, 0)) : .bytes(Bytes.failure(1, "asked as a query"))
            }
            let db = try node.open()
            #expect(error { _ = try db.query(FMSQL(raw: sql)) }?.extendedCode == .refusedOnCluster)
            try db.executeUpdate(sql, values: nil)
        }

        @Test(arguments: [
            "PRAGMA table_info(t)", "PRAGMA user_version", "PRAGMA main.table_xinfo('t')", "PRAGMA journal_mode",
        ])
        func pragmasThatReadAreQueries(sql: String) throws {
            let node = try node()
            #expect(try node.open().executeQuery(sql, values: nil).next() == false)
            #expect(node.statements == [sql])
        }

        /// With such columns allowed, at least what is seen to be a fraction is not sent.
        @Test func fractionsForDateColumns() throws {
            let node = try FakeNode { asked, address in
                switch asked.type {
                case 0: .bytes(Bytes.node(1, address))
                case 16: .bytes(Bytes.nodes([(1, address)]))
                case 3: .bytes(Bytes.frame(4) { $0.add(word: 0) })
                case 9: .bytes(Bytes.rows(["name", "table"], [[.text("event.at"), .text("event")]]))
                default: .bytes(Bytes.result(1, 1))
                }
            }
            var configuration = node.configuration
            configuration.allowsDateTypes = true
            let db = FMClusterDatabase(configuration)
            try db.connect()
            let refused: [FMSQL] = [
                "INSERT INTO event VALUES (\(1.5))", "UPDATE Event SET at = 1.5", "UPDATE \"event\" SET at = .5",
                "INSERT INTO event VALUES (\("1.5"))", "INSERT INTO event VALUES ('2.25')",
                "INSERT INTO event VALUES (1e-3)",
                "INSERT INTO event VALUES (julianday('now'))", "UPDATE event SET at = 1e-3",
                "UPDATE event SET at = '1.5'", "UPDATE event SET at = 1.e-3 WHERE id = 1",
            ]
            for sql in refused { #expect(error { try db.execute(sql) }?.extendedCode == .refusedOnCluster, "\(sql)") }
            let sent: [FMSQL] = [
                "INSERT INTO event VALUES (\(2.0))", "INSERT INTO event VALUES (\("2026-01-01"))",
                "INSERT INTO t VALUES (\(1.5))",
                "UPDATE event AS e1 SET at = e1.at", "INSERT INTO event VALUES (0x1E)",
            ]
            for sql in sent { #expect(error { try db.execute(sql) } == nil, "\(sql)") }
        }

        @Test func severalStatementsInOneCall() throws {
            let node = try node()
            let db = try node.open()
            #expect(error { _ = try db.executeQuery("SELECT 1; SELECT 2", values: nil) }?.resultCode == .misuse)
            #expect(error { try db.execute("DELETE FROM t; DELETE FROM u") }?.resultCode == .misuse)
            #expect(error { try db.execute(" ; -- nothing") }?.resultCode == .misuse)
            #expect(node.statements.isEmpty)
            #expect(error { try db.execute("DELETE FROM t;;") } == nil)
        }

        @Test func textWithNUL() throws {
            let node = try node()
            let db = try node.open()
            #expect(error { try db.execute("INSERT INTO t VALUES (\("a\u{0}b"))") }?.extendedCode == .refusedOnCluster)
            #expect(error { try db.execute("INSERT INTO t VALUES (\(Data([97, 0, 98])))") } == nil)
            #expect(node.statements.count == 1)
        }

        @Test(arguments: [
            ("SELECT ?, ?", 2), ("SELECT ?3", 3), ("SELECT ?2, ?", 3), ("SELECT :a, @a, $a", 3), ("SELECT :a, :a", 1),
            ("SELECT ':a', \"?\", [@b], `$c`, 'it''s ?' -- ?\n", 0), ("SELECT (SELECT ? WHERE x IN (?, (:b)))", 3),
            ("SELECT a$b, x:y", 1), ("SELECT :$a, @$a, $a", 3), ("SELECT :a, #b, $a, :a t", 3),
            ("SELECT ?1, ?1, :a, ?2", 2), ("SELECT :\u{FEFF}a, :a", 2), ("SELECT \u{FEFF}:a, @\u{FEFF}", 2),
            ("SELECT :\u{E9}, :e\u{301}", 2),
        ])
        func parametersAreCountedAsBySQLite(sql: String, count: Int) throws {
            let node = try node()
            let db = try node.open()
            for given in 0...4 {
                let error = error { _ = try db.executeQuery(sql, values: Array(repeating: 1, count: given)) }
                // Surplus values are ignored, as in FMDB; the modern verbs refuse them.
                #expect(error?.resultCode == (given >= count ? nil : .range), "\(given) values")
                let values = (0..<given).map { FMValue.integer(Int64($0)) }
                let strict = self.error { _ = try db.query(FMSQL(raw: sql, arguments: FMArguments(values))) }
                #expect(strict?.resultCode == (given == count ? nil : .range), "\(given) values")
            }
        }

        @Test func namesAreNumbered() throws {
            let db = try node().open()
            #expect(db.executeUpdate("UPDATE t SET a = :a, b = @b", withParameterDictionary: ["a": 1, "b": 2]))
            #expect(db.executeUpdate("UPDATE t SET a = :a", withParameterDictionary: ["a": 1, "b": 2]))
            let surplus = FMSQL(raw: "UPDATE t SET a = :a", arguments: ["a": 1, "b": 2])
            #expect(error { try db.execute(surplus) }?.resultCode == .range)
            #expect(!db.executeUpdate("UPDATE t SET a = :a, b = :b", withParameterDictionary: ["a": 1]))
            #expect(!db.executeUpdate("UPDATE t SET a = :a, b = ?", withParameterDictionary: ["a": 1]))
            let alike = FMSQL(raw: "UPDATE t SET a = :e\u{301}", arguments: ["\u{E9}": 1])
            #expect(error { try db.execute(alike) }?.resultCode == .range)
            #expect(error { try db.execute("UPDATE t SET a = ?0") }?.resultCode == .error)
            #expect(error { try db.execute("UPDATE t SET a = $a::b") }?.extendedCode == .notOnCluster)
            for name in [":a::", "@a::b::c", "$a(b)", ":a(?)", "@::b"] {
                let error = error { try db.execute(FMSQL(raw: "UPDATE t SET a = \(name)")) }
                #expect(error?.extendedCode == .notOnCluster, "\(name)")
            }
        }

        @Test func aDatabaseWithDateColumnsIsRefused() throws {
            let node = try FakeNode { asked, address in
                switch asked.type {
                case 0: .bytes(Bytes.node(1, address))
                case 16: .bytes(Bytes.nodes([(1, address)]))
                case 3: .bytes(Bytes.frame(4) { $0.add(word: 0) })
                default: .bytes(Bytes.rows(["name"], [[.text("event.at")]]))
                }
            }
            let db = FMClusterDatabase(node.configuration)
            let refusal = error { try db.connect() }
            #expect(refusal?.extendedCode == .refusedOnCluster)
            #expect(refusal?.message.contains("event.at") == true)
            #expect(!db.isOpen)
            #expect(!db.open())
            var configuration = node.configuration
            configuration.allowsDateTypes = true
            #expect(FMClusterDatabase(configuration).open())
        }

        @Test func whatAClusterCannotDo() throws {
            let db = try node().open()
            let calls: [() throws -> Void] = [
                { try db.execute("PRAGMA wal_autocheckpoint = 0") }, { try db.execute("PRAGMA busy_timeout = 5") },
                { _ = try db.query("PRAGMA incremental_vacuum") }, { try db.execute("PRAGMA page_size(512)") },
                { try db.execute("PRAGMA wal_checkpoint(FULL)") },
                { try db.execute("PRAGMA journal_mode = DELETE") }, { try db.execute("PRAGMA journal_mode == DELETE") },
                { try db.execute("PRAGMA key = 'k'") },
            ]
            for call in calls {
                let error = error(call)
                #expect(error?.extendedCode == .notOnCluster)
                #expect(error?.message.hasPrefix("not on a cluster: ") == true)
            }
        }
    }
#endif
