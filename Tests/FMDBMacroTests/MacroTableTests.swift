#if Macros
    import FMDBModel
    import FMDBTestHelpers
    import Testing

    /// The user of the task.
    private enum Session {
        @TaskLocal static var user = "nobody"
    }

    /// Models of the macro's whose table is not the same in each call, or is there before its columns are.
    @Suite struct MacroTableTests {
        private let db = FMDatabase.memory()

        enum Tone: String, Codable, CaseIterable { case low, high }

        @FMModel
        struct Note {
            static var tableName: String { "notes_" + Session.user }

            var id: Int64?
            var text: String
        }

        @FMModel("person")
        struct Person: Equatable {
            var id: Int64?
            var name = ""
            var number = -7
            var tone: Tone = .high
            var tags: [String] = ["new"]
            var nick: String? = "none"
            var motto: String?
            var seen: Date?
        }

        @FMModel(
            unique: [["name"], FMIndex("mail", where: "age > 3")], indexes: [FMIndex(expressions: "lower(name)")],
            checks: [FMCheck("grown", "age >= 0")], collations: ["name": .nocase])
        struct Member {
            var id: Int64?
            var name: String
            var mail: String?
            @FMIndexed var age: Int
        }

        @FMModel(isStrict: false, isWithoutRowID: true)
        struct Visit {
            @FMKey var town: String
            @FMKey var day: Int
        }

        @FMModel(generated: [FMGenerated("size", .integer, as: "length(name)")])
        struct Sized {
            var id: Int64?
            var name: String
        }

        @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31)))
        func aComputedColumnIsNamedInConditions() throws {
            try db.createTable(Sized.self)
            try db.insert([Sized(name: "ann"), Sized(name: "carl")])
            #expect(try db.find(Sized.self) { $0.size > 3 }.map(\.name) == ["carl"])
        }

        @Test func aTableMayHaveNoNumbersOfRows() throws {
            #expect(try db.createTable(Visit.self).isWithoutRowID == true)
            #expect(try db.createTable(Visit.self).isEmpty)
        }

        @Test func theOptionsOfTheTableAreThoseOfTheModel() throws {
            let report = try db.createTable(Member.self)

            #expect(
                report.madeIndexes == [
                    "Member_name_unique", "Member_mail_where_age_3_unique", "Member_age_index",
                    "Member_lower_name_index",
                ])
            #expect(report.madeChecks == ["grown"])
            #expect(Member.fmTable.options.collations == ["name": .nocase])
            #expect(try db.createTable(Member.self).isEmpty)
        }

        @Test func eachUserHasATable() throws {
            for user in ["ann", "bob"] {
                try Session.$user.withValue(user) {
                    try db.createTable(Note.self)
                    try db.insert(Note(text: user))
                }
            }

            for user in ["ann", "bob"] {
                #expect(try Session.$user.withValue(user) { try db.find(Note.self).map(\.text) } == [user])
            }
        }

        @Test func newPropertiesBeginWithTheirValuesInOldRowsToo() throws {
            try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
            try db.execute("INSERT INTO person VALUES (1, 'ann')")

            try db.createTable(Person.self)

            #expect(try db.find(Person.self) == [Person(id: 1, name: "ann")])
            #expect(try db.upgradePlan(for: Person.self).added.isEmpty)
        }
    }

    extension MacroTableTests.Sized.Columns {
        var size: FMField<MacroTableTests.Sized, Int> { FMField("size") }
    }
#endif
