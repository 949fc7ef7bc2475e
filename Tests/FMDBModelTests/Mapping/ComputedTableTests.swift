import FMDBModel
import FMDBTestHelpers
import Testing

/// Models whose table's name or options are computed. The user is that of the task, so tests do not disturb each other.
@Suite struct ComputedTableTests {
    private enum Session {
        @TaskLocal static var user = "nobody"
        @TaskLocal static var dates = FMDateStorage.secondsSince1970
    }

    private struct Note: Codable, FMModel, Equatable {
        static var tableName: String { "notes_" + Session.user }
        static var tableOptions: FMTableOptions { FMTableOptions(dates: Session.dates) }

        var id: Int64?
        var text: String
        var at: Date?
    }

    private struct Label: FMModel {
        static var tableName: String { "labels_" + Session.user }
        private static let base = FMTable<Label>(
            "label", [FMColumn("text", \.text)], options: FMTableOptions(key: ["text"]))
        static var fmTable: FMTable<Label> { base.following(tableName, base.options) }

        var text: String

        init(_ text: String) { self.text = text }
        init(fmRow row: FMRow) throws { text = try row.column("text") }
        func fmBind(to values: inout FMModelValues) throws { try values.add(text) }
    }

    private let db = FMDatabase.memory()

    private func `as`<Value>(_ user: String, _ body: () throws -> Value) rethrows -> Value {
        try Session.$user.withValue(user, operation: body)
    }

    @Test func eachUserHasATable() throws {
        for user in ["ann", "bob", "ann"] {
            try self.as(user) {
                try db.createTable(Note.self)
                try db.insert(Note(text: user))
            }
        }

        #expect(try self.as("ann") { try db.find(Note.self).map(\.text) } == ["ann", "ann"])
        #expect(try self.as("bob") { try db.find(Note.self).map(\.text) } == ["bob"])
        #expect(try self.as("bob") { try db.delete(Note.self, where: .all) } == 1)
        #expect(try db.count(FMRecord.self, in: "notes_ann") == 2)
    }

    @Test func aQueueWritesIntoTheTableOfTheCaller() throws {
        let queue = FMDatabaseQueue()
        for user in ["ann", "bob"] {
            try self.as(user) {
                try queue.createTable(Note.self)
                try queue.insert(Note(text: user))
            }
        }

        #expect(try self.as("ann") { try queue.find(Note.self).map(\.text) } == ["ann"])
        #expect(try self.as("bob") { try queue.find(Note.self).map(\.text) } == ["bob"])
    }

    @Test func aTableByHandFollowsTheName() throws {
        for user in ["ann", "bob"] {
            try self.as(user) {
                try db.createTable(Label.self)
                try db.save(Label(user))
            }
        }

        #expect(try self.as("ann") { try db.find(Label.self).map(\.text) } == ["ann"])
        #expect(try self.as("bob") { try db.find(Label.self, id: "bob")?.text } == "bob")
    }

    @Test func computedOptionsCountToo() throws {
        try db.createTable(Note.self)
        try Session.$dates.withValue(.iso8601) {
            try db.createTable(Note.self, named: "texts")
            try db.insert(Note(text: "x", at: Date(timeIntervalSince1970: 0)), into: "texts")
            #expect(try db.value("SELECT at FROM texts", as: String.self) == "1970-01-01T00:00:00.000Z")
            #expect(try db.find(Note.self, from: "texts").map(\.at) == [Date(timeIntervalSince1970: 0)])
        }
        try db.insert(Note(text: "x", at: Date(timeIntervalSince1970: 5)))
        #expect(try db.value("SELECT at FROM notes_nobody", as: Double.self) == 5)
    }

    @Test func moreTablesThanAreKeptAreMadeAnew() throws {
        for number in 0..<600 {
            try self.as("\(number % 300)") {
                if number < 300 { try db.createTable(Note.self) }
                try db.insert(Note(text: "\(number)"))
            }
        }

        #expect(try self.as("7") { try db.find(Note.self).map(\.text) } == ["7", "307"])
    }
}
