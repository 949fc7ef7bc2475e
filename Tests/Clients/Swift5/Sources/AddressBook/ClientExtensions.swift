// swift-format-ignore-file: NeverForceUnwrap
import FMDB

enum Column: String {
    case id, title, rating
}

extension FMResultSet {
    func map<T>(_ transform: (FMResultSet) throws -> T) rethrows -> [T] {
        var mapped = [T]()
        while next() {
            mapped.append(try transform(self))
        }
        return mapped
    }

    func compactMap<T>(_ transform: (FMResultSet) -> T?) -> [T] {
        var mapped = [T]()
        while next() {
            if let element = transform(self) {
                mapped += [element]
            }
        }
        close()
        return mapped
    }

    func mapToSet<T>(_ callback: (_ row: FMResultSet) -> T?) -> Set<T> {
        return Set(compactMap(callback))
    }

    func nullableInt(forColumn column: String) -> Int? {
        let value = self.object(forColumn: column)
        if (value as? NSNull) != nil {
            return nil
        } else if value == nil {
            return nil
        }
        return Int(int(forColumn: column))
    }

    func stringValue(_ index: Int32) -> String {
        guard let value = self.string(forColumnIndex: index) else {
            return ""
        }
        return value
    }

    func string(for column: Column) -> String? { string(forColumn: column.rawValue) }
    func object(for column: Column) -> Any? { object(forColumn: column.rawValue) }
}

extension FMDatabase {
    func query(_ sql: String, args: [Any] = []) -> FMResultSet {
        return executeQuery(sql, withArgumentsIn: args)!
    }

    @discardableResult
    func execute(_ sql: String, parameters: [AnyHashable: Any] = [:]) -> Bool {
        executeUpdate(sql, withParameterDictionary: parameters)
    }
}

extension FMDatabaseQueue {
    private func run<T>(_ block: (FMDatabase) throws -> T, rescue: (Error) throws -> T) rethrows -> T {
        var value: T?
        var failure: Error?
        inDatabase { (db: FMDatabase) -> Void in
            do {
                value = try block(db)
            } catch {
                failure = error
            }
        }
        if let failure = failure { return try rescue(failure) }
        return value!
    }

    @discardableResult
    func inDatabase<T>(_ block: (FMDatabase) throws -> T) rethrows -> T {
        return try run(block, rescue: { throw $0 })
    }

    func inTransaction<T>(fn: (FMDatabase) -> (T)) -> T {
        var ret: T!
        inTransaction { db, _ in
            ret = fn(db)
            db.closeOpenResultSets()
        }
        return ret
    }

    func withDatabase<T>(_ block: @escaping (FMDatabase) throws -> T) throws -> T {
        return try inDatabase(block)
    }
}

func checkClientExtensions() {
    let queue = FMDatabaseQueue(path: documentPath("films.db"))!
    queue.inDatabase { db in
        db.executeUpdate("CREATE TABLE film (id INTEGER, title TEXT, rating INTEGER)", withArgumentsIn: [])
        for (id, title) in ["Alien", "Brazil", "Cabaret"].enumerated() {
            db.execute(
                "INSERT INTO film VALUES (:id, :title, :rating)",
                parameters: ["id": id, "title": title, "rating": id == 1 ? NSNull() : id * 10])
        }
    }
    let titles = queue.inDatabase { db in
        db.executeQuery("SELECT title FROM film ORDER BY id", withArgumentsIn: [])!.map { $0.stringValue(0) }
    }
    expectEqual(titles, ["Alien", "Brazil", "Cabaret"])
    let first: String? =
        queue.inDatabase { $0.query("SELECT title FROM film WHERE id = ?", args: [0]).map { $0[0] as? String } }
        .first ?? nil
    expectEqual(first, "Alien")
    queue.inDatabase { $0.executeUpdate("DELETE FROM film WHERE id = 2", withArgumentsIn: []) }
    let ratings = queue.inTransaction { db in
        db.query("SELECT * FROM film").compactMap { $0.nullableInt(forColumn: "rating") }
    }
    expectEqual(ratings, [0])
    checkThrowingExtensions(queue)
    queue.close()
}

private func checkThrowingExtensions(_ queue: FMDatabaseQueue) {
    do {
        let ids = try queue.inDatabase { db in
            try db.executeQuery("SELECT id FROM film", values: nil).mapToSet { $0.object(for: .id) as? Int }
        }
        expectEqual(ids, [0, 1])
        let title = try queue.withDatabase { db -> String? in
            let rs = try db.executeQuery("SELECT title FROM film WHERE id = ?", values: [1])
            defer { rs.close() }
            return rs.next() ? rs.string(for: .title) : nil
        }
        expectEqual(title, "Brazil")
        try queue.inDatabase { db in
            try db.executeUpdate("DELETE FROM film", values: nil)
        }
    } catch {
        fail(error.localizedDescription)
    }
}
