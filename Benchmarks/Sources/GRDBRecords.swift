import Foundation
import GRDB

/// GRDB's records, made of `Codable` structs without a line of code.
enum GRDBRecords {
    static let name = "GRDB Codable"
}

extension Article: FetchableRecord, PersistableRecord {
    static let databaseTableName = "article"
}

extension Event: FetchableRecord, PersistableRecord {
    static let databaseTableName = "event"
}

/// A row of `Counter`.
private struct CounterRecord: Codable, FetchableRecord {
    let id, ownerId, createdAt, updatedAt, viewCount, likeCount, replyCount, numberOfAttachments: Int64
    let lastModifiedTimestamp, flags: Int64
}

/// A row of `Counter.flags`.
private struct FlagsRecord: Codable, FetchableRecord {
    let flags: Int64
}

/// A row of `Article.selectionByKey`.
private struct SummaryRecord: Codable, FetchableRecord {
    let id: Int64
    let title: String
    let score: Double
    let parentId: Int64?
}

/// What `Article.update` changes.
private struct ChangeRecord: Codable, PersistableRecord {
    static let databaseTableName = "article"

    let id: Int64
    let title: String
    let score: Double
}

/// A row of `Page.search`.
private struct PageRecord: Codable, FetchableRecord {
    let rowid: Int64
    let title: String
    let rank: Double
}

// MARK: - Reading

extension GRDBRecords {
    static func articles(_ fixture: Fixture) throws -> Contender {
        try GRDBRows.reading(fixture.path, name: name) { db, sum in
            let articles = try Article.fetchCursor(db, sql: Article.selection)
            while let article = try articles.next() { sum.add(article) }
        }
    }

    static func structs(_ fixture: Fixture) throws -> Contender {
        try GRDBRows.reading(fixture.path, name: name) { db, sum in
            for article in try Article.fetchAll(db, sql: Article.selection) { sum.add(article) }
        }
    }

    static func counters(_ fixture: Fixture) throws -> Contender {
        try GRDBRows.reading(fixture.path, name: name) { db, sum in
            let counters = try CounterRecord.fetchCursor(db, sql: Counter.selection)
            while let row = try counters.next() {
                sum.add(row.id)
                sum.add(row.ownerId)
                sum.add(row.createdAt)
                sum.add(row.updatedAt)
                sum.add(row.viewCount)
                sum.add(row.likeCount)
                sum.add(row.replyCount)
                sum.add(row.numberOfAttachments)
                sum.add(row.lastModifiedTimestamp)
                sum.add(row.flags)
            }
        }
    }

    static func oneColumn(_ fixture: Fixture) throws -> Contender {
        try GRDBRows.reading(fixture.path, name: name) { db, sum in
            let all = try FlagsRecord.fetchCursor(db, sql: Counter.flags)
            while let one = try all.next() { sum.add(one.flags) }
        }
    }

    static func point(_ path: String, _ keys: [Int64], inTransaction: Bool) throws -> Contender {
        try (inTransaction ? GRDBRows.readingInTransaction : GRDBRows.reading)(path, name) { db, sum in
            let statement = try db.cachedStatement(sql: Article.selectionByKey)
            for key in keys { sum.add(try summary(of: key, statement)) }
        }
    }

    @inline(__always)
    static func summary(of key: Int64, _ statement: Statement) throws -> Article.Summary? {
        statement.setUncheckedArguments([key])
        let row = try SummaryRecord.fetchCursor(statement).next()
        return row.map { ($0.id, $0.title, $0.score, $0.parentId) }
    }

    static func fullText(_ path: String, _ words: [String]) throws -> Contender {
        try GRDBRows.reading(path, name: name) { db, sum in
            let statement = try db.cachedStatement(sql: Page.search)
            for word in words {
                statement.setUncheckedArguments([word])
                let pages = try PageRecord.fetchCursor(statement)
                while let page = try pages.next() {
                    sum.add(page.rowid)
                    sum.add(page.title)
                    sum.add(page.rank)
                }
            }
        }
    }
}

// MARK: - Writing

extension GRDBRecords {
    static func insert(_ fixture: Fixture) -> Contender {
        .inserting(name, fixture, open: GRDBRows.open) { queue in
            try queue.inTransaction { db in
                for number in 0..<fixture.scale.inserts {
                    try fixture.events[number % fixture.events.count].insert(db)
                }
                return .commit
            }
        }
    }

    static func smallTransactions(_ fixture: Fixture) -> Contender {
        .inserting(name, fixture, settings: Event.smallSettings, open: { try GRDBRows.open($0, settings: $1) }) {
            queue in
            try queue.inDatabase { db in
                for number in 0..<fixture.scale.trips {
                    try db.inTransaction(.immediate) {
                        try fixture.events[number % fixture.events.count].insert(db)
                        return .commit
                    }
                }
            }
        }
    }

    static func namedUpdate(_ fixture: Fixture) throws -> Contender {
        try .updating(name, fixture, open: GRDBRows.open) { queue in
            try queue.inTransaction { db in
                for key in fixture.keys {
                    let change = Article.Change(key)
                    try ChangeRecord(id: key, title: change.title, score: change.score).update(db)
                }
                return .commit
            }
        }
    }
}
