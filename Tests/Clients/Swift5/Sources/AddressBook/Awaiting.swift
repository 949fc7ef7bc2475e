// swift-format-ignore-file: NeverForceUnwrap
import FMDB

/// A class of the time before actors: its tasks mix FMDB's spellings with the asynchronous verbs.
final class VisitLog {
    private let queue: FMDatabaseQueue

    init(path: String) {
        queue = FMDatabaseQueue(path: path)!
        queue.inDatabase { db in
            db.logsErrors = false
            db.executeStatements("CREATE TABLE IF NOT EXISTS visit (place TEXT PRIMARY KEY, number INTEGER)")
        }
    }

    func visit(_ place: String) async throws {
        try await queue.withTransaction { db in
            try db.executeUpdate("INSERT OR IGNORE INTO visit VALUES (?, 0)", values: [place])
            try db.executeUpdate("UPDATE visit SET number = number + 1 WHERE place = ?", values: [place])
        }
    }

    /// As it was: the values leave the block through variables.
    func places() async -> [String] {
        var places: [String] = []
        queue.inDatabase { db in
            let rows = db.executeQuery("SELECT place FROM visit ORDER BY place", withArgumentsIn: [])!
            while rows.next() { places.append(rows.string(forColumn: "place")!) }
        }
        return places
    }

    func number(_ place: String) async throws -> Int {
        try await queue.withDatabase { db in
            let rows = try db.executeQuery("SELECT number FROM visit WHERE place = ?", values: [place])
            defer { rows.close() }
            return rows.next() ? rows.long(forColumnIndex: 0) : 0
        }
    }

    func close() { queue.close() }
}

private func checkPoolWhileAwaiting() async throws {
    let pool = FMDatabasePool(path: documentPath("awaiting.db"), configuration: .init())
    try await pool.write { db in try db.executeUpdate("CREATE TABLE t (x)", values: nil) }
    let written = Task {
        var isWritten = false
        pool.inTransaction { db, rollback in
            isWritten = db.executeUpdate("INSERT INTO t VALUES (?)", withArgumentsIn: [1])
            if !isWritten { rollback.pointee = true }
        }
        return isWritten
    }
    let isWritten = await written.value
    expect(isWritten, "FMDB's spelling writes within a task")
    let count = try await pool.read { db in try db.value("SELECT count(*) FROM t", as: Int.self) }
    expectEqual(count, 1)
    pool.close()
}

func checkAwaiting() async {
    do {
        let log = VisitLog(path: documentPath("awaiting-visits.db"))
        for place in ["Bern", "Oslo", "Bern"] { try await log.visit(place) }
        let places = await log.places()
        expectEqual(places, ["Bern", "Oslo"])
        let number = try await log.number("Bern")
        expectEqual(number, 2)
        log.close()
        try await checkPoolWhileAwaiting()
    } catch {
        fail("\(error)")
    }
}
