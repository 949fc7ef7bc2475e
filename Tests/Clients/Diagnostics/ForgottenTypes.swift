import FMDB

// A value or rows without a type.

func read(_ db: FMDatabase, _ queue: FMDatabaseQueue) throws {
    // error: name the type of the value: as: Int.self
    print(try db.value("SELECT 1"))
    // error: name the type of the value: as: Int.self
    print(try queue.value("SELECT 1"))
    // error: name the type of the rows: as: String.self
    for name in try db.rows("SELECT name FROM t") { print(name) }
    // error: name the type of the rows: as: String.self
    for name in try queue.rows("SELECT name FROM t") { print(name) }
    // error: name the type of the value: as: Int.self
    print(try queue.withDatabase { db in try db.value("SELECT count(*) FROM t") })
    try db.forEachRow("SELECT a FROM t") { row in
        // error: name the type of the value: as: Int.self
        print(try row.value("a"))
    }
}

func read(_ queue: FMDatabaseQueue) async throws {
    // error: name the type of the rows: as: String.self
    for name in try await queue.rows("SELECT name FROM t") { print(name) }
    // error: name the type of the value: as: Int.self
    print(try await queue.value("SELECT 1"))
}

func bind(_ db: FMDatabase, _ values: [Any], _ names: [String: Any]) throws {
    // error: only FMDB's calls take values of type Any: write `executeUpdate(_:values:)`
    try db.execute(FMSQL(raw: "DELETE FROM t WHERE a = ?", arguments: FMArguments(values)))
    // error: only FMDB's calls take values of type Any: write `executeUpdate(_:withParameterDictionary:)`
    try db.execute(FMSQL(raw: "DELETE FROM t WHERE a = :a", arguments: FMArguments(names)))
}

/// What has a type elsewhere.
func readTyped(_ db: FMDatabase, _ queue: FMDatabaseQueue) throws -> Int {
    let count: Int = try db.value("SELECT 1")
    let name = try db.value("SELECT name FROM t") ?? "none"
    if try queue.value("SELECT count(*) FROM t") > 0 { print(count, name) }
    var ages: [String: Int] = [:]
    try db.forEachRow("SELECT name, age FROM t") { row in ages[try row.value("name")] = try row.value("age") }
    let names: [String] = try db.rows("SELECT name FROM t")
    for other: String in try queue.rows("SELECT name FROM t") { print(other, names, ages) }
    return try queue.withDatabase { db in try db.value("SELECT 1") } + 1
}

func bindTyped(_ db: FMDatabase, _ names: [String], _ ages: [String: Int]) throws {
    try db.execute(FMSQL(raw: "DELETE FROM t WHERE a = ?", arguments: FMArguments(names)))
    try db.execute(FMSQL(raw: "DELETE FROM t WHERE a = :a", arguments: FMArguments(ages)))
    try db.execute(FMSQL(raw: "DELETE FROM t WHERE a = ?", arguments: FMArguments(["a"])))
}
