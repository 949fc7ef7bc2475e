#if Checked
    import FMDBCheck
    import Testing

    /// How types and models are read.
    @Suite("Row types")
    struct RowTypeTests {
        @Test("The properties are the columns that the compiler decodes", arguments: types)
        func properties(_ example: ReadCase) {
            let types = SourceReader.facts(of: example.source, file: "A.swift").types
            #expect(types.map(\.text) == example.expected.first)
        }

        @Test("A property has the place of its name")
        func place() throws {
            let facts = SourceReader.facts(of: "struct P: Codable {\n    var a, b: Int\n}", file: "A.swift")
            let type = try #require(facts.types.first)
            #expect(type.place == FMSourcePlace("A.swift", line: 1, column: 8))
            #expect(type.properties.map(\.place.column) == [9, 12])
        }
    }

    private let types = [
        ReadCase(
            "a structure", "struct P: Codable { var id: Int64?; let name: String; var born: Date! }",
            ["P: id=id Int64? missing, name=name String, born=born Date? missing"]),
        ReadCase("a class", "final class P: Sendable, Decodable { let a: Int }", ["P: a=a Int"]),
        ReadCase(
            "a type that is not decoded",
            "struct P: Encodable { var a: Int }\nenum E: Codable { case a }\nactor A { var a = 1 }", []),
        ReadCase("a conformance in an extension", "struct P { var a: Int }\nextension P: Decodable {}", ["P: a=a Int"]),
        ReadCase(
            "a conformance by a protocol",
            "protocol Row: Base {}\nprotocol Base: Sendable & Codable {}\nstruct P: Row { var a: Int }", ["P: a=a Int"]),
        ReadCase(
            "a conformance by an alias", "typealias Row = Hashable & Decodable\nstruct P: Row { var a: Int }",
            ["P: a=a Int"]),
        ReadCase(
            "coding keys",
            """
            struct P: Codable {
                var id: Int
                var fullName: String
                var cache = 0
                enum CodingKeys: String, CodingKey { case id, fullName = "full_name" }
            }
            """, ["P: id=id Int, fullName=full_name String"]),
        ReadCase(
            "coding keys without texts",
            "struct P: Codable { var a: Int; var b = 1; private enum CodingKeys: CodingKey { case a } }", ["P: a=a Int"]
        ),
        ReadCase(
            "coding keys in an extension",
            "struct P: Codable { var a: Int }\nextension P { enum CodingKeys: String, CodingKey { case a = \"A\" } }",
            ["P: a=A Int"]),
        ReadCase(
            "coding keys that are computed",
            "struct P: Codable { var a: Int; enum CodingKeys: String, CodingKey { case a; var stringValue: String { \"x\" } } }",
            ["P itself"]),
        ReadCase(
            "coding keys of another type", "struct P: Codable { var a: Int; typealias CodingKeys = Others }",
            ["P itself"]),
        ReadCase(
            "what is not stored",
            """
            struct P: Decodable {
                static let table = "p"
                let version = 1
                lazy var a = 1
                var b: Int { 1 }
                var c: Int { get { 1 } set { } }
                var d: Int { didSet { } }
                private(set) var e: Int
                func f() { var g: Int }
                struct Inner { var h: Int }
            }
            """, ["P: d=d Int, e=e Int"]),
        ReadCase(
            "values at first",
            "struct P: Decodable { var a = 1; var b = \"\"; var c = -1.5; var d = true; var e = make(); var f: Int = 3 }",
            ["P: a=a Int, b=b String, c=c Double, d=d Bool, e=e _? missing, f=f Int"]),
        ReadCase(
            "types of columns and others",
            "enum Level: Int, Codable { case low }\ntypealias ID = Int64\nstruct P: Codable { var a: Level; var b: ID?; var c: [String]; var d: Address; var e: [String: Int]?; var f: Set<Int> }",
            ["P: a=a Level, b=b Int64? missing, c=c [String], d=d Address?, e=e [String: Int]? missing, f=f Set<Int>?"]),
        ReadCase(
            "property wrappers", "struct P: Codable { @Default var a: Int; @available(*, deprecated) var b: Int }",
            ["P: a=a Default? missing, b=b Int"]),
        ReadCase(
            "init(from:)", "struct P: Codable { var a: Int; init(from decoder: any Decoder) throws { a = 1 } }",
            ["P itself"]),
        ReadCase(
            "init(from:) in an extension",
            "struct P { var a: Int }\nextension P: Decodable { init(from decoder: Decoder) throws { a = 1 } }",
            ["P itself"]),
        ReadCase("a generic type", "struct Box<T: Codable>: Codable { var a: T }", ["Box itself"]),
        ReadCase(
            "a class that inherits", "class B: A, Codable { var a = 1 }\nclass C: NSObject, Codable { var a = 1 }",
            ["B itself", "C: a=a Int"]),
        ReadCase("a class that inherits from a generic one", "class B: A<Int>, Codable { var a = 1 }", ["B itself"]),
        ReadCase("a type that is a value, too", "struct P: Codable, FMValueConvertible { var a: Int }", ["P itself"]),
        ReadCase(
            "a macro of others",
            "@Observable final class P: Codable { var a: Int }\n@CodableBy struct Q: Codable { var a: Int }",
            ["P itself", "Q itself"]),
        ReadCase("properties in a condition", "struct P: Codable {\n#if DEBUG\nvar a: Int\n#endif\n}", ["P itself"]),
        ReadCase(
            "functions in a condition", "struct P: Codable {\nvar a: Int\n#if DEBUG\nfunc f() {}\n#endif\n}",
            ["P: a=a Int"]),
        ReadCase("names in backticks", "struct P: Codable { var `default`: Int }", ["P: default=default Int"]),
        ReadCase(
            "an extension of a type of another file",
            "extension P: Decodable { init(from decoder: Decoder) throws {} }\nextension Q { var a: Int { 1 } }",
            ["P itself"]),
        ReadCase(
            "two types of one name",
            "enum A { struct P: Codable { var a: Int } }\nenum B { struct P: Codable { var b: Int } }",
            ["P (line 1): a=a Int", "P (line 2): b=b Int"]),
        ReadCase(
            "a model", "struct Person: Codable, FMModel { var id: Int64?; var name: String }",
            ["Person table Person: id=id Int64? missing, name=name String"]),
        ReadCase(
            "a model with a name",
            "struct P: Codable, FMModel { static let tableName = \"people\"; var a: Int }\nstruct Q: Codable, FMModel { static var tableName: String { \"q\" }; var a: Int }",
            ["P table people: a=a Int", "Q table q: a=a Int"]),
        ReadCase(
            "a model with a computed name",
            "struct P: Codable, FMModel { static var tableName: String { prefix + \"p\" }; var a: Int }", ["P: a=a Int"]
        ),
        ReadCase(
            "the macro",
            """
            @FMModel("people", isStrict: true)
            struct Person {
                @FMKey(.automatic) var id: Int64?
                @FMColumn("born_on", renamedFrom: "birth") var born: Date?
                @FMIgnored var cache = 0
                @FMUnique var mail: String
                @FMColumn(renamedFrom: "x") var y: Int
                enum CodingKeys: String, CodingKey { case id, born, mail = "e_mail", y }
            }
            @FMModel struct Q { var a: Int }
            """,
            [
                "Person table people: id=id Int64? missing, born=born_on Date? missing, mail=e_mail String, y=y Int",
                "Q table Q: a=a Int",
            ]),
        ReadCase(
            "the macro and Codable with other columns", "@FMModel struct Q: Codable { @FMColumn(\"b\") var a: Int }",
            ["Q table Q itself"]),
        ReadCase("a model by hand", "struct Q: FMModel { var a: Int; static var fmTable: FMTable<Q> { x } }", []),
    ]
#endif
