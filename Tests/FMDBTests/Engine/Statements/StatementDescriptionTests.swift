import FMDB
import FMDBTestHelpers
import Testing

/// What is known of a statement that is compiled and not run.
@Suite struct StatementDescriptionTests {
    private let db: FMDatabase

    init() {
        db = FMDatabase.memory()
        db.executeStatements(
            """
            CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER, photo);
            CREATE VIEW adult AS SELECT id, name AS label FROM person WHERE age >= 18;
            """)
    }

    @Test func columnsHaveNamesAndTypes() throws {
        let columns = try db.statementDescription(of: "SELECT id, name AS label, photo, age + 1 FROM person").columns
        #expect(columns.map(\.name) == ["id", "label", "photo", "age + 1"])
        #expect(columns.map(\.declaredType) == ["INTEGER", "TEXT", nil, nil])
    }

    @Test(.enabled(if: FMSQLiteFeature.columnMetadata.isAvailable))
    func columnsOfTablesHaveTheirOrigin() throws {
        db.executeStatements("ATTACH ':memory:' AS other; CREATE TABLE other.pet (owner INTEGER)")
        let columns = try db.statementDescription(
            of: "SELECT name AS label, count(*), owner, (SELECT 1) FROM person JOIN pet ON owner = id"
        ).columns
        #expect(
            columns.map { $0.origin.map { "\($0.schema).\($0.table).\($0.column)" } }
                == ["main.person.name", nil, "other.pet.owner", nil])
        let view = try db.statementDescription(of: "SELECT label FROM adult").columns
        #expect(view.first?.origin?.column == "name")
    }

    @Test func parametersHaveNamesByPosition() throws {
        func names(_ sql: FMSQL) throws -> [String?] { try db.statementDescription(of: sql).parameters }
        #expect(try names("SELECT 1") == [])
        #expect(try names("SELECT ?, ?") == [nil, nil])
        #expect(try names("SELECT :a, @b, $c, :a") == [":a", "@b", "$c"])
        #expect(try names("SELECT ?3, ?") == [nil, nil, "?3", nil])
        let id = 1
        #expect(try names("SELECT * FROM person WHERE id = \(id)") == [nil])
    }

    @Test func nothingIsRun() throws {
        let description = try db.statementDescription(of: "INSERT INTO person (name) VALUES (?)")
        #expect(!description.isReadOnly)
        #expect(description.columns.isEmpty)
        #expect(try db.value("SELECT count(*) FROM person", as: Int.self) == 0)
        #expect(try db.statementDescription(of: "SELECT 1").isReadOnly)
    }

    @Test func theFirstStatementIsDescribedAndItsLengthTold() throws {
        let text = "SELECT 'é' ; SELECT nothing FROM nowhere"
        let description = try db.statementDescription(of: FMSQL(raw: text))
        #expect(description.columns.count == 1)
        #expect(Array(text.utf8.dropFirst(description.length)) == Array(" SELECT nothing FROM nowhere".utf8))
        #expect(try db.statementDescription(of: "SELECT 1").length == 8)
    }

    @Test func whatCannotBeCompiledIsRefused() throws {
        let error = thrown { try db.statementDescription(of: "SELECT nme FROM person") }
        #expect(error?.resultCode == .error)
        if FMSQLiteFeature.errorOffset.isAvailable { #expect(error?.offset == 7) }
        for text in ["", "  ", "-- comment", ";"] {
            #expect(thrown { try db.statementDescription(of: FMSQL(raw: text)) }?.resultCode == .misuse, "\(text)")
        }
        db.close()
        #expect(thrown { try db.statementDescription(of: "SELECT 1") }?.resultCode == .misuse)
    }
}
