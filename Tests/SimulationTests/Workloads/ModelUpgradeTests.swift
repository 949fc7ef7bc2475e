#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBModel
    @testable import FMDBTestSupport
    import Testing

    extension SimulationTests {
        /// Programs of different ages create and upgrade the table of a model at the same time, and save rows.
        @Suite(.serialized) struct ModelUpgradeTests {
            @Test(arguments: Harm.allCases) func upgradesAreWhole(_ harm: Harm) throws {
                // The library finds the columns of a type once in a real process.
                _ = try (FirstPet.fmTable, SecondPet.fmTable, ThirdPet.fmTable)
                watch("upgrade", seeds: 3, harm) { run, numbers, ledger in
                    let scene = UpgradeScene(numbers, ledger)
                    try scene.prepare()
                    for round in 0..<2 { try await scene.round(run, round) }
                }
            }
        }
    }

    private protocol Pet: FMModel, Codable, Sendable {
        var id: Int64 { get }
        init(_ id: Int64)
    }

    /// The first program.
    private struct FirstPet: Pet {
        static let tableName = "pet"
        var id: Int64
        var name: String
        init(_ id: Int64) { (self.id, name) = (id, "pet \(id)") }
    }

    /// Adds a column and an index.
    private struct SecondPet: Pet {
        static let tableName = "pet"
        static let tableOptions = FMTableOptions(indexes: ["name"], defaults: ["legs": 4])
        var id: Int64
        var name: String
        var legs: Int
        init(_ id: Int64) { (self.id, name, legs) = (id, "pet \(id)", 4) }
    }

    /// Needs a rebuild: a check, and a collation.
    private struct ThirdPet: Pet {
        static let tableName = "pet"
        static let tableOptions = FMTableOptions(
            indexes: ["name", "legs"], checks: [FMCheck("legs", "legs < \(1_000)")], collations: ["name": .nocase],
            defaults: ["legs": 4, "mood": "calm"])
        var id: Int64
        var name: String
        var legs: Int
        var mood: String?
        init(_ id: Int64) { (self.id, name, legs, mood) = (id, "pet \(id)", 4, nil) }
    }

    private struct UpgradeScene: Sendable {
        private static let path = "/app.db"
        private let ledger: SharedLedger
        private let seed: Int
        private let journal: String
        private let saved = Locked<Set<Int64>>([], isQuiet: true)
        private let begun = Locked<Set<Int64>>([], isQuiet: true)

        init(_ numbers: SeededNumbers, _ ledger: SharedLedger) {
            var numbers = numbers
            self.ledger = ledger
            journal = numbers.pick(["DELETE", "WAL", "WAL"])
            seed = Int.random(in: 0..<1_000_000, using: &numbers)
        }

        func prepare() throws {
            try FMDatabase.once(Self.path) { db in
                _ = try db.rows("PRAGMA journal_mode = \(raw: journal)", as: String.self)
                // A view and a trigger, which a rebuild has to keep.
                guard seed % 2 == 0 else { return }
                try db.createTable(FirstPet.self)
                try db.execute("CREATE VIEW names AS SELECT name FROM pet")
                try db.execute("CREATE TABLE birth (id INTEGER)")
                try db.execute(
                    "CREATE TRIGGER born AFTER INSERT ON pet BEGIN INSERT INTO birth VALUES (new.id); END")
            }
        }

        func round(_ run: FMSimulation.Run, _ round: Int) async throws {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<(2 + seed % 2) {
                    group.addTask {
                        await ledger.outlive(run, "app\(number)") { attempt in
                            var numbers = SeededNumbers(seed + 100 * number + 10 * round + attempt)
                            switch numbers.pick([1, 2, 3]) {
                            case 1: try await work(FirstPet.self, &numbers)
                            case 2: try await work(SecondPet.self, &numbers)
                            default: try await work(ThirdPet.self, &numbers)
                            }
                        }
                    }
                }
            }
            try FMDatabase.once(Self.path) { db in
                try expectWhole(db)
                if round == 0 { try db.createTable(SecondPet.self) } else { try db.createTable(ThirdPet.self) }
                try expectWhole(db)
            }
        }

        private func work<Model: Pet>(_ type: Model.Type, _ numbers: inout SeededNumbers) async throws {
            var configuration = FMDatabaseCoordinator.Configuration.durable
            if numbers.chance(50) { configuration.retry = .init() }
            if numbers.chance(50) { configuration.foreignKeys = true }
            let coordinator =
                numbers.chance(50)
                ? try FMDatabaseQueue(path: Self.path, configuration: configuration)
                : FMDatabasePool(path: Self.path, configuration: configuration)
            defer { coordinator.shut() }
            ledger.operation()
            do { try await coordinator.createTable(Model.self) } catch {
                return ledger.failed("\(type) creates", error)
            }
            for _ in 0..<3 {
                let id = Int64(ledger.number())
                begun.withLock { _ = $0.insert(id) }
                do {
                    try await coordinator.insert(Model(id))
                    saved.withLock { _ = $0.insert(id) }
                    let found = try await coordinator.find(Model.self, id: id)
                    ledger.expect(found != nil, "\(type) does not find \(id)")
                } catch {
                    ledger.failed("\(type) saves", error)
                }
            }
        }

        private func expectWhole(_ db: FMDatabase) throws {
            try ledger.expectSound(db)
            let names = try db.rows("SELECT name FROM sqlite_master ORDER BY name", as: String.self)
            ledger.expect(!names.contains { $0.hasPrefix("_fm_new") }, "a copy was left: \(names)")
            guard names.contains("pet") else { return ledger.expect(saved.value == [], "the table is lost") }
            if seed % 2 == 0 { ledger.expect(names.contains("names") && names.contains("born"), "lost: \(names)") }
            let found = Set(try db.rows("SELECT id FROM pet WHERE name = 'pet ' || id", as: Int64.self))
            ledger.expect(saved.value.isSubset(of: found), "lost: \(saved.value.subtracting(found).sorted())")
            ledger.expect(found.isSubset(of: begun.value), "strange: \(found.subtracting(begun.value).sorted())")
            ledger.expect(try db.value("SELECT count(*) FROM pet", as: Int.self) == found.count, "rows are damaged")
            guard seed % 2 == 0 else { return }
            let born = try db.rows("SELECT id FROM birth", as: Int64.self)
            ledger.expect(born.count == found.count && Set(born) == found, "the trigger has run for \(born)")
        }
    }
#endif
