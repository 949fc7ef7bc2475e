#if Cluster
    /// A `PRAGMA` statement. Most pragmas concern a file or connection that belongs to the nodes.
    struct ClusterPragma {
        /// Pragmas that may be set, because SQLite stores their values in the database, which is replicated.
        private static let stored: Set<String> = ["USER_VERSION", "APPLICATION_ID"]
        /// Connection pragmas that may be set. They are set again on a new connection.
        private static let settings: Set<String> = [
            "FOREIGN_KEYS", "RECURSIVE_TRIGGERS", "CASE_SENSITIVE_LIKE", "IGNORE_CHECK_CONSTRAINTS", "QUERY_ONLY",
            "REVERSE_UNORDERED_SELECTS", "AUTOMATIC_INDEX", "LEGACY_ALTER_TABLE", "TRUSTED_SCHEMA", "CELL_SIZE_CHECK",
        ]
        /// Pragmas whose effect ends with the transaction or at once, and which return nothing.
        private static let commands: Set<String> = ["DEFER_FOREIGN_KEYS", "OPTIMIZE", "SHRINK_MEMORY"]
        /// Pragmas that only read, even with an argument.
        private static let queries: Set<String> = [
            "TABLE_INFO", "TABLE_XINFO", "TABLE_LIST", "INDEX_LIST", "INDEX_INFO", "INDEX_XINFO", "FOREIGN_KEY_LIST",
            "FOREIGN_KEY_CHECK", "INTEGRITY_CHECK", "QUICK_CHECK",
        ]
        /// Pragmas that must not even be read, or that act without an argument.
        private static let refused: Set<String> = [
            "WAL_CHECKPOINT", "WAL_AUTOCHECKPOINT", "KEY", "REKEY", "HEXKEY", "HEXREKEY", "TEXTKEY", "WRITABLE_SCHEMA",
            "INCREMENTAL_VACUUM",
        ]

        private let name: String
        private let hasValue: Bool

        init(_ tokens: [SQLToken]) {
            // A schema name may precede the pragma's name.
            let words = tokens.dropFirst()
            let index = words.dropFirst().first?.isSign(".") == true ? 3 : 1
            name = index < tokens.count ? tokens[index].name.foldedAsName.uppercased() : ""
            hasValue = tokens.dropFirst(index + 1).contains { $0.isEqualSign || $0.kind == .group }
        }

        /// Whether the pragma only reads.
        var isQuery: Bool {
            ClusterPragma.queries.contains(name) || !hasValue && !ClusterPragma.commands.contains(name)
        }

        /// The pragma's name if it must be set again on a new connection, or nil.
        var setting: String? { hasValue && ClusterPragma.settings.contains(name) ? name : nil }

        func check(_ statement: ClusterStatement) throws(FMError) {
            let mayBeSet = [
                ClusterPragma.stored, ClusterPragma.settings, ClusterPragma.commands, ClusterPragma.queries,
            ]
            .contains { $0.contains(name) }
            guard !ClusterPragma.refused.contains(name), mayBeSet || !hasValue else {
                throw FMError(
                    .notOnCluster, "not on a cluster: PRAGMA \(name.lowercased()), which belongs to the nodes",
                    sql: statement.text)
            }
        }
    }
#endif
