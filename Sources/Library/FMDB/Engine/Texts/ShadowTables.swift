/// The shadow tables of a virtual table.
///
/// See [The xShadowName Method](https://sqlite.org/vtab.html#the_xshadowname_method).
enum ShadowTables {
    private static let endings: [String: [String]] = [
        "fts3": ["_content", "_segments", "_segdir", "_docsize", "_stat"],
        "fts4": ["_content", "_segments", "_segdir", "_docsize", "_stat"],
        "fts5": ["_data", "_idx", "_content", "_docsize", "_config"],
        "rtree": ["_node", "_parent", "_rowid"], "rtree_i32": ["_node", "_parent", "_rowid"],
        "geopoly": ["_node", "_parent", "_rowid"],
    ]

    /// Returns the module of a virtual table in lower case, or nil if the SQL does not create one.
    static func module(of sql: String) -> String? {
        sql.withSQLScanner { scanner in
            guard let create = scanner.nextStatement(), scanner.isKeyword(create, "CREATE"),
                let virtual = scanner.nextInStatement(), scanner.isKeyword(virtual, "VIRTUAL"),
                let table = scanner.nextInStatement(), scanner.isKeyword(table, "TABLE")
            else { return nil }
            while let word = scanner.nextInStatement() {
                guard scanner.isKeyword(word, "USING") else { continue }
                return scanner.nextInStatement().map { scanner.name(of: $0).foldedAsName }
            }
            return nil
        }
    }

    /// Whether a statement creates an FTS3, FTS4 or FTS5 table.
    static func areOfFullText(_ sql: String) -> Bool {
        module(of: sql).map { ["fts3", "fts4", "fts5"].contains($0) } ?? false
    }

    /// Returns the names that the shadow tables may have, or nil if the module is not one of SQLite's own.
    static func names(of table: String, module: String?) -> [String]? {
        module.flatMap { endings[$0] }?.map { table + $0 }
    }

    /// Returns the names that any of SQLite's own modules would give the shadow tables.
    static func anyNames(of table: String) -> [String] { Set(endings.values.joined()).sorted().map { table + $0 } }
}
