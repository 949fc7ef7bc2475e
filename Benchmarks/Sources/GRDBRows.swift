import Foundation
import GRDB

/// GRDB's rows, in the fastest way that its documentation shows: cursors, statements that are kept, arguments that are not
/// checked. Connections are opened as GRDB opens them.
enum GRDBRows {
    static let name = "GRDB"

    static func open(_ path: String) throws -> DatabaseQueue { try open(path, settings: Fixture.settings) }

    static func open(_ path: String, settings: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: settings) }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// A contender that does all of its round in one access.
    static func reading(
        _ path: String, name: String = name, _ body: @escaping (Database, inout Checksum) throws -> Void
    ) throws -> Contender {
        let queue = try open(path)
        return Contender(name: name) { sum in try queue.inDatabase { db in try body(db, &sum) } }
    }

    /// The same in one transaction.
    static func readingInTransaction(
        _ path: String, name: String = name, _ body: @escaping (Database, inout Checksum) throws -> Void
    ) throws -> Contender {
        try reading(path, name: name) { db, sum in
            try db.inTransaction(.deferred) {
                try body(db, &sum)
                return .commit
            }
        }
    }
}

// MARK: - All rows

extension GRDBRows {
    static func articlesByIndex(_ fixture: Fixture) throws -> Contender {
        try reading(fixture.path) { db, sum in
            let rows = try Row.fetchCursor(db, sql: Article.selection)
            while let row = try rows.next() {
                sum.add(row[0] as Int64)
                sum.add(row[1] as String)
                sum.add(row[2] as String)
                sum.add(row[3] as Double)
                sum.add(row[4] as Data)
                sum.add(row[5] as Int64?)
            }
        }
    }

    static func articlesByName(_ fixture: Fixture) throws -> Contender {
        try reading(fixture.path) { db, sum in
            let rows = try Row.fetchCursor(db, sql: Article.selection)
            while let row = try rows.next() {
                sum.add(row["id"] as Int64)
                sum.add(row["title"] as String)
                sum.add(row["summary"] as String)
                sum.add(row["score"] as Double)
                sum.add(row["cover"] as Data)
                sum.add(row["parentId"] as Int64?)
            }
        }
    }

    static func countersByIndex(_ fixture: Fixture) throws -> Contender {
        try reading(fixture.path) { db, sum in
            let rows = try Row.fetchCursor(db, sql: Counter.selection)
            while let row = try rows.next() {
                for column in 0..<10 { sum.add(row[column] as Int64) }
            }
        }
    }

    static func countersByName(_ fixture: Fixture) throws -> Contender {
        try reading(fixture.path) { db, sum in
            let rows = try Row.fetchCursor(db, sql: Counter.selection)
            while let row = try rows.next() {
                sum.add(row["id"] as Int64)
                sum.add(row["ownerId"] as Int64)
                sum.add(row["createdAt"] as Int64)
                sum.add(row["updatedAt"] as Int64)
                sum.add(row["viewCount"] as Int64)
                sum.add(row["likeCount"] as Int64)
                sum.add(row["replyCount"] as Int64)
                sum.add(row["numberOfAttachments"] as Int64)
                sum.add(row["lastModifiedTimestamp"] as Int64)
                sum.add(row["flags"] as Int64)
            }
        }
    }

    static func oneColumn(_ fixture: Fixture) throws -> Contender {
        try reading(fixture.path) { db, sum in
            let values = try Int64.fetchCursor(db, sql: Counter.flags)
            while let value = try values.next() { sum.add(value) }
        }
    }

    static func structs(_ fixture: Fixture) throws -> Contender {
        try reading(fixture.path) { db, sum in
            var all: [Article] = []
            let rows = try Row.fetchCursor(db, sql: Article.selection)
            while let row = try rows.next() { all.append(Article(row.columns)) }
            for article in all { sum.add(article) }
        }
    }

    static func tuples(_ fixture: Fixture) throws -> Contender {
        try reading(fixture.path) { db, sum in
            var all: [Article.Columns] = []
            let rows = try Row.fetchCursor(db, sql: Article.selection)
            while let row = try rows.next() { all.append(row.columns) }
            for row in all { sum.add(row) }
        }
    }

    static func dictionaries(_ fixture: Fixture) throws -> Contender {
        try reading(fixture.path) { db, sum in
            let rows = try Row.fetchCursor(db, sql: Article.selection)
            while let row = try rows.next() { sum.add(Dictionary(row, uniquingKeysWith: { $1 })) }
        }
    }
}

extension Row {
    /// A row of `Article.selection`.
    @inline(__always)
    var columns: Article.Columns { (self[0], self[1], self[2], self[3], self[4], self[5]) }

    /// A row of `Article.selectionByKey`.
    @inline(__always)
    var summary: Article.Summary { (self[0], self[1], self[2], self[3]) }
}

extension Checksum {
    /// An article as a dictionary of GRDB's values.
    fileprivate mutating func add(_ row: [String: DatabaseValue]) {
        add(Int64(row.count))
        guard depth == .everyByte else { return }
        add(Article(boxed: row.mapValues { $0.storage.value ?? NSNull() }))
    }
}

// MARK: - By key

extension GRDBRows {
    /// Looks up rows by their keys, in one transaction or each in one of its own.
    static func point(
        _ path: String, _ keys: [Int64], inTransaction: Bool, sql: String = Article.selectionByKey
    ) throws -> Contender {
        try (inTransaction ? readingInTransaction : reading)(path, name) { db, sum in
            let statement = try db.cachedStatement(sql: sql)
            for key in keys { sum.add(try summary(of: key, statement)) }
        }
    }

    @inline(__always)
    static func summary(of key: Int64, _ statement: Statement) throws -> Article.Summary? {
        statement.setUncheckedArguments([key])
        let rows = try Row.fetchCursor(statement)
        // The row is read before the cursor, which lends it, is let go.
        return try withExtendedLifetime(rows) { try rows.next()?.summary }
    }

    @inline(__always)
    static func summary(of key: Int64, in db: Database) throws -> Article.Summary? {
        try summary(of: key, db.cachedStatement(sql: Article.selectionByKey))
    }

    static func pointUncached(_ path: String, _ keys: [Int64]) throws -> Contender {
        try readingInTransaction(path) { db, sum in
            for key in keys {
                sum.add(try summary(of: key, db.makeStatement(sql: Article.selectionByKey)))
            }
        }
    }

    static func value(_ path: String, _ keys: [Int64], inTransaction: Bool) throws -> Contender {
        try (inTransaction ? readingInTransaction : reading)(path, name) { db, sum in
            let statement = try db.cachedStatement(sql: Article.scoreByKey)
            for key in keys {
                statement.setUncheckedArguments([key])
                if let score = try Double.fetchCursor(statement).next() { sum.add(score) }
            }
        }
    }

    /// Opens a connection, asks for one value, and closes.
    static func openClose(_ fixture: Fixture) -> Contender {
        let (path, keys) = (fixture.path, fixture.keys.prefix(fixture.scale.opens))
        return Contender(name: name) { sum in
            for key in keys {
                let queue = try DatabaseQueue(path: path)
                try queue.inDatabase { db in
                    if let score = try Double.fetchOne(db, sql: Article.scoreByKey, arguments: [key]) { sum.add(score) }
                }
                try queue.close()
            }
        }
    }

    static func fullText(_ path: String, _ words: [String]) throws -> Contender {
        try reading(path) { db, sum in
            let statement = try db.cachedStatement(sql: Page.search)
            for word in words {
                statement.setUncheckedArguments([word])
                let rows = try Row.fetchCursor(statement)
                while let row = try rows.next() {
                    sum.add(row[0] as Int64)
                    sum.add(row[1] as String)
                    sum.add(row[2] as Double)
                }
            }
        }
    }
}
