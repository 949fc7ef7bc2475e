#if Checked
    import FMDBCheck
    import Testing

    /// What a program adds to SQLite, and the comments that silence findings.
    @Suite("Additions and comments")
    struct AdditionTests {
        @Test("Functions, collations, tokenizers and databases are found", arguments: additions)
        func added(_ example: ReadCase) {
            let names = example.facts.additions.map { name in
                "\(name.kind.rawValue) \(name.name)" + (name.argumentCount.map { " \($0)" } ?? "")
            }
            #expect(names == example.expected.first)
        }

        @Test func textsNameSearchTables() throws {
            let scene = CheckScene([
                "Sources/a.swift": """
                import FMDB

                let search = FMSearchTable("person_search", of: "person", columns: "name")
                let computed = FMSearchTable("other_search", of: "person", columns: names)
                """,
                "Sources/b.swift": CheckScene.source(
                    "SELECT name, rank FROM person_search WHERE person_search MATCH 'a'",
                    "SELECT nme FROM person_search", "SELECT nme FROM other_search"),
            ])
            let errors = try scene.check().report(on: "Sources").findings.filter { $0.severity == .error }
            #expect(errors.map { "\($0.place.line) \($0.rule.rawValue)" } == ["5 unknown-column"])
            scene.write("CREATE VIRTUAL TABLE person_search USING fts5(nme);", to: "schema.sql")
            let report = try scene.check().report(on: "Sources")
            #expect(report.places.contains("Sources/b.swift:4 error unknown-column"), "\(report.findings)")
        }

        /// SQLite knows no such tokenizer here, so the table is made without it.
        @Test func aTableWithATokenizerOfTheProgramHasItsColumns() throws {
            let scene = CheckScene([
                "schema.sql": "CREATE VIRTUAL TABLE note USING fts5(title, body, tokenize = 'own words');",
                "Sources/a.swift": CheckScene.source("SELECT title FROM note", "SELECT titel FROM note"),
            ])
            let report = try scene.check().report(on: "Sources")
            let errors = report.places.filter { $0.contains(" error ") }
            #expect(errors == ["Sources/a.swift:5 error unknown-column"], "\(report.findings)")
        }

        @Test("Comments silence with a reason", arguments: comments)
        func silenced(_ example: ReadCase) {
            let facts = SourceReader.facts(of: example.source, file: "A.swift")
            let found = facts.ignores.map { "\($0.line)\($0.standsAlone ? " alone" : ""): \($0.reason)" }
            #expect(
                found + facts.errors.map { "error \($0.kind) \($0.place.line):\($0.place.column)" }
                    == example.expected.first)
        }
    }

    private let additions = [
        ReadCase(
            "a number of arguments", "try db.addFunction(\"half\", argumentCount: 1) { $0[0] }", ["function half 1"]),
        ReadCase(
            "any number of arguments", "try db.addFunction(\"any\", argumentCount: nil) { $0[0] }", ["function any"]),
        ReadCase("typed parameters", "try db.addFunction(\"add\") { (a: Int, b: Int) in a + b }", ["function add 2"]),
        ReadCase(
            "one typed parameter", "try db.addFunction(\"neg\", options: .deterministic) { (a: Int) -> Int in -a }",
            ["function neg 1"]),
        ReadCase("no parameter", "try db.addFunction(\"one\") { () in 1 }", ["function one 0"]),
        ReadCase("a list", "try db.addFunction(\"max3\") { (all: [FMValue]) in all.count }", ["function max3"]),
        ReadCase("a function", "try db.addFunction(\"f\", body: f)", ["function f"]),
        ReadCase(
            "FMDB's function",
            "db.makeFunctionNamed(\"f\", arguments: 2) { _, _, _ in }; db.makeFunctionNamed(\"g\", maximumArguments: -1, with: g)",
            ["function f 2", "function g"]),
        ReadCase(
            "others",
            "try db.addAggregate(\"median\", Median.self); try db.addCollation(\"de\", .german); try db.addRegexpFunction()",
            ["aggregate median", "collation de", "function regexp 2"]),
        ReadCase(
            "tokenizers",
            "db.installTokenizerModule(); db.installTokenizerModule(withName: \"simple\"); FMDatabase.registerTokenizer(t, withKey: \"de\")",
            ["tokenizer fmdb", "tokenizer simple", "tokenizer fmdb de"]),
        ReadCase(
            "SQLite's own interface",
            "sqlite3_create_function_v2(h, \"f\", 2, SQLITE_UTF8, nil, f, nil, nil, nil); sqlite3_create_collation(h, \"c\", 1, nil, c)",
            ["function f 2", "collation c"]),
        ReadCase(
            "databases",
            "try db.execute(\"ATTACH DATABASE \\(path) AS other\"); db.executeUpdate(\"attach ? as 'b'\", withArgumentsIn: [p]); db.executeStatements(\"PRAGMA x; ATTACH 'c.db' AS \\\"c\\\";\")",
            ["database other", "database b", "database c"]),
        ReadCase(
            "search tables",
            "let a = FMSearchTable(\"s\", of: \"t\", columns: \"x\", \"y\", prefixes: [2]); let b = FMSearchTable(\"u\", of: t, columns: [\"z\"])",
            ["searchTable s", "searchTable u"]),
        ReadCase(
            "a name that is computed",
            "try db.addFunction(prefix + \"f\", argumentCount: 1, body: f); try db.execute(\"ATTACH ? AS \\(name)\", p)",
            []),
        ReadCase("a text that attaches nothing", "print(\"attachment as file\", \"SELECT attach AS b FROM t\")", []),
    ]

    private let comments = [
        ReadCase(
            "on the line", "a() // fmdb:ignore the table is made by a plugin", ["1: the table is made by a plugin"]),
        ReadCase("alone", "\t//fmdb:ignore made elsewhere  \na()", ["1 alone: made elsewhere"]),
        ReadCase("within a block", "a(/* fmdb:ignore old */ b)\n/* fmdb:ignore: new */", ["1: old", "2 alone: new"]),
        ReadCase("without a reason", "a()\n    b() // fmdb:ignore ", ["error comment 2:9"]),
        ReadCase("another word", "// fmdb:ignored x\n// see fmdb:ignore x\nlet s = \"// fmdb:ignore x\"", []),
        ReadCase(
            "between texts over several lines",
            "// fmdb:ignore r\nq(\"\"\"\n  // fmdb:ignore x\n  \"\"\") // fmdb:ignore s", ["1 alone: r", "4: s"]),
    ]
#endif
