import FMDB

/// A hundred selects in each read transaction: what a snapshot of the database costs, and spares.
enum ReadTransaction {
    private static let batch = 100

    static func all(_ fixture: Fixture) -> [Workload] {
        let rows = max(fixture.scale.trips / batch, 1) * batch
        return [
            Workload(name: "read-transaction", title: "100 selects per read transaction, WAL", rows: rows) {
                let readers = try Readers(fixture, .zero)
                let batches = (0..<rows / batch).map { number in
                    (0..<batch).map { fixture.keys[(number * batch + $0) % fixture.keys.count] }
                }
                return try [raw(readers, batches), one(readers, batches)]
                    + FMDBSpelling.both.map { try classic($0, readers, batches) }
                    + [pool(readers, batches), peer(readers, batches), records(readers, batches)]
            }
        ]
    }

    private static func raw(_ readers: Readers, _ batches: [[Int64]]) throws -> Contender {
        let database = try RawDatabase(readers.path, settings: Readers.settings)
        let all = try ["BEGIN", Article.selectionByKey, "COMMIT"].map { try database.prepare($0) }
        return Contender(name: RawC.name) { sum in
            for keys in batches {
                try all[0].finish()
                for key in keys { sum.add(try all[1].summary(of: key)) }
                try all[2].finish()
            }
        }
    }

    /// Each select in a transaction of its own.
    private static func one(_ readers: Readers, _ batches: [[Int64]]) throws -> Contender {
        let statement = try RawDatabase(readers.path, settings: Readers.settings).prepare(Article.selectionByKey)
        return Contender(name: "raw C, autocommit") { sum in
            for keys in batches {
                for key in keys { sum.add(try statement.summary(of: key)) }
            }
        }
    }

    private static func classic(
        _ fmdb: FMDBSpelling, _ readers: Readers, _ batches: [[Int64]]
    ) throws -> Contender {
        let database = try fmdb.open(readers.path, settings: Readers.settings)
        return Contender(name: fmdb.name) { sum in
            for keys in batches {
                try fmdb.inTransaction(database) {
                    for key in keys { sum.add(try FMDBSpelling.summary(of: key, in: database)) }
                }
            }
        }
    }

    private static func pool(_ readers: Readers, _ batches: [[Int64]]) throws -> Contender {
        let pool = try readers.makePool()
        return Contender(name: ModernSpelling.name) { sum in
            for keys in batches {
                try pool.read { db in
                    for key in keys { sum.add(try ModernSpelling.summary(of: key, in: db)) }
                }
            }
        }
    }

    private static func peer(_ readers: Readers, _ batches: [[Int64]]) throws -> Contender {
        let pool = try GRDBRows.pool(readers.path, readers: Readers.readers)
        return Contender(name: GRDBRows.name) { sum in
            for keys in batches {
                try pool.read { db in
                    let statement = try db.cachedStatement(sql: Article.selectionByKey)
                    for key in keys { sum.add(try GRDBRows.summary(of: key, statement)) }
                }
            }
        }
    }

    private static func records(_ readers: Readers, _ batches: [[Int64]]) throws -> Contender {
        let pool = try GRDBRows.pool(readers.path, readers: Readers.readers)
        return Contender(name: GRDBRecords.name) { sum in
            for keys in batches {
                try pool.read { db in
                    let statement = try db.cachedStatement(sql: Article.selectionByKey)
                    for key in keys { sum.add(try GRDBRecords.summary(of: key, statement)) }
                }
            }
        }
    }
}
