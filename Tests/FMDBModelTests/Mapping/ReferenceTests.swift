import FMDBModel
import FMDBTestHelpers
import Testing

/// Foreign keys of models. See ``shape(_:named:options:)``.
@Suite struct ReferenceTests {
    private let db: FMDatabase

    init() throws {
        db = try FMDatabase.memory(
            "PRAGMA foreign_keys = ON", "CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT)",
            "INSERT INTO owner VALUES (1, 'ann'), (2, 'bob')")
    }

    private func table(
        _ references: FMReference...,
        columns: [FMColumn<Anything>] = [.id, .text("name"), FMColumn("owner", .integer)],
        renamed: [String: String] = [:]
    ) -> FMTable<Anything> {
        shape(columns, options: FMTableOptions(references: references, renamed: renamed))
    }

    /// The foreign keys of the table, drawn.
    private func references() throws -> [String] {
        try db.rows("PRAGMA foreign_key_list('t')", as: ListedKey.self).map {
            "\($0.from) to \($0.table), \($0.onDelete), \($0.onUpdate)"
        }.sorted()
    }

    private func indexes() throws -> [String] {
        try db.rows("PRAGMA index_list('t')", as: ListedIndex.self).filter { $0.origin == "c" }.map(\.name).sorted()
    }

    // MARK: Making

    private struct T: Codable, FMModel {
        static let tableName = "t"
        static let tableOptions = FMTableOptions(
            references: [FMReference("owner", to: "owner", onDelete: .cascade), FMReference("top", to: T.self)])

        var id: Int64?
        var owner: Int64?
        var top: Int64?
    }

    @Test func aNewTableHasItsForeignKeys() throws {
        let report = try db.createTable(T.self)

        #expect(report.isCreated)
        #expect(report.madeReferences == T.tableOptions.references)
        #expect(try references() == ["owner to owner, CASCADE, NO ACTION", "top to t, NO ACTION, NO ACTION"])
        #expect(try indexes() == ["t_owner_index", "t_top_index"])
        #expect(try db.createTable(T.self).isEmpty)
        try db.insert([T(id: 1, owner: 1), T(id: 2, owner: 2), T(id: 3, top: 2)])
        try db.execute("DELETE FROM owner WHERE id = 1")
        #expect(try db.find(T.self).map(\.id) == [2, 3])
        #expect(thrown { try db.insert(T(owner: 9)) }?.resultCode == .constraint)
    }

    @Test(arguments: FMReference.Action.allCases, FMReference.Action.allCases)
    func eachActionIsWhatSQLiteReports(_ onDelete: FMReference.Action, _ onUpdate: FMReference.Action) throws {
        try filled()
        let wanted = table(FMReference("owner", to: "owner", onDelete: onDelete, onUpdate: onUpdate))
        try db.upgradeTable(to: wanted)

        #expect(try references() == ["owner to owner, \(onDelete.rawValue), \(onUpdate.rawValue)"])
        #expect(try db.upgradeTable(to: wanted).isEmpty)
    }

    @Test func anIndexIsMadeOnlyWhereThereIsNone() throws {
        let columns: [FMColumn<Anything>] = [FMColumn("a", .integer), FMColumn("b", .integer), FMColumn("c", .integer)]
        try db.execute("CREATE TABLE t (a INTEGER, b INTEGER, c INTEGER, PRIMARY KEY (a, b))")
        try db.upgradeTable(
            to:
                shape(
                    columns,
                    options: FMTableOptions(
                        key: ["a", "b"], unique: [["b"]],
                        references: [
                            FMReference("a", to: "owner"), FMReference("b", to: "owner"), FMReference("c", to: "owner"),
                        ])))

        #expect(try indexes() == ["t_b_unique", "t_c_index"])
    }

    @Test func aTableRefersToItself() throws {
        let wanted = table(FMReference("owner", to: "t", onDelete: .setNull))
        try db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, owner INTEGER)")
        try db.upgradeTable(to: wanted)
        try db.execute("INSERT INTO t VALUES (1, 'x', NULL), (2, 'y', 1)")
        try db.execute("DELETE FROM t WHERE id = 1")

        #expect(try db.value("SELECT owner FROM t", as: Int?.self) == nil)
        #expect(try db.upgradeTable(to: wanted).isEmpty)
    }

    @Test func aModelNamesAnother() throws {
        struct Owner: Codable, FMModel { var id: Int64?, name: String }
        struct Pet: Codable, FMModel {
            static let tableOptions = FMTableOptions(
                references: [FMReference("owner", to: Owner.self, onDelete: .restrict)])

            var id: Int64?
            var owner: Int64
        }
        try db.execute("DROP TABLE owner")
        try db.createTable(Owner.self)
        try db.createTable(Pet.self)
        try db.insert(Owner(id: 7, name: "ann"))
        try db.insert(Pet(owner: 7))

        #expect(thrown { try db.delete(Owner.self, id: 7) }?.resultCode == .constraint)
        #expect(thrown { try db.insert(Pet(owner: 8)) }?.resultCode == .constraint)
        #expect(try db.count(Pet.self) == 1)
    }

    @Test func aColumnThatThereIsNotIsRefused() throws {
        try filled()
        #expect(thrown { try db.upgradeTable(to: table(FMReference("other", to: "owner"))) }?.resultCode == .misuse)
    }

    // MARK: Upgrading

    /// With a table without foreign keys.
    private func filled(
        _ definition: String = "owner INTEGER", _ owners: String = "(1, 'x', 1), (2, 'y', 2), (3, 'z', NULL)"
    ) throws {
        try db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, \(raw: definition))")
        try db.execute("INSERT INTO t VALUES \(raw: owners)")
    }

    @Test func aForeignKeyIsAddedWithTheRowsKept() throws {
        try filled()
        let before = try db.content()
        let wanted = table(FMReference("owner", to: "owner", onDelete: .cascade))
        let report = try db.upgradeTable(to: wanted)

        #expect(report.isRebuilt)
        #expect(report.rows == 3)
        #expect(report.description.contains("added the foreign key owner to owner"))
        #expect(try db.content() == before)
        #expect(try references() == ["owner to owner, CASCADE, NO ACTION"])
        #expect(try indexes() == ["t_owner_index"])
        #expect(try db.upgradeTable(to: wanted).isEmpty)
        #expect(try db.faults() == [])
        #expect(try db.value("PRAGMA foreign_keys", as: Bool.self))
    }

    @Test func rowsThatWouldReferToNothingAreRefused() throws {
        try filled("owner INTEGER", "(1, 'x', 1), (2, 'y', 9), (3, 'z', 8)")
        let schema = try db.schema()
        let error = thrown { try db.upgradeTable(to: table(FMReference("owner", to: "owner"))) }

        #expect(error?.extendedCode == .constraintForeignKey)
        #expect(error?.message == "2 rows of t would reference no row of owner")
        #expect(try db.schema() == schema)
        #expect(try db.value("SELECT count(*) FROM t") == 3)
    }

    @Test(arguments: [
        "owner INTEGER REFERENCES owner",
        "owner INTEGER REFERENCES \"owner\" (id) ON DELETE SET NULL CHECK (owner <> 9)",
        "owner INTEGER, FOREIGN KEY (OWNER) REFERENCES [owner] ON UPDATE CASCADE",
        "owner INTEGER, CONSTRAINT k FOREIGN KEY (owner) REFERENCES owner(id) DEFERRABLE INITIALLY DEFERRED",
    ])
    func otherActionsTakeThePlaceOfThoseThereAre(_ definition: String) throws {
        try filled(definition)
        let before = try db.content()
        let wanted = table(FMReference("owner", to: "Owner", onDelete: .cascade))
        try db.upgradeTable(to: wanted)

        #expect(try references() == ["owner to owner, CASCADE, NO ACTION"])
        #expect(try db.content() == before)
        #expect(try db.upgradeTable(to: wanted).isEmpty)
        if definition.contains("CHECK") { #expect(thrown { try db.execute("UPDATE t SET owner = 9") } != nil) }
    }

    @Test(arguments: [
        "owner TEXT CONSTRAINT k REFERENCES owner (name) ON UPDATE SET NULL MATCH full DEFERRABLE INITIALLY DEFERRED",
        "owner TEXT, CONSTRAINT k FOREIGN KEY (owner) REFERENCES owner (name) ON DELETE NO ACTION"
            + " ON UPDATE SET DEFAULT DEFERRABLE INITIALLY DEFERRED",
    ])
    func whatElseIsSaidOfAForeignKeyStays(_ definition: String) throws {
        try db.execute("CREATE UNIQUE INDEX by_name ON owner (name)")
        try filled(definition, "(1, 'x', 'ann'), (2, 'y', 'bob')")
        let wanted = table(
            FMReference("owner", to: "owner", onDelete: .cascade, onUpdate: .restrict),
            columns: [.id, .text("name"), .text("owner")])
        try db.upgradeTable(to: wanted)

        #expect(try references() == ["owner to owner, CASCADE, RESTRICT"])
        #expect(try db.rows("PRAGMA foreign_key_list('t')", as: ListedKey.self).map(\.to) == ["name"])
        let sql = try db.value("SELECT sql FROM sqlite_master WHERE name = 't'", as: String.self)
        #expect(sql.contains("CONSTRAINT k "))
        #expect(sql.contains("MATCH") == definition.contains("MATCH"))
        try db.withTransaction {
            try db.execute("INSERT INTO t (name, owner) VALUES ('z', 'cem')")
            try db.execute("INSERT INTO owner (name) VALUES ('cem')")
        }
        try db.execute("DELETE FROM owner WHERE name = 'ann'")
        #expect(try db.rows("SELECT owner FROM t ORDER BY id", as: String.self) == ["bob", "cem"])
        #expect(try db.upgradeTable(to: wanted).isEmpty)
    }

    @Test(arguments: [
        "owner INTEGER CONSTRAINT k REFERENCES other ON DELETE CASCADE",
        "owner INTEGER, CONSTRAINT k FOREIGN KEY (owner) REFERENCES Other DEFERRABLE INITIALLY DEFERRED",
        "owner INTEGER REFERENCES other, FOREIGN KEY (OWNER) REFERENCES other (id)",
    ])
    func aForeignKeyToAnotherTableIsReplaced(_ definition: String) throws {
        try db.execute("CREATE TABLE other (id INTEGER PRIMARY KEY)")
        try db.execute("INSERT INTO other VALUES (1), (2)")
        try filled(definition)
        let before = try db.content()
        let wanted = table(FMReference("owner", to: "owner", onDelete: .cascade))
        let report = try db.upgradeTable(to: wanted)

        #expect(Set(report.removedReferences.map(\.localizedLowercase)) == ["owner to other"])
        #expect(report.madeReferences.map(\.description) == ["owner to owner"])
        #expect(report.description.contains("removed the foreign key owner to "))
        #expect(try references() == ["owner to owner, CASCADE, NO ACTION"])
        #expect(try db.content() == before)
        #expect(try db.upgradeTable(to: wanted).isEmpty)
        try db.execute("DROP TABLE other")
        try db.execute("DELETE FROM owner WHERE id = 2")
        #expect(try db.rows("SELECT owner FROM t ORDER BY id", as: Int?.self) == [1, nil])
    }

    @Test func rowsThatTheReplacedForeignKeyAllowedAreRefused() throws {
        try db.execute("CREATE TABLE other (id INTEGER PRIMARY KEY)")
        try db.execute("INSERT INTO other VALUES (1), (7)")
        try filled("owner INTEGER REFERENCES other", "(1, 'x', 1), (2, 'y', 7), (3, 'z', NULL)")
        let (schema, content) = (try db.schema(), try db.content())
        let error = thrown { try db.upgradeTable(to: table(FMReference("owner", to: "owner"))) }

        #expect(error?.extendedCode == .constraintForeignKey)
        #expect(error?.message == "1 row of t would reference no row of owner")
        #expect(try db.schema() == schema)
        #expect(try db.content() == content)
    }

    @Test func aSecondForeignKeyGoesOnlyWhereTheModelHasTheTableForItself() throws {
        try db.execute("CREATE TABLE other (id INTEGER PRIMARY KEY)")
        try db.execute("INSERT INTO other VALUES (1), (2)")
        try filled("owner INTEGER REFERENCES other REFERENCES owner")
        let wanted = table(FMReference("owner", to: "owner"))

        #expect(try db.upgradeTable(to: wanted).removedReferences == [])
        #expect(try references().count == 2)
        let report = try db.upgradeTable(to: wanted, policy: .dropRemoved)
        #expect(report.removedReferences == ["owner to other"])
        #expect(report.madeReferences == [])
        #expect(try references() == ["owner to owner, NO ACTION, NO ACTION"])
        #expect(try db.upgradeTable(to: wanted, policy: .dropRemoved).isEmpty)
    }

    @Test func aForeignKeyThatCannotBeIsRefused() throws {
        try filled()
        let twice = table(
            FMReference("owner", to: "owner"), FMReference("OWNER", to: "Owner", onDelete: .cascade))
        let error = thrown { try db.upgradeTable(to: twice) }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message == "the table t has more than one foreign key of OWNER to Owner")
        let empty = thrown { try db.upgradeTable(to: table(FMReference(to: "owner"))) }
        #expect(empty?.resultCode == .misuse)
        #expect(empty?.message == "the table t has a foreign key to owner without a column")
        #expect(try references() == [])
    }

    @Test(arguments: [
        ("CREATE TABLE target (id INTEGER, name TEXT UNIQUE)", "target has no primary key"),
        ("CREATE VIEW target AS SELECT id FROM owner", "target has no primary key"),
        (
            "CREATE TABLE target (a INTEGER, b INTEGER, PRIMARY KEY (b, a))",
            "the primary key of target has 2 columns: b, a"
        ),
    ])
    func aTargetWithoutAKeyIsRefused(_ definition: String, _ reason: String) throws {
        try db.execute("\(raw: definition)")
        let message = "the table t cannot have the foreign key owner to target: \(reason)"
        let wanted = table(FMReference("owner", to: "target"))
        try filled()
        let error = thrown { try db.upgradeTable(to: wanted) }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message == message)
        #expect(try references() == [])
    }

    @Test func aModelWithoutAKeyIsRefusedBeforeItsTableIsThere() throws {
        struct Keyless: Codable, FMModel { var name: String }
        struct Pet: Codable, FMModel {
            static let tableOptions = FMTableOptions(references: [FMReference("owner", to: Keyless.self)])

            var id: Int64?
            var owner: Int64
        }
        let error = thrown { try db.createTable(Pet.self) }
        #expect(error?.resultCode == .misuse)
        #expect(
            error?.message
                == "the table Pet cannot have the foreign key owner to Keyless: Keyless has no primary key")
        #expect(FMReference("owner", to: Keyless.self) == FMReference("owner", to: "Keyless"))
    }

    @Test func aTargetThatIsMadeLaterIsNotWaitedFor() throws {
        struct Pet: Codable, FMModel {
            static let tableName = "t"
            static let tableOptions = FMTableOptions(references: [FMReference("owner", to: "later")])

            var id: Int64?
            var owner: Int64
        }
        try db.createTable(Pet.self)
        #expect(try references() == ["owner to later, NO ACTION, NO ACTION"])
    }

    @Test func aForeignKeyByAUniqueColumnIsLeftAlone() throws {
        try db.execute("CREATE TABLE target (name TEXT UNIQUE)")
        try filled("owner TEXT REFERENCES target (name)", "(1, 'x', NULL)")
        let wanted = table(
            FMReference("owner", to: "target", onDelete: .cascade), columns: [.id, .text("name"), .text("owner")])
        try db.upgradeTable(to: wanted)
        #expect(try references() == ["owner to target, CASCADE, NO ACTION"])
    }

    @Test func otherForeignKeysStay() throws {
        try db.execute("CREATE TABLE other (id INTEGER PRIMARY KEY)")
        try filled(
            "owner INTEGER REFERENCES owner ON DELETE CASCADE, more INTEGER REFERENCES other", "(1, 'x', 1, NULL)")
        let columns: [FMColumn<Anything>] = [
            .id, .text("name"), FMColumn("owner", .integer), FMColumn("more", .integer),
        ]

        #expect(try db.upgradeTable(to: table(columns: columns)).isEmpty)
        try db.upgradeTable(
            to: table(FMReference("owner", to: "owner", onDelete: .cascade), columns: columns + [.text("new")]))
        #expect(try references() == ["more to other, NO ACTION, NO ACTION", "owner to owner, CASCADE, NO ACTION"])
    }

    @Test func aColumnIsRenamedAndRefers() throws {
        try filled("keeper INTEGER REFERENCES owner")
        let wanted = table(FMReference("owner", to: "owner", onDelete: .setNull), renamed: ["owner": "keeper"])
        let report = try db.upgradeTable(to: wanted)

        #expect(report.renamed == ["owner": "keeper"])
        #expect(try references() == ["owner to owner, SET NULL, NO ACTION"])
        #expect(try db.rows("SELECT owner FROM t ORDER BY id", as: Int?.self) == [1, 2, nil])
    }

    @Test func aNewColumnRefers() throws {
        try db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)")
        try db.execute("INSERT INTO t VALUES (1, 'x')")
        let report = try db.upgradeTable(to: table(FMReference("owner", to: "owner")))

        #expect(report.added == ["owner"])
        #expect(try references() == ["owner to owner, NO ACTION, NO ACTION"])
        #expect(try db.rows("SELECT name FROM t", as: String.self) == ["x"])
    }

    @Test func whatRefersToATableIsKeptAsItIsRebuilt() throws {
        try filled()
        try db.upgradeTable(to: table(FMReference("owner", to: "owner", onDelete: .cascade)))
        let owner = shape([.id, .required("name", default: "-")], named: "owner")
        let report = try db.upgradeTable(to: owner)

        #expect(report.isRebuilt)
        #expect(try db.value("SELECT count(*) FROM t") == 3)
        #expect(try references() == ["owner to owner, CASCADE, NO ACTION"])
    }

    @Test func aTransactionThatEnforcesForeignKeysCannotRebuild() throws {
        try filled()
        let error = thrown {
            try db.withTransaction { try db.upgradeTable(to: table(FMReference("owner", to: "owner"))) }
        }
        #expect(error?.resultCode == .misuse)
        #expect(try references() == [])
    }
}

/// A row of `PRAGMA foreign_key_list`.
struct ListedKey: Decodable {
    let table, from: String
    let to: String?
    let onUpdate, onDelete: String

    enum CodingKeys: String, CodingKey {
        case table, from, to
        case onUpdate = "on_update"
        case onDelete = "on_delete"
    }
}

/// A row of `PRAGMA index_list`.
private struct ListedIndex: Decodable {
    let name, origin: String
}
