import Foundation
import GRDB

extension GRDBRows {
    static func insert(_ fixture: Fixture) -> Contender {
        .inserting(name, fixture, open: open) { queue in try insert(fixture, into: queue) }
    }

    static func insert(_ fixture: Fixture, into queue: DatabaseQueue) throws {
        try queue.inTransaction { db in
            let statement = try db.cachedStatement(sql: Event.insertion)
            for number in 0..<fixture.scale.inserts {
                statement.setUncheckedArguments(fixture.events[number % fixture.events.count].arguments)
                try statement.execute()
            }
            return .commit
        }
    }

    static func insertUncached(_ fixture: Fixture) -> Contender {
        .inserting(name, fixture, open: open) { queue in
            try queue.inTransaction { db in
                for number in 0..<fixture.scale.trips {
                    let statement = try db.makeStatement(sql: Event.insertion)
                    statement.setUncheckedArguments(fixture.events[number % fixture.events.count].arguments)
                    try statement.execute()
                }
                return .commit
            }
        }
    }

    static func smallTransactions(_ fixture: Fixture) -> Contender {
        .inserting(name, fixture, settings: Event.smallSettings, open: { try open($0, settings: $1) }) { queue in
            try queue.inDatabase { db in
                let statement = try db.cachedStatement(sql: Event.insertion)
                for number in 0..<fixture.scale.trips {
                    try db.inTransaction(.immediate) {
                        statement.setUncheckedArguments(fixture.events[number % fixture.events.count].arguments)
                        try statement.execute()
                        return .commit
                    }
                }
            }
        }
    }

    static func namedUpdate(_ fixture: Fixture) throws -> Contender {
        try .updating(name, fixture, open: open) { queue in
            try queue.inTransaction { db in
                let statement = try db.cachedStatement(sql: Article.update)
                for key in fixture.keys {
                    let change = Article.Change(key)
                    statement.setUncheckedArguments(["title": change.title, "score": change.score, "id": key])
                    try statement.execute()
                }
                return .commit
            }
        }
    }

    static func insert(into path: String, _ fixture: Fixture, size: Int) throws -> Contender {
        try .appending(name, path, size: size, open: open) { queue in
            try queue.inTransaction { db in
                let statement = try db.cachedStatement(sql: Entry.insertion)
                for id in Entry.added(to: size, fixture) {
                    statement.setUncheckedArguments([id, Entry.name(id), Entry.amount(id)])
                    try statement.execute()
                }
                return .commit
            }
        }
    }
}

extension Event {
    /// The row as GRDB takes it.
    fileprivate var arguments: StatementArguments {
        [owner, createdAt, updatedAt, flags, latitude, longitude, name, note, digest, parent]
    }
}
