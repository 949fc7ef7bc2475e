#if Checked
    import FMDB

    /// Finds missing indexes from SQLite's plans for the SQL in Swift sources.
    ///
    ///     let advice = try FMQueryAdvisor(database: "shop.db").advice(onSources: ["Sources"])
    ///     for index in advice.indexes { print(index.sql) }
    ///
    /// The advisor plans and tries indexes on an in-memory copy of the schema with the database's statistics. It only reads the file. See
    /// <doc:Advice>.
    public struct FMQueryAdvisor: Sendable {
        private let database: String
        private let minimumRows: Int
        private let measures: Bool

        /// - Parameters:
        ///   - database: the path of a database with rows, or with the results of [ANALYZE](https://sqlite.org/lang_analyze.html).
        ///   - minimumRows: a table with more rows than this counts as large. Default: 1,000.
        ///   - measures: whether to run queries with and without the new indexes, on a temporary copy of the file. Default: false.
        public init(database: String, minimumRows: Int = 1_000, measures: Bool = false) {
            self.database = database
            self.minimumRows = max(0, minimumRows)
            self.measures = measures
        }

        /// Reads Swift sources, and reports slow statements and the indexes that would help.
        ///
        /// - Parameter paths: Swift files, and folders of them.
        /// - Returns: the advice. Files that cannot be read are among its notes.
        /// - Throws: ``FMCheckError`` if a path does not exist, or there is no Swift file; `FMError` if the database cannot be opened or
        ///   read.
        public func advice(onSources paths: [String]) throws -> FMQueryAdvice {
            let read = SourceFile.read(try SourceList(paths))
            return try advice(on: FMQueryAdvisor.facts(of: read.files), notes: read.findings.map(\.brief))
        }

        /// Returns the facts of the files. Constants that other files declare are resolved.
        private static func facts(of files: [SourceFile]) -> [SourceFacts] {
            let alone = ParallelWork.map(files) { { SourceReader.reading(of: $0.text, file: $0.name) } }
            let project = ProjectNames(zip(files, alone).map { ($0.name, $1.declares) })
            return ParallelWork.map(Array(zip(files, alone))) {
                { pair in
                    let (file, reading) = pair
                    if project.answers(to: reading.asks, in: file.name).isEmpty { return reading.facts }
                    return SourceReader.reading(of: file.text, file: file.name, in: project).facts
                }
            }
        }

        /// Reads one Swift source. See ``advice(onSources:)``.
        ///
        /// - Parameters:
        ///   - source: the Swift source.
        ///   - file: the file name to report in places. Default: "Source.swift".
        /// - Returns: the advice.
        /// - Throws: `FMError` if the database cannot be opened or read.
        public func advice(onSource source: String, file: String = "Source.swift") throws -> FMQueryAdvice {
            try advice(on: [SourceReader.facts(of: source, file: file)], notes: [])
        }

        package func advice(on facts: [SourceFacts], notes: [String]) throws -> FMQueryAdvice {
            var additions: [AddedName] = []
            for addition in facts.flatMap(\.additions) where !additions.contains(addition) {
                additions.append(addition)
            }
            let tables = facts.flatMap(\.types).compactMap { type in type.table.map { (type.name, $0) } }
            let copy = try SchemaCopy(of: database, additions: additions)
            var advice = Advisor(copy, above: minimumRows)
                .advice(on: facts, tables: Dictionary(tables, uniquingKeysWith: { first, _ in first }))
            advice.notes += notes
            guard measures else { return advice }
            let measuring = try IndexMeasurement(of: database, copy.schema, additions)
            for index in advice.statements.indices where !advice.statements[index].indexes.isEmpty {
                advice.statements[index].measurement = measuring.measurement(of: advice.statements[index])
            }
            return advice
        }
    }
#endif
