import FMDBModel
import Support

/// A model that has nothing to do: the shapes of its tables are put together at run time.
struct Anything {}

/// A table called `t` unless said otherwise.
func shape(
    _ columns: [FMColumnShape], named name: String = "t", options: FMTableOptions = FMTableOptions()
) -> FMTable<Anything> {
    FMTable(name, columns.map { FMColumn($0) }, options: options)
}

extension FMColumnShape {
    /// The column `id` of an automatic key.
    static let id = FMColumnShape("id", .integer)

    static func text(_ name: String, default defaultValue: FMValue? = nil) -> FMColumnShape {
        FMColumnShape(name, .text, default: defaultValue)
    }

    static func required(
        _ name: String, _ kind: Kind = .text, default defaultValue: FMValue? = nil
    ) -> FMColumnShape {
        FMColumnShape(name, kind, isOptional: false, default: defaultValue)
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
        let references = try rows("PRAGMA foreign_key_check", as: (String, Int64?, String, Int).self)
        return integrity + references.map { "\($0.0) refers to nothing in \($0.2)" }
    }

    func hasForeignKeys() throws -> Bool { try value("PRAGMA foreign_keys") }
}
