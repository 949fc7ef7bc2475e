import FMDB
import FMDBTestHelpers
import Testing

/// Databases that something else has brought where they are: a program that counted in `user_version`, for example.
@Suite struct MigratorAdoptionTests {
    private let db = FMDatabase.memory()

    private var counted: FMMigrator {
        FMMigrator([
            .step("a", userVersion: 1) { try $0.execute("CREATE TABLE a (x)") },
            .step("b", userVersion: 3) { try $0.execute("CREATE TABLE b (x)") },
            .step("c") { try $0.execute("CREATE TABLE c (x)") },
        ])
    }

    @Test(arguments: [(0, ["a", "b", "c"]), (1, ["b", "c"]), (2, ["b", "c"]), (3, ["c"])])
    func stepsUpToTheUserVersionAreThere(_ version: Int, _ pending: [String]) throws {
        db.userVersion = UInt32(version)
        #expect(try counted.pending(in: db) == pending)
        #expect(try counted.migrate(db).applied.map(\.name) == pending)
        #expect(try db.rows("SELECT name FROM fm_migration ORDER BY position", as: String.self) == ["a", "b", "c"])
    }

    @Test func aStepSetsItsUserVersion() throws {
        try counted.migrate(db, upTo: "a")
        #expect(db.userVersion == 1)
        try counted.migrate(db)
        #expect(db.userVersion == 3)
    }

    @Test func aStepThatFailsLeavesTheUserVersion() throws {
        let migrator = FMMigrator([.step("a", userVersion: 1) { _ in throw Regret() }])
        #expect(thrown { try migrator.migrate(db) } != nil)
        #expect(db.userVersion == 0)
    }

    @Test func onceThereIsARecordItCountsAlone() throws {
        try counted.migrate(db)
        db.userVersion = 0
        #expect(try counted.isUpToDate(db))
        db.userVersion = 9
        #expect(try counted.isUpToDate(db))
    }

    @Test func withoutNumbersTheUserVersionMeansNothing() throws {
        db.userVersion = 9
        try FMMigrator([.step("a") { _ in }]).migrate(db)
        #expect(db.userVersion == 9)
    }

    @Test func aUserVersionBeyondTheStepsIsANewerDatabase() throws {
        db.userVersion = 4
        #expect(thrown { try counted.migrate(db) }?.extendedCode == .newerDatabase)
        var lenient = counted
        lenient.acceptsNewerDatabases = true
        #expect(try lenient.migrate(db).applied.isEmpty)
        #expect(!db.tableExists("c"))
    }

    @Test(arguments: [[1, 1], [2, 1], [0], [nil, 1]] as [[UInt32?]])
    func numbersThatDoNotRiseAreRefused(_ numbers: [UInt32?]) throws {
        var migrator = FMMigrator()
        for (index, number) in numbers.enumerated() { migrator.add("\(index)", userVersion: number) { _ in } }
        #expect(thrown { try migrator.migrate(db) }?.resultCode == .misuse)
    }

    @Test func aNumberMayTakeAllOf32Bits() throws {
        let migrator = FMMigrator([.step("a", userVersion: .max) { _ in }])
        try migrator.migrate(db)
        #expect(db.userVersion == .max)
        try db.execute("DROP TABLE fm_migration")
        #expect(try migrator.isUpToDate(db))
    }

    @Test func tablesThatAreThereMayBeAdopted() throws {
        var migrator = FMMigrator()
        migrator.adopt { db in db.tableExists("a") ? ["a"] : [] }
        migrator.add("a") { try $0.execute("CREATE TABLE a (x)") }
        migrator.add("b") { try $0.execute("CREATE TABLE b (x)") }
        let fresh = FMDatabase.memory()
        #expect(try migrator.migrate(fresh).applied.map(\.name) == ["a", "b"])
        try db.execute("CREATE TABLE a (x)")
        #expect(try migrator.pending(in: db) == ["b"])
        #expect(try migrator.migrate(db).applied.map(\.name) == ["b"])
        try db.execute("DROP TABLE a")
        #expect(try migrator.migrate(db).alreadyApplied == ["a", "b"])
    }

    @Test func whatTheStepItselfMakesIsNotAdopted() throws {
        for isOutside in [false, true] {
            let db = FMDatabase.memory()
            let create: @Sendable (FMDatabase) throws -> Void = { _ = try $0.execute("CREATE TABLE a (x)") }
            var migrator = FMMigrator([isOutside ? .outsideTransaction("a", create) : .step("a", create)])
            migrator.adopt { db in db.tableExists("a") ? ["a"] : [] }
            #expect(try migrator.migrate(db).applied.map(\.name) == ["a"])
            #expect(try db.value("SELECT count(*) FROM fm_migration", as: Int.self) == 1)
        }
    }

    @Test func stepsThatAreNotKnownAreNotAdopted() throws {
        var migrator = FMMigrator([.step("a") { _ in }])
        migrator.adopt { _ in ["x"] }
        #expect(thrown { try migrator.migrate(db) }?.extendedCode == .migrationMismatch)
    }

    @Test func anErrorOfTheAdoptionIsThrown() throws {
        var migrator = FMMigrator([.step("a") { _ in }])
        migrator.adopt { _ in throw Regret() }
        #expect(throws: Regret.self) { try migrator.migrate(db) }
    }
}
