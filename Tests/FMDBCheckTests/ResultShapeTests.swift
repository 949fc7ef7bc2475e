#if Checked
    import FMDBCheck
    import Testing

    /// What the rows of a query become.
    @Suite("Result shapes")
    struct ResultShapeTests {
        @Test("The shape is that of the source", arguments: shapes)
        func shape(_ example: ReadCase) {
            #expect(example.facts.uses.map { [$0.result.text] } == example.expected)
        }
    }

    private let shapes = [
        ReadCase("a value", "let n = try db.value(\"SELECT 1\", as: Int.self)", ["value Int"]),
        ReadCase("an optional value", "let n = try db.value(\"SELECT 1\", as: Int?.self)", ["value Int?"]),
        ReadCase("Optional", "let n = try db.value(\"SELECT 1\", as: Optional<Int>.self)", ["value Int?"]),
        ReadCase("a value by its variable", "let n: Int64 = try db.value(\"SELECT 1\")", ["value Int64"]),
        ReadCase("an optional value by its variable", "let n: String? = try db.value(\"SELECT 1\")", ["value String?"]),
        ReadCase("a value with a default", "let n = try db.value(\"SELECT 1\") ?? 0", ["value Int?"]),
        ReadCase("a default for a parameter", "use(try db.value(\"SELECT 1\") ?? 0)", ["unknown"]),
        ReadCase("a default of a sum", "let n = try (db.value(\"SELECT 1\") ?? 0) + 1.5", ["unknown"]),
        ReadCase("try?", "let n = try? db.value(\"SELECT 1\", as: Int.self)", ["value Int?"]),
        ReadCase("a cast", "let n = try db.value(\"SELECT 1\") as Double", ["value Double"]),
        ReadCase("an assigned value", "var n: Int64\nn = try db.value(\"SELECT 1\")", ["value Int64"]),
        ReadCase(
            "an assigned list",
            "final class Model { @Published var all: [Person] = []\nfunc load(db: FMDatabase) throws { self.all = try db.rows(\"SELECT 1\") } }",
            ["decoded Person"]),
        ReadCase(
            "a value for a parameter", "struct P { var n: Int }\nlet p = P(n: try db.value(\"SELECT 1\"))",
            ["value Int"]),
        ReadCase("a forced value", "let n: Int = try db.value(\"SELECT 1\")!", ["value Int"]),
        ReadCase("the result of a function", "func n() throws -> Int { try db.value(\"SELECT 1\") }", ["value Int"]),
        ReadCase(
            "a returned value", "func n() throws -> Int? { if x { return nil }\nreturn try db.value(\"SELECT 1\") }",
            ["value Int?"]),
        ReadCase("a property", "var n: Int { get throws { try db.value(\"SELECT 1\") } }", ["value Int"]),
        ReadCase("a closure", "let n = try queue.read { db in try db.value(\"SELECT 1\") }", ["unknown"]),
        ReadCase(
            "a closure with a type", "let n = try queue.read { db -> Int in try db.value(\"SELECT 1\") }", ["value Int"]
        ),
        ReadCase(
            "a generic value",
            "func n<T: FMValueConvertible>(_ t: T.Type) throws -> T { try db.value(\"SELECT 1\", as: T.self) }",
            ["unknown"]),
        ReadCase("a type of a variable", "let n = try db.value(\"SELECT 1\", as: type)", ["unknown"]),
        ReadCase("values", "let all = try db.rows(\"SELECT 1\", as: Date.self)", ["value Date"]),
        ReadCase("values by a variable", "let all: [Int?] = try db.rows(\"SELECT 1\")", ["value Int?"]),
        ReadCase("bytes", "let all: [[UInt8]] = try db.rows(\"SELECT 1\")", ["value [UInt8]"]),
        ReadCase(
            "tuples", "for (id, name) in try db.rows(\"SELECT 1, 2\", as: (Int, String?).self) { print(id, name) }",
            ["tuple Int String?"]),
        ReadCase(
            "tuples by a variable", "let all: [(id: Int64, Date)] = try db.rows(\"SELECT 1, 2\")", ["tuple Int64 Date"]),
        ReadCase(
            "a tuple with an unknown type", "let all = try db.rows(\"SELECT 1, 2\", as: (Int, [Int]).self)", ["unknown"]
        ),
        ReadCase("a type", "let all = try db.rows(\"SELECT 1\", as: Person.self)", ["decoded Person"]),
        ReadCase(
            "a type by a variable", "let all: Array<Outer.Person> = try db.rows(\"SELECT 1\")", ["decoded Person"]),
        ReadCase(
            "a type by a result", "func all() throws -> [Person] { try db.rows(\"SELECT 1\") }", ["decoded Person"]),
        ReadCase(
            "the first of a type", "let one = try db.rows(\"SELECT 1\", as: Person.self).first", ["decoded Person"]),
        ReadCase(
            "an enumeration",
            "enum Level: Int, FMValueConvertible { case low }\nlet all = try db.rows(\"SELECT 1\", as: Level.self)",
            ["value Level"]),
        ReadCase(
            "an alias",
            "typealias Row = (Int, Name)\ntypealias Name = String\nlet all = try db.rows(\"SELECT 1\", as: Row.self)",
            ["tuple Int String"]),
        ReadCase("no type", "print(try db.rows(\"SELECT 1\"))", ["unknown"]),
        ReadCase(
            "FMDB's values", "let n = db.intForQuery(\"SELECT 1\"); let s = db.stringForQuery(\"SELECT 2\")",
            ["value Int32?"], ["value String?"]),
        ReadCase(
            "a decoded row", "try db.forEachRow(\"SELECT 1\") { all.append(try $0.decode(Person.self)) }",
            ["decoded Person"]),
        ReadCase(
            "a row by its variable",
            "let rs = try db.query(\"SELECT 1\")\nwhile let row = try rs.nextRow() { let p: Person = try row.decode() }",
            ["decoded Person"]),
        ReadCase(
            "two types of a row",
            "try db.forEachRow(\"SELECT 1\") { use(try $0.decode(A.self), try $0.decode(B.self)) }", ["unknown"]),
        ReadCase(
            "two types of one name",
            """
            func one() throws { struct P: Decodable { let a: Int }; print(try db.rows("SELECT 1", as: P.self)) }
            func two() throws { struct P: Decodable { let b: Int }; print(try db.rows("SELECT 2", as: P.self)) }
            print(try db.rows("SELECT 3", as: P.self))
            """, ["decoded P (line 3)"], ["decoded P (line 4)"], ["unknown"]),
    ]
#endif
