import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// What closing leaves of the write-ahead log: nothing, whichever calls were used before, and in whatever order all is closed.
@Suite struct ClosedLogTests {
    private let folder = TemporaryFolder()

    /// The calls of a pool that write one row.
    enum Write: String, CaseIterable, Sendable {
        case inDatabase, inTransaction, inDeferredTransaction, inImmediateTransaction, inSavePoint
        case withDatabase, withTransaction, withSavePoint, write, execute, outside
        case asyncDatabase, asyncTransaction, asyncSavePoint, asyncWrite

        func run(_ pool: FMDatabasePool) async throws {
            let sql: FMSQL = "INSERT INTO t VALUES (1)"
            switch self {
            case .inDatabase: pool.inDatabase { $0.executeUpdate(sql.text, withArgumentsIn: []) }
            case .inTransaction: pool.inTransaction { db, _ in db.executeUpdate(sql.text, withArgumentsIn: []) }
            case .inDeferredTransaction:
                pool.inDeferredTransaction { db, _ in db.executeUpdate(sql.text, withArgumentsIn: []) }
            case .inImmediateTransaction:
                pool.inImmediateTransaction { db, _ in db.executeUpdate(sql.text, withArgumentsIn: []) }
            case .inSavePoint: pool.inSavePoint { db, _ in db.executeUpdate(sql.text, withArgumentsIn: []) }
            default: try await runThrowing(pool, sql)
            }
        }

        private func runThrowing(_ pool: FMDatabasePool, _ sql: FMSQL) async throws {
            switch self {
            case .withDatabase: try pool.now { try $0.withDatabase { try $0.execute(sql) } }
            case .withTransaction: try pool.now { try $0.withTransaction { try $0.execute(sql) } }
            case .withSavePoint: try pool.now { try $0.withSavePoint { try $0.execute(sql) } }
            case .write: try pool.now { try $0.write { try $0.execute(sql) } }
            case .execute: try pool.now { try $0.execute(sql) }
            case .outside:
                let site = FMCallSite()
                try pool.now { try $0.access(.outsideTransaction, at: site) { try $0.execute(sql) } }
            case .asyncDatabase: try await pool.withDatabase { try $0.execute(sql) }
            case .asyncTransaction: try await pool.withTransaction { try $0.execute(sql) }
            case .asyncSavePoint: try await pool.withSavePoint { try $0.execute(sql) }
            default: try await pool.write { try $0.execute(sql) }
            }
        }
    }

    enum Read: String, CaseIterable, Sendable {
        case none, read, value, asyncRead

        func run(_ pool: FMDatabasePool) async throws {
            switch self {
            case .none: break
            case .read: _ = try pool.now { try $0.read { try $0.value("SELECT count(*) FROM t", as: Int.self) } }
            case .value: _ = try pool.now { try $0.value("SELECT count(*) FROM t", as: Int.self) }
            case .asyncRead: _ = try await pool.read { try $0.value("SELECT count(*) FROM t", as: Int.self) }
            }
        }
    }

    enum Closing: String, CaseIterable, Sendable {
        case close, closeInTime, releaseAll, release
    }

    /// How many rows the database file has without its log; nil if a log is still there.
    private func rows(in path: String) throws -> Int? {
        guard !FileManager.default.fileExists(atPath: path + "-wal") else { return nil }
        return try rowsWithoutLog(in: path)
    }

    private func rowsWithoutLog(in path: String) throws -> Int {
        let copy = path + "-copy"
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        let db = FMDatabase.file(copy)
        defer { db.close() }
        return try db.value("SELECT count(*) FROM t", as: Int.self)
    }

    private func pool(_ name: String, _ configuration: FMDatabasePool.Configuration = .init()) throws -> FMDatabasePool
    {
        let db = FMDatabase.file(folder.file(name))
        try db.execute("CREATE TABLE IF NOT EXISTS t (x)")
        db.close()
        return SilentPool(path: folder.file(name), configuration: configuration)
    }

    // MARK: A pool alone

    @Test(arguments: Closing.allCases) func aPoolLeavesNoLogWhicheverCallsWereUsed(_ closing: Closing) async throws {
        var configurations = [FMDatabasePool.Configuration(), .init()]
        configurations[1].writeAheadLog = .init()
        for (number, configuration) in configurations.enumerated() {
            // A thread of the library may have a pool for a moment longer than its task.
            let isAwaited = closing != .release
            for write in Write.allCases where isAwaited || !write.rawValue.hasPrefix("async") {
                for read in Read.allCases where isAwaited || read != .asyncRead {
                    let name = "\(number)-\(write)-\(read)"
                    try await use(pool(name, configuration), write, read, closing)
                    #expect(try rows(in: folder.file(name)) == 2, "\(name)")
                }
            }
        }
    }

    /// The pool is released on return.
    private func use(_ pool: FMDatabasePool, _ write: Write, _ read: Read, _ closing: Closing) async throws {
        try await write.run(pool)
        try await read.run(pool)
        try await write.run(pool)
        switch closing {
        case .close: pool.now { $0.close() }
        case .closeInTime: await pool.close(timeout: .seconds(patience))
        case .releaseAll: pool.releaseAllDatabases()
        case .release: break
        }
    }

    @Test func aPoolThatReleasedItsDatabasesDuringAReadLeavesNoLog() throws {
        let pool = try pool("a")
        try pool.write { try $0.execute("INSERT INTO t VALUES (1)") }
        try pool.read { reader in
            let before = try reader.value("SELECT count(*) FROM t", as: Int.self)
            pool.inDatabase { $0.executeUpdate("INSERT INTO t VALUES (2)", withArgumentsIn: []) }
            pool.releaseAllDatabases()
            #expect(try reader.value("SELECT count(*) FROM t", as: Int.self) == before)
        }
        pool.close()
        #expect(try rows(in: folder.file("a")) == 2)
    }

    // MARK: Several of them

    /// What has the file open besides.
    enum Member: String, CaseIterable, Sendable {
        case queue, pool, readingPool, database, readingDatabase
    }

    /// Something that is open, and whether it can write.
    private func open(_ member: Member, _ path: String) throws -> (write: (() throws -> Void)?, close: () -> Void) {
        let (count, insert): (FMSQL, FMSQL) = ("SELECT count(*) FROM t", "INSERT INTO t VALUES (1)")
        var readOnly = FMDatabasePool.Configuration()
        readOnly.flags = 1
        switch member {
        case .queue:
            let queue = try FMDatabaseQueue(path: path, configuration: .init())
            return ({ try queue.execute(insert) }, { queue.close() })
        case .pool:
            let pool = FMDatabasePool(path: path, configuration: .init())
            _ = try pool.value(count, as: Int.self)
            return (
                { pool.inTransaction { db, _ in db.executeUpdate(insert.text, withArgumentsIn: []) } }, { pool.close() }
            )
        case .readingPool:
            let pool = FMDatabasePool(path: path, configuration: readOnly)
            _ = try pool.value(count, as: Int.self)
            return (nil, { pool.close() })
        case .database:
            let db = FMDatabase.file(path)
            return ({ try db.execute(insert) }, { db.close() })
        case .readingDatabase:
            let db = FMDatabase(path: path)
            #expect(db.open(withFlags: 1))
            _ = try db.value(count, as: Int.self)
            return (nil, { db.close() })
        }
    }

    /// Two of these close in either order, the second of whom may be unable to write the database. The file is in WAL mode
    /// before, or the first one to switch it is a pool.
    @Test(arguments: Member.allCases, [true, false])
    func whoeverClosesLastThatCanLeavesNothingInTheLog(_ first: Member, _ isWAL: Bool) throws {
        for second in Member.allCases {
            for isReversed in [false, true] {
                let path = folder.file("\(second)-\(isReversed)")
                let db = FMDatabase.file(path)
                try db.execute("CREATE TABLE t (x)")
                if isWAL { _ = try db.value("PRAGMA journal_mode = WAL", as: String.self) }
                db.close()

                let members = try [open(first, path), open(second, path)]
                for write in members.compactMap(\.write) { try write() }
                for member in isReversed ? members.reversed() : members { member.close() }

                let writers = members.count { $0.write != nil }
                #expect(try rowsWithoutLog(in: path) == writers, "\(second), reversed: \(isReversed)")
            }
        }
    }

    @Test func aDatabaseThatOnlySwitchedToWALModeLeavesNoLog() throws {
        let path = folder.file()
        let db = FMDatabase.file(path)
        try db.execute("CREATE TABLE t (x)")
        _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
        let reader = FMDatabase(path: path)
        #expect(reader.open(withFlags: 1))
        let writer = FMDatabase.file(path)
        try writer.execute("INSERT INTO t VALUES (1)")
        _ = try reader.value("SELECT count(*) FROM t", as: Int.self)
        writer.close()
        reader.close()
        #expect(db.close())
        #expect(try rows(in: path) == 1)
    }

    @Test func aStatementThatWasNotFinalizedKeepsNoLog() throws {
        let path = folder.file()
        let db = FMDatabase.file(path)
        _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
        try db.execute("CREATE TABLE t (x)")
        try db.execute("INSERT INTO t VALUES (1), (2)")
        let set = try #require(db.executeQuery("SELECT x FROM t", withArgumentsIn: []))
        #expect(set.next())
        #expect(db.close())
        #expect(try rows(in: path) == 2)
    }

    // MARK: What stays

    private func closings(_ events: EventRecorder) -> [Int] {
        events.all.compactMap {
            if case .connectionClosed(let connection) = $0 { connection.remainingLogSize } else { nil }
        }
    }

    @Test func aReadTransactionOfAnotherConnectionLeavesTheLogAndTheEventSaysHowMuch() throws {
        let path = folder.file()
        let db = FMDatabase.file(path)
        let events = EventRecorder(on: db)
        _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
        try db.execute("CREATE TABLE t (x)")
        let reader = FMDatabase(path: path)
        #expect(reader.open(withFlags: 1))
        let set = try reader.query("SELECT * FROM sqlite_master")
        #expect(try set.nextRow() != nil)
        try db.execute("INSERT INTO t VALUES (1)")

        #expect(db.close())
        let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
        #expect(closings(events) == [try #require(size)])
        #expect(size != 0)
        set.close()
        reader.close()
    }

    @Test func aLogThatIsRemovedIsNotSaidToStay() throws {
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration())
        try pool.write { try $0.execute("CREATE TABLE t (x)") }
        _ = try pool.value("SELECT count(*) FROM t", as: Int.self)
        pool.close()
        #expect(closings(recorder).allSatisfy { $0 == 0 })
        #expect(closings(recorder).count == 2)
    }

    /// It is kept so that it need not be made again, and the database needs nothing of it.
    @Test func aLogThatIsKeptOnPurposeIsNotSaidToBeNeeded() throws {
        var configuration = configuration()
        configuration.writeAheadLog = .init(persistence: .always)
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)
        try pool.write { try $0.execute("CREATE TABLE t (x)") }
        pool.inTransaction { db, _ in db.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []) }
        pool.close()
        #expect(FileManager.default.fileExists(atPath: folder.file() + "-wal"))
        #expect(closings(recorder).allSatisfy { $0 == 0 } && !closings(recorder).isEmpty, "\(closings(recorder))")
        #expect(try rowsWithoutLog(in: folder.file()) == 1)
    }

    private let recorder = EventRecorder()

    private func configuration() -> FMDatabasePool.Configuration {
        var configuration = FMDatabasePool.Configuration()
        configuration.eventHandler = { [recorder] in recorder.note($0) }
        return configuration
    }

    #if os(Linux)
        @Test func aLogThatAnotherProcessUsesStaysAndTheEventSaysHowMuch() throws {
            let path = folder.file()
            let pool = FMDatabasePool(path: path, configuration: configuration())
            try pool.write { try $0.execute("CREATE TABLE t (x)") }
            let other = try HolderProcess(path: path)
            #expect(try other.answer(to: "hold SELECT count(*) FROM t") == "ok")
            pool.inTransaction { db, _ in db.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []) }
            pool.close()

            #expect(FileManager.default.fileExists(atPath: path + "-wal"))
            #expect(closings(recorder).last ?? 0 > 0)
            #expect(closings(recorder).dropLast().allSatisfy { $0 == 0 })
            let db = FMDatabase.file(path)
            #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 1)
        }
    #endif
}

extension FMDatabasePool {
    /// Runs a synchronous body in an asynchronous function.
    @discardableResult
    fileprivate func now<Value>(_ body: (FMDatabasePool) throws -> Value) rethrows -> Value { try body(self) }
}
