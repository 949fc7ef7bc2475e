import FMDB

/// Rows without models, in the database of a queue or pool: the verbs of `FMDatabase`, of the same names.
///
///     try queue.insert(["name": name, "age": 7], into: "users")
///
/// Each is an access of its own, and throws what its namesake and `withTransaction` do. What writes is a transaction; what
/// reads is lent to a reader by a pool.
extension FMDatabaseCoordinator {
    /// Adds a record as a new row, and returns its `rowid`.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do.
    @discardableResult
    public func insert(_ record: FMRecord, into table: String) throws -> Int64 {
        try writing { try $0.insert(record, into: table) }
    }

    /// Adds records as new rows, all of them or none, and returns their `rowid`s.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do.
    @discardableResult
    public func insert(_ records: [FMRecord], into table: String) throws -> [Int64] {
        try writing { try $0.insert(records, into: table) }
    }

    /// Adds records as new rows, as many as can be, and returns why the others are not there, by their number.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do.
    public func insertPossible(_ records: [FMRecord], into table: String) throws -> [Int: FMError] {
        try writing { try $0.insertPossible(records, into: table) }
    }

    /// Writes the values of a record over those of the row that has its key.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do.
    public func update(_ record: FMRecord, in table: String, key: FMKey? = nil) throws {
        try writing { try $0.update(record, in: table, key: key) }
    }

    /// Writes records over the rows that have their keys, all of them or none.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do.
    public func update(_ records: [FMRecord], in table: String, key: FMKey? = nil) throws {
        try writing { try $0.update(records, in: table, key: key) }
    }

    /// Sets columns of all rows that a condition holds for, and returns how many there were.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do.
    @discardableResult
    public func update(_ table: String, set values: FMRecord, where condition: FMSQL) throws -> Int {
        try writing { try $0.update(table, set: values, where: condition) }
    }

    /// Writes a record over the row that has its key, or adds it if there is none.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do.
    public func save(_ record: FMRecord, in table: String, key: FMKey? = nil) throws {
        try writing { try $0.save(record, in: table, key: key) }
    }

    /// Writes records over the rows that have their keys, or adds them where there are none. All of them or none.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do.
    public func save(_ records: [FMRecord], in table: String, key: FMKey? = nil) throws {
        try writing { try $0.save(records, in: table, key: key) }
    }

    /// Removes all rows of a table, and adds records. All of it or nothing.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do.
    public func replaceAll(in table: String, with records: [FMRecord]) throws {
        try writing { try $0.replaceAll(in: table, with: records) }
    }

    /// Removes the row that has the key of a record, and returns whether there was one.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do.
    @discardableResult
    public func delete(_ record: FMRecord, from table: String, key: FMKey? = nil) throws -> Bool {
        try writing { try $0.delete(record, from: table, key: key) }
    }

    /// Removes the rows that have the keys of records, all of them or none, and returns how many there were.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do.
    @discardableResult
    public func delete(_ records: [FMRecord], from table: String, key: FMKey? = nil) throws -> Int {
        try writing { try $0.delete(records, from: table, key: key) }
    }

    /// Removes all rows of a table that a condition holds for, and returns how many there were.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do.
    @discardableResult
    public func delete(from table: String, where condition: FMSQL) throws -> Int {
        try writing { try $0.delete(from: table, where: condition) }
    }

    /// Removes all rows of a table, and returns how many there were.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do.
    @discardableResult
    public func deleteAll(in table: String) throws -> Int {
        try writing { try $0.deleteAll(in: table) }
    }

    /// All rows of a query that only reads.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withDatabase` do.
    public func records(_ sql: FMSQL) throws -> [FMRecord] {
        try reading { try $0.records(sql) }
    }

    /// The rows of a table that a condition holds for, with all their columns.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withDatabase` do.
    public func records(
        in table: String, where condition: FMSQL? = nil, orderBy order: FMSQL? = nil, limit: Int? = nil, offset: Int = 0
    ) throws -> [FMRecord] {
        try reading { try $0.records(in: table, where: condition, orderBy: order, limit: limit, offset: offset) }
    }

    /// The first row of a table that a condition holds for, nil if there is none.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withDatabase` do.
    public func record(in table: String, where condition: FMSQL? = nil, orderBy order: FMSQL? = nil) throws -> FMRecord?
    {
        try reading { try $0.record(in: table, where: condition, orderBy: order) }
    }

    /// How many rows of a table a condition holds for.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withDatabase` do.
    public func count(in table: String, where condition: FMSQL? = nil) throws -> Int {
        try reading { try $0.count(in: table, where: condition) }
    }

}

/// The same verbs without blocking the caller's thread; they throw `CancellationError`, too.
extension FMDatabaseCoordinator {
    /// Adds a record as a new row, and returns its `rowid`.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do; `CancellationError`.
    @discardableResult
    public func insert(_ record: FMRecord, into table: String) async throws -> Int64 {
        try await writing { try $0.insert(record, into: table) }
    }

    /// Adds records as new rows, all of them or none, and returns their `rowid`s.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do; `CancellationError`.
    @discardableResult
    public func insert(_ records: [FMRecord], into table: String) async throws -> [Int64] {
        try await writing { try $0.insert(records, into: table) }
    }

    /// Adds records as new rows, as many as can be, and returns why the others are not there, by their number.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do; `CancellationError`.
    public func insertPossible(_ records: [FMRecord], into table: String) async throws -> [Int: FMError] {
        try await writing { try $0.insertPossible(records, into: table) }
    }

    /// Writes the values of a record over those of the row that has its key.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do; `CancellationError`.
    public func update(_ record: FMRecord, in table: String, key: FMKey? = nil) async throws {
        try await writing { try $0.update(record, in: table, key: key) }
    }

    /// Writes records over the rows that have their keys, all of them or none.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do; `CancellationError`.
    public func update(_ records: [FMRecord], in table: String, key: FMKey? = nil) async throws {
        try await writing { try $0.update(records, in: table, key: key) }
    }

    /// Sets columns of all rows that a condition holds for, and returns how many there were.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do; `CancellationError`.
    @discardableResult
    public func update(_ table: String, set values: FMRecord, where condition: FMSQL) async throws -> Int {
        try await writing { try $0.update(table, set: values, where: condition) }
    }

    /// Writes a record over the row that has its key, or adds it if there is none.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do; `CancellationError`.
    public func save(_ record: FMRecord, in table: String, key: FMKey? = nil) async throws {
        try await writing { try $0.save(record, in: table, key: key) }
    }

    /// Writes records over the rows that have their keys, or adds them where there are none. All of them or none.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do; `CancellationError`.
    public func save(_ records: [FMRecord], in table: String, key: FMKey? = nil) async throws {
        try await writing { try $0.save(records, in: table, key: key) }
    }

    /// Removes all rows of a table, and adds records. All of it or nothing.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do; `CancellationError`.
    public func replaceAll(in table: String, with records: [FMRecord]) async throws {
        try await writing { try $0.replaceAll(in: table, with: records) }
    }

    /// Removes the row that has the key of a record, and returns whether there was one.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do; `CancellationError`.
    @discardableResult
    public func delete(_ record: FMRecord, from table: String, key: FMKey? = nil) async throws -> Bool {
        try await writing { try $0.delete(record, from: table, key: key) }
    }

    /// Removes the rows that have the keys of records, all of them or none, and returns how many there were.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do; `CancellationError`.
    @discardableResult
    public func delete(_ records: [FMRecord], from table: String, key: FMKey? = nil) async throws -> Int {
        try await writing { try $0.delete(records, from: table, key: key) }
    }

    /// Removes all rows of a table that a condition holds for, and returns how many there were.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do; `CancellationError`.
    @discardableResult
    public func delete(from table: String, where condition: FMSQL) async throws -> Int {
        try await writing { try $0.delete(from: table, where: condition) }
    }

    /// Removes all rows of a table, and returns how many there were.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do; `CancellationError`.
    @discardableResult
    public func deleteAll(in table: String) async throws -> Int {
        try await writing { try $0.deleteAll(in: table) }
    }

    /// All rows of a query that only reads.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withDatabase` do; `CancellationError`.
    public func records(_ sql: FMSQL) async throws -> [FMRecord] {
        try await reading { try $0.records(sql) }
    }

    /// The rows of a table that a condition holds for, with all their columns.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withDatabase` do; `CancellationError`.
    public func records(
        in table: String, where condition: FMSQL? = nil, orderBy order: FMSQL? = nil, limit: Int? = nil, offset: Int = 0
    ) async throws -> [FMRecord] {
        try await reading {
            try $0.records(in: table, where: condition, orderBy: order, limit: limit, offset: offset)
        }
    }

    /// The first row of a table that a condition holds for, nil if there is none.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withDatabase` do; `CancellationError`.
    public func record(in table: String, where condition: FMSQL? = nil, orderBy order: FMSQL? = nil) async throws
        -> FMRecord?
    {
        try await reading { try $0.record(in: table, where: condition, orderBy: order) }
    }

    /// How many rows of a table a condition holds for.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withDatabase` do; `CancellationError`.
    public func count(in table: String, where condition: FMSQL? = nil) async throws -> Int {
        try await reading { try $0.count(in: table, where: condition) }
    }

}
