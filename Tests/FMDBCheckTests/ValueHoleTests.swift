#if Checked
    import FMDBCheck
    import Testing

    /// Values that are interpolated into a String.
    struct ValueHoleTests {
        private func found(_ text: String, _ rest: String = "values: nil") -> [String] {
            let source = "import FMDB\ntry db.executeQuery(\(text), \(rest))"
            let facts = SourceReader.facts(of: source, file: "A.swift")
            return facts.uses.map { use in
                if case .unknown = use.values { return "\(use.text.sql) […]" }
                return use.text.sql
            } + facts.unfollowed.map { "- \($0.reason)" }
        }

        @Test(arguments: [
            (#""SELECT a FROM b WHERE c = \(x)""#, "SELECT a FROM b WHERE c = ? […]"),
            (#""SELECT a FROM b WHERE c=\(x) AND d > \(y);""#, "SELECT a FROM b WHERE c=? AND d > ?; […]"),
            (#""SELECT a FROM b WHERE c = '\(x)'""#, "SELECT a FROM b WHERE c = '1' […]"),
            (#""SELECT a FROM b WHERE c LIKE '%\(x)%'""#, "SELECT a FROM b WHERE c LIKE '%1%' […]"),
            (#""SELECT a FROM b WHERE c IN (\(x))""#, "SELECT a FROM b WHERE c IN (?) […]"),
            (#""SELECT a FROM b WHERE c not in \(x)""#, "SELECT a FROM b WHERE c not in (?) […]"),
            (#""SELECT a FROM b LIMIT \(x) OFFSET \(y)""#, "SELECT a FROM b LIMIT ? OFFSET ? […]"),
            (#""INSERT INTO b VALUES ('\(x)', '\(y)')""#, "INSERT INTO b VALUES ('1', '1') […]"),
            (#""SELECT a FROM b WHERE c LIKE \"%\(x)%\"""#, #"SELECT a FROM b WHERE c LIKE "%1%" […]"#),
            (#""SELECT a FROM b WHERE c = \"\(x)\"""#, #"SELECT a FROM b WHERE c = "1" […]"#),
            (#""INSERT INTO b VALUES (\"\(x)\", \"\(y)\")""#, #"INSERT INTO b VALUES ("1", "1") […]"#),
            (#""SELECT a FROM b" + " WHERE c = \(x)""#, "SELECT a FROM b WHERE c = ? […]"),
            (#""PRAGMA user_version = \(x)""#, "PRAGMA user_version = ? […]"),
            (#""PRAGMA x = 1; SELECT a FROM b WHERE c = \(x)""#, "PRAGMA x = 1; SELECT a FROM b WHERE c = ? […]"),
        ])
        func valuesThatCanBeNothingElse(_ text: String, _ expected: String) {
            #expect(found(text) == [expected])
        }

        @Test(arguments: [
            #""SELECT a FROM \(x)""#, #""SELECT \(x) FROM b""#, #""SELECT a FROM b WHERE \(x)""#,
            #""SELECT a FROM b WHERE \(x) = 1""#, #""SELECT a FROM b WHERE c = \(x).c""#,
            #""SELECT a FROM b WHERE c = \(x)(1)""#, #""SELECT a FROM b WHERE c = d\(x)""#,
            #""SELECT a FROM b WHERE c = \(x)\(y)""#, #""SELECT \"\(x)\" FROM b""#,
            #""SELECT a FROM b ORDER BY \(x)""#, #""SELECT a FROM b WHERE c = 1 \(x)""#,
            #""INSERT INTO b VALUES (\(x))""#, #""INSERT INTO b VALUES (x'\(x)')""#,
            #""INSERT INTO b (a, \(x)) VALUES (1, 2)""#,
            #""SELECT a FROM b WHERE c = \"\(x)\".c""#, #""UPDATE b SET \"\(x)\" = 1""#,
            #""SELECT a FROM b -- = '\(x)'""#, #""SELECT a FROM b LIMIT\(x)""#,
            #""CREATE VIEW v AS SELECT a FROM b WHERE c = \(x)""#, #""PRAGMA \(x) = 1""#,
            #""PRAGMA user_version(\(x))""#, #""PRAGMA x = 1; CREATE VIEW v AS SELECT a FROM b WHERE c = \(x)""#,
            #""CREATE TRIGGER t AFTER DELETE ON a BEGIN DELETE FROM b; DELETE FROM b WHERE c = \(x)""#,
        ])
        func whatMayBeMore(_ text: String) {
            #expect(found(text) == ["- interpolatedString"])
        }

        @Test func valuesOfTheCallAreNotCounted() {
            #expect(
                found(#""SELECT a FROM b WHERE c = ? AND d = \(x)""#, "values: [1, 2, 3]")
                    == ["SELECT a FROM b WHERE c = ? AND d = ? […]"])
        }

        @Test func errorsAroundThemHaveTheirPlaces() throws {
            let source = """
                import FMDB
                func work(_ db: FMDatabase, _ id: Int, _ name: String) {
                    db.executeUpdate("UPDATE person SET name = '\\(name)', nme = '\\(name)' WHERE id = \\(id)", withArgumentsIn: [])
                    db.executeUpdate("DELETE FROM person WHERE id = \\(id) AND agee = 1", withArgumentsIn: [])
                    db.executeUpdate("DELETE FROM person WHERE id = '\\(id)' AND age = \\(id)", withArgumentsIn: [])
                }
                """
            let check = FMQueryCheck(schema: .script(CheckScene.schema))
            let places = try check.report(onSource: source).findings.filter { $0.severity == .error }.map(\.place)
            #expect(places.map { "\($0.line):\($0.column)" } == ["3:59", "4:63"])
        }

        /// A text with a value is no constant: no name is made of it.
        @Test func namesAreNotMadeOfThem() {
            let source = "import FMDB\nlet name = \"f '\\(x)'\"\ndb.addFunction(name) { (a: Int) in a }"
            #expect(SourceReader.facts(of: source, file: "A.swift").additions == [])
            let declares = SourceReader.reading(of: "enum A { static let b = \"c = \\(x)\" }", file: "A.swift").declares
            #expect(declares.members.map(\.value) == [nil])
        }
    }
#endif
