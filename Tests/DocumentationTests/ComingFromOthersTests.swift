import FMDBModel
import Foundation
import FMDBTestHelpers
import Testing

@Suite("The articles “Coming from SQLite.swift” and “Coming from Core Data or Realm”")
struct ComingFromOthersTests {
    struct User: Codable, FMModel {
        static let tableName = "users"
        static let tableOptions = FMTableOptions(unique: ["email"])

        var id: Int64?
        var name: String?
        var email: String

        struct Columns: FMColumns {
            let id = FMField<User, Int64?>("id")
            let name = FMField<User, String?>("name")
            let email = FMField<User, String>("email")
        }
    }

    struct Folder: Codable, FMModel {
        var id: Int64?
        var name: String

        static let notes = hasMany(Memo.self, by: "folder")
    }

    struct Memo: Codable, FMModel {
        static let tableOptions = FMTableOptions(references: [
            FMReference("folder", to: Folder.self, onDelete: .cascade)
        ])

        var id: Int64?
        var folder: Int64
        var text: String
        var changed: Date

        struct Columns: FMColumns {
            let text = FMField<Memo, String>("text")
            let changed = FMField<Memo, Date>("changed")
        }
    }

    private let folder = TemporaryFolder()

    @Test("users")
    func users() throws {
        let queue = FMDatabaseQueue()
        try queue.createTable(User.self)
        let id = try queue.insert(User(name: "Alice", email: "alice@mac.com"))
        for user in try queue.find(User.all.where { $0.name != nil }.order(\.email.descending)) {
            print(user.id ?? 0, user.name ?? "", user.email)
        }
        try queue.update(User.all.where { $0.id == id }) { [$0.email <- "alice@me.com"] }
        try queue.delete(User.all.where { $0.id == id })
        #expect(try !queue.exists(User.all))
        try queue.insert(User(name: nil, email: "bob@mac.com"))
        try queue.update(User.all.where { $0.name == nil }) { [$0.email <- "bob@me.com"] }
        #expect(try queue.find(User.all).map(\.email) == ["bob@me.com"])
    }

    @Test("the same in SQL")
    func texts() throws {
        let (queue, name) = (FMDatabaseQueue(), "Alice")
        try queue.createTable(User.self)
        try queue.insert(User(name: "Alice", email: "alice@mac.com"))
        let emails = try queue.rows("SELECT email FROM users WHERE name = \(name)", as: String.self)
        let count = try queue.value("SELECT count(*) FROM users", as: Int.self)
        #expect(emails == ["alice@mac.com"] && count == 1)
    }

    @Test("the dates of SQLite.swift are read")
    func dates() {
        let date = FMDateStorage.iso8601.date(of: .text("2026-03-01T12:30:00.125"))
        #expect(date?.timeIntervalSince1970 == 1_772_368_200.125)
    }

    private func memos() throws -> FMDatabaseQueue {
        let path = folder.file()
        var configuration = FMDatabaseQueue.Configuration()
        configuration.foreignKeys = true
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        try queue.createTable(Folder.self)
        try queue.createTable(Memo.self)
        return queue
    }

    @Test("memos in folders")
    func writing() async throws {
        let path = folder.file()
        var configuration = FMDatabaseQueue.Configuration()
        configuration.foreignKeys = true
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        try await queue.createTable(Folder.self)
        try await queue.createTable(Memo.self)

        try await queue.withTransaction { db in
            let folder = try db.insert(Folder(name: "Travel"))
            try db.insert(Memo(folder: folder, text: "Pack the tent", changed: .now))
        }
        let recent = Memo.all.where { $0.text.contains("tent") }.order(\.changed.descending).limit(20)
        var memos = try await queue.find(recent)
        memos[0].text += ", and the stove"
        try await queue.save(memos[0])
        #expect(try await queue.find(recent).map(\.text) == ["Pack the tent, and the stove"])
        #expect(try await queue.find(Folder.all.including(Folder.notes)).first?.1.count == 1)
        try await queue.delete(Folder.self, where: .all)
        #expect(try await queue.count(Memo.self) == 0)
    }

    private struct OldMemo {
        var text: String
        var date: Date
    }

    @Test("moving the objects")
    func moving() async throws {
        let queue = try memos()
        let inbox = try await queue.insert(Folder(name: "Inbox"))
        let old = (0..<2500).map { OldMemo(text: "\($0)", date: .distantPast) }
        for part in stride(from: 0, to: old.count, by: 1000) {
            let memos = old[part...].prefix(1000).map { Memo(folder: inbox, text: $0.text, changed: $0.date) }
            try await queue.insert(memos)
        }
        #expect(try await queue.count(Memo.self) == 2500)
    }
}
