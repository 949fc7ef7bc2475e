import Foundation
import SQLite3

/// The contender that is the measure of the others.
enum RawC {
    static let name = "raw C"

    static func insert(_ fixture: Fixture) -> Contender {
        .inserting(name, fixture, open: { try RawDatabase($0) }) { database in
            try database.run("BEGIN")
            let statement = try database.prepare(Event.insertion)
            for number in 0..<fixture.scale.inserts {
                try statement.insert(fixture.events[number % fixture.events.count])
            }
            try database.run("COMMIT")
        }
    }

    static func articles(_ fixture: Fixture) throws -> Contender {
        let statement = try RawDatabase(fixture.path).prepare(Article.selection)
        return Contender(name: name) { sum in
            while try statement.next() {
                sum.add(statement.integer(0))
                sum.add(statement.text(1))
                sum.add(statement.text(2))
                sum.add(statement.real(3))
                sum.add(statement.data(4))
                sum.add(statement.optionalInteger(5))
            }
        }
    }

    static func counters(_ fixture: Fixture) throws -> Contender {
        let statement = try RawDatabase(fixture.path).prepare(Counter.selection)
        return Contender(name: name) { sum in
            while try statement.next() {
                for column in Int32(0)..<10 { sum.add(statement.integer(column)) }
            }
        }
    }

    static func tuples(_ fixture: Fixture) throws -> Contender {
        let statement = try RawDatabase(fixture.path).prepare(Article.selection)
        return Contender(name: name) { sum in
            var rows: [Article.Columns] = []
            while try statement.next() {
                rows.append(
                    (
                        statement.integer(0), statement.text(1), statement.text(2), statement.real(3),
                        statement.data(4), statement.optionalInteger(5)
                    ))
            }
            for row in rows { sum.add(row) }
        }
    }

    static func structs(_ fixture: Fixture) throws -> Contender {
        let statement = try RawDatabase(fixture.path).prepare(Article.selection)
        return Contender(name: name) { sum in
            var rows: [Article] = []
            while try statement.next() { rows.append(statement.article) }
            for row in rows { sum.add(row) }
        }
    }

    /// Dictionaries as one would make them by hand.
    static func dictionaries(_ fixture: Fixture) throws -> Contender {
        let statement = try RawDatabase(fixture.path).prepare(Article.selection)
        let names = Article.columnNames
        return Contender(name: name) { sum in
            while try statement.next() {
                var row = [String: Any](minimumCapacity: names.count)
                row[names[0]] = statement.integer(0)
                row[names[1]] = statement.text(1)
                row[names[2]] = statement.text(2)
                row[names[3]] = statement.real(3)
                row[names[4]] = statement.data(4)
                row[names[5]] = statement.optionalInteger(5) ?? NSNull()
                sum.add(row)
            }
        }
    }

    /// Dictionaries of the types that FMDB's interface asks for: the least that they cost.
    static func objectDictionaries(_ fixture: Fixture) throws -> Contender {
        let statement = try RawDatabase(fixture.path).prepare(Article.selection)
        let names = Article.columnNames.map { AnyHashable($0) }
        return Contender(name: "raw C, FMDB's types") { sum in
            while try statement.next() {
                var row = [AnyHashable: Any](minimumCapacity: names.count)
                row[names[0]] = NSNumber(value: statement.integer(0))
                row[names[1]] = statement.text(1)
                row[names[2]] = statement.text(2)
                row[names[3]] = NSNumber(value: statement.real(3))
                row[names[4]] = statement.data(4)
                row[names[5]] = statement.optionalInteger(5).map { NSNumber(value: $0) } ?? NSNull()
                sum.add(row)
            }
        }
    }
}
