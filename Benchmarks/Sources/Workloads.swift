/// Every workload, its measure first.
extension Workload {
    static func all(_ fixture: Fixture) -> [Workload] {
        writing(fixture) + reading(fixture) + collecting(fixture) + byKey(fixture) + connections(fixture)
            + ReadTransaction.all(fixture) + sizes(fixture) + access(fixture) + Models.all(fixture)
            + Observed.all(fixture) + Everyday.all(fixture)
    }

    private static let fmdb = FMDBSpelling.both

    private static func writing(_ fixture: Fixture) -> [Workload] {
        let scale = fixture.scale
        return [
            Workload(name: "insert", title: "Insert of 10 columns, cached statement", rows: scale.inserts) {
                [RawC.insert(fixture)] + fmdb.map { $0.insert(fixture) }
                    + [ModernSpelling.insert(fixture), ModernSpelling.insertInterpolated(fixture)]
                    + [GRDBRows.insert(fixture), GRDBRecords.insert(fixture)]
            },
            Workload(name: "insert-uncached", title: "Insert of 10 columns, prepared each time", rows: scale.trips) {
                [RawC.insertUncached(fixture)] + fmdb.map { $0.insertUncached(fixture) }
                    + [ModernSpelling.insertUncached(fixture), GRDBRows.insertUncached(fixture)]
            },
            Workload(name: "insert-many", title: "Insert of 10 columns, all rows by one call", rows: scale.inserts) {
                [RawC.insert(fixture), ModernSpelling.insertMany(fixture)]
                    + [GRDBRows.insert(fixture), GRDBRecords.insert(fixture)]
            },
            Workload(name: "small-transactions", title: "One insert per transaction, WAL", rows: scale.trips) {
                [RawC.smallTransactions(fixture)] + fmdb.map { $0.smallTransactions(fixture) }
                    + [ModernSpelling.smallTransactions(fixture)]
                    + [GRDBRows.smallTransactions(fixture), GRDBRecords.smallTransactions(fixture)]
            },
            Workload(name: "named-update", title: "Update by named parameters", rows: scale.reads) {
                try [RawC.namedUpdate(fixture)] + fmdb.map { try $0.namedUpdate(fixture) }
                    + [FMDBSpelling.withoutMutex.boxedUpdate(fixture)]
                    + [ModernSpelling.namedUpdate(fixture), ModernSpelling.dictionaryUpdate(fixture)]
                    + [GRDBRows.namedUpdate(fixture), GRDBRecords.namedUpdate(fixture)]
            },
        ]
    }

    private static func reading(_ fixture: Fixture) -> [Workload] {
        func workload(_ name: String, _ title: String, _ contenders: @escaping () throws -> [Contender]) -> Workload {
            Workload(name: name, title: title, rows: fixture.scale.reads, contenders: contenders)
        }
        return [
            workload("ints-by-index", "10 integers by index") {
                try [RawC.counters(fixture)] + fmdb.map { try $0.countersByIndex(fixture) }
                    + [ModernSpelling.countersByIndex(fixture), GRDBRows.countersByIndex(fixture)]
            },
            workload("ints-by-name", "10 integers by name") {
                try [RawC.counters(fixture)] + fmdb.map { try $0.countersByName(fixture) }
                    + [ModernSpelling.countersByName(fixture)]
                    + [GRDBRows.countersByName(fixture), GRDBRecords.counters(fixture)]
            },
            workload("mixed-by-index", "6 mixed columns by index") {
                try [RawC.articles(fixture)] + fmdb.map { try $0.articlesByIndex(fixture) }
                    + [ModernSpelling.articlesByIndex(fixture), GRDBRows.articlesByIndex(fixture)]
            },
            workload("mixed-by-name", "6 mixed columns by name") {
                try [RawC.articles(fixture)] + fmdb.map { try $0.articlesByName(fixture) }
                    + [ModernSpelling.articlesByName(fixture)]
                    + [GRDBRows.articlesByName(fixture), GRDBRecords.articles(fixture)]
            },
            workload("one-column", "1 integer of each row") {
                try [RawC.oneColumn(fixture)] + fmdb.map { try $0.oneColumn(fixture) }
                    + [ModernSpelling.oneColumn(fixture)]
                    + [GRDBRows.oneColumn(fixture), GRDBRecords.oneColumn(fixture)]
            },
        ]
    }

    /// All rows at once, or each as a value that can be kept.
    private static func collecting(_ fixture: Fixture) -> [Workload] {
        func workload(_ name: String, _ title: String, _ contenders: @escaping () throws -> [Contender]) -> Workload {
            Workload(name: name, title: title, rows: fixture.scale.reads, contenders: contenders)
        }
        return [
            workload("structs", "Array of structs, by index") {
                try [RawC.structs(fixture)] + fmdb.map { try $0.structs(fixture) }
                    + [ModernSpelling.structs(fixture), GRDBRows.structs(fixture), GRDBRecords.structs(fixture)]
            },
            workload("tuples", "Array of tuples") {
                try [RawC.tuples(fixture), ModernSpelling.tuples(fixture), GRDBRows.tuples(fixture)]
            },
            workload("decodable", "Array of Codable structs") {
                try [RawC.structs(fixture), ModernSpelling.decodables(fixture), GRDBRecords.structs(fixture)]
            },
            workload("dictionaries", "Rows as dictionaries") {
                try [RawC.dictionaries(fixture), RawC.objectDictionaries(fixture)]
                    + fmdb.map { try $0.dictionaries(fixture) }
                    + [ModernSpelling.dictionaries(fixture), GRDBRows.dictionaries(fixture)]
            },
        ]
    }

    private static func byKey(_ fixture: Fixture) -> [Workload] {
        let (path, keys) = (fixture.path, fixture.keys)
        let few = Array(keys.prefix(fixture.scale.trips))
        func point(_ keys: [Int64], inTransaction: Bool) throws -> [Contender] {
            try [RawC.point(path, keys, inTransaction: inTransaction)]
                + fmdb.map { try $0.point(path, keys, inTransaction: inTransaction) }
                + [ModernSpelling.point(path, keys, inTransaction: inTransaction)]
                + [GRDBRows.point(path, keys, inTransaction: inTransaction)]
                + [GRDBRecords.point(path, keys, inTransaction: inTransaction)]
        }
        func value(_ keys: [Int64], inTransaction: Bool) throws -> [Contender] {
            try [RawC.value(path, keys, inTransaction: inTransaction)]
                + fmdb.map { try $0.value(path, keys, inTransaction: inTransaction) }
                + [ModernSpelling.value(path, keys, inTransaction: inTransaction)]
                + [ModernSpelling.valueInterpolated(path, keys, inTransaction: inTransaction)]
                + [GRDBRows.value(path, keys, inTransaction: inTransaction)]
        }
        return [
            Workload(name: "point", title: "Select by key, cached statement, one transaction", rows: keys.count) {
                try point(keys, inTransaction: true)
            },
            Workload(name: "point-autocommit", title: "Select by key, cached statement, autocommit", rows: few.count) {
                try point(few, inTransaction: false)
            },
            Workload(name: "point-uncached", title: "Select by key, prepared each time", rows: few.count) {
                try [RawC.pointUncached(path, few)]
                    + fmdb.map { try $0.point(path, few, inTransaction: true, caches: false) }
                    + [ModernSpelling.point(path, few, inTransaction: true), GRDBRows.pointUncached(path, few)]
            },
            Workload(name: "value", title: "One value by key, cached statement, one transaction", rows: keys.count) {
                try value(keys, inTransaction: true)
            },
            Workload(name: "value-autocommit", title: "One value by key, cached statement, autocommit", rows: few.count)
            {
                try value(few, inTransaction: false)
            },
        ]
    }

    private static func connections(_ fixture: Fixture) -> [Workload] {
        let scale = fixture.scale
        return [
            Workload(name: "open-close", title: "Open, one query, close", rows: scale.opens) {
                [RawC.openClose(fixture)] + fmdb.map { $0.openClose(fixture) }
                    + [ModernSpelling.openClose(fixture), GRDBRows.openClose(fixture)]
            },
            Workload(name: "many-queues", title: "1,000 queues open at once, one query each", rows: ManyQueues.count) {
                try ManyQueues.all(fixture)
            },
            Workload(name: "full-text", title: "FTS5 query, the 20 best matches", rows: scale.searches) {
                let (path, words) = (try Page.path(fixture), Page.words(fixture))
                return try [RawC.fullText(path, words)] + fmdb.map { try $0.fullText(path, words) }
                    + [ModernSpelling.fullText(path, words)]
                    + [GRDBRows.fullText(path, words), GRDBRecords.fullText(path, words)]
            },
        ]
    }

    /// What the size of a table costs: the time for a row should hardly grow.
    private static func sizes(_ fixture: Fixture) -> [Workload] {
        let rows = fixture.scale.trips
        return fixture.scale.sizes.flatMap { size in
            let digits = String(size).count - 1
            return [
                Workload(name: "point-10^\(digits)", title: "Select by key, 10^\(digits) rows", rows: rows) {
                    let (path, sql) = (try Entry.path(fixture, size: size), Entry.selectionByKey)
                    let keys = Entry.keys(fixture, size: size)
                    return try [RawC.point(path, keys, inTransaction: true, sql: sql)]
                        + fmdb.map { try $0.point(path, keys, inTransaction: true, sql: sql) }
                        + [ModernSpelling.entries(path, keys)]
                        + [GRDBRows.point(path, keys, inTransaction: true, sql: sql)]
                },
                Workload(name: "insert-10^\(digits)", title: "Insert, 10^\(digits) rows before", rows: rows) {
                    let path = try Entry.path(fixture, size: size)
                    return try [RawC.insert(into: path, fixture, size: size)]
                        + fmdb.map { try $0.insert(into: path, fixture, size: size) }
                        + [ModernSpelling.insert(into: path, fixture, size: size)]
                        + [GRDBRows.insert(into: path, fixture, size: size)]
                },
            ]
        }
    }

    /// What one access costs.
    private static func access(_ fixture: Fixture) -> [Workload] {
        let trips = fixture.scale.trips
        return [
            Workload(name: "trip", title: "One select per trip through the queue", rows: trips) {
                try Trip.select(fixture)
            },
            Workload(name: "reader", title: "One select per trip through the pool, WAL", rows: trips) {
                try Readers.alone(fixture)
            },
            Workload(name: "access", title: "A trip through the queue, with nothing to do", rows: trips) {
                try Trip.nothing(fixture)
            },
        ]
    }
}

/// What several threads or tasks do at the same time, and what a process needs.
extension Trial {
    static func all(_ fixture: Fixture) -> [Trial] {
        let length = fixture.scale.round
        return [
            Readers.trial(fixture, length: length), Readers.tasks(fixture, length: length),
            Writers.trial(fixture, length: length), Cancellation.trial(fixture),
        ] + Asynchronous.trials(fixture, length: length) + PeakMemory.trials(fixture)
    }
}
