import Dispatch
import FMDB
import FMDBModel

// Blocks of one line, wherever a closure that returns nothing stands around them. The compiler has nothing to say.

func tasks(_ pool: FMDatabasePool, _ queue: FMDatabaseQueue) async throws {
    let write = Task<Void, any Error> { try await pool.write { db in try db.execute("DELETE FROM note") } }
    let read = Task<Void, any Error> { try await pool.read { db in try db.execute("PRAGMA query_only") } }
    let detached = Task<Void, any Error>.detached {
        try await queue.withTransaction { db in try db.execute("DELETE FROM note") }
    }
    let limited = Task<Void, any Error> {
        try await queue.withTransaction(.deferred, timeout: .seconds(1)) { try $0.execute("DELETE FROM note") }
    }
    let plain = Task { try await queue.withDatabase { db in try db.execute("DELETE FROM note") } }
    let plainDetached = Task.detached { try await queue.withSavePoint { db in try db.execute("DELETE FROM note") } }
    Task { try await pool.write { db in try db.execute("DELETE FROM note") } }
    Task.detached { try await pool.write { db in try db.execute("DELETE FROM note") } }
    Task { try? await pool.write { db in try db.execute("DELETE FROM note") } }
    for task in [write, read, detached, limited] { try await task.value }
    let changes: [Int] = [try await plain.value, try await plainDetached.value]
    print(changes)
}

func everyVerb(_ pool: FMDatabasePool, _ queue: FMDatabaseQueue) async throws {
    let tasks: [Task<Void, any Error>] = [
        Task { try await queue.withDatabase { db in try db.execute("DELETE FROM note") } },
        Task { try await queue.withTransaction { db in try db.execute("DELETE FROM note") } },
        Task { try await queue.withSavePoint { db in try db.execute("DELETE FROM note") } },
        Task { try await pool.withDatabase { db in try db.execute("DELETE FROM note") } },
        Task { try await pool.withTransaction(.exclusive) { db in try db.execute("DELETE FROM note") } },
        Task { try await pool.withSavePoint { db in try db.execute("DELETE FROM note") } },
        Task { try await pool.read { db in try db.execute("PRAGMA query_only") } },
        Task { try await pool.write { db in try db.execute("DELETE FROM note") } },
    ]
    for task in tasks { try await task.value }
}

func groups(_ pool: FMDatabasePool, _ queue: FMDatabaseQueue) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<4 {
            group.addTask { try await pool.write { db in try db.execute("INSERT INTO note VALUES (\(number))") } }
            group.addTask { try await queue.withSavePoint { db in try db.execute("DELETE FROM note") } }
            group.addTask { try queue.withDatabase { db in try db.execute("DELETE FROM note") } }
        }
        try await group.waitForAll()
    }
    await withTaskGroup(of: Void.self) { group in
        group.addTask { _ = try? await pool.write { db in try db.execute("DELETE FROM note") } }
    }
    try await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask { try await pool.write { db in try db.execute("DELETE FROM note") } }
        group.addTask { try await pool.read { db in try db.value("SELECT count(*) FROM note") } }
        print(try await group.reduce(0, +))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
func discardingGroups(_ pool: FMDatabasePool) async throws {
    try await withThrowingDiscardingTaskGroup { group in
        group.addTask { try await pool.write { db in try db.execute("DELETE FROM note") } }
    }
    await withDiscardingTaskGroup { group in
        group.addTask { _ = try? await pool.write { db in try db.execute("DELETE FROM note") } }
    }
}

func asyncLet(_ pool: FMDatabasePool) async throws -> Int {
    async let changes = pool.write { db in try db.execute("DELETE FROM note") }
    async let count = pool.read { db in try db.value("SELECT count(*) FROM note", as: Int.self) }
    async let done: Void = pool.write { db in try db.execute("DELETE FROM note") }
    try await done
    return try await changes + count
}

func loops(_ queue: FMDatabaseQueue, _ pool: FMDatabasePool, _ titles: [String]) throws {
    try titles.forEach { title in try queue.withDatabase { db in try db.execute("INSERT INTO note VALUES (\(title))") }
    }
    try titles.forEach { title in try pool.write { try $0.execute("INSERT INTO note VALUES (\(title))") } }
    try titles.forEach { title in
        try queue.withTransaction { db in try db.execute("INSERT INTO note VALUES (\(title))") }
    }
    try queue.withTransaction { db in
        try titles.forEach { title in try db.execute("INSERT INTO note VALUES (\(title))") }
    }
    let changes: [Int] = try titles.map { title in
        try queue.withDatabase { db in try db.execute("INSERT INTO note VALUES (\(title))") }
    }
    let counts = try titles.map { title in
        try pool.read { db in try db.value("SELECT count(*) FROM note WHERE title = \(title)", as: Int.self) }
    }
    for title in titles { try queue.withDatabase { db in try db.execute("INSERT INTO note VALUES (\(title))") } }
    print(changes + counts)
}

func closures(_ queue: FMDatabaseQueue, _ pool: FMDatabasePool) throws {
    let delete: () throws -> Void = { try queue.withDatabase { db in try db.execute("DELETE FROM note") } }
    let write: @Sendable () async throws -> Void = { try await pool.write { db in try db.execute("DELETE FROM note") } }
    let number: () throws -> Int = { try pool.write { db in try db.execute("DELETE FROM note") } }
    let result = Result { try queue.withTransaction { db in try db.execute("DELETE FROM note") } }
    let nothing: Result<Void, any Error> = Result { try pool.write { db in try db.execute("DELETE FROM note") } }
    let count: Result<Int, any Error> = Result { try pool.write { db in try db.execute("DELETE FROM note") } }
    try delete()
    try nothing.get()
    print(try number(), try result.get() + 1, try count.get(), write)
}

func unused(_ queue: FMDatabaseQueue, _ pool: FMDatabasePool) throws {
    try? queue.withTransaction { db in
        try db.execute("DELETE FROM note")
        try db.execute("DELETE FROM title")
    }
    try queue.withDatabase { db in try db.execute("DELETE FROM note") }
    try queue.withDatabase { db in db.executeUpdate("DELETE FROM note", withArgumentsIn: []) }
    try queue.withDatabase { db in db.lastInsertRowId }
    try pool.write { db in try db.value("SELECT count(*) FROM note", as: Int.self) }
    _ = try? pool.write { db in try db.execute("DELETE FROM note") }
    _ = try queue.withDatabase { db in try db.execute("DELETE FROM note") }
    if (try? pool.write { db in try db.execute("DELETE FROM note") }) == nil { print("failed") }
    DispatchQueue.global().async {
        _ = try? queue.withDatabase { db in try db.execute("DELETE FROM note") }
    }
    DispatchQueue.global().async { _ = try? pool.write { db in try db.execute("DELETE FROM note") } }
    _ = try DispatchQueue.global().sync { try pool.write { db in try db.execute("DELETE FROM note") } }
}

func unusedAsync(_ queue: FMDatabaseQueue, _ pool: FMDatabasePool) async throws {
    try? await queue.withTransaction { db in
        try db.execute("DELETE FROM note")
        try db.execute("DELETE FROM title")
    }
    try await queue.withDatabase { db in try db.execute("DELETE FROM note") }
    try await queue.withDatabase { db in db.lastInsertRowId }
    try await pool.read { db in try db.value("SELECT count(*) FROM note", as: Int.self) }
    _ = try await pool.write { db in try db.execute("DELETE FROM note") }
    defer { print("done") }
    do { try await pool.write { db in try db.execute("DELETE FROM note") } } catch { print(error) }
}

// MARK: - Values

enum Size: Sendable { case small, large }
struct Note: Sendable, Decodable { var title: String }

func changes(_ pool: FMDatabasePool) async throws -> Int {
    try await pool.write { db in try db.execute("DELETE FROM note") }
}

func nothing(_ pool: FMDatabasePool) async throws {
    return try await pool.write { db in try db.execute("DELETE FROM note") }
}

func values(_ queue: FMDatabaseQueue) throws -> [Note] {
    let pair = try queue.withDatabase { db in (db.lastInsertRowId, db.changes) }
    let (count, longest) = try queue.withDatabase { db in
        (
            try db.value("SELECT count(*) FROM note", as: Int.self),
            try db.value("SELECT max(title) FROM note", as: String?.self)
        )
    }
    let title = try queue.withDatabase { db in try db.value("SELECT title FROM note", as: String?.self) }
    let size: Size = try queue.withDatabase { db in
        let count = try db.value("SELECT count(*) FROM note", as: Int.self)
        return count > 10 ? .large : .small
    }
    let sign: Size = try queue.withDatabase { $0.changes > 0 ? .large : .small }
    let first = try queue.withTransaction { db in
        try db.execute("INSERT INTO note VALUES ('a')")
        return db.lastInsertRowId
    }
    let isThere = try queue.withDatabase { db in if db.changes > 0 { true } else { false } }
    print(pair.0, pair.1, count, longest ?? "", title ?? "", size, sign, first, isThere)
    return try queue.withDatabase { db in try db.rows("SELECT title FROM note", as: Note.self) }
}

func opaque(_ queue: FMDatabaseQueue) throws -> some Sendable {
    try queue.withDatabase { db in try db.value("SELECT count(*) FROM note", as: Int.self) }
}

func generic<Value: Sendable>(_ queue: FMDatabaseQueue, _ body: (FMDatabase) throws -> Value) throws -> Value {
    try queue.withDatabase { db in try body(db) }
}

func passedOn<Value: Sendable>(_ pool: FMDatabasePool, _ body: @escaping @Sendable (FMDatabase) throws -> Value)
    async throws -> Value
{
    try await pool.write(body)
}

func references(_ queue: FMDatabaseQueue, _ pool: FMDatabasePool) async throws {
    @Sendable func delete(_ db: FMDatabase) throws -> Int { try db.execute("DELETE FROM note") }
    @Sendable func clear(_ db: FMDatabase) throws { try db.execute("DELETE FROM note") }
    let number = try await queue.withDatabase(delete) + 1
    try await queue.withDatabase(clear)
    try await pool.write(clear)
    print(number)
}

// MARK: - Within the block

func enclosed(_ queue: FMDatabaseQueue) async throws {
    let task = Task<Void, any Error> {
        try await queue.withDatabase { db in try db.withTransaction { try db.execute("DELETE FROM note") } }
    }
    let kept = Task<Void, any Error> {
        try await queue.withTransaction { db in try db.withSavePoint { try db.execute("DELETE FROM note") } }
    }
    try await task.value
    try await kept.value
}

func synchronous(_ db: FMDatabase, _ titles: [String]) throws -> Int {
    try titles.forEach { title in try db.withSavePoint { try db.execute("INSERT INTO note VALUES (\(title))") } }
    try titles.forEach { title in try db.withTransaction { try db.execute("INSERT INTO note VALUES (\(title))") } }
    try titles.forEach { _ in try db.withPragma("foreign_keys", false) { try db.execute("DELETE FROM note") } }
    try titles.forEach { _ in try db.withTransaction(.deferred) { try db.execute("DELETE FROM note") } }
    let isEmpty = try db.withPragma("foreign_keys", titles.isEmpty) { if db.changes > 0 { false } else { true } }
    let deleted = try db.withPragma("foreign_keys", isEmpty) { try db.execute("DELETE FROM note") } + 1
    try db.withPragma("foreign_keys", true) {
        try db.execute("DELETE FROM note")
        try db.execute("DELETE FROM title")
    }
    print(deleted)
    let delete: () throws -> Void = { try db.withTransaction(.exclusive) { try db.execute("DELETE FROM note") } }
    try delete()
    try? db.withSavePoint {
        try db.execute("DELETE FROM note")
        try db.execute("DELETE FROM title")
    }
    let isKept: Void? = try? db.withSavePoint { try db.execute("DELETE FROM note") }
    if isKept == nil { print("undone") }
    let rows = try db.withTransaction { try db.query("SELECT 1") }
    rows.close()
    let id = try db.withTransaction {
        try db.execute("INSERT INTO note VALUES ('a')")
        return db.lastInsertRowId
    }
    return try db.withSavePoint { try db.execute("DELETE FROM note") } + Int(id)
}

// MARK: - Actors and classes

actor Diary {
    let pool: FMDatabasePool
    var count = 0
    lazy var clear: @Sendable () async throws -> Void = { [pool] in
        try await pool.write { db in try db.execute("DELETE FROM note") }
    }

    init(_ pool: FMDatabasePool) { self.pool = pool }

    func add(_ title: String) async throws {
        try await pool.write { db in try db.execute("INSERT INTO note VALUES (\(title))") }
        count = try await pool.read { db in try db.value("SELECT count(*) FROM note") }
    }

    func addLater(_ title: String) {
        Task { try await pool.write { db in try db.execute("INSERT INTO note VALUES (\(title))") } }
        Task { [pool] in try? await pool.write { db in try db.execute("DELETE FROM note") } }
    }
}

@MainActor
final class NoteModel {
    let queue: FMDatabaseQueue
    private(set) var titles: [String] = []
    var onDelete: (() -> Void)?

    init(_ queue: FMDatabaseQueue) {
        self.queue = queue
        onDelete = { _ = try? queue.withDatabase { db in try db.execute("DELETE FROM note") } }
    }

    func reload() async throws {
        titles = try await queue.withDatabase { db in try db.rows("SELECT title FROM note", as: String.self) }
    }

    func delete(_ title: String) {
        Task {
            try await queue.withTransaction { db in try db.execute("DELETE FROM note WHERE title = \(title)") }
            try await reload()
        }
        Task { try await queue.withDatabase { db in try db.execute("DELETE FROM note") } }
    }
}

// MARK: - Blocks with one branch

func branches(_ queue: FMDatabaseQueue, _ pool: FMDatabasePool, _ isOld: Bool, _ title: String?) async throws {
    let isThere = try await queue.withDatabase { db in if db.changes > 0 { true } else { false } }
    let size = try await pool.read { db in
        switch db.changes {
        case 0: Size.small
        default: Size.large
        }
    }
    try await pool.write { db in
        if isOld { try db.execute("DELETE FROM note") }
    }
    try await pool.write { db in
        if isOld { try db.execute("DELETE FROM note") } else { try db.execute("DELETE FROM title") }
    }
    try await queue.withTransaction { db in
        for number in 0..<3 { try db.execute("INSERT INTO note VALUES (\(number))") }
    }
    try await queue.withTransaction { db in
        guard let title else { return }
        try db.execute("INSERT INTO note VALUES (\(title))")
    }
    let task = Task<Void, any Error> {
        try await queue.withTransaction { db in
            if isOld { try db.execute("DELETE FROM note") } else { try db.execute("DELETE FROM title") }
        }
    }
    try await task.value
    print(isThere ? 1 : 2, size == .small)
}

// MARK: - Stores

func stores(
    _ inbox: FMStoredArray<String, FMDatabaseQueue>, _ settings: FMStoredDictionary<String, Int, FMDatabaseQueue>
) async throws {
    let tasks: [Task<Void, any Error>] = [
        Task { try await inbox.withContents { list in try list.count() } },
        Task { try await settings.withContents { table in try table.count() } },
    ]
    for task in tasks { try await task.value }
    let count = try await inbox.withContents { list in try list.count() }
    try await settings.withContents { table in try table.count() }
    print(count + 1)
}

func storesInALoop(
    _ inbox: FMStoredArray<String, FMDatabaseQueue>, _ settings: FMStoredDictionary<String, Int, FMDatabaseQueue>
) throws -> Int {
    try [1, 2].forEach { _ in try inbox.withContents { list in try list.count() } }
    try [1, 2].forEach { _ in try settings.withContents { table in try table.count() } }
    return try inbox.withContents { list in try list.count() }
}
