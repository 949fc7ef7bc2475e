import FMDB

// Enumerations with raw values in SQL texts, and SQL put together from parts. The compiler has nothing to say.

enum Status: String, Sendable { case unread, read }
enum Level: Int { case low, high }

struct Item {
    var id: Int64
    var status: Status
    var level: Level?
}

func update(_ db: FMDatabase, _ item: Item, _ states: [Status], _ levels: Set<Level>) throws {
    try db.execute("UPDATE item SET status = \(Status.unread)")
    try db.execute("UPDATE item SET status = \(Status.unread), level = \(Level.low) WHERE id = \(item.id)")
    try db.execute("UPDATE item SET status = \(item.status), level = \(item.level) WHERE id = \(item.id)")
    try db.execute("DELETE FROM item WHERE status IN \(states) AND level IN (\(levels))")
    try db.execute("DELETE FROM item WHERE status IN (\(states), \(Status.read), \("lost"))")
    try db.execute("DELETE FROM item WHERE status = \(states.isEmpty ? Status.unread : .read)")
    try db.execute("UPDATE item SET status = ?", Status.unread.rawValue)
    let count = try db.value("SELECT count(*) FROM item WHERE status = \(Status.unread)", as: Int.self)
    let ids = try db.rows("SELECT id FROM item WHERE status = \(item.status)", as: Int64.self)
    print(count, ids)
}

func filter(_ db: FMDatabase, _ status: Status?, _ name: String?, _ ids: [Int]) throws -> [String] {
    var conditions: [FMSQL] = ["id IN (\(ids))"]
    if let status { conditions.append("status = \(status)") }
    if let name { conditions += ["name = \(name)"] }
    var sql: FMSQL = "SELECT name FROM item"
    if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
    sql.append(" LIMIT \(10)")
    let columns = ["id", "name"].map { "\(identifier: $0)" as FMSQL }.joined(separator: ", ")
    let all = try db.rows("SELECT \(columns) FROM item" + " ORDER BY id", as: (Int, String).self)
    let text = "a" + "b" + "\(ids.count)" + ["a", "b"].joined(separator: ", ")
    print(all, text)
    return try db.rows(sql, as: String.self)
}

func lists(_ db: FMDatabase) throws {
    let ids: [Int] = try ["1", "2"].map { text in
        try db.value("SELECT \(text) + \(1) WHERE 1 IN (\([1, 2]))", as: Int.self)
    }
    try db.execute("DELETE FROM item WHERE id IN (\(ids.prefix(3))) OR id IN \(7...9) OR name IN (\(["a": 1].keys))")
    let task = Task<Void, any Error> { [ids] in print(ids) }
    print(task)
}
