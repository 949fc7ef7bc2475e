import FMDB

/// The orders of a small shop, and what is in stock.
public struct OrderBook: Sendable {
    /// A thing of which there is not enough.
    public struct OutOfStock: Error, Equatable {
        /// What was asked for.
        public let item: String

        /// The error for an item.
        public init(item: String) {
            self.item = item
        }
    }

    private let queue: FMDatabaseQueue

    /// Opens the book, and creates its file if it is missing.
    ///
    /// - Parameter vfs: SQLite's file system, for tests. Default: nil, the system's.
    public init(path: String, vfs: String? = nil) throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.vfs = vfs
        configuration.foreignKeys = true
        // An order that was confirmed survives a power cut.
        configuration.synchronous = .full
        configuration.configure = { db in
            _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
        }
        queue = try FMDatabaseQueue(path: path, configuration: configuration)
        try queue.withTransaction { db in
            try db.execute("CREATE TABLE IF NOT EXISTS stock (item TEXT PRIMARY KEY, count INTEGER NOT NULL)")
            try db.execute(
                """
                CREATE TABLE IF NOT EXISTS orders (
                    id INTEGER PRIMARY KEY, item TEXT NOT NULL REFERENCES stock, count INTEGER NOT NULL,
                    placed TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP)
                """)
        }
    }

    /// Closes the file.
    public func close() {
        queue.close()
    }

    /// Adds to the stock.
    public func deliver(_ count: Int, of item: String) throws {
        try queue.withTransaction { db in
            try db.execute("INSERT OR IGNORE INTO stock VALUES (\(item), 0)")
            try db.execute("UPDATE stock SET count = count + \(count) WHERE item = \(item)")
        }
    }

    /// Takes from the stock and writes the order down, both or neither.
    ///
    /// - Returns: the number of the order.
    public func order(_ count: Int, of item: String) throws -> Int64 {
        try queue.withTransaction { db in
            let taken = try db.execute(
                "UPDATE stock SET count = count - \(count) WHERE item = \(item) AND count >= \(count)")
            guard taken == 1 else { throw OutOfStock(item: item) }
            try db.execute("INSERT INTO orders (item, count) VALUES (\(item), \(count))")
            return db.lastInsertRowId
        }
    }

    /// How many there are in stock.
    public func stock(of item: String) throws -> Int {
        try queue.withDatabase { db in
            try db.value("SELECT count FROM stock WHERE item = \(item)", as: Int?.self) ?? 0
        }
    }

    /// The orders' numbers and times, in their order.
    public func orders() throws -> [(id: Int64, placed: String)] {
        try queue.withDatabase { db in
            try db.rows("SELECT id, placed FROM orders ORDER BY id", as: (Int64, String).self).map { ($0.0, $0.1) }
        }
    }
}
