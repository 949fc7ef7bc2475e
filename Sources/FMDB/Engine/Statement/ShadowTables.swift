/// The tables that a virtual table makes for itself.
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

    /// The module of a virtual table, in small letters; nil if the text makes none.
    static func module(of sql: String) -> String? {
        var words = SQLWords(sql)
        for keyword in ["CREATE", "VIRTUAL", "TABLE"] {
            guard words.next()?.isKeyword(keyword) == true else { return nil }
        }
        while let word = words.next() {
            if word.isKeyword("USING") { return words.next()?.text.foldedAsName }
        }
        return nil
    }

    /// The names that they may have; nil for the table of a module that is not SQLite's own.
    static func names(of table: String, module: String?) -> [String]? {
        module.flatMap { endings[$0] }?.map { table + $0 }
    }

    /// The names that one of SQLite's own modules would give them.
    static func anyNames(of table: String) -> [String] { Set(endings.values.joined()).sorted().map { table + $0 } }
}
