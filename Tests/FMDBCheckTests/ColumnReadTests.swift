#if Checked
    import FMDBCheck
    import Testing

    /// Which columns of which query a program reads.
    @Suite("Column reads")
    struct ColumnReadTests {
        @Test("Reads are found, each for its query", arguments: sets + rows + variables)
        func found(_ example: ReadCase) {
            let reads = example.facts.uses.map { $0.reads.map(\.text) }
            #expect(reads == example.expected)
        }

        @Test("What is not known for certain is no read", arguments: unknown)
        func nothing(_ example: ReadCase) {
            let reads = example.facts.uses.map { $0.reads.map(\.text) }
            #expect(reads == example.expected)
        }

        @Test("A read has the place of the column's name")
        func place() throws {
            let source =
                "let rs = try db.executeQuery(\"SELECT 1\", values: nil)\nlet ü = 1; let n = rs.int(forColumn: \"a\")"
            let facts = SourceReader.facts(of: source, file: "B.swift")
            let read = try #require(facts.uses.first?.reads.first)
            #expect(read.place == FMSourcePlace("B.swift", line: 2, column: 39))
        }

        @Test("A chain of 5,000 calls and 1,000 queries take no time to speak of, and no stack")
        func large() {
            let chain =
                "import FMDB\n// fmdb:ignore none\n_ = try db.query(\"SELECT a\")"
                + String(repeating: ".next()", count: 5_000)
            let queries = (0..<1_000).map { "let rs\($0) = try db.query(\"SELECT a\"); rs\($0).int(forColumn: \"a\")" }
            let facts = SourceReader.facts(of: ([chain] + queries).joined(separator: "\n"), file: "A.swift")
            #expect(facts.uses.count { $0.reads.count == 1 } == 1_000)
            #expect(facts.ignores.count == 1)
        }
    }

    private let sets = [
        ReadCase(
            "each accessor of FMDB",
            """
            let rs = try db.executeQuery("SELECT * FROM t", values: nil)
            while rs.next() {
                print(rs.string(forColumn: "a"), rs.int(forColumn: "b"), rs.longLongInt(forColumn: "c"))
                print(rs.bool(forColumn: "d"), rs.double(forColumn: "e"), rs.date(forColumn: "f"), rs.data(forColumn: "g"))
                print(rs.dataNoCopy(forColumn: "h"), rs.object(forColumn: "i"), rs.columnIsNull("j"), rs.long(forColumn: "k"))
                print(rs.unsignedLongLongInt(forColumn: "l"), rs.string(forColumnIndex: 2), rs.columnIndexIsNull(3))
                print(rs["m"], rs[4], rs.type(forColumn: "n"), rs.resultDictionary?["o"], rs.resultDictionary!["p"])
            }
            """,
            [
                "a String?", "b Int32?", "c Int64?", "d Bool?", "e Double?", "f Date?", "g Data?", "h Data?", "i Any?",
                "j", "k Int?", "l UInt64?", "#2 String?", "#3", "m Any?", "#4 Any?", "n", "o Any?", "p Any?",
            ]),
        ReadCase(
            "if let",
            "if let rs = db.executeQuery(\"SELECT a\", withArgumentsIn: []), rs.next() { rs.int(forColumn: \"a\") }",
            ["a Int32?"]),
        ReadCase(
            "guard let",
            """
            guard let rs = try? db.executeQuery("SELECT a", values: nil), rs.next(), let x = rs.string(forColumn: "a") else { return }
            print(rs.int(forColumnIndex: 0), x)
            """, ["a String?", "#0 Int32?"]),
        ReadCase(
            "an optional result set",
            """
            let rs = db.executeQuery("SELECT a", withArgumentsIn: [])
            while rs?.next() == true { print(rs?.string(forColumn: "a") ?? "", rs!.int(forColumn: "b")) }
            """, ["a String?", "b Int32?"]),
        ReadCase(
            "unwrapped at once",
            "let rs = db.executeQuery(\"SELECT a\", withArgumentsIn: [])!\n_ = (rs).int(forColumn: \"a\")",
            ["a Int32?"]),
        ReadCase(
            "under another name",
            """
            let rs = db.executeQuery("SELECT a", withArgumentsIn: [])
            guard let rows = rs else { return }
            print(rows.int(forColumn: "a"))
            if let rs { print(rs.int(forColumn: "b")) }
            if let rs = rs { print(rs.int(forColumn: "c")) }
            """, ["a Int32?", "b Int32?", "c Int32?"]),
        ReadCase(
            "without a variable", "_ = try db.executeQuery(\"SELECT a\", values: nil).int(forColumnIndex: 0)",
            ["#0 Int32?"]),
        ReadCase(
            "forced where NULL is nil",
            "let rs = try db.executeQuery(\"SELECT a\", values: nil)\nprint(rs.string(forColumn: \"a\")!)",
            ["a String"]),
        ReadCase(
            "forced after a look for NULL",
            """
            let rs = try db.executeQuery("SELECT a", values: nil)
            print(rs.columnIsNull("A") ? "" : rs.string(forColumn: "a")!)
            """, ["A", "a String?"]),
        ReadCase(
            "casts",
            """
            let rs = try db.executeQuery("SELECT a", values: nil)
            let (x, y) = (rs["a"] as! String, rs.object(forColumn: "b") as? Int)
            let z = rs["c"] as? String ?? ""
            """, ["a String", "b Int?", "c String?"]),
        ReadCase(
            "names by constants",
            """
            enum Column { static let name = "name" }
            let age = "age"
            let rs = try db.executeQuery("SELECT a", values: nil)
            print(rs.int(forColumn: age), rs.string(forColumn: Column.name))
            """, ["age Int32?", "name String?"]),
        ReadCase(
            "names by enumerations",
            """
            enum Column: String { case name, age = "years", other }
            let rs = try db.executeQuery("SELECT a", values: nil)
            print(rs.int(forColumn: Column.age.rawValue), rs.string(forColumn: Column.name.rawValue), rs.int(forColumn: Other.x.rawValue))
            """, ["years Int32?", "name String?"]),
        ReadCase(
            "functions of the program's own",
            """
            let rs = try db.executeQuery("SELECT a", values: nil)
            print(rs.swiftString(forColumn: "a"), rs.map { $0.int(forColumnIndex: 0) }, rs.compactMap(row))
            for row in rs { print(row.int(forColumn: "c")) }
            func row(_ rs: FMResultSet) -> Int? { rs.long(forColumn: "b") }
            """, ["a", "#0 Int32?", "b Int?", "c Int32?"]),
        ReadCase(
            "in tests",
            """
            let rs = try #require(db.executeQuery("SELECT a", withArgumentsIn: []))
            let other = try XCTUnwrap(db.executeQuery("SELECT b", withArgumentsIn: []), "none")
            print(rs.int(forColumn: "a"), other.int(forColumn: "b"))
            """, ["a Int32?"], ["b Int32?"]),
        ReadCase(
            "a dictionary of the row",
            """
            let rs = try db.executeQuery("SELECT a", values: nil)
            if let row = rs.resultDictionary as? [String: Any] { print(row["a"] as? String ?? "", row["b"]) }
            """, ["a String?", "b Any?"]),
        ReadCase(
            "the number of a column",
            """
            let rs = try db.executeQuery("SELECT a", values: nil)
            let a = rs.columnIndex(forName: "a")
            while rs.next() { print(rs.int(forColumnIndex: a), rs.int(forColumnIndex: rs.columnIndex(forName: "b"))) }
            """, ["a", "b"]),
    ]

    private let rows = [
        ReadCase(
            "forEachRow with a name",
            """
            try db.forEachRow("SELECT a FROM t") { row in
                let a: Int = try row.value("a")
                let b: String? = try row.value("b")
                print(try row.value("c", as: Date.self), try row.value("d", as: Double?.self), try row.value(at: 2, as: Int64.self))
            }
            """, ["a Int", "b String?", "c Date", "d Double?", "#2 Int64"]),
        ReadCase(
            "forEachRow with $0", "try db.forEachRow(\"SELECT a\") { print(try $0.value(\"a\", as: Int.self)) }",
            ["a Int"]),
        ReadCase(
            "forEachRow with values and a label",
            "try db.forEachRow(\"SELECT a WHERE ? = 1\", 1, body: { (row: FMRow) in print(try row.value(\"a\", as: Int.self)) })",
            ["a Int"]),
        ReadCase(
            "$0 of closures within",
            """
            try db.forEachRow("SELECT a") {
                [1].forEach { print($0.value("no")) }
                names.map { name in print(name) }
                print(try $0.value("a", as: Int.self))
            }
            """, ["a Int"]),
        ReadCase(
            "a cursor",
            """
            let cursor = try db.query("SELECT a")
            while let row = try cursor.nextRow() { print(try row.value("a", as: UUID.self)) }
            """, ["a UUID"]),
        ReadCase(
            "a row at once", "let n = try db.query(\"SELECT a\").nextRow()?.value(\"a\", as: Int.self)", ["a Int"]),
        ReadCase(
            "nil in place of an error",
            """
            try db.forEachRow("SELECT a") { row in
                let a = try? row.value("a", as: Int.self)
                let b = try row.value("b") ?? 0
                let c: Int64 = try row.value("c") ?? 0
                if let d: String = try row.value("d") { print(d) }
                use(try row.value("e"), try row.value("f") ?? 0)
            }
            """, ["a Int?", "b Int?", "c Int64?", "d String?", "e", "f"]),
        ReadCase(
            "types of variables, properties and parameters",
            """
            struct Person {
                var id: Int64
                var name: String?
                var age = 0
                private var born: Date
                static var count: Int
                init(row: FMRow) throws {
                    id = try row.value("id")
                    self.name = try row.value("name")
                    age = try row.value("age")
                    self.born = try row.value("born") ?? Date()
                }
            }
            struct Pet { let id: Int64; var name: String!; var age = 1 }
            class Shop { init(id: Int64, name: String) {}; init(id: Int, name: String) {} }
            var total: Double
            try db.forEachRow("SELECT a") { row in
                total = try row.value("total")
                use(try Person(row: row), Pet(id: try row.value("id"), name: row.value("name"), age: row.value("age")))
                use(try Shop(id: row.value("shop"), name: row.value("title")), Other(id: try row.value("other")))
            }
            """,
            [
                "total Double", "id Int64", "name String?", "age", "born Date?", "id Int64", "name String?", "age",
                "shop",
                "title String", "other",
            ]),
        ReadCase(
            "types that take NULL, that may, and that do not",
            """
            enum Level: Int, FMValueConvertible { case low, high }
            typealias ID = Int64
            try db.forEachRow("SELECT a") { row in
                print(try row.value("a", as: FMValue.self), try row.value("b", as: Colour.self))
                print(try row.value("c", as: Level.self), try row.value("d", as: ID.self), try row.value("e", as: TimeInterval.self))
                print(try row.value("f", as: [UInt8].self), try row.value("g", as: Swift.Int.self))
            }
            """, ["a FMValue?", "b Colour?", "c Level", "d Int64", "e Double", "f [UInt8]", "g Int"]),
        ReadCase(
            "a dictionary", "try db.forEachRow(\"SELECT a\") { row in let d = try row.dictionary(); print(d[\"a\"]) }",
            ["a Any?"]),
    ]

    private let variables = [
        ReadCase(
            "two queries under one name",
            """
            do { let rs = try db.executeQuery("SELECT a", values: nil); rs.int(forColumn: "a") }
            do { let rs = try db.executeQuery("SELECT b", values: nil); rs.int(forColumn: "b") }
            """, ["a Int32?"], ["b Int32?"]),
        ReadCase(
            "a query within the rows of another one",
            """
            let rs = try db.executeQuery("SELECT a", values: nil)
            while rs.next() {
                let rs = try db.executeQuery("SELECT b", values: [rs.int(forColumn: "a")])
                while rs.next() { rs.int(forColumn: "b") }
            }
            rs.int(forColumn: "c")
            """, ["a Int32?", "c Int32?"], ["b Int32?"]),
        ReadCase(
            "a variable that is used again",
            """
            var rs = try db.executeQuery("SELECT a", values: nil)
            while rs.next() { rs.int(forColumn: "a") }
            rs = try db.executeQuery("SELECT b", values: nil)
            while rs.next() { rs.int(forColumn: "b") }
            """, ["a Int32?"], ["b Int32?"]),
        ReadCase(
            "a variable that gets its value later",
            """
            var rs: FMResultSet!
            do { rs = try db.executeQuery("SELECT a", values: nil) } catch { return }
            while rs.next() { rs.int(forColumn: "a") }
            """, ["a Int32?"]),
        ReadCase(
            "parameters and patterns that hide the result set",
            """
            let rs = try db.executeQuery("SELECT a", values: nil)
            let f = { (rs: Other) in rs.int(forColumn: "x") }
            for rs in others { rs.int(forColumn: "x") }
            if case .some(let rs) = other { rs.int(forColumn: "x") }
            switch other { case .some(let rs): rs.int(forColumn: "x"); case nil: rs.int(forColumn: "a") }
            func g(rs: Other) { rs.int(forColumn: "x") }
            do { try f() } catch let rs as Other { rs.int(forColumn: "x") }
            """, ["a Int32?"]),
    ]

    private let unknown = [
        ReadCase(
            "one of two texts",
            """
            let sql = full ? "SELECT a, b" : "SELECT a"
            let rs = try db.executeQuery(sql, values: nil)
            while rs.next() { print(rs.int(forColumn: "a")); if full { rs.int(forColumn: "b") } }
            """, ["a Int32?"], ["a Int32?"]),
        ReadCase(
            "computed names",
            """
            let rs = try db.executeQuery("SELECT a", values: nil)
            print(rs.int(forColumn: prefix + "a"), rs.int(forColumn: "\\(prefix)a"), rs.int(forColumnIndex: Int32(i)), rs[name()])
            """, []),
        ReadCase(
            "a variable that may have another value",
            """
            var rs = try db.executeQuery("SELECT a", values: nil)
            while other { rs.int(forColumn: "a"); rs = try db.executeQuery("SELECT b", values: nil) }
            rs.int(forColumn: "a")
            """, [], []),
        ReadCase(
            "one of two queries",
            """
            let rs: FMResultSet
            if other { rs = try db.executeQuery("SELECT a", values: nil) } else { rs = try db.executeQuery("SELECT b", values: nil) }
            rs.int(forColumn: "a")
            """, [], []),
        ReadCase(
            "a condition between two",
            "let rs = try other ? db.executeQuery(\"SELECT a\", values: nil) : db.executeQuery(\"SELECT b\", values: nil)\nrs.int(forColumn: \"a\")",
            [], []),
        ReadCase(
            "a result set that goes elsewhere",
            """
            let rs = try db.executeQuery("SELECT a", values: nil)
            people.append(Stranger(rs))
            object.rows = rs
            """, []),
        ReadCase(
            "two functions that it might be",
            """
            extension A { func read(_ rs: FMResultSet) { rs.int(forColumn: "a") } }
            extension B { func read(_ rs: FMResultSet) { rs.int(forColumn: "b") } }
            x.read(try db.executeQuery("SELECT a", values: nil))
            """, []),
        ReadCase(
            "a program that asks which columns there are",
            """
            let rs = try db.executeQuery("SELECT * FROM t", values: nil)
            if rs.columnNameToIndexMap["a"] != nil { rs.int(forColumn: "a") }
            """, []),
        ReadCase(
            "code that is no Swift",
            "let rs = try db.executeQuery(\"SELECT a\", values: nil) rs.int(forColumn: while let let", []),
    ]
#endif
