#if Checked
    import FMDBCheck
    import FMDBTestHelpers
    import Testing

    /// What is read of rows, and what they become.
    @Suite struct RowRuleTests {
        private func findings(_ body: String, types: String = "") throws -> [String] {
            let source = "import FMDB\nfunc f(db: FMDatabase) throws {\n\(body)\n}\n\(types)\n"
            return try RuleSchema.findings(in: source).map { "\($0.severity) \($0.shown)" }
        }

        /// Each line is a call; `«` marks the place of the only finding, and none means that there is none.
        private static let calls = #"""
            error missing-column    while let row = try db.query("SELECT name FROM person").nextRow() { _ = try row.value(«"nme", as: String.self) }
            error missing-column    try db.forEachRow("SELECT name, age FROM person") { row in _ = try row.value(«"email", as: String?.self) }
            error missing-column    try db.forEachRow("SELECT name, age FROM person") { row in _ = try row.value(at: «2, as: Int?.self) }
            error missing-column    if let rs = db.executeQuery("SELECT name AS n FROM person", withArgumentsIn: []) { while rs.next() { _ = rs.string(forColumn: «"name") } }
            error missing-column    if let rs = db.executeQuery("SELECT count(*) FROM person", withArgumentsIn: []) { while rs.next() { _ = rs.int(forColumnIndex: «1) } }
            error missing-column    if let rs = db.executeQuery("SELECT p.name FROM person p", withArgumentsIn: []) { while rs.next() { _ = rs.string(forColumn: «"p.name") } }
            warning nullable        try db.forEachRow("SELECT age FROM person") { row in _ = try row.value(«"age", as: Int.self) }
            warning nullable        let n: Int = try db.«value("SELECT max(age) FROM person")
            warning nullable        try db.«value("SELECT sum(weight) FROM pet", as: Double.self)
            warning nullable        try db.«rows("SELECT email FROM person", as: String.self)
            warning nullable        try db.«rows("SELECT id, age FROM person", as: (Int, Int).self)
            warning nullable        try db.«rows("SELECT p.name, q.kind FROM person p LEFT JOIN pet q ON q.owner = p.id", as: (String, String).self)
            error row-type          try db.«rows("SELECT id, name, age FROM person", as: (Int, String).self)
            error row-type          try db.«rows("SELECT id FROM person", as: (Int, String).self)
            error row-type          try db.«rows("SELECT id, age FROM person", as: Person.self)
            error row-type          try db.«rows("SELECT * FROM person JOIN pet ON owner = person.id", as: Person.self)
            warning nullable        try db.«rows("SELECT id, email AS name, age FROM person", as: Person.self)
            none                    try db.rows("SELECT * FROM person", as: Person.self)
            none                    try db.rows("SELECT ID, NAME FROM person", as: Person.self)
            none                    try db.rows("SELECT id, age FROM person", as: (Int, Int?).self)
            none                    try db.rows("SELECT count(*), name FROM person GROUP BY name", as: (Int, String).self)
            none                    try db.value("SELECT count(*) FROM person", as: Int.self)
            none                    try db.value("SELECT max(age) FROM person", as: Int?.self)
            none                    try db.value("SELECT coalesce(max(age), 0) FROM person", as: Int.self)
            none                    try db.rows("SELECT age FROM person WHERE age > 1", as: Int.self)
            none                    try db.forEachRow("SELECT name AS \"a.b\" FROM person") { row in _ = try row.value("A.B", as: String.self) }
            none                    if let rs = db.executeQuery("SELECT NAME FROM person", withArgumentsIn: []) { while rs.next() { _ = rs.string(forColumn: "Name") } }
            none                    if let rs = db.executeQuery("SELECT age FROM person", withArgumentsIn: []) { while rs.next() { _ = rs.int(forColumn: "age") } }
            none                    if let rs = db.executeQuery("PRAGMA table_info(person)", withArgumentsIn: []) { while rs.next() { _ = rs.string(forColumn: "notnull") } }
            none                    try db.rows("SELECT rank FROM search", as: Double.self)
            """#

        struct Call: CustomTestStringConvertible, Sendable {
            let source: String
            let finding: [String]
            var testDescription: String { source }

            init(_ line: Substring) {
                let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
                let code = words[0] == "none" ? words[1] + " " + words[2] : words[2].drop { $0 == " " }
                source = String(code.filter { $0 != "«" })
                guard let mark = code.firstIndex(of: "«") else {
                    finding = []
                    return
                }
                finding = ["\(words[0]) 3:\(code[..<mark].utf8.count + 1) \(words[1])"]
            }
        }

        private static let all = calls.split(separator: "\n").map(Call.init)

        @Test(arguments: all)
        func isToldAtItsPlace(_ call: Call) throws {
            let types = "struct Person: Decodable { var id: Int; var name: String; var age: Int? }"
            #expect(try findings(call.source, types: types) == call.finding)
        }

        @Test func placesInTextsOfSeveralLinesAndWithEscapes() throws {
            let source = #"""
                import FMDB
                func f(db: FMDatabase) throws {
                    _ = try db.query("""
                        SELECT name, \
                        'ä' || '\u{1F600}', nme
                        FROM person
                        """)
                    _ = try db.query("SELECT \"name\", \"größe\".x FROM person")
                    _ = try db.query("SELECT name " + "FROM person " + "WHERE nam = 1")
                    _ = try db.query("SELECT name FROM person WHERE age = \(5 + 6) AND nam = \(7)")
                }
                """#
            #expect(
                try RuleSchema.findings(in: source).map(\.shown) == [
                    "5:30 unknown-column", "8:40 unknown-column", "9:63 unknown-column", "10:72 unknown-column",
                ])
        }

        @Test func conditionsAreCheckedWithinTheirTable() throws {
            let source = #"""
                import FMDBModel
                struct Pet: Codable, FMModel { var id: Int64?; var owner: Int; var nick: String?; var kind: String }
                func f(db: FMDatabase) throws {
                    _ = try db.find(Pet.self, where: "owner = \(1) AND nick LIKE 'a%'")
                    _ = try db.find(Pet.self, where: "ownr = \(1)")
                    _ = try db.find(Pet.self, where: "owner = ")
                }
                """#
            let found = try RuleSchema.findings(in: source).filter { $0.rule != .rowType }
            #expect(found.map(\.shown) == ["5:39 unknown-column", "6:47 syntax"], "\(found)")
        }

        @Test func messagesSayWhatToDo() throws {
            func message(_ call: String) throws -> String? {
                try RuleSchema.findings(in: "import FMDB\nfunc f(db: FMDatabase) throws {\n\(call)\n}").first?.message
            }
            #expect(
                try message(#"db.executeQuery("SELECT nme FROM pet", values: nil)"#)
                    == #"no column "nme" in table pet; it has id, owner, nick, kind and weight"#)
            #expect(
                try message(#"db.executeQuery("SELECT knd FROM pet", values: nil)"#)
                    == #"no column "knd" in table pet; did you mean "kind"? It has id, owner, nick, kind and weight"#)
            #expect(
                try message(#"db.executeQuery("SELECT * FROM prson", values: nil)"#)
                    == #"no table "prson"; did you mean "person"?"#)
            #expect(
                try message(#"db.executeQuery("SELECT * FORM person", values: nil)"#)
                    == #"syntax error near "FORM"; did you mean FROM?"#)
            #expect(
                try message(#"db.executeQuery("SELECT length(name, 1) FROM person", values: nil)"#)
                    == "wrong number of arguments to the function length(); it takes 1")
            #expect(
                try message(#"db.executeQuery("SELECT id FROM person, pet", values: nil)"#)
                    == #"the column name "id" is ambiguous: person and pet have it; qualify it with the table's name"#
            )
            #expect(
                try message(#"db.executeUpdate("UPDATE pet SET nick = ?", withArgumentsIn: [])"#)
                    == "the statement has 1 parameter, but 0 values are given")
            #expect(
                try message(#"db.executeQuery("SELECT 1 FROM pet WHERE strftime('%Y', weight) = 2024", values: nil)"#)
                    == "strftime() returns text, which is never equal to the number 2024; write '2024'")
        }

        /// The kinds in the list of comparisons are those that SQLite returns.
        @Test func comparedKindsAreTrue() throws {
            let db = FMDatabase.memory()
            for function in SQLComparisons.numbers.subtracting(["row_number", "rank", "dense_rank"]) {
                for argument in ["", "5", "'5'", "'[5]'", "'x'"] {
                    guard let value = try? db.value("SELECT \(raw: function)(\(raw: argument))", as: FMValue.self)
                    else { continue }
                    if case .text = value { Issue.record("\(function)(\(argument)) is a text") }
                }
            }
            for function in SQLComparisons.texts {
                for arguments in ["", "5", "'now'", "5, 1", "5, 1, 1", "'%Y', 'now'", "'%d', 5", "'5', 5, 5"] {
                    guard let value = try? db.value("SELECT \(raw: function)(\(raw: arguments))", as: FMValue.self)
                    else { continue }
                    if case .integer = value { Issue.record("\(function)(\(arguments)) is a number") }
                    if case .real = value { Issue.record("\(function)(\(arguments)) is a number") }
                }
            }
        }
    }
#endif
