#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Testing

    extension SimulationTests {
        @Suite struct InterleavingTests {
            /// One process goes on between the system calls of another. All that was acknowledged is there, and nothing else.
            @Test(arguments: ["DELETE", "TRUNCATE", "WAL"], 0..<10)
            func transactionsOfTwoProcessesDoNotMeet(_ journal: String, _ seed: Int) throws {
                try Scene.run { scene in
                    let (first, second) = (
                        try Adder(scene.process(), journal, seed), try Adder(scene.process(), journal, -seed)
                    )
                    var random = SeededNumbers(seed)
                    scene.atStep = {
                        let isOwn = first.process.isRunning && !second.process.isRunning
                        if isOwn, random.chance(30) { onAnotherThread { second.act() } }
                    }
                    for _ in 0..<80 { first.act() }
                    scene.atStep = {}
                    for adder in [first, second] { adder.process.close() }
                    let last = scene.process()
                    let database = try last.open()
                    let sum = try last.run { try database.value("SELECT sum FROM total", as: Int.self) }
                    #expect(sum == first.acknowledged + second.acknowledged)
                    #expect(first.acknowledged + second.acknowledged > 0)
                    #expect(try last.isSound(database))
                    #expect(first.strange + second.strange == [])
                }
            }
        }
    }

    /// Adds to a number in transactions that it begins, ends and leaves open at random.
    private final class Adder {
        let process: SceneProcess
        private let database: FMDatabase
        private var random: SeededNumbers
        private var isOpen = false
        private var added = 0
        private(set) var acknowledged = 0
        /// Errors other than those by the locks of the other process.
        private(set) var strange: [String] = []

        init(_ process: SceneProcess, _ journal: String, _ seed: Int) throws {
            (self.process, random) = (process, SeededNumbers(seed))
            database = try process.open(journal: journal, "synchronous = OFF")
            try process.execute(
                database, "CREATE TABLE IF NOT EXISTS total (sum)",
                "INSERT INTO total SELECT 0 WHERE NOT EXISTS (SELECT * FROM total)")
        }

        func act() {
            let ends = isOpen ? ["COMMIT", "COMMIT", "ROLLBACK"] : ["BEGIN", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"]
            let sql = random.pick(["SELECT sum FROM total", "UPDATE total SET sum = sum + 1"] + ends)
            do {
                if let error = try process.execute(database, sql) {
                    // The code is `.lockProtocol` if the other process stands still where it is to be waited for.
                    if ![FMResultCode.busy, .lockProtocol].contains(error.resultCode) {
                        strange.append("\(sql): \(error)")
                    }
                    return
                }
            } catch {
                strange.append("\(sql): \(error)")
            }
            if ends.contains(sql) { isOpen.toggle() }
            if sql.hasPrefix("UPDATE") { added += 1 }
            if sql == "ROLLBACK" { added = 0 }
            if !isOpen { (acknowledged, added) = (acknowledged + added, 0) }
        }
    }

    private func onAnotherThread(_ body: @escaping () -> Void) {
        let done = DispatchSemaphore(value: 0)
        // SAFETY: the caller waits for the thread.
        nonisolated(unsafe) let body = body
        Thread.detachNewThread {
            body()
            done.signal()
        }
        done.wait()
    }
#endif
