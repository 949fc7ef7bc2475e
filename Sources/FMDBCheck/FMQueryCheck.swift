#if Checked
    /// Asks SQLite about the SQL texts of Swift sources.
    ///
    ///     try FMQueryCheck(schema: .file("schema.sql")).run("Sources")
    public struct FMQueryCheck: Sendable {
        /// Where the tables come from.
        public enum Schema: Sendable, Hashable {
            /// Statements that make the tables.
            case script(String)
            /// A file of such statements.
            case file(String)
            /// A database; it is read only.
            case database(String)
            /// A Swift source with migrations, whose texts are run in their order.
            case migrations(String)
        }

        private let schema: Schema

        /// - Parameter schema: where the tables come from.
        public init(schema: Schema) {
            self.schema = schema
        }

        /// Checks one source text.
        ///
        /// - Parameters:
        ///   - source: the text.
        ///   - file: its name in the report.
        public func report(onSource source: String, file: String = "Source.swift") throws -> FMCheckReport {
            let facts = SourceReader.facts(of: source, file: file)
            guard case .script(let script) = schema else { return FMCheckReport(findings: [], unfollowed: 0, texts: 0) }
            let rules = Rules(schema: try CheckedSchema(script: script, file: "schema.sql"), types: facts.types)
            return FMCheckReport(
                findings: rules.findings(for: facts), unfollowed: facts.unfollowed.count, texts: facts.uses.count)
        }
    }

    /// What a check has found.
    public struct FMCheckReport: Sendable {
        /// The findings in the order of files and places.
        public let findings: [FMFinding]
        /// How many calls have a text that could not be followed.
        public let unfollowed: Int
        /// How many texts were checked.
        public let texts: Int
    }
#endif
