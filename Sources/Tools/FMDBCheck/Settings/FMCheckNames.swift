#if Checked
    /// What the program gives to SQLite beside the tables, where the check does not find it in the sources itself.
    ///
    /// A call such as `makeFunctionNamed("distance", …)` or `addFunction("distance", …)` with a literal name is found. What a module
    /// written by others adds is not, and is named here.
    ///
    ///     FMCheckNames(functions: ["distance": [4]], collations: ["LOCALIZED"])
    public struct FMCheckNames: Sendable, Hashable {
        /// SQL functions, each with its possible numbers of arguments; an empty list stands for any number.
        public var functions: [String: [Int]]
        /// Collations.
        public var collations: [String]
        /// Tokenizers of full-text search.
        public var tokenizers: [String]
        /// Attached databases: the names behind `AS`. What is in them is not known, so texts about them are not refused.
        public var databases: [String]

        /// - Parameters:
        ///   - functions: SQL functions, each with its possible numbers of arguments; an empty list stands for any number.
        ///   - collations: collations.
        ///   - tokenizers: tokenizers of full-text search.
        ///   - databases: attached databases: the names behind `AS`.
        public init(
            functions: [String: [Int]] = [:], collations: [String] = [], tokenizers: [String] = [],
            databases: [String] = []
        ) {
            self.functions = functions
            self.collations = collations
            self.tokenizers = tokenizers
            self.databases = databases
        }

        /// The names as facts, in a fixed order.
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
