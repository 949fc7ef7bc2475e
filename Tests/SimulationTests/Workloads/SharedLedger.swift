#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation
    import Testing

    /// What happens to the processes and the disk of a workload.
    enum Harm: String, CaseIterable, Sendable {
        case none, kills, cuts, faults

        /// With some seeds few processes live long, with others few die.
        func settings(_ seed: UInt64) -> FMSimulation.Settings {
            var settings = FMSimulation.Settings()
            let rank = Int(seed % 3)
            switch self {
            case .none: break
            case .kills: settings.killRarity = [800, 3_000, 15_000][rank]
            case .cuts: settings.powerCutRarity = [800, 4_000, 20_000][rank]
            case .faults: settings.diskFaultRarity = [60, 150, 500][rank]
            }
            return settings
        }
    }

    /// What the processes of a simulation report. It belongs to none of them, so it outlives them.
    final class SharedLedger: Sendable {
        typealias Work = @Sendable (FMSimulation.Run, SeededNumbers, SharedLedger) async throws -> Void

        struct Figures: Sendable {
            var operations = 0
            var deaths = 0
            var failures: [String: Int] = [:]

            static func += (sum: inout Figures, other: Figures) {
                sum.operations += other.operations
                sum.deaths += other.deaths
                sum.failures.merge(other.failures, uniquingKeysWith: +)
            }
        }

        private struct State: Sendable {
            var figures = Figures()
            var problems: [String] = []
            var number = 0
        }

        let harm: Harm
        private let state = Locked(State(), isQuiet: true)

        init(_ harm: Harm) { self.harm = harm }

        var figures: Figures { state.value.figures }

        struct Problems: Error { let texts: [String] }

        func expectNoProblems() throws {
            let problems = state.value.problems
            if !problems.isEmpty { throw Problems(texts: Array(problems.prefix(3))) }
        }

        /// Returns another number at each call.
        func number() -> Int {
            state.withLock {
                $0.number += 1
                return $0.number
            }
        }

        func problem(_ text: String) { state.withLock { $0.problems.append(text) } }

        func expect(_ condition: Bool, _ text: @autoclosure () -> String) {
            if !condition { problem(text()) }
        }

        func expectSound(_ db: FMDatabase) throws {
            let found = try db.rows("PRAGMA integrity_check", as: String.self)
            expect(found == ["ok"], "the file is damaged: \(found)")
        }

        func operation() { state.withLock { $0.figures.operations += 1 } }
        func death() { state.withLock { $0.figures.deaths += 1 } }

        /// Counts an error. Without faults of the disk only the locks of others are reasons for one.
        func failed(_ what: String, _ error: any Error) {
            let code = (error as? FMError)?.resultCode
            state.withLock { $0.figures.failures["\(code.map(String.init(describing:)) ?? "other")", default: 0] += 1 }
            let isExpected =
                switch code {
                case .busy, .lockProtocol: true
                // SQLite calls a file corrupt that cannot be read. Whether it is sound is checked after each round.
                case .ioError, .full, .cantOpen, .corrupt: harm == .faults
                default: false
                }
            if !isExpected { problem("\(what): \(error)") }
        }

        /// Runs a body in a new process until one has outlived it.
        ///
        /// - Parameter attempts: the number of processes that may be killed.
        func outlive(
            _ run: FMSimulation.Run, _ name: String, attempts: Int = 8,
            _ body: @escaping @Sendable (_ attempt: Int) async throws -> Void
        ) async {
            for attempt in 0..<attempts {
                let process = run.process(name)
                do {
                    try await process.run { try await body(attempt) }
                    process.kill()
                    return
                } catch is FMSimulation.Killed {
                    death()
                } catch {
                    failed(name, error)
                    process.kill()
                }
            }
        }
    }

    extension SimulationTests {
        /// Runs a workload with several seeds. Expects that the ledger has no problems, and that the processes have worked and been harmed.
        @discardableResult
        static func watch(
            _ name: String, seeds count: Int, _ harm: Harm, _ work: @escaping SharedLedger.Work
        ) -> SharedLedger.Figures {
            var sum = SharedLedger.Figures()
            // Processes that are killed leave much to warn of.
            let handler = FMDatabase.logHandler
            FMDatabase.logHandler = { _ in }
            defer { FMDatabase.logHandler = handler }
            for seed in seeds(count) {
                let last = Locked<SharedLedger?>(nil, isQuiet: true)
                do {
                    try play(seed, harm.settings(seed)) { run in
                        let ledger = SharedLedger(harm)
                        last.withLock { $0 = ledger }
                        try await work(run, SeededNumbers(Int(truncatingIfNeeded: seed) &+ 77), ledger)
                        try ledger.expectNoProblems()
                    }
                } catch {
                    Issue.record("\(name), \(harm), seed \(seed): \(error)")
                }
                if let figures = last.value?.figures { sum += figures }
            }
            Played.count(operations: sum.operations, crashes: sum.deaths)
            #expect(sum.operations > 8)
            if harm == .kills || harm == .cuts { #expect(sum.deaths > 0) }
            if harm == .faults { #expect(!sum.failures.isEmpty) }
            return sum
        }
    }

    extension FMDatabaseCoordinator.Configuration {
        /// A configuration with which no power cut loses a commit, in any journal mode.
        static var durable: FMDatabaseCoordinator.Configuration {
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.synchronous = .extra
            return configuration
        }
    }

    extension FMDatabaseCoordinator {
        func shut() {
            (self as? FMDatabaseQueue)?.close()
            (self as? FMDatabasePool)?.close()
        }
    }

    extension FMDatabase {
        /// Opens a file, runs a body and closes the file.
        static func once<Value>(_ path: String, _ body: (FMDatabase) throws -> Value) throws -> Value {
            let database = FMDatabase(path: path)
            guard database.open() else { throw database.lastError() }
            defer { database.close() }
            try database.execute("PRAGMA synchronous = EXTRA")
            return try body(database)
        }
    }
#endif
