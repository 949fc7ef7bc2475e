#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Testing

    /// The factor for the number of seeds; 0 if simulations do not run. Not in `SimulationTests`, whose attribute would refer to itself.
    private let simulationFactor = ProcessInfo.processInfo.environment["FMDB_SIMULATIONS"].flatMap { Int($0) } ?? 0

    /// All tests of simulations, one after the other: SQLite has one default VFS, and one sequence of random numbers.
    ///
    /// So they run only where the environment has `FMDB_SIMULATIONS`, the factor for the number of seeds: without other tests in the process.
    @Suite(.serialized, .enabled(if: simulationFactor > 0))
    enum SimulationTests {
        /// Returns seeds: the given number, times the factor.
        static func seeds(_ count: Int) -> [UInt64] { FMSimulation.seeds(count * max(1, simulationFactor)) }
    }

    /// A simulated disk with processes that the test itself runs in turn, without a scheduler.
    final class Scene {
        private(set) var time = Duration.seconds(1_000_000_000)
        private(set) var kernel = SimulatedKernel(now: { .zero })
        private var processes: [SceneProcess] = []
        /// What a step of any process runs.
        var atStep: () -> Void = {}

        /// Runs a test with a disk of its own.
        static func run<Value>(_ body: (Scene) throws -> Value) rethrows -> Value {
            SimulationVFS.install()
            defer { SimulationVFS.remove() }
            let scene = Scene()
            defer { scene.close() }
            return try body(scene)
        }

        private init() {
            kernel = SimulatedKernel { [unowned self] in time }
            kernel.sleep = { [unowned self] in time += $0 }
        }

        private func close() {
            for process in processes { process.close() }
        }

        func process() -> SceneProcess {
            let process = SceneProcess(self, Int32(100 + processes.count))
            processes.append(process)
            return process
        }

        func cutPower(_ damage: FMTestDisk.Damage) {
            kernel.cutPower(damage)
            for process in processes { process.close() }
        }
    }

    final class SceneProcess: SimulatedProcess {
        let number: Int32
        let processors = 1
        let own: ProcessFiles
        unowned let scene: Scene
        private var objects: [ObjectIdentifier: AnyObject] = [:]
        private var databases: [FMDatabase] = []
        fileprivate(set) var steps = 0
        private(set) var isRunning = false

        init(_ scene: Scene, _ number: Int32) {
            (self.scene, self.number) = (scene, number)
            own = scene.kernel.start(number)
        }

        var files: any SimulatedFiles { own }
        let vfs = SimulationVFS.name

        func object<Shared: AnyObject>(_ create: () -> Shared) -> Shared {
            if let there = objects[ObjectIdentifier(Shared.self)] as? Shared { return there }
            let new = create()
            objects[ObjectIdentifier(Shared.self)] = new
            return new
        }

        /// Runs a body in the process.
        func run<Value>(_ body: () throws -> Value) throws -> Value {
            var result: Result<Value, any Error>?
            isRunning = true
            defer { isRunning = false }
            Simulated.run(as: SceneThread(self)) { result = Result { try body() } }
            return try #require(result).get()
        }

        /// Opens a database that the process closes when it ends.
        func open(_ path: String = "/app.db", journal: String? = nil, _ setting: String = "") throws -> FMDatabase {
            try run {
                let database = FMDatabase(path: path)
                database.logsErrors = false
                database.maxBusyRetryTimeInterval = 0
                databases.append(database)
                guard database.open() else { throw database.lastError() }
                let settings = [journal.map { "journal_mode = \($0)" }, setting.isEmpty ? nil : setting].compactMap {
                    $0
                }
                for setting in settings where !database.executeStatements("PRAGMA \(setting)") {
                    throw database.lastError()
                }
                return database
            }
        }

        /// Runs statements and returns the error, or nil.
        @discardableResult func execute(_ database: FMDatabase, _ statements: String...) throws -> FMError? {
            try run {
                for sql in statements where !database.executeStatements(sql) { return database.lastError() as? FMError }
                return nil
            }
        }

        func numbers(_ database: FMDatabase) throws -> [Int] {
            try run { try database.rows("SELECT number FROM event ORDER BY number", as: Int.self) }
        }

        func isSound(_ database: FMDatabase) throws -> Bool {
            try run { try database.value("PRAGMA integrity_check", as: String.self) } == "ok"
        }

        func kill() {
            own.kill()
            close()
        }

        /// Closes the databases. Those of a killed process fail, and change nothing.
        func close() {
            Simulated.run(as: SceneThread(self)) {
                for database in databases { database.close() }
                databases = []
            }
        }
    }

    private final class SceneThread: SimulatedThread {
        let number: UInt = 1
        private let owner: SceneProcess
        private var random = SeededNumbers(7)

        init(_ owner: SceneProcess) { self.owner = owner }

        var process: any SimulatedProcess { owner }

        func step(_ point: SimulatedPoint) {
            owner.steps += 1
            owner.scene.atStep()
        }

        func park(on object: AnyObject, for point: SimulatedPoint, until end: ContinuousClock.Instant?) -> Bool {
            fatalError("a single thread waits for \(point)")
        }

        func wake(_ object: AnyObject) {}
        func launch(_ name: String, _ body: @escaping @Sendable () -> Void) { fatalError("no thread \(name)") }
        func launchLater(_ name: String, _ body: @escaping @Sendable () -> Void) { launch(name, body) }
        func newNumber() -> UInt { UInt(nextRandom() >> 32) }
        var taskNumber: Int { 0 }
        func nextRandom() -> UInt64 { random.next() }
        func refuse(_ reason: String) -> Never { fatalError(reason) }
    }
#endif
