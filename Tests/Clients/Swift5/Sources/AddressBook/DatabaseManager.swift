// swift-format-ignore-file: NeverForceUnwrap
import FMDB

/// A contact as the lists of the app show it.
struct Contact: Equatable {
    var id: Int
    var name: String
    var email: String?
    var age: Int
}

/// The singleton over one `FMDatabase` that is opened and closed around every call.
class DatabaseManager: NSObject {
    static let shared = DatabaseManager()

    let databaseFileName = "contacts.sqlite"
    var pathToDatabase: String!
    var database: FMDatabase!

    override init() {
        super.init()
        pathToDatabase = documentPath(databaseFileName)
    }

    func createDatabase() -> Bool {
        var created = false
        if !FileManager.default.fileExists(atPath: pathToDatabase) {
            database = FMDatabase(path: pathToDatabase!)
            if database != nil {
                if database.open() {
                    let query = """
                        CREATE TABLE contacts (
                            id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT NOT NULL UNIQUE, email TEXT,
                            age INTEGER NOT NULL DEFAULT 0, photo BLOB, score REAL, favourite BOOL, born DATE
                        )
                        """
                    do {
                        try database.executeUpdate(query, values: nil)
                        created = true
                    } catch {
                        print("Could not create the table: \(error.localizedDescription)")
                    }
                    database.close()
                } else {
                    print("Could not open the database.")
                }
            }
        }
        return created
    }

    func openDatabase() -> Bool {
        if database == nil {
            database = FMDatabase(path: pathToDatabase)
        }
        if database != nil {
            if database.open() {
                return true
            }
        }
        return false
    }

    func insert(name: String, email: String?, age: Int?, photo: Data?, born date: Date?) -> Int64 {
        guard openDatabase() else { return -1 }
        defer { database.close() }
        let sql = "INSERT INTO contacts (name, email, age, photo, score, favourite, born) VALUES (?, ?, ?, ?, ?, ?, ?)"
        let success = database.executeUpdate(
            sql, withArgumentsIn: [name, email ?? NSNull(), age ?? 0, photo as Any, 4.5, true, date as Any])
        if !success {
            print("\(database.lastErrorCode()): \(database.lastErrorMessage())")
            return -1
        }
        return database.lastInsertRowId
    }

    func update(withID ID: Int, email: String?, favourite: Bool) -> Bool {
        var updated = false
        if openDatabase() {
            let parameters: [String: Any] = ["id": ID, "email": email as Any, "favourite": favourite]
            updated = database.executeUpdate(
                "UPDATE contacts SET email = :email, favourite = :favourite WHERE id = :id",
                withParameterDictionary: parameters)
            database.close()
        }
        return updated
    }

    func loadContacts() -> [Contact]! {
        var contacts: [Contact]!
        if openDatabase() {
            do {
                let results = try database.executeQuery("SELECT * FROM contacts ORDER BY name ASC", values: nil)
                while results.next() {
                    let contact = Contact(
                        id: Int(results.int(forColumn: "id")),
                        name: results.string(forColumn: "name")!,
                        email: results.string(forColumn: "email"),
                        age: results.long(forColumn: "age"))
                    if contacts == nil {
                        contacts = [Contact]()
                    }
                    contacts.append(contact)
                }
            } catch {
                print(error.localizedDescription)
            }
            database.close()
        }
        return contacts
    }

    func loadContact(withID ID: Int, completionHandler: (_ contact: Contact?) -> Void) {
        var contact: Contact!
        if openDatabase() {
            let rs: FMResultSet? = database.executeQuery("SELECT * FROM contacts WHERE id = ?", withArgumentsIn: [ID])
            while rs?.next() == true {
                contact = Contact(
                    id: ID, name: (rs?.string(forColumn: "name"))!, email: rs!["email"] as? String,
                    age: rs![3] as? Int ?? 0)
            }
            database.close()
        }
        completionHandler(contact)
    }

    func delete(withID ID: Int) -> Bool {
        guard openDatabase() else { return false }
        defer { database.close() }
        do {
            try database.executeUpdate("DELETE FROM contacts WHERE id=?", values: [ID])
            return database.changes == 1
        } catch let e as NSError {
            print("failed: \(e.localizedDescription)")
        }
        return false
    }
}

func checkDatabaseManager() {
    let manager = DatabaseManager.shared
    expect(manager.createDatabase(), "the database is created")
    expect(!manager.createDatabase(), "and only once")
    let ann = manager.insert(name: "Ann", email: nil, age: 41, photo: Data([1, 2, 3]), born: Date())
    let bob = manager.insert(name: "Bob", email: "bob@example.org", age: nil, photo: nil, born: nil)
    expectEqual(ann, 1)
    expectEqual(bob, 2)
    expect(manager.update(withID: Int(ann), email: "ann@example.org", favourite: false), "update by dictionary")
    expectEqual(
        manager.loadContacts(),
        [
            Contact(id: 1, name: "Ann", email: "ann@example.org", age: 41),
            Contact(id: 2, name: "Bob", email: "bob@example.org", age: 0),
        ])
    manager.loadContact(withID: 1) { contact in
        expectEqual(contact?.name ?? "", "Ann")
        expectEqual(contact?.age ?? -1, 41)
    }
    expect(manager.delete(withID: 2), "one row goes")
    expect(!manager.delete(withID: 2), "and not twice")
    checkErrors(path: manager.pathToDatabase)
}

private func checkErrors(path: String) {
    let db = FMDatabase(path: path)
    db.logsErrors = false
    db.open()
    defer { db.close() }
    do {
        try db.executeUpdate("INSERT INTO contacts (name) VALUES (?)", values: ["Ann"])
        fail("a duplicate name has to throw")
    } catch let e as NSError {
        expectEqual(e.domain, "FMDatabase")
        expectEqual(e.code, 19)
        expect(e.localizedDescription.contains("UNIQUE"), e.localizedDescription)
        expectEqual(e.localizedDescription, db.lastErrorMessage())
    }
    expect(db.hadError(), "hadError")
    expectEqual(db.lastErrorCode(), 19)
    expectEqual(db.lastExtendedErrorCode(), 2067)
    expectEqual((db.lastError() as NSError).code, 19)
    guard let _ = try? db.executeQuery("SELECT name FROM nowhere", values: []) else {
        expect(db.lastErrorMessage().contains("no such table"), db.lastErrorMessage())
        return
    }
    fail("a query on a missing table has to throw")
}
