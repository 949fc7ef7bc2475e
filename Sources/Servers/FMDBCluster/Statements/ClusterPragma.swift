#if Cluster
    /// A `PRAGMA` statement. Most of them are about a file or a connection that belongs to the nodes.
    struct ClusterPragma {
        /// Those that are replicated with the database, and may be set.
        private static let stored: Set<String> = ["USER_VERSION", "APPLICATION_ID"]
        /// Those of a connection that may be set; a new connection gets them again.
        private static let settings: Set<String> = [
            "FOREIGN_KEYS", "RECURSIVE_TRIGGERS", "CASE_SENSITIVE_LIKE", "IGNORE_CHECK_CONSTRAINTS", "QUERY_ONLY",
            "REVERSE_UNORDERED_SELECTS", "AUTOMATIC_INDEX", "LEGACY_ALTER_TABLE", "TRUSTED_SCHEMA", "CELL_SIZE_CHECK",
        ]
        /// Those that are over with a transaction, or at once, and return nothing.
        private static let commands: Set<String> = ["DEFER_FOREIGN_KEYS", "OPTIMIZE", "SHRINK_MEMORY"]
        /// Those that only read, also with an argument.
        private static let queries: Set<String> = [
            "TABLE_INFO", "TABLE_XINFO", "TABLE_LIST", "INDEX_LIST", "INDEX_INFO", "INDEX_XINFO", "FOREIGN_KEY_LIST",
            "FOREIGN_KEY_CHECK", "INTEGRITY_CHECK", "QUICK_CHECK",
        ]
        /// Those that must not even be read, or act without an argument.
        private static let refused: Set<String> = [
            "WAL_CHECKPOINT", "WAL_AUTOCHECKPOINT", "KEY", "REKEY", "HEXKEY", "HEXREKEY", "TEXTKEY", "WRITABLE_SCHEMA",
            "INCREMENTAL_VACUUM",
        ]

        private let name: String
        private let hasValue: Bool

        init(_ tokens: [SQLToken]) {
            // Behind the name of a schema.
            let words = tokens.dropFirst()
            let index = words.dropFirst().first?.isSign(".") == true ? 3 : 1
            name = index < tokens.count ? tokens[index].name.foldedAsName.uppercased() : ""
            hasValue = tokens.dropFirst(index + 1).contains { $0.isEqualSign || $0.kind == .group }
        }

        /// Whether it only reads.
        var isQuery: Bool {
            ClusterPragma.queries.contains(name) || !hasValue && !ClusterPragma.commands.contains(name)
        }

        /// What a new connection has to be told again; nil for most.
        var setting: String? { hasValue && ClusterPragma.settings.contains(name) ? name : nil }

        func check(_ statement: ClusterStatement) throws(FMError) {
            let mayBeSet = [
                ClusterPragma.stored, ClusterPragma.settings, ClusterPragma.commands, ClusterPragma.queries,
            ]
            .contains { $0.contains(name) }
            guard !ClusterPragma.refused.contains(name), mayBeSet || !hasValue else {
                throw FMError(
                    .notOnCluster, "not on a cluster: PRAGMA \(name.lowercased()), which is the nodes' own",
                    sql: statement.text)
            }
        }
    }
#endif
