import FMDB
import FMDBTestHelpers
import Testing

/// Foreign keys, which a table that is made anew must not lose its children by.
@Suite struct MigratorForeignKeyTests {
    private let db = FMDatabase.memory()

    init() throws {
        try db.execute("CREATE TABLE parent (id INTEGER PRIMARY KEY)")
        try db.execute(
            "CREATE TABLE child (id INTEGER PRIMARY KEY, parent REFERENCES parent (id) ON DELETE CASCADE)")
        try db.execute("INSERT INTO parent VALUES (1), (2)")
        try db.execute("INSERT INTO child VALUES (10, 1), (20, 2)")
        try db.execute("PRAGMA foreign_keys = ON")
    }

    private var isEnforced: Bool {
        get throws { try db.value("PRAGMA foreign_keys", as: Bool.self) }
    }

    private func children() throws -> [Int] {
        try db.rows("SELECT id FROM child ORDER BY id", as: Int.self)
    }

    private func rebuild(_ keys: FMMigrator.ForeignKeys = .checkedAtEnd) -> FMMigrator {
        FMMigrator([
            .step("rebuild", foreignKeys: keys) { db in
                try db.execute("CREATE TABLE new_parent (id INTEGER PRIMARY KEY, name TEXT)")
                try db.execute("INSERT INTO new_parent (id) SELECT id FROM parent")
                try db.execute("DROP TABLE parent")
                try db.execute("ALTER TABLE new_parent RENAME TO parent")
            }
        ])
    }

    private func orphan(_ keys: FMMigrator.ForeignKeys = .checkedAtEnd) -> FMMigrator {
        FMMigrator([.step("orphan", foreignKeys: keys) { try $0.execute("DELETE FROM parent WHERE id = 2") }])
    }

    @Test func aTableThatIsRecreatedKeepsItsChildren() throws {
        try rebuild().migrate(db)
        #expect(try children() == [10, 20])
        #expect(db.columnExists("name", inTableWithName: "parent"))
    }

    @Test func itsChildrenGoWithItWhereForeignKeysAreEnforced() throws {
        try rebuild(.enforced).migrate(db)
        #expect(try children() == [])
    }

    @Test func aRowWithoutItsParentMakesTheStepFail() throws {
        let error = try #require(thrown { try orphan().migrate(db) })
        #expect(error.extendedCode == .constraintForeignKey)
        #expect(
            error.message == """
                the step "orphan" failed: foreign keys are violated: 1 row of "child" without a row of "parent"
                """)
        #expect(try db.value("SELECT count(*) FROM parent", as: Int.self) == 2)
        #expect(try orphan().applied(in: db) == [])
    }

    @Test func aStepMayGoWithoutTheCheck() throws {
        try orphan(.unchecked).migrate(db)
        #expect(try children() == [10, 20])
    }

    @Test func aConnectionThatEnforcesNothingIsNotChecked() throws {
        try db.execute("PRAGMA foreign_keys = OFF")
        try orphan().migrate(db)
        #expect(try children() == [10, 20])
        #expect(try !isEnforced)
    }

    @Test func aStepMayHaveThemEnforcedOnAnyConnection() throws {
        try db.execute("PRAGMA foreign_keys = OFF")
        try orphan(.enforced).migrate(db)
        #expect(try children() == [10])
        #expect(try !isEnforced)
    }

    @Test func theyAreEnforcedAgainAfterwards() throws {
        try rebuild().migrate(db)
        #expect(try isEnforced)
    }

    @Test func theyAreEnforcedAgainAfterAFailure() throws {
        #expect(thrown { try orphan().migrate(db) } != nil)
        #expect(try isEnforced)
        #expect(thrown { try FMMigrator([.step("a") { _ in throw Regret() }]).migrate(db) } != nil)
        #expect(try isEnforced)
        #expect(thrown { try FMMigrator([.step("a") { _ = $0.executeStatements("COMMIT") }]).migrate(db) } != nil)
        #expect(try isEnforced)
    }

    @Test func aStepOutsideFindsThemAsTheConnectionHasThem() throws {
        let seen = Locked<Bool?>(nil)
        try FMMigrator([
            .outsideTransaction("look") { db in
                let isOn = try db.value("PRAGMA foreign_keys", as: Bool.self)
                seen.withLock { $0 = isOn }
            }
        ]).migrate(db)
        #expect(seen.value == true)
    }
}
