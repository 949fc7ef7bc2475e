#if Checked
    import FMDBCheck
    import Testing

    /// Which texts are found in ordinary code, and with which values.
    struct SourceTextTests {
        /// A use in one line: "query SELECT 1 [2]", and for calls that were not followed "- executeQuery variable".
        private func found(_ source: String, importing module: String? = "FMDB") -> [String] {
            let head = module.map { "import \($0)\n" } ?? ""
            let facts = SourceReader.facts(of: head + source, file: "A.swift")
            return facts.uses.map { use in
                let model = use.model.map { " of \($0)" } ?? ""
                return "\(use.verb) \(use.text.sql)\(model) \(shown(use.values))"
            } + facts.unfollowed.map { "- \($0.function) \($0.reason)" }
        }

        private func shown(_ values: GivenValues) -> String {
            switch values {
            case .listed(let values): "[\(values.count)]"
            case .named(let names): "[\(names.map(\.name).joined(separator: ", "))]"
            case .unknown: "[…]"
            }
        }

        @Test(arguments: [
            (#"db.executeQuery("SELECT 1", withArgumentsIn: [])"#, "query SELECT 1 [0]"),
            (#"db.executeQuery("SELECT ?", withArgumentsIn: [a, b as Any])"#, "query SELECT ? [2]"),
            (#"db.executeQuery("SELECT ?", withArgumentsIn: [a] + [b])"#, "query SELECT ? [2]"),
            (#"db.executeQuery("SELECT ?", withArgumentsIn: [a, b] as [Any])"#, "query SELECT ? [2]"),
            (#"db.executeQuery("SELECT ?", withArgumentsIn: values)"#, "query SELECT ? […]"),
            (#"try db.executeQuery("SELECT ?", values: [1])"#, "query SELECT ? [1]"),
            (#"try db.executeQuery("SELECT ?", values: nil)"#, "query SELECT ? [0]"),
            (#"try! self.db?.executeUpdate("DELETE FROM a", values: nil)"#, "run DELETE FROM a [0]"),
            (#"if !database!.executeUpdate("DELETE FROM a", withArgumentsIn: []) { return }"#, "run DELETE FROM a [0]"),
            (#"guard let rows = try? db.executeQuery("SELECT 1") else { return }"#, "query SELECT 1 [0]"),
            (#"db.executeUpdate("X", withParameterDictionary: ["a": 1, "b": 2])"#, "run X [a, b]"),
            (#"db.executeUpdate("X", withParameterDictionary: [:])"#, "run X []"),
            (#"db.executeUpdate("X", withParameterDictionary: values)"#, "run X […]"),
            (#"db.executeUpdate("X ?", 1, "b", nil)"#, "run X ? [3]"),
            (#"db.executeUpdate("X ?", values)"#, "run X ? […]"),
            (
                #"db.executeUpdate(withFormat: "INSERT INTO a VALUES (%d, %@)", 1, b)"#,
                "run INSERT INTO a VALUES (?, ?) [2]"
            ),
            (#"db.executeStatements("A; B")"#, "script A; B [0]"),
            (#"db.executeStatements("A; B") { row in 0 }"#, "script A; B [0]"),
            (#"db.executeStatements("A; B", withResultBlock: nil)"#, "script A; B [0]"),
            (#"let set = db.prepare("SELECT ?")"#, "compile SELECT ? […]"),
            (#"try db.validateSQL("SELECT ?")"#, "compile SELECT ? […]"),
            (#"let n = db.intForQuery("SELECT ?", 7)"#, "query SELECT ? [1]"),
            (#"let n = db.stringForQuery("SELECT 1")"#, "query SELECT 1 [0]"),
            (#"queue.inDatabase { $0.executeUpdate("A b") }"#, "run A b [0]"),
        ])
        func fmdbsSpellings(_ source: String, _ expected: String) {
            #expect(found(source) == [expected])
        }

        @Test(arguments: [
            (#"try db.execute("DELETE FROM a")"#, "run DELETE FROM a [0]"),
            (#"try await queue.execute("DELETE FROM a WHERE b = \(b)")"#, "run DELETE FROM a WHERE b = ? [1]"),
            (
                #"try db.execute("DELETE FROM a WHERE b = ? AND c = ?", b, c)"#,
                "run DELETE FROM a WHERE b = ? AND c = ? [2]"
            ),
            (#"try db.execute("INSERT INTO a VALUES (?)") { try $0.add(1) }"#, "run INSERT INTO a VALUES (?) […]"),
            (
                #"try db.executeMany("INSERT INTO a VALUES (?, ?)", [(1, "a"), (2, "b")])"#,
                "run INSERT INTO a VALUES (?, ?) [2]"
            ),
            (#"try db.executeMany("INSERT INTO a VALUES (?)", [1, 2, 3])"#, "run INSERT INTO a VALUES (?) [1]"),
            (#"try db.executeMany("INSERT INTO a VALUES (:x)", [["x": 1]])"#, "run INSERT INTO a VALUES (:x) [x]"),
            (
                #"try db.executeMany("INSERT INTO a VALUES (?, ?)", all.map { ($0.x, $0.y) })"#,
                "run INSERT INTO a VALUES (?, ?) [2]"
            ),
            (#"try db.executeMany("INSERT INTO a VALUES (?)", all)"#, "run INSERT INTO a VALUES (?) […]"),
            (#"for row in try db.query("SELECT 1") {}"#, "query SELECT 1 [0]"),
            (#"let n = try db.value("SELECT count(*) FROM a", as: Int.self)"#, "query SELECT count(*) FROM a [0]"),
            (#"let n: Int = try db.value("SELECT b FROM a WHERE c = ?", c)"#, "query SELECT b FROM a WHERE c = ? [1]"),
            (
                #"try db.rows("SELECT b FROM a WHERE c IN \(ids)", as: Int.self)"#,
                "query SELECT b FROM a WHERE c IN (?) [1]"
            ),
            (
                #"try db.rows("SELECT b FROM a WHERE c IN (\(ids))", as: B.self)"#,
                "query SELECT b FROM a WHERE c IN (?) [1]"
            ),
            (#"try db.forEachRow("SELECT b FROM a") { row in print(row) }"#, "query SELECT b FROM a [0]"),
            (#"let plan = try db.queryPlan(of: "SELECT ?", 1)"#, "compile SELECT ? [1]"),
            (#"try db.statementDescription(of: "SELECT ?")"#, "compile SELECT ? […]"),
            (
                #"try db.execute(FMSQL(raw: "DELETE FROM a WHERE b = ?", arguments: [1]))"#,
                "run DELETE FROM a WHERE b = ? [1]"
            ),
            (
                #"try db.execute(FMSQL(raw: "DELETE FROM a WHERE b = :b", arguments: ["b": 1]))"#,
                "run DELETE FROM a WHERE b = :b [b]"
            ),
            (#"try db.execute(.init(raw: "DELETE FROM a"))"#, "run DELETE FROM a [0]"),
            (#"try db.execute("SELECT \(raw: "x") FROM \(identifier: "a b")")"#, #"run SELECT x FROM "a b" [0]"#),
            (
                #"try db.find(Person.self, sql: "SELECT * FROM a WHERE b = \(1)")"#,
                "query SELECT * FROM a WHERE b = ? [1]"
            ),
            (#"try db.find(Person.self, where: "age > \(limit)")"#, "condition age > ? of Person [1]"),
            (#"try db.count(Person.self, in: "people", where: "age > 7")"#, "condition age > 7 of people [0]"),
            (#"try pool.readUntrusted("SELECT 1", in: sandbox)"#, "query SELECT 1 [0]"),
        ])
        func ourSpellings(_ source: String, _ expected: String) {
            #expect(found(source) == [expected])
        }

        @Test(arguments: [
            (#"let a = "x"; db.executeUpdate(a)"#, "run x [0]"),
            (#"db.executeUpdate(a); let a = "x""#, "run x [0]"),
            (#"func f() { let a = "x" + ("y" + b); db.executeUpdate(a) }; private let b = "z""#, "run xyz [0]"),
            (
                #"func f() { let a: String; if c { a = "x" } else { a = "y" }; db.executeUpdate(a) }"#,
                "run x [0], run y [0]"
            ),
            (#"enum SQL { static let a = "x" }; func f() { db.executeUpdate(SQL.a) }"#, "run x [0]"),
            (#"struct S { struct T { static let a = "x" }; func f() { db.executeUpdate(T.a) } }"#, "run x [0]"),
            (
                #"class C { static let a = "x"; func f() { db.executeUpdate(Self.a); db.executeUpdate(C.a) } }"#,
                "run x [0], run x [0]"
            ),
            (
                #"class C { private let a = "x"; func f() { db.executeUpdate(self.a); db.executeUpdate(a) } }"#,
                "run x [0], run x [0]"
            ),
            (#"class C { private var a = "x"; func f() { db.executeUpdate(a) } }"#, "run x [0]"),
            (#"class C { var a = "x"; func f() { db.executeUpdate(a) } }"#, "run x [0]"),
            (#"class C { var a: String { "x" }; func f() { db.executeUpdate(a) } }"#, "run x [0]"),
            (#"class C { var a: String { get { return "x" } }; func f() { db.executeUpdate(a) } }"#, "run x [0]"),
            (
                #"enum Q: String { case a = "x", b }; func f() { db.executeUpdate(Q.a.rawValue + Q.b.rawValue) }"#,
                "run xb [0]"
            ),
            (
                #"extension FMSQL { static let a: FMSQL = "DELETE FROM a WHERE b = \(1)" }; func f() throws { try db.execute(.a) }"#,
                "run DELETE FROM a WHERE b = ? [1]"
            ),
            (#"let a: FMSQL = "DELETE FROM a WHERE b = \(b)"; try db.execute(a)"#, "run DELETE FROM a WHERE b = ? [1]"),
            (
                #"let a = FMSQL("DELETE FROM a WHERE b = \(b)"); try db.execute(a + " AND c")"#,
                "run DELETE FROM a WHERE b = ? AND c [1]"
            ),
            (
                #"let w: FMSQL = "b = \(b)"; try db.execute("DELETE FROM a WHERE \(w)")"#,
                "run DELETE FROM a WHERE b = ? [1]"
            ),
            (#"for a in ["x", "y"] { db.executeUpdate(a) }"#, "run x [0], run y [0]"),
            (#"let all = ["x", "y"]; for a in all { db.executeUpdate(a) }"#, "run x [0], run y [0]"),
            (#"["x", "y"].forEach { db.executeUpdate($0) }"#, "run x [0], run y [0]"),
            (#"["x", "y"].forEach { sql in db.executeUpdate(sql) }"#, "run x [0], run y [0]"),
            (
                #"for t in ["x", "y"] { db.executeUpdate("DELETE FROM \(t)") }"#,
                "run DELETE FROM x [0], run DELETE FROM y [0]"
            ),
            (#"db.executeUpdate(c ? "x" : "y")"#, "run x [0], run y [0]"),
            (#"db.executeUpdate("x " + (c ? "y" : "z"))"#, "run x y [0], run x z [0]"),
            (#"let n = 10; db.executeUpdate("x \(n) \("y")")"#, "run x 10 y [0]"),
            (#"db.executeUpdate(["x", "y"].joined(separator: " "))"#, "run x y [0]"),
            (#"db.executeUpdate("x".appending("y"))"#, "run xy [0]"),
            (#"db.executeUpdate(["x ", "y"].reduce("", +))"#, "run x y [0]"),
            (#"let a = if c { "x" } else { "y" }; db.executeUpdate(a)"#, "run x [0], run y [0]"),
            (#"let a = switch c { case 1: "x"; default: "y" }; db.executeUpdate(a)"#, "run x [0], run y [0]"),
            (#"let v: [Any] = [1, 2]; db.executeUpdate("x", withArgumentsIn: v)"#, "run x [2]"),
        ])
        func constants(_ source: String, _ expected: String) {
            #expect(found(source).joined(separator: ", ") == expected)
        }

        @Test(arguments: [
            (#"var a = "x"; a += "y"; db.executeUpdate(a)"#, "run xy [0]"),
            (#"var a = "x"; db.executeUpdate(a); a = "y"; db.executeUpdate(a)"#, "run x [0], run y [0]"),
            (#"var a = "x"; a.append(" y"); db.executeUpdate(a)"#, "run x y [0]"),
            (#"var a = "x"; if c { a += "y" }; db.executeUpdate(a)"#, "run xy [0], run x [0]"),
            (
                #"var a = "x"; if c { a = "y" } else if d { a = "z" } else { return }; db.executeUpdate(a)"#,
                "run y [0], run z [0]"
            ),
            (#"var a = ""; switch c { case 1: a = "y"; default: return }; db.executeUpdate(a)"#, "run y [0]"),
            (#"var a = "x"; if c { a = "y"; db.executeUpdate(a) } else { a = "z" }"#, "run y [0]"),
            (#"var a = "x"; for b in all { a = "y"; db.executeUpdate(a) }"#, "run y [0]"),
            (#"var a = "x"; for b in all { db.executeUpdate(a) }"#, "run x [0]"),
            (#"var a = "x"; for b in all { db.executeUpdate(a); a = "y" }"#, "- executeUpdate variable"),
            (#"var a = "x"; for b in all { a += b }; db.executeUpdate(a)"#, "- executeUpdate variable"),
            (#"var a = "x"; queue.inDatabase { db in db.executeUpdate(a) }"#, "run x [0]"),
            (#"var a = "x"; a += "y"; queue.inDatabase { db in db.executeUpdate(a) }"#, "run xy [0]"),
            (#"var a = "x"; queue.inDatabase { db in db.executeUpdate(a) }; a = "y""#, "- executeUpdate variable"),
            (#"var a = "x"; if c { a += "y" }; if d { a += "z" }; db.executeUpdate(a)"#, "- executeUpdate other"),
            (#"var a = "x"; change(&a); db.executeUpdate(a)"#, "- executeUpdate variable"),
            (#"var a = "x"; if true { var a = "y"; a += "z" }; db.executeUpdate(a)"#, "run x [0]"),
            (#"var a = "x"; let b = a.uppercased(); db.executeUpdate(a)"#, "run x [0]"),
        ])
        func variables(_ source: String, _ expected: String) {
            #expect(found("func f() { \(source) }").joined(separator: ", ") == expected)
        }

        @Test(arguments: [
            (#"func f(a: String) { db.executeUpdate(a) }"#, "- executeUpdate variable"),
            (#"let a = "x"; func f(a: String) { db.executeUpdate(a) }"#, "- executeUpdate variable"),
            (#"let a = "x"; func f() { let a = text(); db.executeUpdate(a) }"#, "- executeUpdate call"),
            (
                #"let a = "x"; func f() { guard let a = b else { return }; db.executeUpdate(a) }"#,
                "- executeUpdate variable"
            ),
            (
                #"let a = "x"; func f() { if let a = b { db.executeUpdate(a) } else { db.executeUpdate(a) } }"#,
                "run x [0], - executeUpdate variable"
            ),
            (#"let a = "x"; func f() { all.forEach { a in db.executeUpdate(a) } }"#, "- executeUpdate variable"),
            (#"let a = "x"; func f() { for a in all { db.executeUpdate(a) } }"#, "- executeUpdate variable"),
            (
                #"let a = "x"; func f() { switch b { case .c(let a): db.executeUpdate(a) } }"#,
                "- executeUpdate variable"
            ),
            (
                #"let a = "x"; func f() { do { try g() } catch let a { db.executeUpdate(a) } }"#,
                "- executeUpdate variable"
            ),
            (
                #"class C { var a = "x"; func f() { db.executeUpdate(a) }; func g() { a = b } }"#,
                "- executeUpdate variable"
            ),
            (#"struct C { var a = "x"; func f() { db.executeUpdate(a) } }"#, "- executeUpdate variable"),
            (
                #"class C { private var a = "x"; func g() { a = b }; func f() { db.executeUpdate(a) } }"#,
                "- executeUpdate variable"
            ),
            (#"db.executeUpdate("DELETE FROM \(table)")"#, "- executeUpdate interpolatedString"),
            (#"db.executeUpdate("DELETE FROM " + table)"#, "- executeUpdate variable"),
            (#"db.executeUpdate(String(format: "DELETE FROM %@", table))"#, "- executeUpdate format"),
            (#"db.executeUpdate(text())"#, "- executeUpdate call"),
            (#"db.executeUpdate("x".replacingOccurrences(of: "a", with: "b"))"#, "- executeUpdate call"),
            (#"db.executeUpdate(texts[0])"#, "- executeUpdate variable"),
            (#"try db.execute("SELECT * FROM a \(rest)")"#, "- execute variable"),
            (#"try db.execute("SELECT \(columns) FROM a")"#, "- execute variable"),
            (
                #"try db.execute("SELECT a FROM b WHERE \(all.joined(separator: " AND ")) ")"#,
                "run SELECT a FROM b WHERE ?  [1]"
            ),
            (#"func f(part: FMSQL) throws { try db.execute("SELECT a FROM b WHERE \(part)") }"#, "- execute variable"),
            (#"func f(table: String) throws { try db.execute("DELETE FROM \(table)") }"#, "run DELETE FROM ? [1]"),
            (#"try db.execute(FMSQL(raw: "DELETE FROM \(table)"))"#, "- execute interpolatedString"),
            (#"let a = a; db.executeUpdate(a)"#, "- executeUpdate variable"),
        ])
        func whatIsNotKnown(_ source: String, _ expected: String) {
            #expect(found(source).joined(separator: ", ") == expected)
        }

        @Test(arguments: [
            #"shell.execute("rm -rf folder")"#,
            #"command.execute("update all")"#,
            #"operationQueue.execute(work)"#,
            #"try row.value("end", as: Int.self)"#,
            #"let text = dictionary.value("select")"#,
            #"table.rows("with header")"#,
            #"url.query("name")"#,
            #"player.prepare("begin with silence")"#,
            #"healthStore.execute(query)"#,
            #"try db.value(forKey: "select a from b")"#,
            #"print("SELECT a FROM b")"#,
            #"let text = "SELECT a FROM b""#,
            #"array.first(where: { $0 == "SELECT 1" })"#,
            #"try db.execute(sql: "SELECT a FROM b")"#,
            #"log.update("set of things")"#,
            #"try db.delete(Person.self, where: .all)"#,
            #"try db.find(Person.self, where: fields.age > 3)"#,
            #"try row.value("commit", as: Int.self)"#,
        ])
        func whatIsNoSQL(_ source: String) {
            #expect(found(source) == [])
        }

        @Test(arguments: [
            (#"connection.query("SELECT a FROM b")"#, "PostgresNIO"),
            (#"try db.execute("CREATE TABLE a (b)")"#, "GRDB"),
            (#"try db.prepare("SELECT a FROM b")"#, "SQLite"),
        ])
        func otherLibraries(_ source: String, _ module: String) {
            #expect(found(source, importing: module) == [])
        }

        @Test
        func filesThatImportALibraryOfTheirOwn() {
            #expect(found(#"try db.execute("DELETE FROM a")"#, importing: "Store") == ["run DELETE FROM a [0]"])
            #expect(
                found(#"db.executeUpdate("DELETE FROM a", withArgumentsIn: [])"#, importing: nil) == [
                    "run DELETE FROM a [0]"
                ])
        }

        @Test
        func filesThatImportNothing() {
            #expect(found("database.executeUpdate(text)", importing: nil) == ["- executeUpdate variable"])
            #expect(found("driveService.executeQuery(query) { answer in }", importing: nil) == [])
            #expect(found("try db.execute(statement)", importing: nil) == [])
        }

        @Test
        func functionsThatPassATextOn() {
            let source = """
                private func run(_ sql: String, _ values: [Any] = []) { db.executeUpdate(sql, withArgumentsIn: values) }
                func f() {
                    run("DELETE FROM a")
                    run("DELETE FROM b WHERE c = ?", [1])
                    run(text)
                }
                """
            #expect(found(source) == ["run DELETE FROM a […]", "run DELETE FROM b WHERE c = ? [1]", "- run variable"])
            // What is only a part of a text is none, and a function of that name may be another one.
            let part =
                #"private func f(p: FMSQL) { try db.rows("SELECT a FROM b WHERE \(p)") }; func g() { f(p: "c = 1") }"#
            #expect(found(part) == ["- rows variable"])
            let two = #"func f(_ a: String) { db.executeUpdate(a) }; func f(_ a: Int) {}; func g() { f("none") }"#
            #expect(found(two) == ["- executeUpdate variable"])
            let other = #"private func f(_ a: String) { db.executeUpdate(a) }; func g() { f("x"); view.f("none") }"#
            #expect(found(other) == ["run x […]"])
            let shared =
                "func all(sql: String) { db.executeQuery(sql, values: nil) }; func f() { all(sql: \"SELECT 1\") }"
            #expect(found(shared) == ["query SELECT 1 […]", "- executeQuery variable"])
            // All calls of a function of a private type are in the file.
            let hidden =
                "private struct S { func all(sql: String) { db.executeQuery(sql, values: nil) } }; S().all(sql: \"SELECT 1\")"
            #expect(found(hidden) == ["query SELECT 1 […]"])
        }
    }
#endif
