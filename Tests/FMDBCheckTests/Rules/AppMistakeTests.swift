#if Checked
    import FMDBCheck
    import Testing

    /// Mistakes that were planted in an app and not found at first.
    @Suite struct AppMistakeTests {
        private static let orders = """
            CREATE TABLE orders (
                id INTEGER PRIMARY KEY, number TEXT NOT NULL, note TEXT,
                status TEXT NOT NULL CHECK (status IN ('placed', 'paid', 'shipped')), code TEXT CHECK (code IN (1, 2))
            );
            """

        private func findings(_ source: String, schema: String = RuleSchema.script) throws -> [FMFinding] {
            try FMQueryCheck(schema: .script(schema)).report(onSource: source).findings
        }

        @Test(arguments: [
            ("status = 1", "orders.status is never equal to 1: its CHECK allows 'placed', 'paid' and 'shipped'"),
            ("status <> 'shiped'", "orders.status is never equal to 'shiped'; did you mean 'shipped'?"),
            ("orders.status IN ('paid', 'sent')", "orders.status is never equal to 'sent'"),
            ("o.status == ''", nil), ("status = 'PAID'", nil), ("status > 'a'", nil), ("code = 'x'", nil),
            ("status LIKE 'x'", nil), ("status || '' = 'x'", nil),
        ])
        func aValueThatTheCheckDoesNotAllow(_ condition: String, _ message: String?) throws {
            let source = #"db.executeQuery("SELECT id FROM orders WHERE \#(condition)", values: nil)"#
            let found = try findings(source, schema: Self.orders).filter { $0.rule == .comparison }
            #expect(found.count == (message == nil ? 0 : 1))
            if let message { #expect(found.first?.message.hasPrefix(message) == true, "\(found)") }
        }

        @Test func excludedIsTheRowThatWasNotInserted() throws {
            let source = """
                db.executeUpdate("INSERT INTO pet (id, owner) VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET nick = excluded.nik", withArgumentsIn: [])
                """
            #expect(
                try findings(source).map(\.message).first?.hasPrefix(
                    #"no column "nik" in table pet; did you mean "nick"?"#) == true)
        }

        @Test func aNameWithItsColonIsToldOf() throws {
            let source = #"db.executeUpdate("DELETE FROM pet WHERE id = :id", withParameterDictionary: [":id": 1])"#
            #expect(
                try findings(source).map(\.message) == [
                    #"no value for the parameter :id; the value is named ":id", write "id" without the colon"#
                ])
        }

        @Test func aModelNeedsAllOfItsColumns() throws {
            let source = """
                struct Pet: Codable, FMModel {
                    static let tableName = "pet"
                    var id: Int64?
                    var owner: Int64
                    var nick: String?
                }
                func pets(_ db: FMDatabase) throws -> [Pet] {
                    try db.find(Pet.self, sql: "SELECT id, owner FROM pet")
                }
                func all(_ db: FMDatabase) throws -> [Pet] {
                    try db.find(Pet.self, sql: "SELECT p.* FROM pet p WHERE nick > 'a'")
                }
                """
            let found = try findings(source)
            #expect(found.map(\.shown) == ["8:12 row-type"])
            #expect(
                found.first?.message == #"the query has no column "nick", which Pet.nick needs; it has id and owner"#)
        }

        @Test func anExclamationMarkHasNoPlaceForNull() throws {
            let source = """
                let a = db.intForQuery("SELECT age FROM person WHERE id = ?", 1)!
                let b = db.intForQuery("SELECT age FROM person WHERE id = ?", 1)
                let c = db.stringForQuery("SELECT name FROM person WHERE id = ?", 1)!
                let d = (db.intForQuery("SELECT age FROM person WHERE age > ?", 1)!)
                """
            let found = try findings(source)
            #expect(found.map(\.shown) == ["1:12 nullable"])
            #expect(
                found.first?.message
                    == #"column "age" may be NULL (person.age is not declared NOT NULL), for which intForQuery returns nil, so ! traps"#
            )
        }

        @Test func constantsOfAValueAreFollowed() throws {
            let source = """
                struct Texts {
                    let all = "SELECT nme FROM person"
                    let some = "SELECT age " + "FROM person WHERE id = :id"
                    var changing = "SELECT nothing"
                }
                final class Store {
                    private let texts = Texts()
                    func read(_ db: FMDatabase) {
                        db.executeQuery(texts.all, withArgumentsIn: [])
                        db.executeQuery(self.texts.some, withParameterDictionary: ["i": 1])
                        db.executeQuery(texts.changing, withArgumentsIn: [])
                    }
                }
                """
            let report = try FMQueryCheck(schema: .script(RuleSchema.script)).report(onSource: source)
            #expect(report.findings.map(\.shown) == ["2:23 unknown-column", "3:56 value-name", "10:68 value-name"])
            #expect(report.unfollowed.map(\.place.line) == [11])
        }

        @Test func typesTellTheValuesOfRows() throws {
            let source = """
                func add(_ db: FMDatabase, _ tags: [(String, Int)], words: [String], rows: [FMArguments]) throws {
                    try db.executeMany("INSERT INTO tag (word, pet) VALUES (?, ?)", tags)
                    try db.executeMany("INSERT INTO tag (word, pet) VALUES (?, 1)", tags)
                    try db.executeMany("INSERT INTO tag (word, pet) VALUES (?, 1)", words)
                    try db.executeMany("INSERT INTO tag (word, pet) VALUES (?, ?)", words)
                    try db.executeMany("INSERT INTO tag (word, pet) VALUES (?, ?)", rows)
                }
                """
            #expect(try findings(source).map(\.shown) == ["3:12 value-count", "5:12 value-count"])
        }
    }
#endif
