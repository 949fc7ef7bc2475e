import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// `execute`, `value`, `rows` and `forEachRow` of queues and pools.
@Suite struct CoordinatorStatementTests {
    private let folder = TemporaryFolder()

    enum Kind: CaseIterable {
        case queue, pool, group, queueInMemory
    }

    struct Person: Decodable, Equatable {
        var name: String
        var age: Int?
    }

    private func coordinator(_ kind: Kind) throws -> FMDatabaseCoordinator {
        var grouping = FMDatabaseCoordinator.Configuration()
        grouping.groupCommit = .init()
        let coordinator: FMDatabaseCoordinator =
            switch kind {
            case .queue: try FMDatabaseQueue(path: folder.file(), configuration: .init())
            case .pool: FMDatabasePool(path: folder.file(), configuration: .init())
            case .group: try FMDatabaseQueue(path: folder.file(), configuration: grouping)
            case .queueInMemory: FMDatabaseQueue()
            }
        try coordinator.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT UNIQUE, age INTEGER)")
        return coordinator
    }

    @Test(arguments: Kind.allCases) func theyStoreAndFind(_ kind: Kind) throws {
        let database = try coordinator(kind)
        let (name, age) = ("Ann", 7)
        #expect(try database.execute("INSERT INTO person (name, age) VALUES (\(name), \(age))") == 1)
        #expect(try database.execute("INSERT INTO person (name) VALUES (?)", "Bob") == 1)
        #expect(try database.executeMany("INSERT INTO person (name, age) VALUES (?, ?)", [("Cy", 1), ("Di", 2)]) == 2)
        #expect(try database.executeMany("UPDATE person SET age = age + 1 WHERE name = ?", ["Cy", "Di", "Ed"]) == 2)

        #expect(try database.value("SELECT count(*) FROM person", as: Int.self) == 4)
        #expect(try database.value("SELECT age FROM person WHERE name = ?", "Di", as: Int.self) == 3)
        let missing: Int? = try database.value("SELECT age FROM person WHERE name = \("Ed")")
        #expect(missing == nil)
        #expect(
            try database.rows("SELECT name FROM person ORDER BY id", as: String.self) == ["Ann", "Bob", "Cy", "Di"])
        let pairs = try database.rows("SELECT name, age FROM person ORDER BY id LIMIT 2", as: (String, Int?).self)
        #expect(pairs.map(\.0) == ["Ann", "Bob"] && pairs.map(\.1) == [7, nil])
        let people = try database.rows("SELECT name, age FROM person WHERE id = 2", as: Person.self)
        #expect(people == [Person(name: "Bob", age: nil)])
        var names: [String] = []
        try database.forEachRow("SELECT name FROM person ORDER BY id DESC") { row in names.append(try row.value("name"))
        }
        #expect(names == ["Di", "Cy", "Bob", "Ann"])
    }

    @Test(arguments: Kind.allCases) func asynchronousCodeUsesTheSameWords(_ kind: Kind) async throws {
        let database = try coordinator(kind)
        let (name, age) = ("Ann", 7)
        #expect(try await database.execute("INSERT INTO person (name, age) VALUES (\(name), \(age))") == 1)
        #expect(try await database.execute("INSERT INTO person (name) VALUES (?)", "Bob") == 1)
        #expect(
            try await database.executeMany("INSERT INTO person (name, age) VALUES (?, ?)", [("Cy", 1), ("Di", 2)]) == 2)
        #expect(try await database.executeMany("DELETE FROM person WHERE name = ?", ["Cy", "Ed"]) == 1)

        #expect(try await database.value("SELECT count(*) FROM person", as: Int.self) == 3)
        #expect(try await database.value("SELECT age FROM person WHERE name = ?", "Di", as: Int.self) == 2)
        #expect(
            try await database.rows("SELECT name FROM person ORDER BY id", as: String.self) == ["Ann", "Bob", "Di"])
        let pairs = try await database.rows("SELECT name, age FROM person ORDER BY id", as: (String, Int?).self)
        #expect(pairs.map(\.1) == [7, nil, 2])
        let people = try await database.rows("SELECT name, age FROM person WHERE id = 2", as: Person.self)
        #expect(people == [Person(name: "Bob", age: nil)])
        let names = Locked<[String]>([])
        try await database.forEachRow("SELECT name FROM person ORDER BY id") { row in
            let name: String = try row.value("name")
            names.withLock { $0.append(name) }
        }
        #expect(names.value == ["Ann", "Bob", "Di"])
    }

    @Test func oneLineBlocksOfTasksAndLoopsCompile() async throws {
        let pool = FMDatabasePool(path: folder.file(), configuration: .init())
        try await pool.execute("CREATE TABLE t (x)")
        let task = Task { try await pool.execute("INSERT INTO t VALUES (1)") }
        #expect(try await task.value == 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 2...4 { group.addTask { try await pool.execute("INSERT INTO t VALUES (\(number))") } }
            try await group.waitForAll()
        }
        #expect(try await pool.rows("SELECT x FROM t ORDER BY x", as: Int.self) == [1, 2, 3, 4])
    }

    @Test(arguments: Kind.allCases) func errorsAreThoseOfTheDatabase(_ kind: Kind) throws {
        let database = try coordinator(kind)
        try database.execute("INSERT INTO person (name) VALUES ('Ann')")
        #expect(
            thrown { try database.execute("INSERT INTO person (name) VALUES ('Ann')") }?.extendedCode
                == .constraintUnique)
        let many = thrown { try database.executeMany("INSERT INTO person (name) VALUES (?)", ["Bob", "Ann"]) }
        #expect(many?.batchIndex == 1)
        #expect(try database.value("SELECT count(*) FROM person", as: Int.self) == 1)
        #expect(thrown { try database.value("SELECT id FROM person WHERE id = 9", as: Int.self) }?.resultCode == .done)
        #expect(
            thrown { try database.rows("SELECT name FROM person", as: (String, Int).self) }?.resultCode == .mismatch)
        let age = 1
        #expect(thrown { try database.execute("DELETE FROM person WHERE id = \(age)", 2) }?.resultCode == .misuse)
        #expect(
            thrown { try database.value("SELECT id FROM person WHERE id = \(age)", 2, as: Int.self) }?.resultCode
                == .misuse)
        #expect(throws: CancellationError.self) {
            try database.forEachRow("SELECT name FROM person") { _ in throw CancellationError() }
        }
    }

    @Test(
        arguments: Kind.allCases,
        ["PRAGMA foreign_keys = ON", " /* all */ vacuum", "BEGIN", "ATTACH 'x' AS y", "savepoint s", "COMMIT"])
    func whatConcernsTheConnectionIsRefused(_ kind: Kind, _ sql: String) async throws {
        let database = try coordinator(kind)
        let error = thrown { try database.execute(FMSQL(raw: sql)) }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("withDatabase") == true)
        let later = await #expect(throws: FMError.self) { try await database.execute(FMSQL(raw: sql)) }
        #expect(later?.message == error?.message)
        #expect(thrown { try database.executeMany(FMSQL(raw: sql), [1]) }?.message == error?.message)
    }

    @Test func aPoolReadsWithItsReaders() throws {
        let pool = FMDatabasePool(path: folder.file(), configuration: .init())
        try pool.execute("CREATE TABLE t (x)")
        #expect(thrown { try pool.value("INSERT INTO t VALUES (1)", as: Int?.self) }?.resultCode == .readOnly)
        try pool.execute("INSERT INTO t VALUES (1)")
        // They do not wait for the writer.
        try pool.write { db in
            try db.execute("INSERT INTO t VALUES (2)")
            #expect(try pool.value("SELECT count(*) FROM t", as: Int.self) == 1)
        }
        #expect(try pool.value("SELECT count(*) FROM t", as: Int.self) == 2)
    }

    @Test(arguments: [Kind.queue, .queueInMemory]) func withinABlockTheyWouldDeadlockAndSay(_ kind: Kind) throws {
        let database = try coordinator(kind)
        let error = try database.withDatabase { _ in thrown { try database.execute("DELETE FROM person") } }
        #expect(error?.extendedCode == .wouldDeadlock)
    }

    /// A value that does something when it is bound.
    private struct Hooked: FMValueConvertible, Sendable {
        let whenBound: @Sendable () -> Void
        var fmValue: FMValue {
            whenBound()
            return .integer(1)
        }

        static func fromFMValue(_ value: FMValue) -> Hooked? { nil }
    }

    /// A sequence that has its elements once.
    private func once<Element>(_ elements: [Element]) -> AnyIterator<Element> { AnyIterator(elements.makeIterator()) }

    /// A sequence for tasks that has its elements once.
    private struct OnceForTasks<Element: Sendable>: Sequence, IteratorProtocol, Sendable {
        private let elements: Locked<[Element]>

        init(_ elements: [Element]) { self.elements = Locked(elements) }

        func next() -> Element? { elements.withLock { $0.popLast() } }
    }

    /// A queue whose commits fail once, because of a reader, and are repeated.
    private struct RepeatingQueue {
        let queue: FMDatabaseQueue
        let value: Hooked
        private let reader: FMDatabaseQueue
        private let bound = Locked(0)

        init(_ path: String) throws {
            let reader = try FMDatabaseQueue(path: path, configuration: .init())
            try reader.execute("CREATE TABLE t (x)")
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.retry = .init(attempts: 5, totalTime: .seconds(60), pause: .milliseconds(1))
            configuration.busyTimeout = .zero
            queue = try FMDatabaseQueue(path: path, configuration: configuration)
            // The commit waits for the reader, which ends when the value is bound for the second time.
            value = Hooked { [bound] in
                let count = bound.withLock { count in
                    count += 1
                    return count
                }
                if count == 2 { reader.inDatabase { db in _ = db.rollback() } }
            }
            self.reader = reader
        }

        func begin() {
            bound.withLock { $0 = 0 }
            reader.inDatabase { db in
                db.beginDeferredTransaction()
                #expect(db.intForQuery("SELECT count(*) FROM t") != nil)
            }
        }

        func expectRepeated(_ rows: Int) {
            #expect(bound.value == 2)
            queue.inDatabase { db in #expect(db.longForQuery("SELECT count(*) FROM t") == rows) }
        }
    }

    @Test func aTransactionThatIsRepeatedHasItsRowsAgain() throws {
        let scene = try RepeatingQueue(folder.file())
        scene.begin()
        #expect(try scene.queue.executeMany("INSERT INTO t VALUES (?)", once([scene.value])) == 1)
        scene.expectRepeated(1)
        scene.begin()
        let rows = once([(scene.value, 2)])
        #expect(try scene.queue.executeMany("INSERT INTO t SELECT ?1 WHERE ?2 = 2", rows) == 1)
        scene.expectRepeated(2)
    }

    @Test func aTransactionOfATaskThatIsRepeatedHasItsRowsAgain() async throws {
        let scene = try RepeatingQueue(folder.file())
        scene.begin()
        #expect(try await scene.queue.executeMany("INSERT INTO t VALUES (?)", OnceForTasks([scene.value])) == 1)
        scene.expectRepeated(1)
        scene.begin()
        let rows = OnceForTasks([(scene.value, 2)])
        #expect(try await scene.queue.executeMany("INSERT INTO t SELECT ?1 WHERE ?2 = 2", rows) == 1)
        scene.expectRepeated(2)
    }

    @Test func aCancelledTaskWritesNothing() async throws {
        let pool = FMDatabasePool(path: folder.file(), configuration: .init())
        try await pool.execute("CREATE TABLE t (x)")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await pool.execute("INSERT INTO t VALUES (1)")
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await pool.value("SELECT count(*) FROM t", as: Int.self) == 0)
    }
}
