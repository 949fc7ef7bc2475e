import FMDBModel
import FMDBTestHelpers

/// A model that has nothing to do: the shapes of its tables are put together at run time.
struct Anything {}

/// A table called `t` unless said otherwise.
func shape(
    _ columns: [FMColumn<Anything>], named name: String = "t", options: FMTableOptions = FMTableOptions()
) -> FMTable<Anything> {
    FMTable(name, columns, options: options)
}

/// A model whose options a test gives.
struct OptionedNote: Codable, FMModel {
    @TaskLocal fileprivate static var options = FMTableOptions()

    static let tableName = "t"
    static var tableOptions: FMTableOptions { options }

    var name: String?
    var age: Int?
    var mail: String?
    var state: String?
}

extension FMDatabase {
    /// Makes the table of ``OptionedNote``, `t`.
    @discardableResult
    func createNotes(_ options: FMTableOptions) throws -> FMUpgradeReport {
        try OptionedNote.$options.withValue(options) { try createTable(OptionedNote.self) }
    }
}

extension FMColumn<Anything> {
    /// The column `id` of an automatic key.
    static let id = FMColumn("id", .integer)

    static func text(_ name: String, default defaultValue: FMValue? = nil) -> FMColumn {
        FMColumn(name, .text, default: defaultValue)
    }

    static func required(
        _ name: String, _ kind: FMColumnKind = .text, default defaultValue: FMValue? = nil
    ) -> FMColumn {
        FMColumn(name, kind, isOptional: false, default: defaultValue)
    }
}

extension FMDatabase {
    /// A database of some tables.
    static func memory(_ statements: String...) throws -> FMDatabase {
        let db = FMDatabase.memory()
        for statement in statements { try db.execute(FMSQL(raw: statement)) }
        return db
    }

    /// All that a table has, drawn.
    func content(_ table: String = "t", _ columns: String = "*") throws -> String {
        // A statement that was compiled before knows of new columns only after its first step.
        let version = try schemaVersion()
        return drawn(
            try query("SELECT \(raw: columns) FROM \(identifier: table) ORDER BY 1 -- \(raw: String(version))"))
    }

    /// The texts of all that there is, of the main database and of the temporary one.
    func schema() throws -> [String] {
        try rows(
            """
            SELECT type || ' ' || name || ': ' || ifnull(sql, '') FROM main.sqlite_master
            UNION ALL SELECT 'temp ' || type || ' ' || name || ': ' || ifnull(sql, '') FROM sqlite_temp_master
            ORDER BY 1
            """, as: String.self)
    }

    /// A number that changes with each change of the schema.
    func schemaVersion() throws -> Int { try value("PRAGMA schema_version") }

    /// What SQLite finds wrong.
    func faults() throws -> [String] {
        let integrity = try rows("PRAGMA integrity_check", as: String.self).filter { $0 != "ok" }
        return try integrity + violations()
    }

    /// The rows that refer to nothing. An old SQLite knows no columns of a pragma without rows.
    func violations() throws -> [String] {
        var found: [String] = []
        try forEachRow("PRAGMA foreign_key_check") { row in
            found.append(
                "\(try row.value(at: 0, as: String.self)) refers to nothing in \(try row.value(at: 2, as: String.self))"
            )
        }
        return found
    }

    func hasForeignKeys() throws -> Bool { try value("PRAGMA foreign_keys") }
}
