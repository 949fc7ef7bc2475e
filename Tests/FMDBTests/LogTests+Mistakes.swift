import Foundation
import FMDB
import FMDBTestHelpers
import Testing

/// Calls that do what they say, and cannot be what was meant.
extension LogTests {
    /// The texts that a body makes the library log, each of them a warning.
    private func warnings(
        _ location: SourceLocation = #_sourceLocation, _ body: (FMDatabase) throws -> Void
    ) throws -> [String] {
        let messages = try messages { db in
            try db.execute("DROP TABLE IF EXISTS city")
            try db.execute("CREATE TABLE city (name TEXT, age INTEGER)")
            try db.execute("INSERT INTO city VALUES ('Porto', 7), ('Braga', 9)")
            try body(db)
        }
        #expect(messages.allSatisfy { $0.level == .warning && $0.sql != nil }, sourceLocation: location)
        return messages.map(\.text)
    }

    // MARK: Result sets

    private static let noRow =
        "a value is read without a current row: call next() first, and read only after it has returned true"

    @Test func aValueReadBeforeTheFirstRowIsToldOnce() throws {
        let reads: [(FMResultSet) -> Void] = [
            { _ = $0.string(forColumn: "name") }, { _ = $0.int(forColumn: "age") }, { _ = $0.long(forColumn: "age") },
            { _ = $0.longLongInt(forColumnIndex: 1) }, { _ = $0.double(forColumn: "age") },
            { _ = $0.bool(forColumn: "age") }, { _ = $0.date(forColumn: "age") }, { _ = $0.data(forColumn: "name") },
            { _ = $0.dataNoCopy(forColumnIndex: 0) }, { _ = $0.object(forColumn: "name") }, { _ = $0["name"] },
            { _ = $0[0] }, { _ = $0.utf8String(forColumn: "name") }, { _ = $0.columnIsNull("name") },
            { _ = $0.type(forColumn: "name") }, { $0.kvcMagic(NSMutableDictionary()) },
        ]
        for read in reads {
            let early = try warnings { db in
                let rows = try db.executeQuery("SELECT name, age FROM city", values: nil)
                for _ in 1...3 { read(rows) }
                while rows.next() { read(rows) }
            }
            #expect(early == [Self.noRow])
            let late = try warnings { db in
                let rows = try db.executeQuery("SELECT name, age FROM city", values: nil)
                while rows.next() { read(rows) }
                for _ in 1...3 { read(rows) }
            }
            #expect(late == [Self.noRow])
        }
    }

    @Test func whatIsReadFromARowIsNotWarnedOf() throws {
        let heard = try warnings { db in
            let rows = try db.executeQuery("SELECT NULL AS a, 1 AS b, zeroblob(0) AS c", values: nil)
            #expect(rows.columnCount == 3 && rows.columnIndex(forName: "b") == 1)
            rows.next()
            #expect(rows.string(forColumn: "a") == nil && rows.date(forColumn: "a") == nil)
            #expect(rows.data(forColumn: "c") == nil && rows.string(forColumnIndex: -1) == nil)
            rows.close()
            let prepared = db.prepare("SELECT ?")
            prepared.bind(with: [1])
            while prepared.next() { #expect(prepared.int(forColumnIndex: 0) == 1) }
        }
        #expect(heard.isEmpty)
    }

    private static let hasNotRun =
        "the statement did not run, because its result set was closed before the first next(): read it to its end"

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
    func aWriteWhoseRowsNobodyReadsIsToldNotToHaveRun() throws {
        let forms: [(FMDatabase) throws -> Void] = [
            { try $0.executeQuery("DELETE FROM city RETURNING name", values: nil).close() },
            { _ = try $0.executeQuery("INSERT INTO city (name) VALUES (?) RETURNING name", values: ["Faro"]) },
            { $0.executeQuery("DELETE FROM city", withArgumentsIn: []) },
            { try $0.query("DELETE FROM city RETURNING name").close() },
            { try $0.query("DELETE FROM city WHERE name = ? RETURNING name", "Porto").close() },
        ]
        for form in forms {
            let heard = try warnings { db in
                try form(db)
                #expect(try db.value("SELECT count(*) FROM city", as: Int.self) == 2)
            }
            #expect(heard == [Self.hasNotRun])
        }
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
    func aWriteThatHasRunIsNotWarnedOf() throws {
        let heard = try warnings { db in
            for _ in 1...2 {
                let first = try db.executeQuery("DELETE FROM city WHERE age = 7 RETURNING name", values: nil)
                first.next()
                first.close()
                let all = try db.executeQuery("UPDATE city SET age = 1 RETURNING name", values: nil)
                while all.next() {}
                all.close()
            }
            let update = try db.executeQuery("UPDATE city SET age = 2", values: nil)
            #expect(update.step())
            update.close()
            db.prepare("DELETE FROM city").close()
            try db.executeQuery("SELECT 1", values: nil).close()
            db.executeUpdate("INSERT INTO city (name) VALUES ('Faro')", withArgumentsIn: [])
        }
        #expect(heard.isEmpty)
    }

    @Test func aDateReadFromATextIsToldOfItsFormat() throws {
        let heard = try warnings { db in
            try db.execute("CREATE TABLE day (made)")
            try db.execute("INSERT INTO day VALUES ('2026-05-18 10:00:00'), ('2026-05-19'), (7.5), ('12.5'), (NULL)")
            for read in [{ $0.date(forColumn: "made") }, { $0.date(forColumnIndex: 0) }] as [(FMResultSet) -> Date?] {
                let rows = try db.executeQuery("SELECT made FROM day", values: nil)
                var dates: [Double?] = []
                while rows.next() { dates.append(read(rows)?.timeIntervalSince1970) }
                #expect(dates == [2026, 2026, 7.5, 12.5, nil])
            }
            db.setDateFormat(FMDatabase.storeableDateFormat("yyyy-MM-dd"))
            let rows = try db.executeQuery("SELECT made FROM day", values: nil)
            while rows.next() { _ = rows.date(forColumn: "made") }
        }
        let expected =
            "the text in the column made is not a number of seconds: call setDateFormat(_:) to read dates from text"
        #expect(heard == [expected, expected])
    }

    // MARK: Values

    @Test func whatIsNoValueIsTold() throws {
        let listed = ", so its description is bound as text: write one ? for each element"
        let values: [(Any, String)] = [
            ([1, 3], "an array is not a value" + listed),
            (["a"] as [String]? as Any, "an array is not a value" + listed),
            (Set([1]), "a set is not a value" + listed), (["a": 1], "a dictionary is not a value" + listed),
            ((1, "a"), "a tuple is not a value" + listed), (NSArray(array: [1]), "an array is not a value" + listed),
            ([1, 2, 3][1...], "an array is not a value" + listed),
            ({ 7 } as () -> Int, "a function is not a value, so its description is bound as text: call the function"),
        ]
        for (value, text) in values {
            let heard = try warnings { db in
                let rows = try db.executeQuery("SELECT name FROM city WHERE age IN (?)", values: [value])
                #expect(!rows.next())
                #expect(db.executeUpdate("UPDATE city SET name = :a", withParameterDictionary: ["a": value]))
            }
            #expect(heard == [text, text], "\(text)")
        }
    }

    @Test func aStructureAmongTheValuesIsTold() throws {
        struct Place { let name: String }
        final class Town {}
        let rest =
            " is not a value, so its description is bound as text: bind its properties, or make it FMValueConvertible"
        for (value, name) in [(Place(name: "a"), "Place"), (Town(), "Town")] as [(Any, String)] {
            let heard = try warnings { db in
                #expect(db.executeUpdate("UPDATE city SET name = ?", withArgumentsIn: [value]))
            }
            #expect(heard == [name + rest])
        }
    }

    @Test func aStructureInEachRowIsToldOnceForAStatement() throws {
        struct Place { let name: String }
        let heard = try warnings { db in
            db.shouldCacheStatements = true
            for number in 1...3 {
                let place = Place(name: "\(number)")
                #expect(db.executeUpdate("INSERT INTO city (name) VALUES (?)", withArgumentsIn: [place]))
            }
        }
        #expect(heard.count == 1, "\(heard)")
    }

    @Test func aNaNIsToldOnceForAStatement() throws {
        let text = "a value is NaN, which SQLite stores as NULL: bind nil if NULL is intended"
        let forms: [(FMDatabase) throws -> Void] = [
            { try $0.execute("UPDATE city SET age = \(Double.nan)") },
            { try $0.execute("UPDATE city SET age = ?", Double.nan) },
            { try $0.executeUpdate("UPDATE city SET age = ?", values: [Double.nan]) },
            { try $0.executeUpdate("UPDATE city SET age = ?", values: [Float.nan]) },
            { try $0.executeMany("INSERT INTO city (age) VALUES (?)", [Double.nan, Double.nan]) },
        ]
        for form in forms { #expect(try warnings { try form($0) } == [text]) }
        let heard = try warnings { db in
            try db.execute("UPDATE city SET age = \(Double.infinity)")
            try db.execute("UPDATE city SET age = \(Double?.none)")
        }
        #expect(heard.isEmpty)
    }

    @Test func aPoolInMemoryIsToldThatEachConnectionHasItsOwn() {
        let heard = Locked<[String]>([])
        let before = FMDatabase.logHandler
        FMDatabase.logHandler = { message in
            // Only this test has a pool of temporary databases.
            guard message.path == "" else { return before(message) }
            heard.withLock { $0.append(message.text) }
        }
        defer { FMDatabase.logHandler = before }
        let pool = FMDatabasePool(path: "")
        pool.inDatabase { _ in }
        #expect(heard.value.isEmpty)
        for _ in 1...2 { pool.inDatabase { _ in pool.inDatabase { _ in } } }
        #expect(
            heard.value == [
                "each connection of a pool to a database in memory has its own database; use a file, or a queue"
            ]
        )
    }

    @Test func whatHasADescriptionOfItsOwnIsNotWarnedOf() throws {
        struct Name: CustomStringConvertible { let description = "Faro" }
        enum Kind { case town }
        let values: [Any] = [
            Name(), Kind.town, "x"[...], UUID(), [UInt8]([1]), Data([1]), Int?.none as Any, NSNull(), 7, Date(),
            Character("a"), Decimal(7), URL(fileURLWithPath: "/a"),
        ]
        let heard = try warnings { db in
            for value in values { #expect(db.executeUpdate("UPDATE city SET name = ?", withArgumentsIn: [value])) }
        }
        #expect(heard.isEmpty)
    }

    @Test func aScriptWithAParameterIsToldToHaveNoValues() throws {
        for name in ["?", ":name", "@name", "$name", "?1"] {
            let heard = try warnings { db in
                #expect(db.executeStatements("DELETE FROM city; INSERT INTO city (name) VALUES (\(name))"))
                #expect(db.executeStatements("SELECT \(name)") { _ in 0 })
                let count = try db.value("SELECT count(*) FROM city WHERE name IS NULL", as: Int.self)
                #expect(count == 1)
            }
            let text =
                "executeStatements does not bind values, so \(name) is NULL: pass values to executeUpdate or execute"
            #expect(heard == [text, text])
        }
        let heard = try warnings { db in
            #expect(db.executeStatements("SELECT '?', \"a?\" AS [:b] -- what?\n; /* $x */ SELECT '@'"))
        }
        #expect(heard.isEmpty)
    }

    @Test func aSecondStatementThatIsNotRunIsTold() throws {
        let text = "only the first statement of the SQL is run; executeStatements runs all"
        for caches in [false, true] {
            let heard = try warnings { db in
                db.shouldCacheStatements = caches
                let sql = "UPDATE city SET age = 1; DELETE FROM city"
                try db.executeUpdate(sql, values: nil)
                #expect(db.lastErrorCode() == 0 && db.changes == 2)
                try db.executeUpdate(sql, values: nil)
                let rows = try db.executeQuery("SELECT name FROM city; nonsense", values: nil)
                #expect(db.lastErrorCode() == 0 && rows.next())
                rows.close()
                let count = try db.value("SELECT count(*) FROM city", as: Int.self)
                #expect(count == 2)
            }
            #expect(heard == Array(repeating: text, count: caches ? 2 : 3))
        }
        let heard = try warnings { db in
            for end in [";", " ; ;\n", "; -- the end", ";/* SELECT 1 */"] {
                try db.executeUpdate("DELETE FROM city" + end, values: nil)
            }
        }
        #expect(heard.isEmpty)
    }

    // MARK: Interpolated values

    @Test func anEqualSignBeforeANilIsTold() throws {
        let (age, seven) = (Int?.none, Int?.some(7))
        let texts: [(FMSQL, String)] = [
            ("SELECT name FROM city WHERE age = \(age)", "IS"), ("SELECT name FROM city WHERE age=\(age)", "IS"),
            ("SELECT name FROM city WHERE age == \(age)", "IS"),
            ("SELECT name FROM city WHERE age <> \(age)", "IS NOT"),
            ("SELECT name FROM city WHERE age != \(age) ORDER BY 1", "IS NOT"),
            ("SELECT name FROM city WHERE (name = 'a' and city.\"age\" = \(age))", "IS"),
            ("SELECT name FROM city WHERE name = 'a' OR [age] = \(age)", "IS"),
            ("SELECT count(*) FROM city GROUP BY age HAVING age = \(age)", "IS"),
            ("SELECT a.name FROM city a JOIN city b ON a.age = \(age)", "IS"),
            ("UPDATE city SET name = \(age) WHERE age = \(age)", "IS"),
        ]
        for (sql, word) in texts {
            let heard = try warnings { _ = try $0.rows(sql, as: String.self) }
            let sign = word == "IS" ? "=" : "<>"
            #expect(
                heard == ["a nil after \(sign) makes the condition never true: write \(word)"], "\(sql.text)")
        }
        let whole: FMSQL = "WHERE age = \(age)"
        #expect(try warnings { _ = try $0.rows("SELECT name FROM city \(whole)", as: String.self) }.count == 1)
        #expect(try warnings { _ = try $0.rows("SELECT name FROM city " + whole, as: String.self) }.count == 1)
        let right: [FMSQL] = [
            "UPDATE city SET age = \(age)", "UPDATE city SET name = 'a', age = \(age) WHERE age = \(seven)",
            "INSERT INTO city (name, age) VALUES ('a', \(age))", "SELECT name FROM city WHERE age IS \(age)",
            "SELECT name FROM city WHERE \(age) IS NULL OR age = \(age)", "SELECT name FROM city WHERE age >= \(age)",
            "SELECT name FROM city WHERE age = \(seven)", "SELECT age = \(age) FROM city",
        ]
        for sql in right { #expect(try warnings { try $0.execute(sql) }.isEmpty, "\(sql.text)") }
    }

    @Test func aValueInPlaceOfAColumnIsTold() throws {
        let column = "name"
        let wrong: [FMSQL] = [
            "SELECT name FROM city ORDER BY \(column)", "SELECT name FROM city order by \(column) DESC",
            "SELECT name FROM city ORDER BY \(column), age", "SELECT max(name) FROM city GROUP BY \(column)",
            "SELECT name FROM city ORDER BY \(column) COLLATE NOCASE LIMIT 2",
        ]
        for sql in wrong {
            let heard = try warnings { _ = try $0.rows(sql, as: String.self) }
            #expect(
                heard == [
                    "a value after BY is the same for each row: use \\(identifier: column) for the name of a column"
                ],
                "\(sql.text)")
        }
        let right: [FMSQL] = [
            "SELECT name FROM city ORDER BY \(identifier: column)", "SELECT name FROM city ORDER BY \(7) - age",
            "SELECT name FROM city ORDER BY age LIMIT \(7)", "SELECT name FROM city WHERE name = \(column)",
        ]
        for sql in right { #expect(try warnings { _ = try $0.rows(sql, as: String.self) }.isEmpty, "\(sql.text)") }
    }
}
