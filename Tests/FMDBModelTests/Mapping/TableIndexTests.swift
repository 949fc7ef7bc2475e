import FMDBModel
import FMDBTestHelpers
import Testing

/// Indexes over expressions and of some rows.
@Suite struct TableIndexTests {
    private enum State: String { case active }

    private let columns: [FMColumn<Anything>] = [.text("name"), .text("mail"), .text("state")]

    private func table(unique: [FMIndex] = [], indexes: [FMIndex] = []) -> FMTable<Anything> {
        shape(columns, options: FMTableOptions(unique: unique, indexes: indexes))
    }

    /// A table of three rows, and an object that the connection has made.
    private func filled() throws -> FMDatabase {
        try FMDatabase.memory(
            "CREATE TABLE t (name TEXT, mail TEXT, state TEXT)",
            "INSERT INTO t VALUES ('Ann', 'a', 'active'), ('ann', 'a', 'gone'), ('bob', NULL, 'active')")
    }

    private func indexes(_ db: FMDatabase) throws -> [String] {
        try db.rows(
            "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1", as: String.self)
    }

    @Test func aTableIsMadeWithThem() throws {
        let db = FMDatabase.memory()
        let wanted = FMTableOptions(
            unique: [FMIndex("mail", where: "state = \(State.active) AND name <> \("it's")")],
            indexes: ["name", FMIndex(expressions: "lower(name)", "state DESC")])

        let report = try db.createNotes(wanted)

        #expect(
            report.madeIndexes == [
                "t_mail_where_state_active_AND_name_it_s_unique", "t_name_index", "t_lower_name_state_DESC_index",
            ])
        #expect(
            try indexes(db) == [
                #"CREATE INDEX "t_lower_name_state_DESC_index" ON "t" (lower(name), state DESC)"#,
                #"CREATE INDEX "t_name_index" ON "t" ("name")"#,
                #"CREATE UNIQUE INDEX "t_mail_where_state_active_AND_name_it_s_unique" ON "t" ("mail") "#
                    + "WHERE state = 'active' AND name <> 'it''s'",
            ])
        #expect(try db.createNotes(wanted).isEmpty)
    }

    @Test func theyComeChangeAndGoInATableWithRows() throws {
        let db = try filled()
        let first = table(
            unique: [FMIndex("mail", where: "state = 'active'")], indexes: [FMIndex(expressions: "lower(name)")])

        var report = try db.upgradeTable(to: first)
        #expect(report.madeIndexes == ["t_mail_where_state_active_unique", "t_lower_name_index"])
        #expect(!report.isRebuilt)
        #expect(try db.upgradeTable(to: first, policy: .dropRemoved).isEmpty)

        let second = table(
            unique: [FMIndex("mail", where: "state = 'gone'")], indexes: [FMIndex(expressions: "upper(name)")])
        #expect(try db.upgradeTable(to: second).removedIndexes == [])
        #expect(try indexes(db).count == 4)
        report = try db.upgradeTable(to: second, policy: .dropRemoved)
        #expect(report.removedIndexes.sorted() == ["t_lower_name_index", "t_mail_where_state_active_unique"])
        report = try db.upgradeTable(to: table(), policy: .dropRemoved)
        #expect(report.removedIndexes.sorted() == ["t_mail_where_state_gone_unique", "t_upper_name_index"])
        #expect(try indexes(db) == [])
        #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 3)
    }

    @Test func theSameTextInAnotherWritingServesAsWell() throws {
        let db = try filled()
        try db.execute(
            "CREATE INDEX mine ON t (LOWER( [Name] ) /* ( */, mail COLLATE NOCASE DESC) WHERE `state`='active' -- those"
        )
        let wanted = FMIndex(
            expressions: "lower(name)", "mail COLLATE nocase DESC", where: "state = 'active'")

        #expect(try db.upgradeTable(to: table(indexes: [wanted])).isEmpty)
        let other = FMIndex(
            expressions: "lower(name)", "mail COLLATE nocase DESC", where: "state = 'Active'")
        #expect(try db.upgradeTable(to: table(indexes: [other])).madeIndexes.count == 1)
        #expect(try db.upgradeTable(to: table(), policy: .dropRemoved).removedIndexes.count == 1)
        #expect(try indexes(db).count == 1)
    }

    @Test func equalValuesStandAgainstThem() throws {
        let db = try filled()
        let before = try db.schema()
        for index in [FMIndex(expressions: "lower(name) DESC"), FMIndex("mail", where: "state IN ('active', 'gone')")] {
            let error = thrown { try db.upgradeTable(to: table(unique: [index])) }
            #expect(error?.extendedCode == .constraintUnique)
            #expect(error?.message.contains("2 rows share 1") == true)
        }
        #expect(try db.schema() == before)
    }

    @Test func equalValuesOfANewColumnStandAgainstThem() throws {
        let db = try filled()
        let wanted = shape(
            columns + [.text("x", default: "X")], options: FMTableOptions(unique: [FMIndex(expressions: "lower(x)")]))
        let before = try db.schema()

        #expect(thrown { try db.upgradeTable(to: wanted) }?.extendedCode == .constraintUnique)
        #expect(try db.schema() == before)
    }

    @Test func theyFollowARenamedColumn() throws {
        let db = try filled()
        try db.upgradeTable(to: table(indexes: [FMIndex(expressions: "lower(name)", where: "name > 'a'")]))
        let wanted = shape(
            [.text("new name"), .text("mail"), .text("state")],
            options: FMTableOptions(
                indexes: [FMIndex(expressions: "lower(\(identifier: "new name"))", where: "[new name] > 'a'")],
                renamed: ["new name": "name"]))

        if SQLiteVersion.linked >= SQLiteVersion(3, 25) {
            #expect(try db.upgradeTable(to: wanted).madeIndexes == [])
            #expect(try db.upgradeTable(to: wanted, policy: .dropRemoved).isEmpty)
        } else {
            // SQLite itself cannot rename the column in the index.
            #expect(thrown { try db.upgradeTable(to: wanted) } != nil)
        }
    }

    private struct Person: Codable, FMModel {
        static let tableOptions = FMTableOptions(
            indexes: [FMIndex(expressions: "\(Columns().address.town)"), FMIndex("id", where: "\(Columns().age) > 3")])

        var id: Int64?
        var age: Int
        var address: Address

        struct Address: Codable, FMNested {
            var town: String
            var quote: String?

            enum CodingKeys: String, CodingKey { case town, quote = "a\"b" }

            struct Columns: FMColumns {
                let town = FMField<Address, String>("town")
                let quote = FMField<Address, String?>("a\"b")
            }
        }

        struct Columns: FMColumns {
            let age = FMField<Person, Int>("age")
            let address = FMField<Person, Address>("address")
        }
    }

    @Test(.enabled(if: SQLiteVersion.hasJSON)) func aConditionFindsTheIndexOfTheSameField() throws {
        let db = FMDatabase.memory()
        try db.createTable(Person.self)
        #expect(try db.createTable(Person.self).isEmpty)
        let sql = try Person.all.where { $0.address.town == "Ulm" }.sql

        let plan = try db.rows("EXPLAIN QUERY PLAN \(sql)", as: (Int, Int, Int, String).self)

        #expect(plan.first?.3.contains("USING INDEX Person_json_extract_address_town_index") == true)
    }

    @Test func aFieldThatCannotBeLookedForIsTold() throws {
        let wanted = table(indexes: [FMIndex(expressions: "\(Person.Columns().address.quote)")])

        #expect(thrown { try filled().upgradeTable(to: wanted) }?.resultCode == .misuse)
    }

    @Test func aForeignKeyNeedsAnIndexOfAllRows() throws {
        let db = FMDatabase.memory()
        let options = FMTableOptions(
            indexes: [FMIndex("mail", where: "mail > 'b'")], references: [FMReference("mail", to: "other")])

        #expect(
            try db.createNotes(options).madeIndexes == [
                "t_mail_where_mail_b_index", "t_mail_index",
            ])
    }

    @Test(arguments: [
        FMIndex(), FMIndex("nothing"), FMIndex(expressions: "lower(name"),
        FMIndex(expressions: "name); DROP TABLE t; --"),
        FMIndex("name", where: "name = 'x"), FMIndex("name", where: " "), FMIndex(expressions: ""),
        FMIndex("name", where: "1 /* never ends"), FMIndex(expressions: "name\0"),
    ])
    func aTextStaysInItsPlace(_ index: FMIndex) throws {
        let db = try filled()
        let before = try db.schema()

        #expect(thrown { try db.upgradeTable(to: table(indexes: [index])) }?.resultCode == .misuse)
        #expect(thrown { try db.createNotes(FMTableOptions(unique: [index])) }?.resultCode == .misuse)
        #expect(try db.schema() == before)
    }

    @Test func aCommentEndsWithItsLine() throws {
        let db = try filled()
        let wanted = table(indexes: [FMIndex(expressions: "lower(name) -- small", where: "mail > 'a' -- some")])

        try db.upgradeTable(to: wanted)

        #expect(try db.upgradeTable(to: wanted).isEmpty)
    }

    @Test func whatSQLiteRefusesChangesNothing() throws {
        let db = try filled()
        let before = try db.schema()

        let wanted = shape(
            columns + [.text("new")], options: FMTableOptions(indexes: [FMIndex(expressions: "lower(nothing)")]))
        #expect(thrown { try db.upgradeTable(to: wanted) }?.resultCode == .error)
        #expect(thrown { try db.upgradeTable(to: table(indexes: [FMIndex(expressions: "random()")])) } != nil)
        #expect(try db.schema() == before)
    }
}
