import FMDB

func checkPreparedStatements() {
    let db = FMDatabase()
    db.open()
    db.shouldCacheStatements = true
    db.executeUpdate("CREATE TABLE word (id INTEGER, text TEXT)", withArgumentsIn: [])

    let insert = db.prepare("INSERT INTO word VALUES (?, ?)")
    for (index, text) in ["one", "two", "three"].enumerated() {
        insert.bind(with: [index, text])
        expect(insert.step(), text)
    }
    insert.close()

    let select = db.prepare("SELECT text FROM word WHERE id = :id")
    for (index, text) in ["one", "two"].enumerated() {
        expect(select.bind(with: ["id": index]), "bind by name")
        expect(select.next(), "a row")
        expectEqual(select.string(forColumnIndex: 0), text)
    }
    select.close()
    checkCachedStatements(db)
    db.close()
}

private func checkCachedStatements(_ db: FMDatabase) {
    for round in 1...3 {
        let rs = db.executeQuery("SELECT * FROM word", withArgumentsIn: [])
        expectEqual(rs?.statement?.useCount, round)
        expect(rs?.statement?.inUse ?? false, "in use")
        rs?.close()
    }
    expect((db.cachedStatements?.count ?? 0) >= 3, "the statements are cached")
    expect(db.cachedStatements?["SELECT * FROM word"] != nil, "under their text")
    db.clearCachedStatements()
    expectEqual(db.cachedStatements?.count, 0)

    do {
        let rs = try db.executeQuery("SELECT id FROM word ORDER BY id", values: nil)
        try rs.nextWithError()
        expectEqual(rs.int(forColumn: "id"), 0)
        rs.close()
        let delete = db.prepare("DELETE FROM word")
        try delete.stepWithError()
        delete.close()
    } catch {
        fail(error.localizedDescription)
    }
    expectEqual(db.changes, 3)
}
