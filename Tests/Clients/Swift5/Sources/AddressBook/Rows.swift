// swift-format-ignore-file: NeverForceUnwrap
import FMDB

private let born = Date(timeIntervalSince1970: 1_000_000)

private func makeDatabase() -> FMDatabase {
    let db = FMDatabase(path: nil)
    db.logsErrors = false
    db.open()
    db.executeStatements("CREATE TABLE item (id INTEGER, name TEXT, price REAL, photo BLOB, made DATE, note TEXT)")
    return db
}

func checkRows() {
    let db = makeDatabase()
    let note: String? = nil
    let array: [Any] = [UInt64(7), "Lamp", 12.5, Data([0xCA, 0xFE]), born, note as Any]
    db.executeUpdate("INSERT INTO item VALUES (?, ?, ?, ?, ?, ?)", withArgumentsIn: array)
    let legacy = NSMutableArray(array: [NSNumber(value: 8), NSString(string: "Desk"), NSNull(), NSNull(), NSNull()])
    legacy.add("x" as AnyObject)
    db.executeUpdate("INSERT INTO item VALUES (?, ?, ?, ?, ?, ?)", withArgumentsIn: legacy as! [Any])

    let rs = db.executeQuery("SELECT * FROM item ORDER BY id", withArgumentsIn: [])!
    expect(rs.next(), "the first row")
    checkAccessors(rs)
    checkObjects(rs)
    expect(rs.next(), "the second row")
    expectEqual(rs["name"] as? String, "Desk")
    expect(rs["price"] is NSNull, "NULL is NSNull")
    expect(rs.string(forColumn: "made") == nil, "and nil as a string")
    expectEqual(rs.double(forColumn: "price"), 0)
    expect(rs.date(forColumn: "made") == nil, "and nil as a date")
    expect(!rs.next(), "the end")
    let record = NSMutableDictionary()
    if let row = db.executeQuery("SELECT name, price, note FROM item WHERE id = 8", withArgumentsIn: []), row.next() {
        row.kvcMagic(record)
        row.close()
    }
    expectEqual(record["name"] as? String, "Desk")
    expect(record["price"] == nil, "kvcMagic skips NULL")
    checkNamedParameters(db)
    db.close()
}

private func checkAccessors(_ rs: FMResultSet) {
    expectEqual(rs.int(forColumn: "id"), 7)
    expectEqual(Int(rs.int(forColumnIndex: 0)), 7)
    expectEqual(rs.long(forColumn: "ID"), 7)
    expectEqual(rs.longLongInt(forColumn: "id"), 7)
    expectEqual(rs.unsignedLongLongInt(forColumnIndex: 0), 7)
    expectEqual(rs.string(forColumn: "name")!, "Lamp")
    expectEqual(rs.string(forColumnIndex: 1) ?? "", "Lamp")
    expectEqual(rs.double(forColumn: "price"), 12.5)
    expectEqual(CGFloat(rs.double(forColumnIndex: 2)), 12.5)
    expect(rs.bool(forColumn: "id"), "bool")
    expectEqual(rs.data(forColumn: "photo"), Data([0xCA, 0xFE]))
    expectEqual(rs.dataNoCopy(forColumnIndex: 3)?.count, 2)
    expectEqual(rs.date(forColumn: "made"), born)
    expect(rs.columnIsNull("note") && rs.columnIndexIsNull(5), "note is NULL")
    expectEqual(rs.type(forColumn: "photo"), .blob)
    expectEqual(rs.type(forColumnIndex: 5), SqliteValueType.null)
    expectEqual(rs.columnCount, 6)
    expectEqual(rs.columnIndex(forName: "PRICE"), 2)
    expectEqual(rs.columnName(for: 2), "price")
    expectEqual((rs.columnNameToIndexMap["made"] as? NSNumber)?.intValue, 4)
    expect(rs.hasAnotherRow(), "hasAnotherRow")
    if let text = rs.utf8String(forColumn: "name") {
        expectEqual(String(cString: text), "Lamp")
    }
    expect(rs.query!.hasPrefix("SELECT"), "query")
    expectEqual(rs.statement?.useCount, 1)
    expect(rs.parentDB?.isOpen ?? false, "parentDB")
}

private func checkObjects(_ rs: FMResultSet) {
    expectEqual(rs["id"] as? Int, 7)
    expectEqual(rs["id"] as? Int64, 7)
    expectEqual((rs["id"] as! NSNumber).int32Value, 7)
    expectEqual(rs[0] as? Int, 7)
    expectEqual(rs[1] as! String, "Lamp")
    expectEqual(rs["price"] as? Double, 12.5)
    expectEqual(rs.object(forColumn: "photo") as? Data, Data([0xCA, 0xFE]))
    expect((rs.object(forColumnIndex: 5) as? NSNull) != nil, "NULL is NSNull")
    expect(rs["nosuch"] == nil, "an unknown column is nil")
    for (key, value) in rs.resultDictionary! {
        expect(key is String && !(value is Date), "\(key)")
    }
    if let row = rs.resultDictionary as? [String: Any] {
        expectEqual(row["name"] as? String, "Lamp")
        expectEqual(row.keys.sorted(), ["id", "made", "name", "note", "photo", "price"])
    } else {
        fail("resultDictionary as? [String: Any]")
    }
    let rows = NSMutableArray()
    rows.add(rs.resultDictionary!)
    expectEqual(((rows[0] as? NSDictionary)?["id"] as? NSNumber)?.intValue, 7)
}

private func checkNamedParameters(_ db: FMDatabase) {
    let params: [String: Any] = ["id": 9, "name": "Vase", "price": NSNumber(value: 3.25), "note": NSNull()]
    expect(
        db.executeUpdate(
            "INSERT INTO item (id, name, price, note) VALUES (:id, :name, :price, :note)",
            withParameterDictionary: params), "by dictionary")
    let byName: [AnyHashable: Any] = ["name": "Vase"]
    let rs = db.executeQuery("SELECT price FROM item WHERE name = :name", withParameterDictionary: byName)
    while rs?.next() ?? false {
        expectEqual(rs?.double(forColumn: "price"), 3.25)
    }
    let all = db.executeQuery("SELECT id FROM item", withParameterDictionary: nil)
    var ids = Set<Int32>()
    while let row = all, row.next() {
        ids.insert(row.int(forColumn: "id"))
    }
    expectEqual(ids, [7, 8, 9])
    let names = ["Lamp", "Vase"]
    let marks = names.map { _ in "?" }.joined(separator: ",")
    let few = db.executeQuery("SELECT count(*) FROM item WHERE name IN (\(marks))", withArgumentsIn: names)
    expect(few?.next() ?? false, "a count")
    expectEqual(few?.int(forColumnIndex: 0), 2)
    few?.close()
}
