import FMDB

/// A migration whose steps can be told from halves of steps.
///
/// Step n makes the table `tn` and two rows in `done`, with n and the number of the process.
public enum SampleMigration {
    /// The names of the steps.
    public static let names = (1...5).map { "step \($0)" }

    /// The migrator.
    ///
    /// - Parameter midst: called in the midst of each step, with its number.
    public static func migrator(midst: @escaping @Sendable (Int) throws -> Void = { _ in }) -> FMMigrator {
        FMMigrator(
            names.indices.map { index in
                .step(names[index]) { db in try run(index + 1, on: db, midst) }
            })
    }

    private static func run(_ number: Int, on db: FMDatabase, _ midst: (Int) throws -> Void) throws {
        if number == 1 { try db.execute("CREATE TABLE done (step INTEGER, process INTEGER, filler BLOB)") }
        try insert(number, into: db)
        try midst(number)
        try db.execute("CREATE TABLE \(raw: "t\(number)") (x)")
        try insert(number, into: db)
    }

    private static func insert(_ number: Int, into db: FMDatabase) throws {
        try db.execute("INSERT INTO done VALUES (\(number), \(Int(getpid())), zeroblob(10000))")
    }

    /// How many steps a database has; nil if they are not all whole, or not as its record says.
    public static func wholeSteps(in db: FMDatabase) throws -> Int? {
        let recorded = try FMMigrator().applied(in: db)
        let tables = try db.rows(
            "SELECT name FROM sqlite_master WHERE name LIKE 't_' ORDER BY name", as: String.self)
        let rows = recorded.isEmpty ? [] : try db.rows("SELECT step FROM done ORDER BY step, rowid", as: Int.self)
        let count = recorded.count
        let isWhole =
            recorded == Array(names.prefix(count)) && tables == (0..<count).map { "t\($0 + 1)" }
            && rows == (0..<count).flatMap { [$0 + 1, $0 + 1] }
            && db.tableExists("done") == (count > 0)
        return isWhole ? count : nil
    }
}
