#if Checked
    import FMDBCheck
    import Testing

    /// Rows that go through functions of the program.
    @Suite("Column reads of helpers")
    struct RowHelperTests {
        @Test("Reads in functions and closures count for the queries that they get", arguments: helpers + wrappers)
        func found(_ example: ReadCase) {
            #expect(example.facts.uses.map { $0.reads.map(\.text) } == example.expected)
        }
    }

    private let helpers = [
        ReadCase(
            "an initializer",
            """
            struct Person {
                let name: String
                init(_ rs: FMResultSet) { name = rs.string(forColumn: "name")! }
                init(row: FMRow) throws { name = try row.value("n", as: String.self) }
            }
            let rs = try db.executeQuery("SELECT name", values: nil)
            while rs.next() { people.append(Person(rs)) }
            try db.forEachRow("SELECT n") { people.append(try Person(row: $0)) }
            """, ["name String"], ["n String"]),
        ReadCase(
            "a function, for each of its queries",
            """
            func read(from rs: FMResultSet, limit: Int = 1) -> Int { Int(rs.int(forColumn: "a")) }
            let one = try db.executeQuery("SELECT a", values: nil)
            let two = try db.executeQuery("SELECT b", values: nil)
            print(read(from: one), read(from: two, limit: 2))
            """, ["a Int32?"], ["a Int32?"]),
        ReadCase(
            "what a function reads of some rows only",
            """
            func read(_ rs: FMResultSet, full: Bool) {
                print(rs.int(forColumn: "a"), full ? rs.int(forColumn: "b") : 0)
                if full { rs.int(forColumn: "c") }
                if rs.columnIndex(forName: "d") >= 0 { print("d") }
                print(rs.int(forColumn: "d"))
            }
            read(try db.executeQuery("SELECT a", values: nil), full: false)
            """, ["a Int32?"]),
        ReadCase(
            "a function that calls itself",
            """
            func read(_ rs: FMResultSet) { rs.int(forColumn: "a"); read(rs) }
            read(try db.executeQuery("SELECT a", values: nil))
            """, ["a Int32?"]),
    ]

    private let wrappers = [
        ReadCase(
            "a function that gives the result set back",
            """
            func query(_ sql: String) throws -> FMResultSet { try db.executeQuery(sql, values: nil) }
            func other(_ sql: String) -> FMResultSet? {
                guard isOpen else { return nil }
                let rs = db.executeQuery(sql, withArgumentsIn: [])
                return rs
            }
            let rs = try query("SELECT a")
            print(rs.int(forColumn: "a"))
            if let rs = other("SELECT b") { print(rs.int(forColumn: "b")) }
            """, ["a Int32?"], ["b Int32?"]),
        ReadCase(
            "a function that hands the rows to a closure",
            """
            func fetch<T>(_ sql: String, _ values: [Any] = [], map: (FMResultSet) -> T) throws -> [T] {
                let rs = try db.executeQuery(sql, values: values)
                var all: [T] = []
                while rs.next() { all.append(map(rs)) }
                return all
            }
            print(try fetch("SELECT a") { $0.int(forColumn: "a") })
            print(try fetch("SELECT b", [1], map: { row in row.string(forColumn: "b")! }))
            """, ["a Int32?"], ["b String"]),
        ReadCase(
            "a function that reads by itself",
            """
            func names(_ sql: String) throws -> [String] {
                let rs = try db.executeQuery(sql, values: nil)
                while rs.next() { print(rs.string(forColumn: "name")); if full { rs.int(forColumn: "age") } }
            }
            print(try names("SELECT name"))
            """, ["name String?"]),
    ]
#endif
