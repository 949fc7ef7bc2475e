import FMDB
import FMDBTestHelpers
import Testing

/// The power is cut while the file of a long log is given space ahead of its commits.
///
/// A normal run takes some of the operations; with `FMDB_POWER_SWEEP=full` in the environment it is all of them, and the test prints
/// what it has found.
@Suite(.serialized) struct LogReserveCutTests {
    private static let isFull = ProcessInfo.processInfo.environment["FMDB_POWER_SWEEP"] == "full"
    private static let numbers = 1...12

    /// A database whose log a reader keeps, and which is so long that the next commits give it space. Small pages make that short.
    private struct Scene: Sendable {
        let folder = TemporaryFolder()
        let disk = FMTestDisk()

        /// Commits until one fails.
        ///
        /// - Parameter number: the operation at which the power is cut; 0 for none.
        /// - Returns: the numbers of those that did not.
        func commit(cuttingAt number: Int) throws -> Set<Int> {
            let (database, reader) = (FMDatabase(path: folder.file()), FMDatabase(path: folder.file()))
            database.logsErrors = false
            guard disk.open(database), disk.open(reader) else { throw database.lastError() }
            defer {
                reader.close()
                database.close()
            }
            try database.execute("PRAGMA page_size = 512")
            _ = try database.value("PRAGMA journal_mode = WAL", as: String.self)
            try Ledger.create(database)
            try reader.execute("BEGIN")
            _ = try reader.value("SELECT count(*) FROM entry", as: Int.self)
            try database.execute("PRAGMA synchronous = OFF")
            try database.execute("CREATE TABLE filling AS SELECT zeroblob(500000)")
            try database.execute("PRAGMA synchronous = FULL")
            disk.cutPower(at: number)
            var acknowledged: Set<Int> = []
            for number in LogReserveCutTests.numbers {
                guard (try? database.withTransaction { try Ledger.add(number, database) }) != nil else { break }
                acknowledged.insert(number)
            }
            return acknowledged
        }

        var survivors: Survivors {
            let database = SilentDatabase(path: folder.file())
            defer { database.close() }
            guard database.open() else { return Survivors(fault: "it cannot be opened") }
            return Survivors.found(in: database, Ledger.survivors)
        }
    }

    @Test func nothingIsLost() async throws {
        let whole = Scene()
        #expect(try whole.commit(cuttingAt: 0) == Set(Self.numbers))
        let count = whole.disk.count
        // The zeros alone are more than 30 writes.
        try #require(count > 80)
        var (faults, acknowledged, runs) = ([String](), 0, 0)
        for number in stride(from: 1, through: count, by: Self.isFull ? 1 : max(1, count / 12)) {
            for damage in FMTestDisk.Damage.all(seed: UInt64(number)) {
                let (numbers, survivors) = try await inBackground {
                    let scene = Scene()
                    let numbers = try scene.commit(cuttingAt: number)
                    try scene.disk.restorePower(damage)
                    return (numbers, scene.survivors)
                }
                runs += 1
                acknowledged += numbers.count
                let lost = numbers.subtracting(survivors.numbers)
                if survivors.fault != nil || !lost.isEmpty {
                    faults.append("\(number), \(damage): \(survivors.fault ?? "\(lost.sorted()) are lost")")
                }
            }
        }
        if Self.isFull { print("log reserve: \(runs) runs, \(acknowledged) acknowledged, \(faults.count) faults") }
        #expect(faults == [])
        #expect(acknowledged > 0)
    }
}
