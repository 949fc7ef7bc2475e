import FMDB

// What SQL texts refuse.

struct Point { var x = 0.0 }
enum Plain { case one }

func refused(_ db: FMDatabase, _ point: Point, _ plain: Plain, _ name: String) throws {
    // error: FMValueConvertible
    try db.execute("UPDATE item SET place = \(point)")
    // error: FMValueConvertible
    try db.execute("UPDATE item SET place = \(plain)")
    // error: String
    try db.execute("DELETE FROM item WHERE name = " + name)
    // error: String
    try db.execute(name)
}
