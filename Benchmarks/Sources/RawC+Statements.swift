import Foundation
import SQLite3

/// Where statements are run often, each for a row or less.
extension RawC {
    static func insertUncached(_ fixture: Fixture) -> Contender {
        .inserting(name, fixture, open: { try RawDatabase($0) }) { database in
            try database.run("BEGIN")
            for number in 0..<fixture.scale.trips {
                let statement = try database.prepare(Event.insertion, isKept: false)
                try statement.insert(fixture.events[number % fixture.events.count])
            }
            try database.run("COMMIT")
        }
    }

    static func smallTransactions(_ fixture: Fixture) -> Contender {
        .inserting(name, fixture, settings: Event.smallSettings, open: { try RawDatabase($0, settings: $1) }) {
            database in
            let begin = try database.prepare("BEGIN IMMEDIATE")
            let statement = try database.prepare(Event.insertion)
            let commit = try database.prepare("COMMIT")
            for number in 0..<fixture.scale.trips {
                try begin.finish()
                try statement.insert(fixture.events[number % fixture.events.count])
                try commit.finish()
            }
        }
    }

    static func namedUpdate(_ fixture: Fixture) throws -> Contender {
        try .updating(name, fixture, open: { try RawDatabase($0) }) { database in
            try database.run("BEGIN")
            let statement = try database.prepare(Article.update)
            for key in fixture.keys { try statement.update(Article.Change(key), key) }
            try database.run("COMMIT")
        }
    }

    static func insert(into path: String, _ fixture: Fixture, size: Int) throws -> Contender {
        try .appending(name, path, size: size, open: { try RawDatabase($0) }) { database in
            try database.run("BEGIN")
            let statement = try database.prepare(Entry.insertion)
            for id in Entry.added(to: size, fixture) { try statement.insertEntry(id) }
            try database.run("COMMIT")
        }
    }

    /// Four columns of one row by its key, in one transaction or each in one of its own.
    static func point(
        _ path: String, _ keys: [Int64], inTransaction: Bool, sql: String = Article.selectionByKey
    ) throws -> Contender {
        let database = try RawDatabase(path)
        let statement = try database.prepare(sql)
        return Contender(name: name) { sum in
            if inTransaction { try database.run("BEGIN") }
            for key in keys { sum.add(try statement.summary(of: key)) }
            if inTransaction { try database.run("COMMIT") }
        }
    }

    static func pointUncached(_ path: String, _ keys: [Int64]) throws -> Contender {
        let database = try RawDatabase(path)
        return Contender(name: name) { sum in
            try database.run("BEGIN")
            for key in keys {
                sum.add(try database.prepare(Article.selectionByKey, isKept: false).summary(of: key))
            }
            try database.run("COMMIT")
        }
    }

    /// One value by its key, in one transaction or each in one of its own.
    static func value(_ path: String, _ keys: [Int64], inTransaction: Bool) throws -> Contender {
        let database = try RawDatabase(path)
        let statement = try database.prepare(Article.scoreByKey)
        return Contender(name: name) { sum in
            if inTransaction { try database.run("BEGIN") }
            for key in keys {
                if let score = try statement.score(of: key) { sum.add(score) }
            }
            if inTransaction { try database.run("COMMIT") }
        }
    }

    static func oneColumn(_ fixture: Fixture) throws -> Contender {
        let statement = try RawDatabase(fixture.path).prepare(Counter.flags)
        return Contender(name: name) { sum in
            while try statement.next() { sum.add(statement.integer(0)) }
        }
    }

    /// Opens a connection, asks for one value, and closes.
    static func openClose(_ fixture: Fixture) -> Contender {
        let (path, keys) = (fixture.path, fixture.keys.prefix(fixture.scale.opens))
        return Contender(name: name) { sum in
            for key in keys {
                let database = try RawDatabase(path, settings: "")
                if let score = try database.prepare(Article.scoreByKey, isKept: false).score(of: key) { sum.add(score) }
            }
        }
    }

    static func fullText(_ path: String, _ words: [String]) throws -> Contender {
        let statement = try RawDatabase(path).prepare(Page.search)
        return Contender(name: name) { sum in
            for word in words {
                try statement.bound(to: word) {
                    while try statement.next() {
                        sum.add(statement.integer(0))
                        sum.add(statement.text(1))
                        sum.add(statement.real(2))
                    }
                }
            }
        }
    }
}
