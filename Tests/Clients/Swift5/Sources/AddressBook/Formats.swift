import FMDB

/// Dates as text, and the values that Swift code hands over in an array of `Any`.
func checkFormats() {
    let db = FMDatabase()
    db.open()
    defer { db.close() }
    expect(!db.hasDateFormatter(), "no format")
    db.setDateFormat(FMDatabase.storeableDateFormat("yyyy-MM-dd HH:mm:ss"))
    expect(db.hasDateFormatter(), "a format")
    let noon = Date(timeIntervalSince1970: 12 * 3_600)
    db.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: [])
    db.executeUpdate("INSERT INTO t VALUES (?)", withArgumentsIn: [noon])
    let rs = db.executeQuery("SELECT a FROM t", withArgumentsIn: [])
    if rs?.next() ?? false {
        expectEqual(rs?.string(forColumn: "a"), "1970-01-01 12:00:00")
        expectEqual(rs?.date(forColumn: "a"), noon)
    }
    rs?.close()
    expectEqual(db.date(from: "1970-01-01 12:00:00"), noon)
    expectEqual(db.string(from: noon), "1970-01-01 12:00:00")
    db.setDateFormat(nil)
    checkStorageClasses(db)
}

private func checkStorageClasses(_ db: FMDatabase) {
    let name: String? = "Ann"
    let nothing: Int? = nil
    let date: Date? = Date(timeIntervalSince1970: 1)
    let values: [(Any, String)] = [
        (name as Any, "text"), (nothing as Any, "null"), (date as Any, "real"), (NSNull(), "null"), (3, "integer"),
        (Int64.max, "integer"), (UInt8(1), "integer"), (2.5 as Float, "real"), (CGFloat(1), "real"), (true, "integer"),
        (NSNumber(value: 1.5), "real"), (NSNumber(value: false), "integer"), ("x" as NSString, "text"),
        ("x" as AnyObject, "text"), (3 as AnyObject, "integer"), (Date() as AnyObject, "real"), (NSDate(), "real"),
        (Data(), "blob"), (NSData(), "blob"), (Data([1]) as AnyObject, "blob"), ("abc".prefix(2), "text"),
        (UUID(), "text"), (Decimal(1), "real"),
    ]
    for (value, wanted) in values {
        let rs = db.executeQuery("SELECT typeof(?)", withArgumentsIn: [value])
        expect(rs?.next() ?? false, "\(value)")
        expectEqual(rs?.string(forColumnIndex: 0), wanted)
        rs?.close()
    }
}
