import FMDB
import SQLite3

// A read-only file that ships with the app: each task opens it, reads and closes it again.

typealias CallbackClosure<T> = (T) -> Void
typealias DatabaseTask = (FMDatabase) throws -> Void

extension FMDatabaseQueue {
    func execute(_ task: @escaping DatabaseTask, completion: (() -> Void)? = nil) {
        inDatabase { (db) in
            defer {
                db.close()
            }
            do {
                if db.open(withFlags: SQLITE_OPEN_READONLY) {
                    try task(db)
                }
            } catch {
                print(db.lastErrorMessage())
            }
            completion?()
        }
    }
}

class GuideQueue: FMDatabaseQueue, @unchecked Sendable {
    static let url = documentsDirectory.appendingPathComponent("guide.db")
    static let shared = GuideQueue(path: url.path)

    func getCards(callback: @escaping CallbackClosure<[String]>) {
        var cards = [String]()
        execute({ (db) in
            let set = try db.executeQuery("SELECT * FROM cards WHERE name LIKE '%a%' ORDER BY id", values: nil)
            while set.next() {
                let id = Int(set.int(forColumn: "id"))
                cards.append("\(id) \(set.string(forColumn: "name") ?? "")")
            }
        }) {
            callback(cards)
        }
    }
}

class Manifest: FMDatabase {
    func selectByName(_ string: String) -> [Int] {
        var ids = [Int]()
        do {
            let set = try self.executeQuery("SELECT id FROM cards WHERE name = ?", values: [string])
            while set.next() {
                ids.append(set.long(forColumn: "id"))
            }
        } catch {
            print(self.lastErrorMessage())
        }
        return ids
    }
}

func checkGuide() {
    let manifest = Manifest(path: GuideQueue.url.path)
    guard manifest.open() else { return fail("the manifest does not open") }
    manifest.executeStatements(
        "CREATE TABLE cards (id, name); INSERT INTO cards VALUES (1, 'ace'), (2, 'ten'), (3, 'jack')")
    expectEqual(manifest.selectByName("ten"), [2])
    manifest.close()
    for _ in 0..<2 {
        GuideQueue.shared?.getCards { cards in
            expectEqual(cards, ["1 ace", "3 jack"])
        }
    }
    GuideQueue.shared?.close()
}
