import FMDB
import GRDB
import SQLite3

// What is read, in the types that programs have.
extension Everyday {
    static func reading(_ fixture: Fixture) -> [Workload] {
        func workload(_ name: String, _ title: String, _ contenders: @escaping () throws -> [Contender]) -> Workload {
            Workload(name: name, title: title, rows: fixture.scale.reads, contenders: contenders)
        }
        return [
            workload("ints-as-int", "10 integers as Int") {
                try [
                    RawC.counters(fixture), classicNumbers(fixture), numbersByIndex(fixture), numbersByName(fixture),
                    peerNumbers(fixture),
                ]
            },
            workload("pairs", "Array of tuples of two") {
                try [rawPairs(fixture), pairs(fixture), peerPairs(fixture)]
            },
            workload("dictionaries-read", "Rows as dictionaries whose values are read") {
                try [rawDictionaries(fixture), classicDictionaries(fixture), dictionaries(fixture)]
            },
            Workload(name: "named-100", title: "100 named parameters", rows: fixture.scale.trips) {
                try [rawNames(fixture), names(fixture), classicNames(fixture)]
            },
        ]
    }

    // MARK: Int

    private static func classicNumbers(_ fixture: Fixture) throws -> Contender {
        try FMDBSpelling.withoutMutex.reading(Counter.selection, fixture) { rows, sum in
            for column in Int32(0)..<10 { sum.add(Int64(rows.long(forColumnIndex: column))) }
        }
    }

    private static func numbersByIndex(_ fixture: Fixture) throws -> Contender {
        try ModernSpelling.reading(FMSQL(raw: Counter.selection), fixture) { row, sum in
            for column in 0..<10 { sum.add(Int64(try row.value(at: column, as: Int.self))) }
        }
    }

    private static func numbersByName(_ fixture: Fixture) throws -> Contender {
        let database = try ModernSpelling.open(fixture.path)
        return Contender(name: "modern, by name") { sum in
            let cursor = try database.query(FMSQL(raw: Counter.selection))
            while let row = try cursor.nextRow() {
                sum.add(Int64(try row.value("id", as: Int.self)))
                sum.add(Int64(try row.value("ownerId", as: Int.self)))
                sum.add(Int64(try row.value("createdAt", as: Int.self)))
                sum.add(Int64(try row.value("updatedAt", as: Int.self)))
                sum.add(Int64(try row.value("viewCount", as: Int.self)))
                sum.add(Int64(try row.value("likeCount", as: Int.self)))
                sum.add(Int64(try row.value("replyCount", as: Int.self)))
                sum.add(Int64(try row.value("numberOfAttachments", as: Int.self)))
                sum.add(Int64(try row.value("lastModifiedTimestamp", as: Int.self)))
                sum.add(Int64(try row.value("flags", as: Int.self)))
            }
        }
    }

    private static func peerNumbers(_ fixture: Fixture) throws -> Contender {
        try GRDBRows.reading(fixture.path) { db, sum in
            let rows = try Row.fetchCursor(db, sql: Counter.selection)
            while let row = try rows.next() {
                for column in 0..<10 { sum.add(Int64(row[column] as Int)) }
            }
        }
    }

    // MARK: Tuples of two

    private static let pairSelection = "SELECT id, title FROM article"

    private static func rawPairs(_ fixture: Fixture) throws -> Contender {
        let statement = try RawDatabase(fixture.path).prepare(pairSelection)
        return Contender(name: RawC.name) { sum in
            var rows: [(Int, String)] = []
            while try statement.next() { rows.append((Int(statement.integer(0)), statement.text(1))) }
            for row in rows { sum.add(row) }
        }
    }

    private static func pairs(_ fixture: Fixture) throws -> Contender {
        let database = try ModernSpelling.open(fixture.path)
        return Contender(name: ModernSpelling.name) { sum in
            for row in try database.rows(FMSQL(raw: pairSelection), as: (Int, String).self) { sum.add(row) }
        }
    }

    private static func peerPairs(_ fixture: Fixture) throws -> Contender {
        try GRDBRows.reading(fixture.path) { db, sum in
            var all: [(Int, String)] = []
            let rows = try Row.fetchCursor(db, sql: pairSelection)
            while let row = try rows.next() { all.append((row[0], row[1])) }
            for row in all { sum.add(row) }
        }
    }

    // MARK: Dictionaries

    private static func rawDictionaries(_ fixture: Fixture) throws -> Contender {
        let statement = try RawDatabase(fixture.path).prepare(Article.selection)
        let names = Article.columnNames
        return Contender(name: RawC.name) { sum in
            while try statement.next() {
                var row = [String: Any](minimumCapacity: names.count)
                row[names[0]] = Int(statement.integer(0))
                row[names[1]] = statement.text(1)
                row[names[2]] = statement.text(2)
                row[names[3]] = statement.real(3)
                row[names[4]] = statement.data(4)
                row[names[5]] = statement.optionalInteger(5).map { Int($0) } ?? NSNull()
                sum.add(Int64(row["id"] as? Int ?? 0))
                sum.add(row["title"] as? String ?? "")
                sum.add(row["score"] as? Double ?? 0)
            }
        }
    }

    private static func classicDictionaries(_ fixture: Fixture) throws -> Contender {
        try FMDBSpelling.withoutMutex.reading(Article.selection, fixture) { rows, sum in
            guard let row = rows.resultDictionary else { return }
            sum.add(Int64(row["id"] as? Int ?? 0))
            sum.add(row["title"] as? String ?? "")
            sum.add(row["score"] as? Double ?? 0)
        }
    }

    private static func dictionaries(_ fixture: Fixture) throws -> Contender {
        try ModernSpelling.reading(FMSQL(raw: Article.selection), fixture) { row, sum in
            let row = try row.dictionary()
            sum.add(row["id"].flatMap(Int64.fromFMValue) ?? 0)
            sum.add(row["title"].flatMap(String.fromFMValue) ?? "")
            sum.add(row["score"].flatMap(Double.fromFMValue) ?? 0)
        }
    }

    // MARK: Many names

    private static let manyNames = (0..<100).map { "parameter\($0)" }
    private static let manyText = "SELECT " + manyNames.map { ":" + $0 }.joined(separator: " + ")

    private static func rawNames(_ fixture: Fixture) throws -> Contender {
        let statement = try RawDatabase(fixture.path).prepare(manyText)
        return Contender(name: RawC.name) { sum in
            for key in fixture.keys.prefix(fixture.scale.trips) {
                for index in Int32(1)...100 { try statement.bind(key &+ Int64(index), index) }
                while try statement.next() { sum.add(statement.integer(0)) }
            }
        }
    }

    private static func names(_ fixture: Fixture) throws -> Contender {
        let database = try ModernSpelling.open(fixture.path)
        return Contender(name: ModernSpelling.name) { sum in
            for key in fixture.keys.prefix(fixture.scale.trips) {
                var arguments = FMArguments()
                for (index, name) in manyNames.enumerated() { arguments.set(key &+ Int64(index + 1), for: name) }
                sum.add(try database.value(FMSQL(raw: manyText, arguments: arguments), as: Int64.self))
            }
        }
    }

    private static func classicNames(_ fixture: Fixture) throws -> Contender {
        let database = try FMDBSpelling.withoutMutex.open(fixture.path)
        return Contender(name: FMDBSpelling.withoutMutex.name) { sum in
            var values = [String: Any](minimumCapacity: 100)
            for key in fixture.keys.prefix(fixture.scale.trips) {
                for (index, name) in manyNames.enumerated() { values[name] = key &+ Int64(index + 1) }
                guard let rows = database.executeQuery(manyText, withParameterDictionary: values) else {
                    throw database.lastError()
                }
                while rows.next() { sum.add(rows.longLongInt(forColumnIndex: 0)) }
            }
        }
    }
}

extension Checksum {
    @inline(__always)
    fileprivate mutating func add(_ row: (Int, String)) {
        add(Int64(row.0))
        add(row.1)
    }
}
