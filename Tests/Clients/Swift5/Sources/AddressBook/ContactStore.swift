// swift-format-ignore-file: NeverForceUnwrap
import FMDB
import Foundation
import SQLite3

/// The store over a queue. Its property was non-optional before FMDB 2.7.4 and optional later; both are written.
class ContactStore {
    static let queue: FMDatabaseQueue = FMDatabaseQueue(
        path: documentPath("store.db"),
        flags: SQLITE_OPEN_CREATE | SQLITE_OPEN_READWRITE | SQLITE_OPEN_FILEPROTECTION_NONE)

    var dbQueue: FMDatabaseQueue?

    init(path: String) {
        self.dbQueue = FMDatabaseQueue(path: path)
        dbQueue?.inDatabase({ (db) in
            db.executeStatements("PRAGMA journal_mode=WAL; CREATE TABLE IF NOT EXISTS person (id INTEGER, name TEXT)")
        })
    }

    func save(_ array: [[String: Any]]) -> Bool {
        var saved = true
        dbQueue?.inTransaction({ (db, rollback) in
            for dict in array {
                guard let id = dict["id"] as? Int, let name = dict["name"] as? String else { continue }
                if db.executeUpdate("INSERT INTO person (id, name) VALUES (?, ?)", withArgumentsIn: [id, name]) == false
                {
                    rollback.pointee = true
                    saved = false
                    break
                }
            }
        })
        return saved
    }

    /// Every row as a dictionary, by index.
    func query(sql: String) -> [[String: Any]] {
        var dictionaryList = [[String: Any]]()
        dbQueue?.inDatabase({ (db) in
            guard let resultSet = db.executeQuery(sql, withArgumentsIn: []) else { return }
            while resultSet.next() {
                var dict = [String: Any]()
                for i in 0..<resultSet.columnCount {
                    let name = resultSet.columnName(for: i)!
                    dict[name] = resultSet.object(forColumnIndex: i)
                }
                dictionaryList.append(dict)
            }
        })
        return dictionaryList
    }

    func names(completion: @escaping ([String]) -> Void) {
        DispatchQueue.global(qos: .userInitiated).async {
            var names: [String] = []
            self.dbQueue?.inDatabase { db in
                if let rs = db.executeQuery("SELECT name FROM person ORDER BY id", withArgumentsIn: []) {
                    while rs.next() {
                        names.append(rs.string(forColumnIndex: 0) ?? "")
                    }
                    rs.close()
                }
            }
            completion(names)
        }
    }

    deinit {
        dbQueue?.close()
    }
}

func checkContactStore() {
    let path = documentPath("people.db")
    let store = ContactStore(path: path)
    expect(store.save([["id": 1, "name": "Ann"], ["id": 2, "name": "Bob"]]), "two people are saved")
    let rows = store.query(sql: "SELECT id, name FROM person ORDER BY id")
    expectEqual(rows.count, 2)
    expectEqual(rows.first?["name"] as? String ?? "", "Ann")
    expectEqual(rows.last?["id"] as? Int ?? 0, 2)

    let done = DispatchGroup()
    done.enter()
    store.names { names in
        expectEqual(names, ["Ann", "Bob"])
        done.leave()
    }
    done.wait()

    ContactStore.queue.inDatabase { db in
        db.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: [])
        expect(db.tableExists("T"), "tableExists ignores the case")
    }
    expectEqual(ContactStore.queue.openFlags & SQLITE_OPEN_READWRITE, SQLITE_OPEN_READWRITE)
    ContactStore.queue.close()
    checkQueueCreation(path: path)
}

private func checkQueueCreation(path: String) {
    let q: FMDatabaseQueue = FMDatabaseQueue(path: path)
    expectEqual(q.path, path)
    if let q = FMDatabaseQueue(path: path) {
        q.inDatabase { expect($0.goodConnection, "goodConnection") }
        q.close()
    } else {
        fail("if let")
    }
    guard let byURL = FMDatabaseQueue(url: URL(fileURLWithPath: path)) else { return fail("guard let") }
    byURL.inDatabase { db in
        expectEqual(db.databasePath!, path)
        expectEqual(db.databaseURL?.lastPathComponent ?? "", "people.db")
    }
    let inferred = FMDatabaseQueue(path: path, flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_FILEPROTECTION_NONE)
    inferred?.inDatabase { db in
        db.logsErrors = false
        expect(!db.executeUpdate("DELETE FROM person", withArgumentsIn: []), "read-only")
        expectEqual(db.lastErrorCode(), SQLITE_READONLY)
    }
    let withVFS = FMDatabaseQueue(path: path, flags: SQLITE_OPEN_READWRITE, vfs: nil)!
    expect(withVFS.vfsName == nil, "vfsName")
    let unopened = FMDatabaseQueue(path: documentPath("missing/folder.db"), flags: SQLITE_OPEN_READWRITE) ?? q
    expect(unopened === q, "a queue that cannot open its file is nil")
    let inMemory = FMDatabaseQueue()
    inMemory.inDatabase { db in
        expect(db.databasePath == nil, "an in-memory database has no path")
    }
}
