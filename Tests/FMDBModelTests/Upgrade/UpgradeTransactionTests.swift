import FMDBModel
import FMDBTestHelpers
import Testing

/// Upgrades that rebuild a table as a part of something larger.
@Suite struct UpgradeTransactionTests {
    private struct Person: Codable, FMModel {
        var id: Int64?
        var name: String
        var size: String?

        static let tableName = "person"
        static let tableOptions = FMTableOptions(unique: [["name"]])
    }

    private struct Pet: Codable, FMModel {
        var id: Int64?
        var owner: Int64

        static let tableName = "pet"
    }

    /// Both tables have to be rebuilt for the models.
    private func makeTables(_ db: FMDatabase) throws {
        try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, size INTEGER)")
        try db.execute("CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES person ON DELETE CASCADE)")
        try db.execute("INSERT INTO person VALUES (1, 'ann', 7), (2, 'bob', NULL)")
        try db.execute("INSERT INTO pet VALUES (1, 1), (2, 2)")
    }

    private func queue(_ folder: TemporaryFolder) throws -> FMDatabaseQueue {
        let queue = try #require(FMDatabaseQueue(path: folder.file()))
        try queue.withDatabase { db in
            try makeTables(db)
            try db.execute("PRAGMA foreign_keys = ON")
        }
        return queue
    }

    private func expectUpgraded(_ db: FMDatabase) throws {
        #expect(try db.content("person") == "id | name  | size\n1  | 'ann' | '7'\n2  | 'bob' | NULL")
        #expect(try db.content("pet") == "id | owner\n1  | 1\n2  | 2")
        #expect(try db.createTable(Person.self).isEmpty)
        #expect(try db.createTable(Pet.self).isEmpty)
        #expect(try db.faults() == [])
    }

    @Test func anOrdinaryStepOfAMigratorRebuildsTables() throws {
        let folder = TemporaryFolder()
        let queue = try queue(folder)
        let reports = Locked<[FMUpgradeReport]>([])
        let migrator = FMMigrator([
            .step("models") { db in
                let made = [try db.upgradeTable(Person.self), try db.createTable(Pet.self)]
                reports.withLock { $0 = made }
            }
        ])

        #expect(try migrator.migrate(queue).applied.map(\.name) == ["models"])

        #expect(reports.value.map(\.isRebuilt) == [true, true])
        try queue.withDatabase { db in
            #expect(try db.hasForeignKeys())
            try expectUpgraded(db)
            try db.execute("DELETE FROM person WHERE id = 1")
            #expect(try db.value("SELECT count(*) FROM pet") == 1)
        }
    }

    @Test func aStepThatFailsLaterLeavesTheTablesAsTheyWere() throws {
        let folder = TemporaryFolder()
        let queue = try queue(folder)
        let schema = try queue.withDatabase { try $0.schema() }
        let migrator = FMMigrator([
            .step("models") { db in
                try db.upgradeTable(Person.self)
                try db.execute("DELETE FROM person WHERE id = 1")
            }
        ])

        let error = thrown { try migrator.migrate(queue) }

        let (after, people) = try queue.withDatabase { db in
            (try db.schema(), try db.value("SELECT count(*) FROM person", as: Int.self))
        }
        #expect(error?.resultCode == .constraint)
        #expect(after == schema)
        #expect(people == 2)
    }

    @Test func aStepThatEnforcesForeignKeysDoesNotRebuild() throws {
        let folder = TemporaryFolder()
        let queue = try queue(folder)
        let migrator = FMMigrator([
            .step("models", foreignKeys: .enforced) { db in try db.upgradeTable(Person.self) }
        ])

        let error = thrown { try migrator.migrate(queue) }
        let pets = try queue.withDatabase { try $0.value("SELECT count(*) FROM pet", as: Int.self) }

        #expect(error?.resultCode == .misuse)
        #expect(pets == 2)
    }

    @Test func aTransactionWithoutForeignKeysRebuildsTables() throws {
        let db = FMDatabase.memory()
        try makeTables(db)

        let reports = try db.withTransaction {
            [try db.createTable(Person.self), try db.upgradeTable(Pet.self), try db.createTable(Person.self)]
        }

        #expect(reports.map(\.isRebuilt) == [true, true, false])
        try expectUpgraded(db)
    }

    @Test func aTransactionThatIsUndoneUndoesARebuild() throws {
        let db = FMDatabase.memory()
        try makeTables(db)
        let schema = try db.schema()

        _ = thrown {
            try db.withTransaction {
                try db.upgradeTable(Person.self)
                throw FMError(.abort, "regret")
            }
        }

        #expect(try db.schema() == schema)
        #expect(try db.content("person") == "id | name  | size\n1  | 'ann' | 7\n2  | 'bob' | NULL")
    }

    @Test func aRebuildThatIsRefusedLeavesTheTransactionOpen() throws {
        let db = FMDatabase.memory()
        try makeTables(db)
        try db.execute("UPDATE person SET name = NULL")

        try db.withTransaction {
            try db.execute("INSERT INTO person VALUES (3, 'cid', 1)")
            #expect(thrown { try db.upgradeTable(Person.self) }?.extendedCode == .constraintNotNull)
            #expect(db.isTransactionOpen)
        }

        #expect(try db.value("SELECT count(*) FROM person") == 3)
    }
}
