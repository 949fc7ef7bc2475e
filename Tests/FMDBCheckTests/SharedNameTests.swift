#if Checked
    import FMDBCheck
    import Testing

    /// Texts that are made of constants of other files of a project.
    struct SharedNameTests {
        /// The texts of a file, and `-` with the reason for a call that was not followed.
        private func texts(of source: String, with others: [String: String], file: String = "B.swift") -> [String] {
            let files = others.sorted { $0.key < $1.key } + [(key: file, value: source)]
            let project = ProjectNames(
                files.map { ($0.key, SourceReader.reading(of: $0.value, file: $0.key).declares) })
            let facts = SourceReader.reading(of: source, file: file, in: project).facts
            return facts.uses.map(\.text.sql) + facts.unfollowed.map { "- \($0.reason)" }
        }

        private func run(_ text: String, around: String = "func work(_ db: FMDatabase)") -> String {
            "import FMDB\n\(around) {\n    db.executeUpdate(\(text), withArgumentsIn: [])\n}\n"
        }

        @Test(arguments: [
            (
                "enum Tables { static let person = \"person\" }", #""DELETE FROM \(Tables.person)""#,
                "DELETE FROM person"
            ),
            ("struct A { struct B { static let c = \"c\" } }", #""DELETE FROM \(A.B.c)""#, "DELETE FROM c"),
            ("enum A {}\nextension A { static let b = \"b\" }", #""DELETE FROM \(A.b)""#, "DELETE FROM b"),
            ("enum A { static var b: String { \"b\" } }", #""DELETE FROM \(A.b)""#, "DELETE FROM b"),
            ("enum A { static let b = \"b\", c = b + \"c\" }", #""DELETE FROM \(A.c)""#, "DELETE FROM bc"),
            ("enum Queries { static let all = \"DELETE FROM a\" }", "Queries.all", "DELETE FROM a"),
            ("let deletion = \"DELETE FROM a\"", "deletion", "DELETE FROM a"),
            ("let table = \"a\"", #""DELETE FROM " + table"#, "DELETE FROM a"),
            ("enum A { static let limit = 7 }", #""DELETE FROM a LIMIT \(A.limit)""#, "DELETE FROM a LIMIT 7"),
            (
                "enum State: Int { case done = 3 }", #""DELETE FROM a WHERE b = \(State.done.rawValue)""#,
                "DELETE FROM a WHERE b = 3"
            ),
            (
                "enum Name: String { case a, b = \"c\" }",
                #""DELETE FROM \(Name.a.rawValue) WHERE \(Name.b.rawValue)""#, "DELETE FROM a WHERE c"
            ),
            (
                "enum A { static let names = [\"b\", \"c\"] }",
                #""INSERT INTO a (\(A.names.joined(separator: ", "))) VALUES (1, 2)""#,
                "INSERT INTO a (b, c) VALUES (1, 2)"
            ),
        ])
        func constantsOfAnotherFile(_ other: String, _ text: String, _ expected: String) {
            #expect(texts(of: run(text), with: ["A.swift": other]) == [expected])
        }

        @Test(arguments: ["Tables.all", "Tables.all + [\"c\"]"])
        func aLoopOverConstants(_ names: String) {
            let source =
                run(#""DELETE FROM \(name)""#, around: "func work(_ db: FMDatabase) { for name in \(names)") + "}"
            let other = "enum Tables { static let a = \"a\", b = \"b\", all = [a, b] }"
            let expected = ["DELETE FROM a", "DELETE FROM b"] + (names.contains("+") ? ["DELETE FROM c"] : [])
            #expect(texts(of: source, with: ["A.swift": other]) == expected)
            #expect(texts(of: source + other.replacingOccurrences(of: "enum", with: "\nenum"), with: [:]) == expected)
        }

        @Test func namesWithoutTheirType() {
            let other = "struct Person {\n    static let table = \"person\"\n    let key = \"id\"\n}"
            let source = """
                import FMDB
                extension Person {
                    static func clear(_ db: FMDatabase) { db.executeUpdate("DELETE FROM \\(table)", withArgumentsIn: []) }
                    func delete(_ db: FMDatabase) {
                        db.executeUpdate("DELETE FROM \\(Self.table) WHERE \\(self.key) = 1", withArgumentsIn: [])
                    }
                }
                """
            #expect(
                texts(of: source, with: ["A.swift": other])
                    == ["DELETE FROM person", "DELETE FROM person WHERE id = 1"])
        }

        @Test func theNearestTypeCounts() {
            let others = [
                "A.swift": "enum Names { static let table = \"outer\" }",
                "C.swift": "extension Store { enum Names { static let table = \"inner\" } }",
            ]
            let inside =
                run(#""DELETE FROM \(Names.table)""#, around: "class Store { func work(_ db: FMDatabase)") + "}"
            #expect(texts(of: inside, with: others) == ["DELETE FROM inner"])
            #expect(texts(of: run(#""DELETE FROM \(Names.table)""#), with: others) == ["DELETE FROM outer"])
        }

        @Test(arguments: [
            "private enum Tables { static let person = \"person\" }",
            "fileprivate enum Tables { static let person = \"person\" }",
            "enum Tables { private static let person = \"person\" }",
            "enum Tables { fileprivate static let person = \"person\" }",
            "private enum Outer { enum Tables { static let person = \"person\" } }",
            "enum Tables {}\nprivate extension Tables { static let person = \"person\" }",
            "func other() { enum Tables { static let person = \"person\" } }",
            "enum Tables { static var person = \"person\" }\nfunc set() { Tables.person = \"other\" }",
            "enum Tables { static let person = make() }",
            "enum Tables { static let person = Name(\"person\") }",
            "class Tables { class var person: String { \"person\" } }",
            "class Base { static let person = \"person\" }\nclass Tables: Base {}",
            "protocol Tables {}\nextension Tables { static var person: String { \"person\" } }",
            "enum Tables {\n#if DEBUG\n    static let person = \"a\"\n#else\n    static let person = \"b\"\n#endif\n}",
        ])
        func whatIsNotKnownForSure(_ other: String) {
            #expect(
                texts(of: run(#""DELETE FROM \(Tables.person)""#), with: ["A.swift": other]) == ["- interpolatedString"]
            )
        }

        @Test func twoOfOneName() {
            let one = "enum Tables { static let person = \"person\" }"
            let source = run(#""DELETE FROM \(Tables.person)""#)
            #expect(texts(of: source, with: ["A.swift": one, "C.swift": one]) == ["- interpolatedString"])
            let global = ["A.swift": "let table = \"a\"", "C.swift": "var table = \"b\""]
            #expect(texts(of: run(#""DELETE FROM \(table)""#), with: global) == ["- interpolatedString"])
        }

        @Test func modulesOfAPackage() {
            let one = "enum Tables { static let person = \"one\" }", two = "enum Tables { static let person = \"two\" }"
            let open = "public enum Names { public static let person = \"open\" }"
            let others = ["Sources/A/T.swift": one, "Sources/B/T.swift": two, "Sources/C/T.swift": open]
            let source = run(#""DELETE FROM \(Tables.person)""#)
            #expect(texts(of: source, with: others, file: "Sources/A/x/S.swift") == ["DELETE FROM one"])
            #expect(texts(of: source, with: others, file: "Sources/B/S.swift") == ["DELETE FROM two"])
            #expect(texts(of: source, with: others, file: "Sources/C/S.swift") == ["- interpolatedString"])
            #expect(
                texts(of: run(#""DELETE FROM \(Names.person)""#), with: others, file: "Sources/B/S.swift")
                    == ["DELETE FROM open"])
        }

        /// A name of the file, and one that may be inherited, hides that of another file.
        @Test(arguments: [
            "func work(_ db: FMDatabase, table: String)",
            "class View: UIView { func work(_ db: FMDatabase)",
            "class View: Base { func work(_ db: FMDatabase)",
            "class View { var table = \"\"; func work(_ db: FMDatabase)",
        ])
        func hiddenNames(_ around: String) {
            let others = ["A.swift": "let table = \"a\"", "C.swift": "class Base { var table = \"\" }"]
            let source = run(#""DELETE FROM \(table)""#, around: around) + (around.contains("class") ? "}" : "")
            #expect(texts(of: source, with: others) == ["- interpolatedString"])
        }

        @Test func aClassWithoutMembersOfOthersHidesNothing() {
            let source =
                run(#""DELETE FROM \(table)""#, around: "class Store: NSObject { func work(_ db: FMDatabase)") + "}"
            #expect(texts(of: source, with: ["A.swift": "let table = \"a\""]) == ["DELETE FROM a"])
        }

        // MARK: - Functions of other files

        @Test func functionsThatPassATextOn() {
            let helper = """
                import FMDB
                class Store {
                    func run(sql: String, _ values: [Any] = [], log: Bool = false) {
                        queue.inDatabase { db in db.executeUpdate(sql, withArgumentsIn: values) }
                    }
                    private func hidden(sql: String) { db.executeUpdate(sql, withArgumentsIn: []) }
                }
                """
            let source = """
                let text = "DELETE FROM b"
                store.run(sql: "DELETE FROM a WHERE b = ?", [1], log: true)
                store.run(sql: text, log: true)
                store.run(sql: "not a statement")
                store.run(other: "DELETE FROM c")
                store.hidden(sql: "DELETE FROM d")
                """
            #expect(texts(of: source, with: ["A.swift": helper]) == ["DELETE FROM a WHERE b = ?", "DELETE FROM b"])
        }

        @Test func functionsOfTwoFilesAreNotGuessed() {
            let helper =
                "import FMDB\nextension FMDatabase { func run(sql: String) { executeUpdate(sql, withArgumentsIn: []) } }"
            let source = "db.run(sql: \"DELETE FROM a\")"
            #expect(texts(of: source, with: ["A.swift": helper]) == ["DELETE FROM a"])
            #expect(texts(of: source, with: ["A.swift": helper, "C.swift": helper]) == [])
        }

        @Test(arguments: [
            ("[1]", "value-count"), ("[1, name, 2]", "value-count"), ("[1, [name]]", "value-type"),
            ("[name, \"text\"]", "value-type"), ("[1, name]", nil), ("values", nil), ("[]", "value-count"),
        ])
        func theValuesOfSuchFunctionsCount(_ values: String, _ rule: String?) throws {
            let helper = """
                import FMDB
                extension FMDatabaseQueue {
                    func run(_ sql: String, _ values: [Any] = [], log: Bool = false) {
                        inDatabase { db in db.executeUpdate(sql, withArgumentsIn: values) }
                    }
                }
                """
            let call = "queue.run(\"DELETE FROM person WHERE age = ? AND name = ?\", \(values), log: true)"
            let work = "func work(_ name: String, _ values: [Any]) { \(call) }"
            for sources in [["a.swift": helper, "b.swift": work], ["a.swift": helper + "\n" + work]] {
                let scene = CheckScene(sources)
                #expect(try scene.check().report(on: ".").findings.map(\.rule.rawValue) == [rule].compactMap { $0 })
            }
        }

        @Test func theReadsOfTheirClosuresCount() throws {
            let helper = """
                import FMDB
                extension FMDatabaseQueue {
                    func fetch<T>(_ sql: String, _ values: [Any] = [], _ map: (FMResultSet) -> T) -> [T] {
                        var list: [T] = []
                        inDatabase { db in
                            guard let rows = db.executeQuery(sql, withArgumentsIn: values) else { return }
                            while rows.next() { list.append(map(rows)) }
                            rows.close()
                        }
                        return list
                    }
                }
                """
            let calls = """
                queue.fetch("SELECT name FROM person") { $0.string(forColumn: "nme") }
                queue.fetch("SELECT name FROM person WHERE id = ?", [1]) { rows in rows.string(forColumnIndex: 1) }
                queue.fetch("SELECT name FROM person", [], { $0.int(forColumn: "name") })
                queue.fetch("SELECT name, age FROM person", []) { ($0.string(forColumn: "name"), $0.int(forColumn: "age")) }
                """
            for sources in [["a.swift": helper, "b.swift": calls], ["b.swift": calls + "\n" + helper]] {
                let scene = CheckScene(sources)
                let findings = try scene.check().report(on: ".").findings
                #expect(
                    findings.map { "\($0.place.line) \($0.rule.rawValue)" } == [
                        "1 missing-column", "2 missing-column", "3 column-type",
                    ])
            }
        }

        // MARK: - Reports

        private static let tables = "enum Tables { static let person = \"person\" }\n"
        private static let work = CheckScene.source(#"DELETE FROM \(raw: Tables.person) WHERE nme = 1"#)

        @Test func anErrorStandsWhereTheTextDoes() throws {
            let scene = CheckScene([
                "Sources/a.swift": "enum Names { static let people = \"peeple, person\" }\n",
                "Sources/b.swift": CheckScene.source(#"DELETE FROM person WHERE \(raw: Names.people) = nme"#),
                "Sources/c.swift": CheckScene.source(#"SELECT 1 FROM \(raw: Names.people)"#),
            ])
            let findings = try scene.check().report(on: "Sources").findings
            let places = findings.map { "\($0.place.file):\($0.place.line):\($0.place.column) \($0.rule.rawValue)" }
            // Also an error in the middle of the constant's text stands at its name.
            #expect(places == ["Sources/b.swift:4:53 syntax", "Sources/c.swift:4:42 unknown-table"])
        }

        @Test func tablesThatSuchTextsMakeAreKnown() throws {
            let scene = CheckScene([
                "Sources/a.swift": "enum Tables { static let pet = \"pet\" }\n",
                "Sources/b.swift": CheckScene.source(#"CREATE TABLE \(raw: Tables.pet) (name TEXT)"#),
                "Sources/c.swift": CheckScene.source("DELETE FROM pet WHERE nme = 'Rex'"),
            ])
            #expect(
                try scene.check(.script("")).report(on: "Sources").places == ["Sources/c.swift:4 error unknown-column"])
        }

        /// A text that makes tables whose names are not known.
        @Test func aTableThatMayBeMadeIsANote() throws {
            let maker = CheckScene.source(#"CREATE TABLE IF NOT EXISTS \(raw: make()) (a)"#)
            let scene = CheckScene([
                "Sources/a.swift": maker, "Sources/b.swift": CheckScene.source("DELETE FROM other WHERE a = 1"),
                "Sources/c.swift": CheckScene.source("DELETE FROM persom WHERE a = 1"),
            ])
            #expect(
                try scene.check().report(on: "Sources").places
                    == ["Sources/b.swift:4 note unknown-table", "Sources/c.swift:4 error unknown-table"])
            scene.write(CheckScene.source(#"DROP TABLE IF EXISTS \(raw: make())"#), to: "Sources/a.swift")
            #expect(try scene.check().report(on: "Sources").errors == 2)
            scene.write(
                maker + CheckScene.source("ALTER TABLE other ADD COLUMN b", "CREATE TABLE person (a)"), to: "M.swift")
            let migrations = try scene.check(.migrations("M.swift")).report(on: "M.swift").findings
            #expect(!migrations.isEmpty && migrations.allSatisfy { $0.severity == .note && $0.place.line == 9 })
        }

        @Test func aChangedConstantIsCheckedAgain() throws {
            let scene = CheckScene(["Sources/a.swift": Self.tables, "Sources/b.swift": Self.work])
            var check = scene.check()
            check.cacheFolder = "cache"
            #expect(try check.report(on: "Sources").places == ["Sources/b.swift:4 error unknown-column"])
            let again = try check.report(on: "Sources")
            #expect(again.reusedFiles == 2 && again.errors == 1 && again.texts == 1)
            scene.write("enum Tables { static let person = \"people\" }\n", to: "Sources/a.swift")
            #expect(try check.report(on: "Sources").places == ["Sources/b.swift:4 error unknown-table"])
            scene.write("enum Tables { private static let person = \"person\" }\n", to: "Sources/a.swift")
            let hidden = try check.report(on: "Sources")
            #expect(hidden.errors == 0 && hidden.unfollowed.count == 1)
            scene.write(Self.tables, to: "Sources/a.swift")
            scene.write(Self.tables, to: "Sources/c.swift")
            #expect(try check.report(on: "Sources").unfollowed.count == 1)
        }

        @Test func aChangeOfTheUserAloneIsCheckedAgain() throws {
            let scene = CheckScene(["Sources/a.swift": Self.tables, "Sources/b.swift": Self.work])
            var check = scene.check()
            check.cacheFolder = "cache"
            _ = try check.report(on: "Sources")
            scene.write(CheckScene.source(#"DELETE FROM \(raw: Tables.person) WHERE name = 1"#), to: "Sources/b.swift")
            let report = try check.report(on: "Sources")
            #expect(report.errors == 0 && report.texts == 1 && report.reusedFiles == 1)
        }

        @Test func aFileThatDeclaresNothingNewLeavesOthersAlone() throws {
            let scene = CheckScene(["Sources/a.swift": Self.tables, "Sources/b.swift": Self.work])
            var check = scene.check()
            check.cacheFolder = "cache"
            _ = try check.report(on: "Sources")
            scene.write("enum More { static let value = 1 }\n", to: "Sources/c.swift")
            let report = try check.report(on: "Sources")
            #expect(report.errors == 1 && report.texts == 1)
        }
    }
#endif
