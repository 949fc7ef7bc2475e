import FMDB
import Foundation

// Calls that nearly fit, in the words of other libraries or of FMDB's old versions.

func texts(_ db: FMDatabase, _ queue: FMDatabaseQueue, _ name: String) throws {
    let text = "DELETE FROM city WHERE name = '" + name + "'"
    // error: a String is not SQL: write a string literal
    try db.execute(text)
    // error: a String is not SQL: write a string literal
    try queue.execute(text)
    // error: a String is not SQL: write a string literal
    _ = try db.query(text)
    // error: a String is not SQL: write a string literal
    print(try db.value(text, as: Int.self))
    // error: a String is not SQL: write a string literal
    print(try db.rows(text, as: Int.self))
    try queue.withTransaction { db in
        // error: a String is not SQL: write a string literal
        try db.execute(text)
    }
    var migrator = FMMigrator()
    // error: a String is not SQL: write a string literal
    migrator.add("one") { db in try db.execute(text) }
    try db.execute(FMSQL(raw: text))
}

func texts(_ queue: FMDatabaseQueue, _ text: String) async throws {
    // error: a String is not SQL: write a string literal
    try queue.execute(text)
    try await queue.execute("DELETE FROM city WHERE name = \(text)")
}

struct Place { var x = 1 }
enum Level { case low }

func values(_ db: FMDatabase, _ place: Place, _ name: String, _ names: NSArray) throws {
    // error: interpolate the values: rows("… WHERE a = \(a)", as: String.self)
    print(try db.rows("SELECT name FROM city WHERE name = ?", name, as: String.self))
    // error: or `execute("… VALUES (?, ?)", a, b)`
    try db.execute("INSERT INTO city VALUES (?)", arguments: [name])
    // error: write `execute(FMSQL(raw: "… VALUES (:a)", arguments: ["a": a]))`
    try db.execute("INSERT INTO city VALUES (:name)", ["name": name])
    // error: the type does not conform to FMValueConvertible
    try db.execute("INSERT INTO city VALUES (\(place))")
    // error: the type does not conform to FMValueConvertible
    try db.execute("INSERT INTO city VALUES (\(Level.low))")
    print(try db.value("SELECT name FROM city WHERE name = ?", name, as: String.self))
}

enum Size: String, Decodable { case small }

func types(_ db: FMDatabase, _ queue: FMDatabaseQueue) throws {
    // error: as: takes a type that conforms to Decodable or FMValueConvertible
    print(try db.rows("SELECT x FROM city", as: Place.self))
    // error: as: takes a type that conforms to Decodable or FMValueConvertible
    print(try queue.rows("SELECT x FROM city", as: Place.self))
    // error: or a tuple of FMValueConvertible types
    print(try db.rows("SELECT x, y FROM city", as: (Int, Size).self))
    // error: as: takes a type that conforms to FMValueConvertible; rows also takes Decodable types
    print(try db.value("SELECT x FROM city", as: Size.self))
    // error: as: takes a type that conforms to FMValueConvertible; rows also takes Decodable types
    print(try queue.value("SELECT x FROM city", as: Size.self))
    // error: query returns a result set: write `rows("SELECT …", as: String.self)` or `forEachRow`
    let names: [String] = try db.query("SELECT name FROM city")
    print(try db.rows("SELECT x FROM city", as: Size.self), try db.query("SELECT 1"), names)
}

func labels(_ db: FMDatabase, _ queue: FMDatabaseQueue, _ name: String, _ age: Int) throws {
    // error: for named parameters, write `executeUpdate(sql, withParameterDictionary: ["a": a])`
    try db.executeUpdate("INSERT INTO city VALUES (:name, :age)", arguments: ["name": name, "age": age])
    // error: write `executeUpdate(sql, values: [a, b])`
    try db.executeUpdate("INSERT INTO city VALUES (?, ?)", arguments: [name, age])
    // error: for named parameters, write `executeQuery(sql, withParameterDictionary: ["a": a])`
    print(try db.executeQuery("SELECT :name", arguments: ["name": name]) as Any)
    // error: write `executeQuery(sql, values: [a, b])`
    print(try db.executeQuery("SELECT ?", arguments: [name]) as Any)
    // error: executeUpdate is a method of FMDatabase: write `withDatabase { db in try db.executeUpdate(…) }`
    queue.executeUpdate("DELETE FROM city", withArgumentsIn: [])
    // error: executeUpdate is a method of FMDatabase: write `withDatabase { db in try db.executeUpdate(…) }`
    try queue.executeUpdate("DELETE FROM city", values: nil)
    // error: executeQuery is a method of FMDatabase: write `withDatabase { db in try db.executeQuery(…) }`
    print(try queue.executeQuery("SELECT 1", values: nil))
    // error: 'exec' has been renamed to 'execute(_:)'
    try db.exec("DELETE FROM city")
    // error: write withTransaction
    try queue.transaction { db in try db.execute("DELETE FROM city") }
    // error: write withTransaction
    try db.transaction { try db.execute("DELETE FROM city") }
}

func keys() throws {
    // error: set the key in configure: configuration.configure = { db in try db.unlock(key: text) }
    print(try FMDatabaseQueue(path: "a.db", key: "secret"))
    // error: set the key after open(): db.setKey(text), or try db.unlock(key: text)
    print(FMDatabase(path: "a.db", key: "secret"))
    var configuration = FMDatabaseQueue.Configuration()
    // error: set the key in configure: configuration.configure = { db in try db.unlock(key: text) }
    configuration.key = "secret"
    // error: set the properties one by one: var configuration = Configuration()
    print(FMDatabaseQueue.Configuration(foreignKeys: true), configuration)
}

func blocksWithoutDatabase(_ db: FMDatabase, _ queue: FMDatabaseQueue, _ pool: FMDatabasePool) throws {
    // error: the block needs a parameter for the database: write `withTransaction { db in try db.execute(…) }`
    try queue.withTransaction {
        try queue.execute("DELETE FROM city")
    }
    // error: the block needs a parameter for the database: write `withSavePoint { db in try db.execute(…) }`
    try pool.withSavePoint { try pool.execute("DELETE FROM city") }
    // error: the block needs a parameter for the database: write `withDatabase { db in try db.execute(…) }`
    try queue.withDatabase {}
    try queue.withDatabase { db in
        // error: has no member 'exceute'
        try db.exceute("DELETE FROM city")
    }
    // error: has no member 'exceute'
    try queue.withTransaction(.deferred) { try $0.exceute("DELETE FROM city") }
    let count: Int = try pool.withSavePoint { db in
        let count = try db.value("SELECT 1", as: Int.self)
        // error: cannot convert value of type 'String' to expected argument type 'Int'
        return count + "1"
    }
    // error: only a queue or pool has inTransaction with a block: write `db.withTransaction { try db.execute(…) }`
    db.inTransaction { db, rollback in
        db.executeUpdate("DELETE FROM city", withArgumentsIn: [count])
    }
    try queue.withTransaction { _ in }
    try queue.withTransaction { try $0.execute("DELETE FROM city") }
}

func blocks(_ db: FMDatabase, _ queue: FMDatabaseQueue) throws {
    // error: the block of FMDatabase.withTransaction has no parameter
    try db.withTransaction { db in
        try db.execute("DELETE FROM city")
    }
    // error: the block has no rollback parameter
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
        // error: name the type: `try row.value("a", as: String.self)`
        if let name = row["name"] as? String { print(name) }
        // error: name the type: `try row.value("a", as: String.self)`
        print(row.string("name") ?? "")
    }
}

func codes(_ db: FMDatabase) {
    do {
        try db.execute("DELETE FROM city")
        // error: the codes are members of FMResultCode: catch FMResultCode.constraintUnique
    } catch FMError.constraintUnique {
        print("taken")
    } catch {
        // error: write `error.resultCode == .constraint`
        if error.code == .constraint { print("refused") }
        if error.resultCode == .constraint || error.code == 19 { print("refused") }
    }
}
