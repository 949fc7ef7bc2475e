import FMDB
import FMDBTestHelpers
import Testing

class LabelledDatabase: FMDatabase {
    let label: String

    init(label: String) {
        self.label = label
        super.init(path: nil)
    }

    required init(path: String?) {
        label = "unnamed"
        super.init(path: path)
    }
}

class LabelledQueue: FMDatabaseQueue, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { LabelledDatabase.self }
}

/// The examples of the article for those who know the Objective-C FMDB, and what else it says.
@Suite struct ComingFromObjectiveCTests {
    @Test func aSubclassWithAnInitialiserOfItsOwn() {
        #expect(LabelledDatabase(label: "main").label == "main")
        #expect(LabelledDatabase(path: nil).label == "unnamed")
    }

    @Test func theRequiredInitialiserMakesTheDatabasesOfAQueue() throws {
        let queue = try #require(LabelledQueue(path: nil))
        #expect(try queue.withDatabase { ($0 as? LabelledDatabase)?.label } == "unnamed")
    }

    @Test func theDelegateOfAPool() {
        class Observer: NSObject, FMDatabasePoolDelegate {
            var count = 0

            func databasePool(_ pool: FMDatabasePool, didAdd database: FMDatabase) {
                count += 1
            }
        }
        let observer = Observer()
        let pool = FMDatabasePool(path: nil)
        pool.delegate = observer
        pool.inDatabase { _ in pool.inDatabase { _ in } }
        #expect(observer.count == 2)
    }

    @Test func anObjectThatTakesValuesByName() throws {
        final class Contact: FMKeyValueSettable {
            var name = ""

            func setValue(_ value: Any?, forKey key: String) {
                if key == "name" { name = value as? String ?? "" }
            }
        }
        let contact = Contact()
        let rows = try People.database().executeQuery("SELECT * FROM person WHERE id = 2", values: nil)
        #expect(rows.next())
        rows.kvcMagic(contact)
        #expect(contact.name == "bob")
    }

    @Test func aFormatLeavesQuotedTextAlone() throws {
        let db = try People.database()
        #expect(db.executeUpdate(withFormat: "INSERT INTO person (name, age) VALUES (%@, %d)", "an admin", 40))
        let rows = db.executeQuery(withFormat: "SELECT name FROM person WHERE name LIKE '%admin%' AND age = %d", 40)
        #expect(drawn(rows) == "name\n'an admin'")
    }

    @Test func anNSDateIsNoDateInAnAnyButIsStored() throws {
        let date: Any = NSDate(timeIntervalSince1970: 5)
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE t (a)")
        try db.executeUpdate("INSERT INTO t VALUES (?)", values: [date])
        #expect(try db.value("SELECT a FROM t", as: Double.self) == 5)
    }

    @Test func extensionsAndTokenizersAreRefused() {
        let db = FMDatabase.memory()
        #expect(!db.executeUpdate("SELECT load_extension('none')", withArgumentsIn: []))
        #expect(db.lastErrorMessage().contains("not authorized"))
        #expect(!db.executeUpdate("SELECT fts3_tokenizer('mine', x'00')", withArgumentsIn: []))
        #expect(db.hadError())
    }
}
