import FMDB

/// The table of a store: one for each name and kind.
struct StoreTable: Sendable {
    let name: String
    /// As it stands in SQL.
    let sql: String

    /// - Parameter kind: stores of different kinds have different tables, too.
    init(_ kind: String, _ name: String) {
        self.name = "fm_\(kind)_" + StoreTable.spelled(name)
        sql = FMSQL.quoted(identifier: self.name)
    }

    /// SQLite takes "Test" and "test" for one table, and ends a name at NUL. Swift takes "é" of one code or of two for equal.
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
    /// Runs a body that uses a table; nil if the table does not exist. So a reading call does not make it.
    func ifThereIs<Value>(_ table: String, _ body: () throws -> Value) throws -> Value? {
        do {
            return try body()
        } catch let error as FMError {
            // Another connection may have made it just now.
            guard error.resultCode == .error else { throw error }
            return tableExists(table) ? try body() : nil
        }
    }
}
