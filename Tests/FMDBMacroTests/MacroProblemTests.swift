#if Macros && (os(Linux) || os(macOS))
    import Testing

    @Suite struct MacroProblemTests {
        /// The problems of a model with some members.
        private func problems(_ members: String, _ arguments: String = "") -> [String] {
            MacroExpansion("@FMModel\(arguments) struct Note {\n\(members)\n}").problems
        }

        @Test(arguments: ["enum", "actor", "protocol"])
        func onlyStructuresAndClassesCanBeModels(_ kind: String) {
            let expansion = MacroExpansion("@FMModel \(kind) Note {}")

            #expect(expansion.problems == ["\(kind): '@FMModel' can be used only with structures and final classes"])
        }

        @Test func aClassHasToBeFinal() {
            let expansion = MacroExpansion("@FMModel class Note { var text = \"\" }")

            #expect(
                expansion.problems.map { $0.prefix(62) } == [
                    "class: '@FMModel' can be used only with structures and final c"
                ])
            #expect(expansion.offers == ["class → final class"])
        }

        @Test func genericTypesAreRefused() {
            #expect(
                MacroExpansion("@FMModel struct Note<Text> { var text: Text }").problems
                    == ["<Text>: '@FMModel' cannot be used with a generic type"])
            #expect(
                MacroExpansion("struct Book<Text> { @FMModel struct Note { var text: String } }").problems
                    == ["Note: '@FMModel' cannot be used with a generic type, or with a type nested in one"])
        }

        @Test func aTypeOfTheMainActorIsRefused() {
            #expect(
                MacroExpansion("@MainActor @FMModel struct Note { var text: String }").problems
                    == ["@MainActor: '@FMModel' cannot be used with a type that is isolated to an actor"])
        }

        @Test func anAttributeOnWhatIsNotStoredIsRefused() {
            #expect(
                problems("var text = \"\"; @FMUnique var upper: String { text.uppercased() }")
                    == ["@FMUnique: '@FMUnique' needs a stored property, and this one is computed"])
            #expect(
                problems("var text = \"\"; @FMKey static var number = 1")
                    == ["@FMKey: '@FMKey' needs a stored property, and this one belongs to the type"])
            #expect(
                problems("var text = \"\"; @FMColumn(\"a\") lazy var first = text.first")
                    == ["@FMColumn(\"a\"): '@FMColumn' needs a stored property, and this one is lazy"])
            #expect(
                problems("var text = \"\"; @FMIgnored func upper() {}")
                    == ["@FMIgnored: '@FMIgnored' needs a stored property"])
        }

        @Test func anAttributeOutsideAModelIsRefused() {
            #expect(
                MacroExpansion("struct Note { @FMUnique var text: String }").problems
                    == ["@FMUnique: '@FMUnique' has an effect only in a type with '@FMModel'"])
        }

        @Test func anAutomaticKeyHasToBeAnOptionalInteger() {
            let expansion = MacroExpansion("@FMModel struct Note { @FMKey(.automatic) var id: Int64 }")

            #expect(
                expansion.problems
                    == ["Int64: an automatic key is nil until SQLite generates it, so its type must be optional"])
            #expect(expansion.offers == ["Int64 → Int64?"])
            #expect(
                problems("@FMKey(.automatic) var id: String?")
                    == ["String?: an automatic key must be an integer, such as 'Int64?'"])
            #expect(
                problems("@FMKey(.automatic) var id = 1")
                    == ["id: an automatic key needs an explicit type: 'Int64?'"])
        }

        @Test func aKeyOfSeveralColumnsIsNotAutomatic() {
            #expect(
                problems("@FMKey(.automatic) var id: Int64?; @FMKey var name: String")
                    == ["@FMKey(.automatic): a key of several columns cannot be automatic"])
        }

        @Test func equalNamesOfColumnsAreRefused() {
            #expect(
                problems("var name: String; @FMColumn(\"NAME\") var other: String")
                    == ["\"NAME\": two columns have the name 'NAME', because SQLite ignores case"])
        }

        @Test func namesOfColumnsAreWrittenOut() {
            #expect(
                problems("@FMColumn(\"a\\(1)\") var name: String")
                    == [
                        "\"a\\(1)\": the name of a column must be a string literal without interpolation, and not empty"
                    ])
            #expect(
                problems("@FMColumn(\"\") var name: String")
                    == ["\"\": the name of a column must be a string literal without interpolation, and not empty"])
            #expect(
                problems("@FMColumn(renamedFrom: old) var name: String")
                    == ["old: the previous name of a column must be a string literal without interpolation"])
        }

        @Test func whatIsNoColumnNeedsAValue() {
            let message = "'cache' is not a column, so it must be declared with a value"
            #expect(problems("var text: String; @FMIgnored var cache: Int") == ["cache: \(message)"])
            #expect(problems("var text: String; @FMIgnored var cache: Int?") == [])
            #expect(problems("var text: String; @FMIgnored let cache: Int?") == ["cache: \(message)"])
            #expect(
                problems("var text: String; var cache: Int; enum CodingKeys: String, CodingKey { case text }")
                    == ["cache: \(message)"])
        }

        @Test func anIgnoredPropertySaysNothingElse() {
            #expect(
                problems("var text: String; @FMIgnored @FMUnique var cache = 0")
                    == ["@FMUnique: '@FMUnique' has no effect on a property with '@FMIgnored'"])
        }

        @Test func aConstantWithAValueIsRefused() {
            let expansion = MacroExpansion("@FMModel struct Note { var text: String; let version = 1 }")

            #expect(expansion.problems.map { $0.prefix(41) } == ["let: 'version' is a constant with a value"])
            #expect(expansion.offers == ["let → var", "let → @FMIgnored let"])
        }

        @Test func whatCannotBeSeenIsNotPassedOver() {
            #expect(
                problems("var text: String\n#if DEBUG\nvar note = 0\n#endif")
                    == ["var: '@FMModel' cannot see a stored property within '#if'"])
            #expect(
                problems("var text: String\nvar (a, b) = (1, 2)")
                    == ["(a, b): '@FMModel' needs a separate declaration for each property"])
            #expect(problems("static var text = 1") == ["Note: 'Note' has no property that could be a column"])
        }

        @Test func thereIsOneTimeOfEachKind() {
            #expect(
                problems("@FMCreated var a: Date; @FMCreated var b: Date; @FMUpdated var c: Date")
                    == ["@FMCreated: only one property can be '@FMCreated'"])
        }

        @Test(arguments: ["a: String", "a: Int64?", "a = 0", "a = \"\"", "a: [Date]", "a: Double!", "a = [Date()]"])
        func aTimeIsADate(_ declaration: String) {
            #expect(
                problems("@FMCreated var \(declaration)")
                    == ["@FMCreated: '@FMCreated' needs a property of the type 'Date' or 'Date?'"])
            #expect(
                problems("@FMUpdated var \(declaration)")
                    == ["@FMUpdated: '@FMUpdated' needs a property of the type 'Date' or 'Date?'"])
        }

        @Test(arguments: ["a: Date", "a: Date?", "a: Foundation.Date", "a = Date()", "a: Stamp", "a: Date!"])
        func whatMayBeADateIsATime(_ declaration: String) {
            #expect(problems("@FMCreated var \(declaration)") == [])
        }

        @Test func aPropertyDoesNotHaveTheNameOfTheTypeThatIsWritten() {
            #expect(
                problems("var Columns: Int")
                    == [
                        "Columns: 'Columns' is the name of a type that '@FMModel' generates: rename the property"
                    ])
            #expect(
                MacroExpansion("@FMNested struct Note: Codable { var Columns: Int }").problems == [
                    "Columns: 'Columns' is the name of a type that '@FMNested' generates: rename the property"
                ])
            #expect(problems("var tableName: String; var fmTable: Int; var tableOptions: Int; var fmBind: Int") == [])
        }

        @Test func setsOfColumnsNameColumns() {
            #expect(
                problems("var name: String", "(unique: [[\"name\", \"age\"]])") == [
                    "\"age\": 'Note' has no column 'age'"
                ])
            #expect(
                problems("var name: String", "(indexes: sets)")
                    == ["sets: write the columns as an array literal: [[\"name\", \"age\"]]"])
            #expect(problems("@FMColumn(\"n\") var name: String", "(unique: [[\"N\"]])") == [])
        }

        @Test func optionsStandInOnePlace() {
            let own = "static var tableOptions: FMTableOptions { FMTableOptions() }"
            #expect(
                problems("@FMKey var name: String; \(own)")
                    == ["@FMKey: '@FMKey' has no effect: declare this in the type's own 'tableOptions'"])
            #expect(
                problems("var name: String; \(own)", "(dates: .iso8601)")
                    == [".iso8601: this argument has no effect: declare it in the type's own 'tableOptions'"])
            #expect(problems("@FMColumn(\"n\") var name: String; \(own)") == [])
        }
    }
#endif
