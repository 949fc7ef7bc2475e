import FMDB

/// A shop that many customers use at the same time, over several connections.
///
/// A customer whose call has failed does not know whether the order was taken, and asks again with the same number. So each request is done
/// once, however often it comes.
public struct Shop: Sendable {
    private let pool: FMDatabasePool

    /// Opens the shop, and creates its file if it is missing.
    public init(path: String) throws {
        var configuration = FMDatabasePool.Configuration()
        configuration.foreignKeys = true
        // An order that was confirmed survives a power cut.
        configuration.synchronous = .full
        pool = FMDatabasePool(path: path, configuration: configuration)
        try pool.withTransaction { db in
            try db.execute("CREATE TABLE IF NOT EXISTS stock (item TEXT PRIMARY KEY, count INTEGER NOT NULL)")
            try db.execute(
                "CREATE TABLE IF NOT EXISTS request (number INTEGER PRIMARY KEY, item TEXT NOT NULL, count INTEGER NOT NULL)"
            )
        }
    }

    /// Closes the file.
    public func close() { pool.close() }

    /// Adds to the stock.
    public func deliver(_ count: Int, of item: String) async throws {
        try await pool.withTransaction { db in
            try db.execute("INSERT OR IGNORE INTO stock VALUES (\(item), 0)")
            try db.execute("UPDATE stock SET count = count + \(count) WHERE item = \(item)")
        }
    }

    /// Takes from the stock, once for each number.
    ///
    /// - Parameter number: the number of the request, the same each time it is repeated.
    /// - Throws: ``OrderBook/OutOfStock`` if there is not enough.
    public func order(_ number: Int64, _ count: Int, of item: String) async throws {
        try await pool.withTransaction { db in
            let isDone = try db.value("SELECT count(*) FROM request WHERE number = \(number)", as: Int.self) > 0
            if isDone { return }
            let taken = try db.execute(
                "UPDATE stock SET count = count - \(count) WHERE item = \(item) AND count >= \(count)")
            guard taken == 1 else { throw OrderBook.OutOfStock(item: item) }
            try db.execute("INSERT INTO request VALUES (\(number), \(item), \(count))")
        }
    }

    /// Gives back what a request has taken. A request that is not there has nothing to give back.
    public func cancel(_ number: Int64) async throws {
        try await pool.withTransaction { db in
            try db.execute(
                """
                UPDATE stock SET count = count + (SELECT count FROM request WHERE number = \(number))
                WHERE item = (SELECT item FROM request WHERE number = \(number))
                """)
            try db.execute("DELETE FROM request WHERE number = \(number)")
        }
    }

    /// The stock and what is ordered, at one moment.
    public func balance(of item: String) async throws -> (stock: Int, ordered: Int) {
        try await pool.read { db in
            let stock = try db.value("SELECT count FROM stock WHERE item = \(item)", as: Int?.self) ?? 0
            let ordered = try db.value("SELECT total(count) FROM request WHERE item = \(item)", as: Double.self)
            return (stock, Int(ordered))
        }
    }

    /// The numbers of the requests that are done.
    public func requests() async throws -> Set<Int64> {
        try await pool.read { db in Set(try db.rows("SELECT number FROM request", as: Int64.self)) }
    }
}
