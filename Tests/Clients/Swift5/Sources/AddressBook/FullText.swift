// swift-format-ignore-file: NeverForceUnwrap
import FMDB

/// The full-text subspec: commands and offsets.
func checkFullText() {
    let db = FMDatabase()
    db.open()
    defer { db.close() }
    db.executeUpdate("CREATE VIRTUAL TABLE mail USING fts3(subject, body)", withArgumentsIn: [])
    db.executeUpdate("INSERT INTO mail VALUES ('hello world', 'a world of words')", withArgumentsIn: [])
    expect(db.issueCommand(kFTSCommandOptimize, forTable: "mail"), "optimize")
    let rs = db.executeQuery("SELECT offsets(mail) FROM mail WHERE mail MATCH 'world'", withArgumentsIn: [])
    var ranges: [NSRange] = []
    if rs!.next() {
        let offsets: FMTextOffsets = rs!.offsets(forColumnIndex: 0)
        offsets.enumerate { column, term, range in
            ranges.append(range)
        }
    }
    rs?.close()
    expectEqual(ranges, [NSRange(location: 6, length: 5), NSRange(location: 2, length: 5)])
}

/// The subspec that copies a database between memory and a file.
func checkInMemoryCopies() {
    let memory = FMDatabase(path: nil)
    memory.open()
    memory.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: [])
    expect(memory.write(toFile: documentPath("copy.db")), "written")
    let copy = FMDatabase(path: nil)
    copy.open()
    expect(copy.read(fromFile: documentPath("copy.db")), "read")
    expect(copy.tableExists("t"), "the table came along")
    memory.close()
    copy.close()
}
