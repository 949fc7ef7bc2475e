import FMDB

/// The table of a store. Each combination of kind and name has its own table.
struct StoreTable: Sendable {
    let name: String
    /// The table name, quoted for SQL.
    let sql: String

    /// - Parameter kind: the kind of store, such as `array`. It is part of the table name.
    init(_ kind: String, _ name: String) {
        self.name = "fm_\(kind)_" + StoreTable.spelled(name)
        sql = FMSQL.quoted(identifier: self.name)
    }

    /// Returns a table name that differs for each store name. SQLite ignores ASCII case in table names and ends a name at NUL,
    /// so both are escaped. Swift treats composed and decomposed characters as equal, so they are composed.
    private static func spelled(_ name: String) -> String {
        var spelled = String.UnicodeScalarView()
        for scalar in name.precomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar {
            case "^", "A"..."Z": spelled.append(contentsOf: ["^", scalar])
            case "\0": spelled.append(contentsOf: ["^", "0"])
            default: spelled.append(scalar)
            }
        }
        return String(spelled)
    }
}

extension FMDatabase {
    /// Runs a body that uses a table. Returns nil if the table does not exist, so that a read does not create it.
    func ifThereIs<Value>(_ table: String, _ body: () throws -> Value) throws -> Value? {
        do {
            return try body()
        } catch let error as FMError {
            // Another connection may have created the table in the meantime.
            guard error.resultCode == .error else { throw error }
            return tableExists(table) ? try body() : nil
        }
    }
}
