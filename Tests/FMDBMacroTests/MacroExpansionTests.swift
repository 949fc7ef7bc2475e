#if Macros && (os(Linux) || os(macOS))
    import Testing

    @Suite struct MacroExpansionTests {
        @Test func aStructureGetsItsTableAndKeepsItsMemberwiseInitializer() {
            let expansion = MacroExpansion(
                """
                @FMModel("people", dates: .iso8601)
                public struct Person {
                    @FMKey(.automatic(neverReused: true)) public var id: Int64?
                    public let name: String
                    @FMColumn("born_on", renamedFrom: "birth", default: 0) var born: Date
                    private var age = 1
                    @FMIgnored var cache = 0
                }
                """)

            #expect(expansion.problems == [])
            #expect(expansion.code == written)
        }

        @Test func aClassGetsItsInitializerWithinItself() {
            let expansion = MacroExpansion(
                """
                @FMModel final class Note {
                    var text: String
                    init(_ text: String) { self.text = text }
                }
                """)
            let halves = expansion.code.split(separator: "extension Note: \(isolation)FMModel")

            #expect(expansion.problems == [])
            #expect(halves.count == 2)
            #expect(halves.first?.contains("init(fmRow row: FMDBModel.FMRow) throws {") == true)
            #expect(halves.last == " {\n}")
        }

        @Test func whatTheTypeDeclaresItselfIsNotWritten() {
            let expansion = MacroExpansion(
                """
                @FMModel struct Note {
                    var text: String
                    static let tableName = "notes"
                    static var tableOptions: FMTableOptions { FMTableOptions(unique: [["text"]]) }
                    struct Columns: FMColumns {}
                    init(fmRow row: FMRow) throws { text = "" }
                    func fmBind(to values: inout FMModelValues) throws {}
                }
                """)
            let written = expansion.code.split(separator: "inout FMModelValues) throws {}").last ?? ""

            #expect(expansion.problems == [])
            #expect(written.contains("options: Note.tableOptions"))
            for own in ["tableName =", "tableOptions =", "Columns", "init", "fmBind"] {
                #expect(!written.contains(own))
            }
        }

        @Test func aTableGoesByANameThatMayBeComputed() {
            let constant = MacroExpansion(
                """
                @FMModel struct Note {
                    static let tableName = "notes"
                    static let tableOptions = FMTableOptions()
                    var text: String
                }
                """)
            let computed = MacroExpansion(
                "@FMModel struct Note { static var tableName: String { user }; var text: String }")

            #expect(constant.code.contains("static let fmTable: FMDBModel.FMTable<Note> ="))
            #expect(computed.code.contains("private static let fmFirstTable: FMDBModel.FMTable<Note> ="))
            #expect(computed.code.contains("fmFirstTable.following(Note.tableName, Note.tableOptions)"))
        }

        @Test func onlyWhatIsTheSameEachTimeIsAFirstValue() {
            let code = MacroExpansion(
                """
                @FMModel struct Note {
                    var a = -1; var b = 2.5; var c = "x"; var d = true; var e: Level = .low; var f: [String] = ["y", "z"]
                    var g = Date(); var h: Date = .now; var i = Level.low; var j = "\\(user)"; var k: Int? = nil
                    var l = 1 + 1; var m = [UUID()]
                }
                """
            ).code

            for value in ["-1", "2.5", "\"x\"", "true", ".low", "[\"y\", \"z\"]"] {
                #expect(code.contains("initial: \(value))"))
            }
            #expect(code.ranges(of: "initial:").count == 6)
        }

        @Test func availabilityAppliesToTheExtensionToo() {
            let expansion = MacroExpansion("@available(macOS 15, *) @FMModel struct Note { var text: String }")

            #expect(expansion.code.contains("@available(macOS 15, *)\nextension Note: \(isolation)FMModel"))
        }
    }

    #if compiler(>=6.2)
        private let isolation = "nonisolated "
    #else
        private let isolation = ""
    #endif

    private let written = """
        public struct Person {
            public var id: Int64?
            public let name: String
            var born: Date
            private var age = 1
            var cache = 0

            public struct Columns: FMDBModel.FMColumns {
                public let id = FMDBModel.FMField<Person, Int64?>("id")
                public let name = FMDBModel.FMField<Person, String>("name")
                let born = FMDBModel.FMField<Person, Date>("born_on")
                public init() {
                }
            }

            public static let tableName: String = "people"

            public static let tableOptions = FMDBModel.FMTableOptions(
                key: .automatic("id", neverReused: true),
                renamed: ["born_on": "birth"],
                dates: .iso8601
            )

            public static let fmTable: FMDBModel.FMTable<Person> = FMDBModel.FMTable<Person>(
                Person.tableName,
                [
                    FMDBModel.FMColumn("id", \\Person.id),
                    FMDBModel.FMColumn("name", \\Person.name),
                    FMDBModel.FMColumn("born_on", \\Person.born, default: 0),
                    FMDBModel.FMColumn("age", \\Person.age, initial: 1),
                ],
                options: Person.tableOptions
            )

            public func fmBind(to values: inout FMDBModel.FMModelValues) throws {
                try values.add(self.id)
                try values.add(self.name)
                try values.add(self.born)
                try values.add(self.age)
            }
        }

        extension Person: \(isolation)FMModel {
            nonisolated public init(fmRow row: FMDBModel.FMRow) throws {
                let dates = Self.fmTable.options.dates
                self.id = try row.column("id")
                self.name = try row.column("name")
                self.born = try row.column("born_on", dates: dates)
                self.age = try row.column("age", dates: dates)
            }
        }
        """
#endif
