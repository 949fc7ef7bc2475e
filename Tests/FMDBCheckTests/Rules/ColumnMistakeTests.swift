#if Checked
    import FMDBCheck
    import Testing

    /// Values and reads that do not suit their columns, and statements that say something else than was meant. `«` marks the place, and is
    /// not a part of the source. What begins with `-` is right, and nothing is said of it.
    @Suite struct ColumnMistakeTests {
        private static let schema = """
            CREATE TABLE person (
                id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER, born REAL, photo BLOB, team INTEGER,
                code TEXT NOT NULL DEFAULT 'x', made DATETIME, active BOOLEAN, any, sort STRING
            );
            CREATE TABLE st (id INTEGER PRIMARY KEY, n INTEGER NOT NULL, t TEXT, r REAL, b BLOB, a ANY) STRICT;
            CREATE TABLE tag (word TEXT, n INTEGER, PRIMARY KEY (word, n)) WITHOUT ROWID;
            CREATE TABLE lax (a TEXT NOT NULL ON CONFLICT IGNORE, b TEXT);
            CREATE TABLE made (a TEXT NOT NULL, b TEXT GENERATED ALWAYS AS (a || 'x') VIRTUAL);
            CREATE TABLE setting (id INTEGER PRIMARY KEY, name TEXT UNIQUE, value TEXT);
            CREATE TABLE pair (key TEXT PRIMARY KEY, content TEXT);
            CREATE TABLE town (id INTEGER PRIMARY KEY, label TEXT);
            CREATE VIEW grown AS SELECT id, name, age FROM person WHERE age > 17;
            """

        private static let parameters =
            "db: FMDatabase, name: String, text: String?, n: Int, d: Double, data: Data, day: Date, ids: [Int], names: [String], any: Any, p: Person, flag: Bool"

        private static let notNull = #"""
            not-null  db.executeUpdate("INSERT INTO person (name) VALUES («NULL)", withArgumentsIn: [])
            not-null  db.executeUpdate("INSERT INTO «person (age) VALUES (1)", withArgumentsIn: [])
            not-null  db.executeUpdate("INSERT INTO «person DEFAULT VALUES", withArgumentsIn: [])
            not-null  db.executeUpdate("INSERT INTO person (name, age) VALUES (?, ?)", withArgumentsIn: [«NSNull(), 1])
            not-null  try db.executeUpdate("INSERT INTO person (age, name) VALUES (?, ?)", values: [1, «NSNull()])
            not-null  try db.execute("INSERT INTO person (name) VALUES (?)", «nil)
            not-null  db.executeUpdate("INSERT INTO tag VALUES («NULL, 1)", withArgumentsIn: [])
            not-null  db.executeUpdate("INSERT INTO st VALUES (NULL, «NULL, NULL, NULL, NULL, NULL)", withArgumentsIn: [])
            not-null  db.executeUpdate("UPDATE person SET age = 1, name = «NULL WHERE id = ?", withArgumentsIn: [n])
            not-null  db.executeUpdate("UPDATE person SET name = ? WHERE id = ?", withArgumentsIn: [«NSNull() as Any, n])
            not-null  db.executeUpdate("UPDATE person SET name = :name", withParameterDictionary: ["name": «NSNull()])
            not-null  db.executeUpdate("REPLACE INTO «person (id, age) VALUES (1, 2)", withArgumentsIn: [])
            not-null  db.executeUpdate("REPLACE INTO person (id, name) VALUES (1, «NULL)", withArgumentsIn: [])
            not-null  db.executeUpdate("INSERT OR IGNORE INTO «person (id) VALUES (1)", withArgumentsIn: [])
            not-null  db.executeUpdate("INSERT INTO person (name, code) VALUES ('a', «NULL)", withArgumentsIn: [])
            not-null  db.executeUpdate("INSERT INTO person (id, name) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET name = «NULL", withArgumentsIn: [])
            not-null  db.executeUpdate("INSERT INTO person (name) VALUES ('a'), («NULL)", withArgumentsIn: [])
            not-null  db.executeUpdate("INSERT INTO «person (age) SELECT n FROM st", withArgumentsIn: [])
            not-null  db.executeUpdate("INSERT INTO person (age, name) SELECT n, «NULL FROM st", withArgumentsIn: [])
            not-null  db.executeUpdate("UPDATE person SET id = «NULL", withArgumentsIn: [])
            not-null  db.executeStatements("INSERT INTO person (name) VALUES ('a'); INSERT INTO «person (age) VALUES (1)")
            - db.executeUpdate("INSERT INTO person (id, name) VALUES (NULL, ?)", withArgumentsIn: [name])
            - db.executeUpdate("INSERT INTO person (name) VALUES (?)", withArgumentsIn: [any])
            - db.executeUpdate("INSERT INTO person (name, age) VALUES (?, ?)", withArgumentsIn: [name, NSNull()])
            - db.executeUpdate("INSERT OR REPLACE INTO person (name, code) VALUES ('a', NULL)", withArgumentsIn: [])
            - db.executeUpdate("INSERT INTO lax (b) VALUES ('a')", withArgumentsIn: [])
            - db.executeUpdate("INSERT INTO made (a) VALUES ('a')", withArgumentsIn: [])
            - db.executeUpdate("UPDATE person SET name = coalesce(NULL, name), age = NULL", withArgumentsIn: [])
            - db.executeUpdate("UPDATE person SET name = ifnull(?, name)", withArgumentsIn: [NSNull()])
            - db.executeUpdate("INSERT INTO person (name) SELECT t FROM st", withArgumentsIn: [])
            - db.executeUpdate("INSERT INTO person (name, age) VALUES ('a', (SELECT NULL))", withArgumentsIn: [])
            - db.executeUpdate("INSERT INTO st (n) VALUES (1)", withArgumentsIn: [])
            - db.executeUpdate("INSERT INTO person (name) VALUES (?)", withArgumentsIn: [text as Any])
            """#

        private static let types = #"""
            value-type  db.executeUpdate("INSERT INTO person (name, age) VALUES (?, ?)", withArgumentsIn: [name, «"ten"])
            value-type  db.executeUpdate("INSERT INTO person (name, age) VALUES ('a', «'ten')", withArgumentsIn: [])
            value-type  db.executeUpdate("UPDATE person SET born = ? WHERE id = ?", withArgumentsIn: [«"today", n])
            value-type  try db.executeQuery("SELECT name FROM person WHERE age = ?", values: [«"ten"])
            value-type  try db.executeQuery("SELECT name FROM person WHERE id IN (?, ?)", values: [1, «"Ann"])
            value-type  db.executeUpdate("DELETE FROM person WHERE team = :team", withParameterDictionary: ["team": «"reds"])
            value-type  db.executeUpdate("INSERT INTO person VALUES (?, 'a', 1, 2, NULL, 3, 'c', 4, 5, 6, 7)", withArgumentsIn: [«"first"])
            value-type  db.executeUpdate("UPDATE person SET age = ?", withArgumentsIn: [«"user-\(n)"])
            value-type  db.executeUpdate("UPDATE person SET age = ?", withArgumentsIn: [«data])
            value-type  db.executeUpdate("UPDATE st SET n = «'abc'", withArgumentsIn: [])
            value-type  db.executeUpdate("UPDATE st SET n = ?", withArgumentsIn: [«flag ? "yes" : "no"])
            - db.executeUpdate("UPDATE st SET n = ?", withArgumentsIn: [flag ? 1 : 0])
            value-type  db.executeUpdate("UPDATE st SET t = 'a', n = «'abc'", withArgumentsIn: [])
            value-type  db.executeUpdate("UPDATE person SET name = 'a', age == «'abc' WHERE id = 1", withArgumentsIn: [])
            value-type  db.executeUpdate("INSERT INTO person (id, name) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET name = 'b', age = «'abc'", withArgumentsIn: [])
            value-type  db.executeUpdate("INSERT INTO st (n, r) VALUES (1, 2), (3, «'x'), (4, 5)", withArgumentsIn: [])
            value-type  db.executeUpdate("INSERT INTO st (n, r) SELECT 1, «'x' UNION ALL SELECT 2, 3 ORDER BY 1, 2", withArgumentsIn: [])
            value-type  db.executeUpdate("UPDATE st SET n = «2.5", withArgumentsIn: [])
            value-type  db.executeUpdate("UPDATE st SET t = ?", withArgumentsIn: [«data])
            value-type  db.executeUpdate("UPDATE st SET t = «x'00'", withArgumentsIn: [])
            value-type  db.executeUpdate("UPDATE st SET n = ?", withArgumentsIn: [«d])
            value-type  db.executeUpdate("UPDATE st SET n = ?", withArgumentsIn: [«name])
            value-type  db.executeUpdate("UPDATE st SET b = ?", withArgumentsIn: [«name])
            value-type  db.executeUpdate("INSERT INTO st (n, r) VALUES (1, «'high')", withArgumentsIn: [])
            value-type  try db.execute("UPDATE st SET n = \(«"many")")
            value-type  db.executeUpdate("UPDATE person SET age = ?", withArgumentsIn: [«p.title])
            value-type  db.executeUpdate("INSERT INTO person (name, age) VALUES (?, ?)", withArgumentsIn: [name, «name])
            value-type  try db.executeQuery("SELECT name FROM person WHERE id IN (?)", values: [«ids])
            value-type  try db.executeQuery("SELECT name FROM person WHERE name IN (?)", values: [«["a", "b"]])
            value-type  db.executeUpdate("DELETE FROM person WHERE id IN (?)", withArgumentsIn: [«names])
            value-type  try db.executeQuery("SELECT name FROM person WHERE name IN (?)", values: [«names.joined(separator: ",")])
            value-type  db.executeUpdate("DELETE FROM person WHERE id NOT IN (:ids)", withParameterDictionary: ["ids": «ids.map(String.init).joined(separator: ", ")])
            value-type  let list = ids.map { "\($0)" }.joined(separator: ","); db.executeUpdate("DELETE FROM person WHERE id IN (?)", withArgumentsIn: [«list])
            value-type  try db.execute("DELETE FROM person WHERE name IN (\(«names.joined(separator: ",")))")
            - db.executeUpdate("INSERT INTO person (name, age) VALUES (?, ?)", withArgumentsIn: [name, "10"])
            - db.executeUpdate("INSERT INTO person (name, age) VALUES (?, ?)", withArgumentsIn: [name, "\(n)"])
            - db.executeUpdate("INSERT INTO person (name, age) VALUES (?, '')", withArgumentsIn: [name])
            - db.executeUpdate("UPDATE person SET age = ?", withArgumentsIn: [String(n)])
            - db.executeUpdate("UPDATE person SET made = ?", withArgumentsIn: ["2024-01-01"])
            - db.executeUpdate("UPDATE person SET active = ?, sort = ?", withArgumentsIn: ["yes", name])
            - db.executeUpdate("UPDATE person SET born = ?", withArgumentsIn: [day])
            - db.executeUpdate("UPDATE person SET any = ?, photo = ?", withArgumentsIn: ["x", data])
            - db.executeUpdate("UPDATE person SET name = ?, age = ?", withArgumentsIn: [n, d])
            - db.executeUpdate("UPDATE st SET t = ?, r = ?, a = ?", withArgumentsIn: [n, n, data])
            - db.executeUpdate("UPDATE st SET n = '12', r = 2, t = 5", withArgumentsIn: [])
            - db.executeUpdate("UPDATE st SET n = 2.0, b = ?", withArgumentsIn: [data])
            - try db.executeQuery("SELECT name FROM person WHERE name = ? AND length(name) = ?", values: ["ten", n])
            - try db.executeQuery("SELECT name FROM person WHERE age || '' = ?", values: ["ten"])
            - try db.executeQuery("SELECT name FROM person WHERE id IN (?, ?)", values: ids)
            - try db.query("SELECT name FROM person WHERE id IN \(ids)")
            - try db.executeQuery("SELECT name FROM person WHERE name = ?", values: [names.joined(separator: ",")])
            - try db.executeQuery("SELECT name FROM person WHERE name IN (?)", values: [names.joined(separator: " ")])
            - try db.executeQuery("SELECT name FROM person WHERE name IN (?, ?)", values: [names.joined(separator: ","), name])
            - db.executeUpdate("UPDATE person SET name = ?", withArgumentsIn: [names.joined(separator: ", ")])
            """#

        private static let columns = #"""
            column-type  let r = try db.executeQuery("SELECT name FROM person", values: nil); while r.next() { print(r.int(forColumn: «"name")) }
            column-type  let r = try db.executeQuery("SELECT name FROM person", values: nil); while r.next() { print(r.double(forColumn: «"name")) }
            column-type  let r = try db.executeQuery("SELECT name FROM person", values: nil); while r.next() { print(r.bool(forColumn: «"name")) }
            column-type  let r = try db.executeQuery("SELECT name FROM person", values: nil); while r.next() { print(r.date(forColumn: «"name") as Any) }
            column-type  let r = try db.executeQuery("SELECT name, age FROM person", values: nil); while r.next() { print(r.data(forColumn: «"age") as Any) }
            column-type  let r = try db.executeQuery("SELECT photo FROM person", values: nil); while r.next() { print(r.string(forColumn: «"photo") as Any) }
            column-type  let r = try db.executeQuery("SELECT photo FROM person", values: nil); while r.next() { print(r.int(forColumn: «"photo")) }
            column-type  let r = try db.executeQuery("SELECT id, name FROM person", values: nil); while r.next() { print(r.long(forColumnIndex: «1)) }
            column-type  let r = try db.executeQuery("SELECT p.name AS who FROM person AS p", values: nil); while r.next() { print(r.longLongInt(forColumn: «"who")) }
            column-type  let r = try db.executeQuery("SELECT * FROM person", values: nil); while r.next() { print(r.unsignedLongLongInt(forColumn: «"name")) }
            column-type  let x = try db.«value("SELECT name FROM person", as: Int.self)
            column-type  let x = try db.«rows("SELECT age FROM person WHERE age IS NOT NULL", as: String.self)
            column-type  let x = try db.«rows("SELECT id, name FROM person", as: (Int, Double).self)
            column-type  let x = db.«intForQuery("SELECT name FROM person WHERE id = 1")
            column-type  try db.forEachRow("SELECT name FROM person") { row in print(try row.value(«"name", as: Date.self)) }
            - let r = try db.executeQuery("SELECT id, age, born FROM person", values: nil); while r.next() { print(r.int(forColumn: "id"), r.bool(forColumn: "age"), r.double(forColumn: "born")) }
            - let r = try db.executeQuery("SELECT age FROM person", values: nil); while r.next() { print(r.string(forColumn: "age") as Any) }
            - let r = try db.executeQuery("SELECT born, made FROM person", values: nil); while r.next() { print(r.date(forColumn: "born") as Any, r.date(forColumn: "made") as Any) }
            - let r = try db.executeQuery("SELECT photo, any FROM person", values: nil); while r.next() { print(r.data(forColumn: "photo") as Any, r.int(forColumn: "any")) }
            - let r = try db.executeQuery("SELECT length(name) AS name FROM person", values: nil); while r.next() { print(r.int(forColumn: "name")) }
            - let r = try db.executeQuery("SELECT name FROM person", values: nil); while r.next() { print(r.data(forColumn: "name") as Any, r.dataNoCopy(forColumn: "name") as Any) }
            - let r = try db.executeQuery("SELECT active FROM person", values: nil); while r.next() { print(r.bool(forColumn: "active")) }
            - let r = try db.executeQuery("SELECT name FROM person UNION SELECT age FROM person", values: nil); while r.next() { print(r.int(forColumn: "name")) }
            - let r = try db.executeQuery("SELECT CAST(name AS INTEGER) AS n FROM person", values: nil); while r.next() { print(r.int(forColumn: "n")) }
            - let x = try db.rows("SELECT id, name FROM person", as: (Int, String).self)
            - let x = db.intForQuery("SELECT count(*) FROM person")
            """#

        private static let slips = #"""
            assignment   db.executeUpdate("UPDATE person SET name = ? «AND age = ?", withArgumentsIn: [name, n])
            assignment   db.executeUpdate("UPDATE person SET name = ? «AND age = ? WHERE id = ?", withArgumentsIn: [name, n, n])
            assignment   db.executeUpdate("UPDATE person SET age = 5, name = 'a' «AND code = 'b'", withArgumentsIn: [])
            assignment   db.executeUpdate("UPDATE person SET age = age + 1 «AND born = ?", withArgumentsIn: [d])
            assignment   try db.execute("UPDATE person SET name = \(name) «AND age = \(n)")
            assignment   db.executeUpdate("INSERT INTO person (id, name) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET name = 'b' «AND age = 1", withArgumentsIn: [])
            assignment   db.executeUpdate("UPDATE person SET name = :name «AND age = :age", withParameterDictionary: ["name": name, "age": n])
            assignment   db.executeUpdate("UPDATE person SET name = 'x' || ? «and code = ?", withArgumentsIn: [name, name])
            assignment   db.executeUpdate("INSERT INTO person (id, name) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET name = excluded.name «AND age = excluded.age", withArgumentsIn: [])
            assignment   db.executeUpdate("UPDATE person SET age = NULL «AND team = 1", withArgumentsIn: [])
            assignment   db.executeUpdate("UPDATE person SET age = CASE WHEN name = ? THEN age + 1 ELSE 2 END «AND team = ?", withArgumentsIn: [name, n])
            - db.executeUpdate("UPDATE person SET active = CASE WHEN name = ? THEN 1 ELSE 0 END AND age = ?", withArgumentsIn: [name, n])
            - db.executeUpdate("INSERT INTO person (id, name) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET active = excluded.active AND age = 1", withArgumentsIn: [])
            - db.executeUpdate("INSERT INTO person (id, name) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE age = 1 AND team = excluded.team", withArgumentsIn: [])
            - db.executeUpdate("UPDATE person SET name = ?, age = ? WHERE id = ? AND age = ?", withArgumentsIn: [name, n, n, n])
            - db.executeUpdate("UPDATE person SET active = active AND age = 1", withArgumentsIn: [])
            - db.executeUpdate("UPDATE person SET active = (age = 1 AND born = 2)", withArgumentsIn: [])
            - db.executeUpdate("UPDATE person SET active = age > 1 AND born = 2", withArgumentsIn: [])
            - db.executeUpdate("UPDATE person SET active = age BETWEEN 1 AND 9", withArgumentsIn: [])
            - db.executeUpdate("UPDATE person SET age = CASE WHEN name = 'a' AND age = 1 THEN 2 END", withArgumentsIn: [])
            - db.executeUpdate("UPDATE person SET age = (SELECT n FROM st WHERE n = 1 AND t = 'a')", withArgumentsIn: [])
            - db.executeUpdate("UPDATE person SET active = 1 WHERE name = 'a' AND age = 2", withArgumentsIn: [])
            comparison   try db.executeQuery("SELECT name FROM person WHERE age «= NULL", values: nil)
            comparison   try db.executeQuery("SELECT name FROM person WHERE age «<> NULL", values: nil)
            comparison   try db.executeQuery("SELECT name FROM person WHERE age «!= NULL AND id = 1", values: nil)
            comparison   try db.executeQuery("SELECT name FROM person WHERE NULL «= age", values: nil)
            comparison   db.executeUpdate("UPDATE person SET age = NULL WHERE team «= NULL", withArgumentsIn: [])
            comparison   try db.executeQuery("SELECT name FROM person p JOIN st ON p.age «== NULL", values: nil)
            comparison   try db.executeQuery("SELECT CASE WHEN age «= NULL THEN 1 ELSE 2 END FROM person", values: nil)
            comparison   try db.executeQuery("SELECT name FROM person WHERE age = ?", values: [«NSNull()])
            comparison   try db.execute("DELETE FROM person WHERE age «= NULL")
            - try db.executeQuery("SELECT name FROM person WHERE age IS NULL OR team IS NOT NULL", values: nil)
            - db.executeUpdate("UPDATE person SET age = NULL, born = NULL WHERE id = 1", withArgumentsIn: [])
            - db.executeUpdate("UPDATE person SET (age, born) = (NULL, NULL)", withArgumentsIn: [])
            - db.executeUpdate("INSERT INTO person (id, name) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET age = NULL", withArgumentsIn: [])
            - try db.executeQuery("SELECT name FROM person WHERE age IS ?", values: [NSNull()])
            - try db.executeQuery("SELECT name FROM person WHERE (age IS NULL) = 1", values: nil)
            - try db.executeQuery("SELECT name FROM person WHERE coalesce(age, NULL) = 1", values: nil)
            - try db.executeQuery("SELECT name FROM person WHERE name = 'x = NULL'", values: nil)
            """#

        private static let names = #"""
            quoted-name  try db.executeQuery(#"SELECT name FROM person WHERE «"agee" = 3"#, values: nil)
            quoted-name  try db.executeQuery(#"SELECT name FROM person WHERE «"nme" = ?"#, values: [name])
            quoted-name  try db.executeQuery(#"SELECT name FROM person WHERE id = 1 AND «"town" LIKE 'a%'"#, values: nil)
            quoted-name  try db.executeQuery(#"SELECT name FROM person WHERE («"agee" > 3)"#, values: nil)
            quoted-name  try db.executeQuery(#"SELECT name FROM person WHERE NOT «"agee" IN (1, 2)"#, values: nil)
            quoted-name  try db.executeQuery(#"SELECT name FROM person ORDER BY «"nme""#, values: nil)
            quoted-name  try db.executeQuery(#"SELECT count(*) FROM person GROUP BY «"town""#, values: nil)
            quoted-name  try db.executeQuery(#"SELECT «"nme" FROM person"#, values: nil)
            quoted-name  db.executeUpdate(#"DELETE FROM person WHERE «"nme" IS NULL"#, withArgumentsIn: [])
            quoted-name  db.executeUpdate(#"UPDATE person SET age = 1 WHERE «"idd" = ?"#, withArgumentsIn: [n])
            - try db.executeQuery(#"SELECT "name" FROM "person" WHERE "age" = 3"#, values: nil)
            - try db.executeQuery(#"SELECT name FROM person WHERE name = "Ann""#, values: nil)
            - try db.executeQuery(#"SELECT name FROM person WHERE name LIKE "%a%""#, values: nil)
            - try db.executeQuery(#"SELECT name FROM person WHERE name IN ("a", "b")"#, values: nil)
            - db.executeUpdate(#"INSERT INTO person (name, code) VALUES ("Ann", "nme")"#, withArgumentsIn: [])
            - db.executeUpdate(#"UPDATE person SET name = "nme""#, withArgumentsIn: [])
            - try db.executeQuery(#"SELECT "hello" FROM person"#, values: nil)
            - try db.executeQuery(#"SELECT p."name" FROM person p WHERE "p"."age" = 1 ORDER BY "name""#, values: nil)
            - try db.executeQuery(#"SELECT name AS "label" FROM person ORDER BY "label""#, values: nil)
            - try db.executeQuery(#"SELECT name FROM person WHERE "Ann" = name"#, values: nil)
            """#

        private static let reads = #"""
            missing-column  let r = try db.executeQuery("SELECT name FROM person", values: nil); while r.next() { print(r.columnIsNull(«"age")) }
            missing-column  let r = try db.executeQuery("SELECT name FROM person", values: nil); while r.next() { print(r.columnIndexIsNull(«1)) }
            missing-column  let r = try db.executeQuery("SELECT name FROM person", values: nil); let i = r.columnIndex(forName: «"age"); while r.next() { print(r.int(forColumnIndex: i)) }
            missing-column  let r = try db.executeQuery("SELECT name FROM person", values: nil); while r.next() { print(r.int(forColumnIndex: r.columnIndex(forName: «"age"))) }
            missing-column  let r = try db.executeQuery("SELECT name FROM person", values: nil); print(r.columnIndex(forName: «"age"))
            missing-column  let r = try db.executeQuery("SELECT name FROM person", values: nil); while r.next() { if r.columnIsNull(«"nme") { print(1) } }
            missing-column  let r = try db.executeQuery("SELECT name, age FROM person", values: nil); while r.next() { if !r.columnIndexIsNull(«2) { print(1) } }
            missing-column  guard let r = db.executeQuery("SELECT name FROM person", withArgumentsIn: []) else { return }; while r.next() { let empty = r.columnIsNull(«"age"); print(empty) }
            - let r = try db.executeQuery("SELECT name FROM person", values: nil); while r.next() { print(r.columnIsNull("name"), r.columnIndexIsNull(0)) }
            - let r = try db.executeQuery("SELECT name FROM person", values: nil); if r.columnIndex(forName: "age") >= 0 { print(r.int(forColumn: "age")) }
            - let r = try db.executeQuery("SELECT name FROM person", values: nil); let i = r.columnIndex(forName: "age"); if i != -1 { print(r.int(forColumnIndex: i)) }
            - let r = try db.executeQuery("SELECT name FROM person", values: nil); print(r.columnIndex(forName: "NAME"))
            - let r = try db.executeQuery("SELECT * FROM person", values: nil); while r.next() { print(r.columnIsNull("age")) }
            - let r = try db.executeQuery("SELECT age AS a FROM person", values: nil); while r.next() { print(r.columnIsNull("a")) }
            - let r = try db.executeQuery("SELECT name FROM person", values: nil); while r.next() { print(r.columnIndexIsNull(Int32(n))) }
            - let r = try db.executeQuery("SELECT name FROM person", values: nil); guard r.columnIndex(forName: "age") != -1 else { return }
            """#

        struct Case: CustomTestStringConvertible, Sendable {
            let expected: [String]
            let source: String
            var testDescription: String { source }
        }

        static let all: [Case] = [notNull, types, columns, slips, names, reads].flatMap { $0.split(separator: "\n") }
            .compactMap { line in
                let rule = String(line.prefix { $0 != " " })
                let code = line.dropFirst(rule.count).drop { $0 == " " }
                let source = String(code.filter { $0 != "«" })
                guard let mark = code.firstIndex(of: "«") else { return Case(expected: [], source: source) }
                return Case(expected: ["4:\(code[..<mark].utf8.count + 1) \(rule)"], source: source)
            }

        private func findings(_ code: String) throws -> [FMFinding] {
            let source =
                "import FMDB\nstruct Person { let title: String; var age: Int? }\nfunc f(\(Self.parameters)) throws {\n\(code)\n}\n"
            return try FMQueryCheck(schema: .script(Self.schema)).report(onSource: source).findings
        }

        @Test(arguments: all)
        func isFoundAtItsPlaceOrRight(_ one: Case) throws {
            let findings = try findings(one.source).filter { $0.rule != .nullable }
            #expect(findings.map(\.shown) == one.expected, "\(findings.map(\.message))")
        }

        @Test func thereAreAtLeastEightOfEachKindAndAsManyLookalikes() {
            for list in [Self.notNull, Self.types, Self.columns, Self.slips, Self.names, Self.reads] {
                let right = list.split(separator: "\n").count { $0.hasPrefix("-") }
                #expect(right >= 8 && list.split(separator: "\n").count - right >= 8)
            }
        }

        @Test func whatIsCertainIsAnError() throws {
            func severities(_ code: String) throws -> [String] { try findings(code).map(\.severity.rawValue) }
            #expect(
                try severities(#"db.executeUpdate("INSERT INTO person (age) VALUES (1)", withArgumentsIn: [])"#) == [
                    "error"
                ])
            #expect(
                try severities(
                    #"db.executeUpdate("INSERT OR IGNORE INTO person (age) VALUES (1)", withArgumentsIn: [])"#) == [
                        "warning"
                    ])
            #expect(try severities(#"db.executeUpdate("UPDATE st SET n = ?", withArgumentsIn: ["x"])"#) == ["error"])
            #expect(try severities(#"db.executeUpdate("UPDATE st SET n = ?", withArgumentsIn: [name])"#) == ["warning"])
            #expect(
                try severities(#"db.executeUpdate("UPDATE person SET age = ?", withArgumentsIn: ["x"])"#) == ["warning"]
            )
            #expect(
                try severities(#"db.executeUpdate("DELETE FROM person WHERE id = ?", withArgumentsIn: ["x"])"#) == [
                    "error"
                ])
            // Such a text may be a number.
            #expect(
                try severities(#"db.executeUpdate("UPDATE person SET age = ?", withArgumentsIn: [name])"#) == ["note"])
        }

        @Test func numbersOfColumnsForAnythingAreANote() throws {
            func severities(_ column: String, of table: String) throws -> [String] {
                let read = "let r = try db.executeQuery(\"SELECT \(column) FROM \(table)\", values: nil)"
                return try findings("\(read); while r.next() { print(r.int(forColumn: \"\(column)\")) }").map {
                    "\($0.severity) \($0.rule)"
                }
            }
            #expect(try severities("value", of: "setting") == ["note columnType"])
            #expect(try severities("content", of: "pair") == ["note columnType"])
            #expect(try severities("name", of: "setting") == ["warning columnType"])
            #expect(try severities("key", of: "pair") == ["warning columnType"])
            #expect(try severities("label", of: "town") == ["warning columnType"])
        }

        @Test func manyValuesAreCheckedToTheLast() throws {
            let rows = Array(repeating: "(1, '2')", count: 10_000).joined(separator: ", ")
            let list = Array(repeating: "7", count: 20_000).joined(separator: ", ")
            let texts = [
                "INSERT INTO st (n, r) VALUES \(rows), (1, 'x')", "DELETE FROM person WHERE age IN (\(list), 'x')",
                "DELETE FROM person WHERE " + Array(repeating: "age = 1", count: 900).joined(separator: " OR "),
            ]
            let calls = texts.map { "db.executeUpdate(\"\($0)\", withArgumentsIn: [])" }.joined(separator: "\n")
            #expect(try findings(calls).map(\.rule) == [.valueType, .comparison])
        }

        @Test func aDateFormatMakesTextsOfDates() throws {
            let read =
                #"let r = try db.executeQuery("SELECT name FROM person", values: nil); while r.next() { print(r.date(forColumn: "name") as Any) }"#
            #expect(try findings(read).map(\.rule) == [.columnType])
            #expect(try findings("db.setDateFormat(nil)\n" + read).isEmpty)
        }
    }
#endif
