#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Testing

    extension SimulationTests {
        /// SQLite on the simulated disk: what processes see of each other, of a kill and of a power cut.
        @Suite struct SimulatedDatabaseTests {
            private static let isFull = ProcessInfo.processInfo.environment["FMDB_POWER_SWEEP"] == "full"

            @Test(arguments: ["DELETE", "TRUNCATE", "PERSIST", "MEMORY", "WAL"])
            func rowsAreFoundAgain(_ journal: String) throws {
                try Scene.run { scene in
                    let process = scene.process()
                    let database = try process.open(journal: journal, "temp_store = FILE")
                    try process.execute(database, "CREATE TABLE event (number, text)")
                    for number in 1...5 { try process.execute(database, "INSERT INTO event VALUES (\(number), 'x')") }
                    try process.execute(database, "DELETE FROM event WHERE number = 3", "VACUUM")
                    #expect(try process.numbers(database) == [1, 2, 4, 5])
                    #expect(
                        try process.run { try database.value("SELECT date('now')", as: String.self) } == "2001-09-09")
                    process.close()
                    #expect(scene.kernel.openCount == 0)
                    #expect(scene.kernel.locks == "")
                    #expect(
                        process.own.names(in: "/").map {
                            $0 == ["app.db"] || ["PERSIST", "TRUNCATE"].contains(journal)
                        } == true)
                    let other = scene.process()
                    let again = try other.open()
                    #expect(try other.numbers(again) == [1, 2, 4, 5])
                    #expect(try other.isSound(again))
                }
            }

            @Test(arguments: ["DELETE", "WAL"]) func theSameNumbersMakeTheSameFiles(_ journal: String) throws {
                func files() throws -> [[UInt8]] {
                    try Scene.run { scene in
                        let process = scene.process()
                        _ = try work(process, journal, "FULL", closes: false)
                        return try process.own.names(in: "/")?.map { try scene.kernel.inode(at: "/" + $0).bytes } ?? []
                    }
                }
                let first = try files()
                #expect(first.count == (journal == "WAL" ? 3 : 1))
                #expect(try files() == first)
            }

            /// What another connection, of the same process or not, can do while one has a lock: `r` reads, `w` writes, `x` excludes.
            @Test(
                arguments: [
                    ("none", "rwx"), ("shared", "rw-"), ("reserved", "r--"), ("pending", "---"), ("exclusive", "---"),
                ], [1, 3])
            func locksExcludeOtherConnections(_ row: (lock: String, allowed: String), _ processes: Int) throws {
                try Scene.run { scene in
                    let all = (0..<processes).map { _ in scene.process() }
                    let (holder, other, reader) = (all[0], all[1 % processes], all[2 % processes])
                    let (held, tried, read) = (try holder.open(), try other.open(), try reader.open())
                    try holder.execute(held, "CREATE TABLE event (number)")
                    #expect(try other.numbers(tried) == [])
                    switch row.lock {
                    case "shared": try holder.execute(held, "BEGIN", "SELECT count(*) FROM event")
                    case "reserved": try holder.execute(held, "BEGIN IMMEDIATE", "INSERT INTO event VALUES (1)")
                    case "pending":
                        try reader.execute(read, "BEGIN", "SELECT count(*) FROM event")
                        let error = try holder.execute(
                            held, "BEGIN IMMEDIATE", "INSERT INTO event VALUES (1)", "COMMIT")
                        #expect(error?.resultCode == .busy)
                    case "exclusive": try holder.execute(held, "BEGIN EXCLUSIVE")
                    default: break
                    }
                    var found = ""
                    for (letter, begin) in [("r", "BEGIN"), ("w", "BEGIN IMMEDIATE"), ("x", "BEGIN EXCLUSIVE")] {
                        let error = try other.execute(tried, begin, "SELECT count(*) FROM event")
                        found += error == nil ? letter : "-"
                        #expect(error == nil || error?.resultCode == .busy)
                        try other.execute(tried, "ROLLBACK")
                    }
                    #expect(found == row.allowed)
                    try holder.execute(held, "ROLLBACK")
                    try reader.execute(read, "ROLLBACK")
                    #expect(scene.kernel.locks == "")
                    #expect(try other.execute(tried, "BEGIN EXCLUSIVE", "COMMIT") == nil)
                }
            }

            @Test func aStrayCloseLosesTheLock() throws {
                try Scene.run { scene in
                    let (one, two) = (scene.process(), scene.process())
                    let (first, second) = (try one.open(), try two.open())
                    try one.execute(first, "CREATE TABLE event (number)", "BEGIN IMMEDIATE")
                    #expect(try two.execute(second, "BEGIN IMMEDIATE")?.resultCode == .busy)
                    #expect(one.own.close(one.own.open("/app.db", O_RDONLY, 0)) == 0)
                    #expect(try two.execute(second, "BEGIN IMMEDIATE") == nil)
                    #expect(try one.execute(first, "INSERT INTO event VALUES (1)") == nil)
                }
            }

            /// SQLite knows of the trap, and closes a descriptor late.
            @Test func aClosedConnectionLeavesTheLocksOfOthers() throws {
                try Scene.run { scene in
                    let (one, two) = (scene.process(), scene.process())
                    let (first, second) = (try one.open(), try two.open())
                    let closed = try one.open()
                    try one.execute(first, "CREATE TABLE event (number)", "BEGIN IMMEDIATE")
                    #expect(try one.execute(closed, "BEGIN IMMEDIATE")?.resultCode == .busy)
                    #expect(try one.numbers(closed) == [])
                    _ = try one.run { closed.close() }
                    #expect(scene.kernel.openCount == 3)
                    let reopened = try one.open()
                    #expect(try one.numbers(reopened) == [])
                    #expect(scene.kernel.openCount == 3)
                    #expect(try two.execute(second, "BEGIN IMMEDIATE")?.resultCode == .busy)
                    try one.execute(first, "COMMIT")
                    #expect(try two.execute(second, "BEGIN IMMEDIATE") == nil)
                }
            }

            @Test(arguments: [true, false]) func readersOfALogKeepItFromBeingEmptied(_ isOneProcess: Bool) throws {
                try Scene.run { scene in
                    let writer = scene.process()
                    let reader = isOneProcess ? writer : scene.process()
                    let database = try writer.open(journal: "WAL")
                    try writer.execute(database, "CREATE TABLE event (number)", "INSERT INTO event VALUES (1)")
                    let other = try reader.open()
                    try reader.execute(other, "BEGIN")
                    #expect(try reader.numbers(other) == [1])
                    try writer.execute(database, "INSERT INTO event VALUES (2)")
                    #expect(try reader.numbers(other) == [1])
                    #expect(try reader.execute(other, "INSERT INTO event VALUES (3)")?.resultCode == .busy)
                    func isBusy() throws -> Int? {
                        try writer.run { try database.value("PRAGMA wal_checkpoint(TRUNCATE)", as: Int.self) }
                    }
                    #expect(try isBusy() == 1)
                    try reader.execute(other, "COMMIT")
                    #expect(try reader.numbers(other) == [1, 2])
                    #expect(try isBusy() == 0)
                    var facts = stat()
                    #expect(reader.own.stat("/app.db-wal", &facts) == 0 && facts.st_size == 0)
                    #expect(try reader.execute(other, "INSERT INTO event VALUES (3)") == nil)
                    #expect(try writer.numbers(database) == [1, 2, 3])
                    _ = try writer.run { database.close() }
                    #expect(try reader.numbers(other) == [1, 2, 3])
                    reader.close()
                    #expect(reader.own.names(in: "/") == ["app.db"])
                }
            }

            // MARK: Kills and power cuts

            /// Does transactions of two rows each, until the process ends.
            ///
            /// - Returns: the number of those that were acknowledged.
            private func work(
                _ process: SceneProcess, _ journal: String, _ synchronous: String, closes: Bool = true
            ) throws -> Int {
                var acknowledged = 0
                do {
                    // A small cache, so that pages are written before the commit.
                    let database = try process.open(journal: journal, "cache_size = 4")
                    try process.execute(
                        database, "PRAGMA synchronous = \(synchronous)", "PRAGMA wal_autocheckpoint = 8")
                    for number in 1...4 where process.own.isAlive {
                        let error = try process.execute(
                            database, "BEGIN IMMEDIATE", "CREATE TABLE IF NOT EXISTS event (number, bytes)",
                            "INSERT INTO event VALUES (\(number), randomblob(9000))",
                            "INSERT INTO event VALUES (\(-number), randomblob(20000))", "COMMIT")
                        if error == nil { acknowledged = number }
                    }
                } catch {
                    // The process was killed while it opened the database.
                }
                if closes { process.close() }
                return acknowledged
            }

            /// Returns why a database is not one that the work may have left, or nil.
            private func fault(_ scene: Scene, _ acknowledged: Int) -> String? {
                let process = scene.process()
                do {
                    let database = try process.open()
                    guard try process.isSound(database) else { return "damaged" }
                    let numbers = try numbers(process, database)
                    let count = numbers.count / 2
                    guard numbers == Array(-count..<0) + Array(1..<count + 1) else { return "in part: \(numbers)" }
                    guard count >= acknowledged, count <= acknowledged + 1 else {
                        return "\(count), not \(acknowledged)"
                    }
                    return try process.execute(database, "CREATE TABLE other (number)")?.message
                } catch {
                    return "\(error)"
                }
            }

            private func numbers(_ process: SceneProcess, _ database: FMDatabase) throws -> [Int] {
                let tables = try process.run { try database.value("SELECT count(*) FROM sqlite_schema", as: Int.self) }
                return try tables == 0 ? [] : process.numbers(database)
            }

            /// Ends the work at some of its steps, one in each run.
            private func sweep(
                _ journal: String, _ synchronous: String, _ end: @escaping (Scene, SceneProcess) -> Void
            ) throws -> (runs: Int, faults: [String]) {
                var (count, faults) = (0, [String]())
                try Scene.run { scene in
                    let process = scene.process()
                    let acknowledged = try work(process, journal, synchronous)
                    #expect(acknowledged == 4)
                    count = process.steps
                }
                let numbers = Array(
                    Swift.stride(from: 1, through: count, by: SimulatedDatabaseTests.isFull ? 1 : max(1, count / 25)))
                for number in numbers {
                    try Scene.run { scene in
                        let process = scene.process()
                        scene.atStep = { if process.own.isAlive, process.steps == number { end(scene, process) } }
                        let acknowledged = try work(process, journal, synchronous)
                        scene.atStep = {}
                        if let fault = fault(scene, acknowledged) { faults.append("step \(number): \(fault)") }
                    }
                }
                return (numbers.count, faults)
            }

            @Test(arguments: ["DELETE", "TRUNCATE", "WAL"]) func aKilledProcessLosesNothing(_ journal: String) throws {
                let (runs, faults) = try sweep(journal, "OFF") { $1.own.kill() }
                #expect(runs > 20)
                #expect(faults == [])
            }

            private static let durable = [("DELETE", "EXTRA"), ("TRUNCATE", "FULL"), ("WAL", "FULL")]

            @Test(arguments: durable, FMTestDisk.Damage.all(seed: 3))
            func aPowerCutLosesNothingThatIsSynced(_ mode: (String, String), _ damage: FMTestDisk.Damage) throws {
                let (runs, faults) = try sweep(mode.0, mode.1) { scene, _ in scene.kernel.cutPower(damage) }
                #expect(runs > 20)
                #expect(faults == [])
            }

            /// A disk that keeps what SQLite does not sync would find nothing.
            @Test(arguments: ["DELETE", "WAL"]) func aPowerCutDamagesWhatIsNotSynced(_ journal: String) throws {
                let (_, faults) = try sweep(journal, "OFF") { scene, process in
                    scene.kernel.cutPower(.tearsSectors(seed: UInt64(process.steps)))
                }
                #expect(faults != [])
            }

            @Test func aCutAfterTheWorkKeepsTheFileSound() throws {
                for seed in UInt64(0)..<20 {
                    try Scene.run { scene in
                        let process = scene.process()
                        let database = try process.open(journal: "WAL")
                        // Each commit is in the log alone, and none is synced.
                        try process.execute(database, "PRAGMA synchronous = NORMAL", "CREATE TABLE event (number)")
                        for number in 1...9 { try process.execute(database, "INSERT INTO event VALUES (\(number))") }
                        scene.cutPower(.tearsSectors(seed: seed))
                        let next = scene.process()
                        let again = try next.open()
                        #expect(try next.isSound(again))
                        let numbers = try numbers(next, again)
                        #expect(numbers == Array(1..<numbers.count + 1))
                    }
                }
            }

            /// The threads of a killed process still run for a while. What they write is not in the memory that others share.
            @Test(arguments: 1..<8) func aKilledProcessChangesNoSharedMemory(_ step: Int) throws {
                try Scene.run { scene in
                    let (one, two) = (scene.process(), scene.process())
                    let (first, second) = (try one.open(journal: "WAL"), try two.open())
                    try one.execute(first, "CREATE TABLE event (number)", "BEGIN IMMEDIATE")
                    #expect(try two.numbers(second) == [])
                    try one.execute(first, "INSERT INTO event VALUES (1)")
                    let memory = try #require(scene.kernel.inode(at: "/app.db-shm").regions.first).map()
                    defer { munmap(memory, MemoryRegion.size) }
                    var bytes = Data()
                    let last = one.steps + step
                    scene.atStep = {
                        guard one.steps == last, one.own.isAlive else { return }
                        one.own.kill()
                        bytes = Data(bytes: memory, count: MemoryRegion.size)
                    }
                    try one.execute(first, "COMMIT")
                    scene.atStep = {}
                    one.close()
                    let isUnchanged = bytes == Data(bytes: memory, count: MemoryRegion.size)
                    #expect(isUnchanged)
                    #expect(try [[], [1]].contains(two.numbers(second)))
                    #expect(try two.execute(second, "INSERT INTO event VALUES (2)") == nil)
                }
            }

            // MARK: Faults

            @Test(arguments: ["DELETE", "WAL"]) func aFullDiskLosesNothing(_ journal: String) throws {
                try Scene.run { scene in
                    let process = scene.process()
                    let database = try process.open(journal: journal, "cache_size = 4")
                    try process.execute(
                        database, "CREATE TABLE event (number, bytes)", "INSERT INTO event VALUES (1, 2)")
                    for number in 1..<20 {
                        var writes = 0
                        scene.kernel.fault = { operation, _, _ in
                            guard operation == .write else { return nil }
                            writes += 1
                            return writes >= number ? .fullDisk : nil
                        }
                        let error = try process.execute(database, "INSERT INTO event VALUES (2, randomblob(60000))")
                        scene.kernel.fault = { _, _, _ in nil }
                        guard let error else {
                            #expect(number > 2)
                            break
                        }
                        #expect(error.resultCode == .full)
                        #expect(try process.numbers(database) == [1])
                        #expect(try process.isSound(database))
                    }
                }
            }

            @Test func aFileThatWasReplacedIsNotWritten() throws {
                try Scene.run { scene in
                    let process = scene.process()
                    let database = try process.open()
                    try process.execute(database, "CREATE TABLE event (number)")
                    let other = try process.open("/other.db")
                    try process.execute(other, "CREATE TABLE event (number)")
                    #expect(process.own.rename("/other.db", "/app.db") == 0)
                    let error = try process.execute(database, "INSERT INTO event VALUES (1)")
                    #expect(error?.extendedCode == .readOnlyMoved)
                }
            }
        }
    }
#endif
