#if Checked
    /// Functions, collations, tokenizers and databases that the program adds to SQLite and the check does not find in the sources.
    ///
    /// The check finds a call such as `makeFunctionNamed("distance", …)` or `addFunction("distance", …)` with a literal name. Name here
    /// what other modules add.
    ///
    ///     FMCheckNames(functions: ["distance": [4]], collations: ["LOCALIZED"])
    public struct FMCheckNames: Sendable, Hashable {
        /// SQL functions, each with its possible argument counts. An empty list means any count.
        public var functions: [String: [Int]]
        /// Collations.
        public var collations: [String]
        /// Tokenizers for full-text search.
        public var tokenizers: [String]
        /// The names after `AS` of attached databases. Their tables are not known, so SQL that uses these is not checked.
        public var databases: [String]

        /// - Parameters:
        ///   - functions: SQL functions, each with its possible argument counts. An empty list means any count.
        ///   - collations: collations.
        ///   - tokenizers: tokenizers for full-text search.
        ///   - databases: the names after `AS` of attached databases.
        public init(
            functions: [String: [Int]] = [:], collations: [String] = [], tokenizers: [String] = [],
            databases: [String] = []
        ) {
            self.functions = functions
            self.collations = collations
            self.tokenizers = tokenizers
            self.databases = databases
        }

        /// The names as additions to SQLite, in alphabetical order for each kind.
        package var additions: [AddedName] {
            let functions = functions.sorted { $0.key < $1.key }.flatMap { name, counts in
                counts.isEmpty
                    ? [AddedName(kind: .function, name: name, argumentCount: nil)]
                    : counts.map { AddedName(kind: .function, name: name, argumentCount: $0) }
            }
            return functions + collations.sorted().map { AddedName(kind: .collation, name: $0, argumentCount: nil) }
                + tokenizers.sorted().map { AddedName(kind: .tokenizer, name: $0, argumentCount: nil) }
                + databases.sorted().map { AddedName(kind: .database, name: $0, argumentCount: nil) }
        }
    }
#endif
