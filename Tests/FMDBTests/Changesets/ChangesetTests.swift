import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Changesets as they are recorded, looked at, inverted and joined.
@Suite(.enabled(if: SQLiteVersion.hasSessions)) struct ChangesetTests {
    private let folder = TemporaryFolder()

    // MARK: Recording

    @Test func changesHaveTheirValues() throws {
        let set = try ChangesetScene.recorded()
        #expect(Set(set.tables) == ["person", "tag"])
        #expect(!set.isEmpty && !set.isPatchset)
        let people = set.filter { $0.table == "person" }.sorted { $0.key.description < $1.key.description }
        #expect(people.map(\.operation) == [.update, .delete, .insert])
        #expect(people.map(\.key) == [[.integer(1)], [.integer(2)], [.integer(9)]])
        #expect(people.allSatisfy { $0.primaryKey == [0] && !$0.isIndirect })
        #expect(people[0].oldValues == [.integer(1), .text("ann"), nil, .blob(Data([0, 255]))])
        #expect(people[0].newValues == [nil, .text("anna"), nil, .null])
        #expect(people[1].oldValues == [.integer(2), .text("bob"), .null, .null])
        #expect(people[1].newValues == [nil, nil, nil, nil])
        #expect(people[2].oldValues == [nil, nil, nil, nil])
        #expect(people[2].newValues == [.integer(9), .text("éva"), .integer(-1), .blob(Data())])
        let tags = set.filter { $0.table == "tag" }
        #expect(tags.count == 3)
        #expect(tags.allSatisfy { $0.primaryKey == [0, 1] && $0.key.count == 2 })
    }

    @Test func whatIsUndoneWithinTheBlockIsNoChange() throws {
        let database = try ChangesetScene.database()
        let set = try database.recordChanges { db in
            try db.execute("INSERT INTO person VALUES (4, 'dan', 1, NULL)")
            try db.execute("DELETE FROM person WHERE id = 4")
            try db.execute("UPDATE person SET age = 6 WHERE id = 3")
            try db.execute("UPDATE person SET age = 5 WHERE id = 3")
            try? db.withSavePoint {
                try db.execute("DELETE FROM tag")
                throw Regret()
            }
        }
        #expect(set.isEmpty)
        #expect(set == FMChangeset())
        #expect(Array(set).isEmpty && set.tables.isEmpty)
    }

    @Test func onlyNamedTablesAreRecorded() throws {
        let database = try ChangesetScene.database()
        let set = try database.recordChanges(tables: ["TAG"]) { db in try ChangesetScene.change(db) }
        #expect(set.tables == ["tag"])
    }

    @Test func triggersAndForeignKeysChangeIndirectly() throws {
        let database = FMDatabase.memory()
        database.executeStatements(
            """
            PRAGMA foreign_keys = ON;
            CREATE TABLE parent (id INTEGER PRIMARY KEY);
            CREATE TABLE child (id INTEGER PRIMARY KEY, parent REFERENCES parent ON DELETE CASCADE);
            CREATE TABLE log (id INTEGER PRIMARY KEY, what);
            CREATE TRIGGER t AFTER DELETE ON parent BEGIN INSERT INTO log (what) VALUES (old.id); END;
            INSERT INTO parent VALUES (1);
            INSERT INTO child VALUES (5, 1);
            """)
        let set = try database.recordChanges { db in try db.execute("DELETE FROM parent") }
        let indirect = Dictionary(uniqueKeysWithValues: set.map { ($0.table, $0.isIndirect) })
        #expect(indirect == ["parent": false, "child": true, "log": true])
    }

    @Test func tablesOfVirtualTablesAreLeftOut() throws {
        let database = FMDatabase.memory()
        database.executeStatements(
            """
            CREATE VIRTUAL TABLE note USING fts4(text);
            CREATE TABLE note_tags (id INTEGER PRIMARY KEY);
            """)
        let set = try database.recordChanges { db in
            try db.execute("INSERT INTO note VALUES ('one')")
            try db.execute("INSERT INTO note_tags VALUES (1)")
        }
        #expect(set.tables == ["note_tags"])
        #expect(try database.tablesWithoutPrimaryKey().isEmpty)
    }

    @Test func tablesWithoutAKeyAreTold() throws {
        let database = try ChangesetScene.database()
        database.executeStatements("CREATE TABLE loose (a); CREATE TEMP TABLE passing (a)")
        #expect(try database.tablesWithoutPrimaryKey() == ["loose"])
        #expect(try database.tablesWithoutPrimaryKey(schema: "temp") == ["passing"])
        let error = thrown { try database.recordChanges(tables: ["tag", "Loose"]) { _ in } }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message == "changes of the table loose cannot be recorded: it has no PRIMARY KEY")
        #expect(thrown { try database.recordChanges(tables: ["none"]) { _ in } }?.message == "no such table: main.none")
        let set = try database.recordChanges { db in try db.execute("INSERT INTO loose VALUES (1)") }
        #expect(set.isEmpty)
    }

    @Test func attachedAndTemporaryTablesAreRecorded() throws {
        let database = try ChangesetScene.database()
        database.executeStatements("CREATE TEMP TABLE passing (a PRIMARY KEY)")
        let set = try database.recordChanges(schema: "temp") { db in try db.execute("INSERT INTO passing VALUES (1)") }
        #expect(set.map(\.key) == [[.integer(1)]])
    }

    @Test func whatTheBlockThrowsComesOut() throws {
        let database = try ChangesetScene.database()
        #expect(throws: Regret.self) { try database.recordChanges { _ in throw Regret() } }
        #expect(database.close())
    }

    @Test func blobsAreRecordedWhole() throws {
        let database = try ChangesetScene.database()
        let set = try database.recordChanges { db in
            try db.withTransaction {
                let blob = try db.openBlob(table: "person", column: "photo", row: 1, isReadOnly: false)
                try blob.write(Data([7]), at: 0)
                try blob.close()
            }
        }
        // SQLite tells sessions of blobs since 3.36 or so.
        guard SQLiteVersion.linked >= SQLiteVersion(3, 36) else { return }
        #expect(set.map { $0.newValues[3] } == [.blob(Data([7, 255]))])
    }

    // MARK: Inverting and joining

    @Test func theInverseUndoes() throws {
        let database = try ChangesetScene.database()
        let before = ChangesetScene.content(database)
        let set = try database.recordChanges { db in try ChangesetScene.change(db) }
        let after = ChangesetScene.content(database)
        let outcome = try database.apply(set.inverted())
        #expect((outcome.applied, outcome.skipped, outcome.replaced) == (6, 0, 0))
        #expect(ChangesetScene.content(database) == before)
        try database.apply(set)
        #expect(ChangesetScene.content(database) == after)
    }

    @Test func joinedChangesHaveTheEffectOfBoth() throws {
        let database = try ChangesetScene.database()
        let other = try ChangesetScene.database()
        let first = try database.recordChanges { db in try ChangesetScene.change(db) }
        let second = try database.recordChanges { db in
            try db.execute("DELETE FROM person WHERE id = 9")
            try db.execute("UPDATE person SET age = 31 WHERE id = 1")
        }
        let both = try first.followed(by: second)
        #expect(both.filter { $0.table == "person" }.count == 2)
        try other.apply(both)
        #expect(ChangesetScene.content(other) == ChangesetScene.content(database))
        #expect(try FMChangeset.joined([]).isEmpty)
        #expect(try FMChangeset().inverted().isEmpty)
        #expect(try first.followed(by: first.inverted()).isEmpty)
    }

    @Test func tablesOfOtherColumnsCannotBeJoined() throws {
        let database = FMDatabase.memory()
        database.executeStatements("CREATE TABLE person (id INTEGER PRIMARY KEY, name)")
        let other = try database.recordChanges { db in try db.execute("INSERT INTO person VALUES (1, 'x')") }
        let set = try ChangesetScene.recorded()
        let error = thrown { try set.followed(by: other) }
        #expect(error?.resultCode == .schema)
    }

    // MARK: Queues and pools

    @Test func queuesAndPoolsRecordInATransaction() async throws {
        let path = folder.file()
        let pool = FMDatabasePool(path: path)
        try await pool.write { db in try ChangesetScene.fill(db) }
        let queue = try FMDatabaseQueue(path: folder.file("other"), configuration: .init())
        try await queue.withDatabase { db in try ChangesetScene.fill(db) }
        let set = try await pool.recordChanges { db in
            #expect(db.isTransactionOpen)
            try ChangesetScene.change(db)
        }
        let outcome = try await queue.apply(set)
        #expect(outcome.applied == 6)
        let left = try await pool.read { db in ChangesetScene.content(db) }
        #expect(try await queue.withDatabase { db in ChangesetScene.content(db) } == left)
        await #expect(throws: Regret.self) {
            _ = try await queue.recordChanges { db in
                try db.execute("DELETE FROM person")
                throw Regret()
            }
        }
        #expect(try await queue.withDatabase { db in ChangesetScene.content(db) } == left)
        pool.close()
        queue.close()
    }

    @Test func observersLearnWhatIsApplied() async throws {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        try await queue.withDatabase { db in try ChangesetScene.fill(db) }
        let set = try ChangesetScene.recorded()
        let changes = queue.changes().makeAsyncIterator()
        try await queue.apply(set)
        let told = try #require(await changes.next())
        #expect(told.tables.contains("person") && told.tables.contains("tag"))
        queue.close()
    }

    // MARK: Comparing

    private func twoDatabases() throws -> FMDatabase {
        let other = FMDatabase.file(folder.file("other.db"))
        try ChangesetScene.fill(other)
        try ChangesetScene.change(other)
        let database = try ChangesetScene.database()
        try database.execute("ATTACH \(folder.file("other.db")) AS other")
        return database
    }

    @Test func theDifferenceMakesTheSourceEqual() throws {
        let database = try twoDatabases()

        let set = try database.changes(from: "main", to: "other")
        #expect(set.count == 6)
        try database.apply(set)

        #expect(try database.changes(from: "main", to: "other").isEmpty)
        #expect(try database.changes(from: "other").isEmpty)
        let other = FMDatabase.file(folder.file("other.db"))
        #expect(ChangesetScene.content(database) == ChangesetScene.content(other))
    }

    @Test func theDifferenceOfSomeTables() throws {
        let database = try twoDatabases()
        #expect(try database.changes(from: "other", tables: ["TAG"]).tables == ["tag"])
    }

    @Test func aTableThatTheSourceLacksIsAnError() throws {
        let database = try twoDatabases()
        try database.execute("CREATE TABLE more (id INTEGER PRIMARY KEY)")
        #expect(thrown { try database.changes(from: "other") }?.resultCode == .schema)
        try database.execute("CREATE TABLE other.more (id INTEGER PRIMARY KEY, x)")
        #expect(thrown { try database.changes(from: "other", tables: ["more"]) }?.resultCode == .schema)
        #expect(thrown { try database.changes(from: "none") } != nil)
        #expect(thrown { try database.changes(from: "other", tables: ["none"]) }?.resultCode == .error)
        #expect(thrown { try database.changes(from: "other\0") }?.resultCode == .misuse)
        #expect(try database.changes(from: "other", tables: []).isEmpty)
    }

    @Test func tablesWithoutAKeyAreNotCompared() throws {
        let database = try twoDatabases()
        try database.execute("CREATE TABLE note (x)")
        #expect(try database.changes(from: "other").count == 6)
        #expect(thrown { try database.changes(from: "other", tables: ["note"]) }?.resultCode == .misuse)
    }

    @Test(.enabled(if: SQLiteVersion.hasFTS5)) func aTableWithTheNameOfAnothersShadowTableIsRecorded() throws {
        let database = try ChangesetScene.database()
        try database.execute("CREATE VIRTUAL TABLE mail USING fts5(body)")
        try database.execute("CREATE TABLE mail_stat (id INTEGER PRIMARY KEY, n INTEGER)")
        let changes = try database.recordChanges { db in
            try db.execute("INSERT INTO mail VALUES ('hello')")
            try db.execute("INSERT INTO mail_stat VALUES (1, 7)")
        }
        #expect(changes.tables == ["mail_stat"])
    }
}
