#if Macros
    import FMDBModel
    import FMDBTestHelpers
    import Testing

    /// Requests and relations of the macro's models.
    @Suite struct MacroRelationTests {
        @FMModel
        struct Composer: Equatable {
            var id: Int64?
            var name = ""

            static let works = hasMany(Work.self, by: \.composer)
        }

        @FMModel(references: [FMReference("composer", to: Composer.self, onDelete: .cascade)])
        struct Work: Equatable {
            var id: Int64?
            var title: String
            var composer: Int64?
            var finished = Date(timeIntervalSince1970: 7)

            static let author = belongsTo(Composer.self, by: \.composer)
        }

        private struct Line: Decodable, Equatable {
            var title: String
            var length: Int
        }

        private let db = FMDatabase.memory()

        init() throws {
            try db.execute("PRAGMA foreign_keys = ON")
            try db.createTable(Composer.self)
            try db.createTable(Work.self)
            try db.insert([Composer(name: "ann"), Composer(name: "bob")])
            try db.insert([Work(title: "a", composer: 1), Work(title: "bb", composer: 1), Work(title: "c")])
        }

        @Test func requestsHaveTheFieldsOfTheMacro() throws {
            let works = Work.all.where { $0.composer == 1 }.order(\.title.descending)
            #expect(try db.find(works.select(\.title)) == ["bb", "a"])
            #expect(
                try db.find(works.order(by: .asc(\.id)).select { ($0.title, $0.finished) }).map(\.0) == ["bb", "a"])
            let lines = works.select(Line.self) { [FMExpression<Work, Int>(sql: "length(\($0.title))").as("length")] }
            #expect(try db.find(lines) == [Line(title: "bb", length: 2), Line(title: "a", length: 1)])
            #expect(try db.find(Work.all.group(\.composer).select { ($0.composer, $0.count) }).count == 2)
            #expect(try db.update(works.limit(1), set: [\.title <- "z"]) == 1)
            #expect(try db.find(Work.all.select(\.title)) == ["a", "z", "c"])
        }

        @Test func relationsHaveTheFieldsOfTheMacro() throws {
            let found = try db.find(Composer.all.including(Composer.works.order(\.title.ascending)))
            #expect(found.map { $0.1.map(\.title) } == [["a", "bb"], []])
            #expect(try db.find(Work.all.including(Work.author)).map { $0.1?.name } == ["ann", "ann", nil])
            #expect(try db.find(Composer.all.where(Composer.works.count > 1)).map(\.name) == ["ann"])
        }

        @Test func foreignKeysAreMade() throws {
            try db.delete(Composer.self, id: 1)
            #expect(try db.find(Work.all.select(\.title)) == ["c"])
        }
    }
#endif
