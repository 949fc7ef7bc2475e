import FMDB
import Foundation

// Calls that nearly fit, in the words of other libraries or of FMDB's old versions.

func texts(_ db: FMDatabase, _ queue: FMDatabaseQueue, _ name: String) throws {
    let text = "DELETE FROM city WHERE name = '" + name + "'"
    // error: a String is no SQL
    try db.execute(text)
    // error: a String is no SQL
    try queue.execute(text)
    // error: a String is no SQL
    _ = try db.query(text)
    // error: a String is no SQL
    print(try db.value(text, as: Int.self))
    // error: a String is no SQL
    print(try db.rows(text, as: Int.self))
    try queue.withTransaction { db in
        // error: a String is no SQL
        try db.execute(text)
    }
    var migrator = FMMigrator()
    // error: a String is no SQL
    migrator.add("one") { db in try db.execute(text) }
    try db.execute(FMSQL(raw: text))
}

func texts(_ queue: FMDatabaseQueue, _ text: String) async throws {
    // error: a String is no SQL
    try queue.execute(text)
    try await queue.execute("DELETE FROM city WHERE name = \(text)")
}

struct Place { var x = 1 }
enum Level { case low }

func values(_ db: FMDatabase, _ place: Place, _ name: String, _ names: NSArray) throws {
    // error: interpolate the values: rows("… WHERE a = \(a)", as: String.self)
    print(try db.rows("SELECT name FROM city WHERE name = ?", name, as: String.self))
    // error: or execute("… VALUES (?, ?)", a, b)
    try db.execute("INSERT INTO city VALUES (?)", arguments: [name])
    // error: write execute(FMSQL(raw: "… VALUES (:a)", arguments: ["a": a]))
    try db.execute("INSERT INTO city VALUES (:name)", ["name": name])
    // error: its type is no FMValueConvertible
    try db.execute("INSERT INTO city VALUES (\(place))")
    // error: its type is no FMValueConvertible
    try db.execute("INSERT INTO city VALUES (\(Level.low))")
    print(try db.value("SELECT name FROM city WHERE name = ?", name, as: String.self))
}

func blocks(_ db: FMDatabase, _ queue: FMDatabaseQueue) throws {
    // error: the block of a database has no argument
    try db.withTransaction { db in
        try db.execute("DELETE FROM city")
    }
    // error: its block has no rollback
    try queue.withTransaction { db, rollback in
        try db.execute("DELETE FROM city")
        rollback.pointee = true
    }
    queue.inTransaction { _, rollback in
        // error: 'memory' has been renamed to 'pointee'
        rollback.memory = true
    }
    try db.withTransaction { try db.execute("DELETE FROM city") }
    let count = try db.withSavePoint { try db.value("SELECT 1", as: Int.self) }
    try queue.withTransaction { db in try db.execute("DELETE FROM city WHERE size = \(count)") }
}

func oldNames(_ db: FMDatabase) throws {
    // error: renamed to 'executeUpdate(_:withArgumentsIn:)'
    _ = db.executeUpdate("DELETE FROM city", withArgumentsInArray: [])
    // error: renamed to 'executeQuery(_:withArgumentsIn:)'
    _ = db.executeQuery("SELECT 1", withArgumentsInArray: [])
    let rows = try db.executeQuery("SELECT name FROM city", values: nil)
    // error: the old names are now string(forColumn: name)
    let name = rows.stringForColumn("name")
    // error: the old names are now string(forColumn: name)
    let number = rows.intForColumnIndex(0)
    // error: the old names are now string(forColumn: name)
    print(rows.objectForColumnName("name") ?? "", name ?? "", number)
}

func rows(_ db: FMDatabase) throws {
    try db.forEachRow("SELECT name FROM city") { row in
        // error: write try row.value("a", as: String.self)
        if let name = row["name"] as? String { print(name) }
        // error: write try row.value("a", as: String.self)
        print(row.string("name") ?? "")
    }
}

func codes(_ db: FMDatabase) {
    do {
        try db.execute("DELETE FROM city")
        // error: codes are FMResultCode's: catch FMResultCode.constraintUnique
    } catch FMError.constraintUnique {
        print("taken")
    } catch {
        // error: write error.resultCode == .constraint
        if error.code == .constraint { print("refused") }
        if error.resultCode == .constraint || error.code == 19 { print("refused") }
    }
}
