#if Checked
    import FMDB

    /// A database in memory with the tables that the texts are about, and no rows.
    package final class CheckedSchema {
        let db = FMDatabase()
        /// What was wrong with the statements that make the tables, in their order.
        package internal(set) var problems: [FMFinding] = []
        var references: [Reference] = []
        /// Whether a text turns foreign keys on.
        var enforcesKeys = false
        var refused = RefusedStatements()
        /// Folded names of tables of which nothing is known: the module of a virtual table is missing, or the program renames the table.
        var unknownTables: Set<String> = []
        /// Folded names of tables that the program's own texts add columns to, so that their number differs with time.
        var alteredTables: Set<String> = []
        /// Folded names of databases that the program attaches.
        var attachedNames: Set<String> = []
        /// Folded names of tables that were made of a model, or that the program makes in several ways: little is known of their columns.
        var uncertainTables: Set<String> = []
        /// By the folded names of tables that texts of the program made here, how these define them.
        var learnedTables: [String: [String]] = [:]
        /// Folded names of functions that the program adds.
        var addedFunctions: Set<String> = []
        /// The texts that were learned from, so that each is learned once.
        var learned: Set<String> = []
        /// The statements of migrations that were run, or passed over.
        var ran: Set<String> = []
        /// The statements of migrations that SQLite takes when their turn comes.
        var accepted: Set<String> = []
        /// What it refuses then, where the order of the migrations is certain.
        var refusedSteps: [String: SQLRefusal] = [:]
        /// What was said last, because each column of a statement is asked about alone.
        var lastNullability: (sql: String, columns: [Nullability])?
        /// Whether tables that only the program's own texts make are unknown.
        package var isStrict = false
        /// Whether texts that may make tables could not be followed.
        package internal(set) var isIncomplete = false
        private var known: (shape: SchemaShape?, pages: DatabasePages?, schema: FMSchema?) = (nil, nil, nil)

        /// A database without tables.
        ///
        /// - Parameter additions: what the program adds to SQLite. The tables may need it. Search tables are made
        ///   after the schema, by `learn`.
        package init(additions: [AddedName] = []) throws {
            guard db.open() else { throw db.lastError() }
            for addition in additions where addition.kind != .searchTable { add(addition) }
        }

        /// Runs a script, statement by statement. A statement that fails is a problem; later ones are still tried.
        package convenience init(script: String, file: String, additions: [AddedName] = []) throws {
            try self.init(additions: additions)
            let places = Places(of: script, file: file)
            run(script) { places.place(at: $0) }
            learn(additions)
        }

        /// Runs the statements of migrations that change the schema, in their order. One that fails is tried again after the others, and
        /// is a problem in the end.
        ///
        /// What is there already is none: a program looks at its version before it makes a table or adds a column.
        ///
        /// - Parameters:
        ///   - wipes: the numbers of statements that are not run.
        ///   - others: texts that make tables, and may be run at any time.
        ///   - isIncomplete: whether there are others that could not be followed.
        package convenience init(
            migrations: [SQLText], leavingOut wipes: Set<Int> = [], others: [String] = [], isIncomplete: Bool = false,
            additions: [AddedName] = []
        ) throws {
            try self.init(additions: additions)
            self.isIncomplete = self.isIncomplete || isIncomplete
            run(migrations: migrations, leavingOut: wipes, others: others)
            learn(additions)
        }

        /// Makes the tables that a database has. It is only read, and its rows are not.
        package convenience init(databaseFile path: String, additions: [AddedName] = []) throws {
            try self.init(additions: additions)
            try copySchema(of: path)
            learn(additions)
        }

        package var shape: SchemaShape {
            let shape = known.shape ?? SchemaShape(of: db)
            known.shape = shape
            return shape
        }

        var pages: DatabasePages {
            let pages = known.pages ?? DatabasePages(of: db, shape, uncertain: uncertainTables)
            known.pages = pages
            return pages
        }

        package func mainSchema() throws(FMError) -> FMSchema {
            if let schema = known.schema { return schema }
            let schema = try db.schema()
            known.schema = schema
            return schema
        }

        /// Forgets what is known of the tables, because a statement has changed them.
        func forgetTables() {
            known = (nil, nil, nil)
            lastNullability = nil
        }
    }

    // MARK: - Running

    extension CheckedSchema {
        /// Runs a statement that makes or changes a table, a view, an index or a trigger.
        func make(_ statement: SQLStatement) throws(FMError) {
            defer { forgetTables() }
            do throws(FMError) {
                try run(statement.sql)
            } catch {
                guard let made = statement.made, made.isVirtual else { throw error }
                // A tokenizer of the program is not known here, and does not change the columns.
                if let plain = statement.withoutTokenizer, (try? run(plain)) != nil { return }
                let isOfProgram = error.message.hasPrefix("no such module") || error.message.contains("tokenizer")
                if isOfProgram { unknownTables.insert(made.name.folded) }
                throw error
            }
        }

        /// Runs a statement, and adds what the schema needs and the text does not name.
        private func run(_ sql: String) throws(FMError) {
            try mending(sql) { sql throws(FMError) in _ = try db.execute(sql) }
        }

        /// Tries a text again as long as what SQLite misses can be added.
        private func mending<Value>(
            _ sql: String, attempts: Int = 30, _ body: (FMSQL) throws(FMError) -> Value
        ) throws(FMError) -> Value {
            do throws(FMError) {
                return try body(FMSQL(raw: sql))
            } catch {
                guard attempts > 1, mend(error, in: sql) else { throw error }
                return try mending(sql, attempts: attempts - 1, body)
            }
        }

        /// Adds a function or a collation that a view, an index or a column needs, without which SQLite cannot compile a text that does not
        /// name it.
        ///
        /// - Returns: whether something was added.
        private func mend(_ error: FMError, in sql: String) -> Bool {
            guard let missing = AddedName(missingIn: error.message) else { return false }
            let isNamed = SQLToken.flat(sql).contains { $0.mayBeName && $0.folded == missing.name.foldedAsName }
            return !isNamed && add(missing)
        }

        /// Compiles the first statement of a text.
        func describe(_ sql: String) throws(FMError) -> FMStatementDescription {
            try mending(sql) { sql throws(FMError) in try db.statementDescription(of: sql) }
        }

        /// Runs a body, and takes back what it has done to the schema.
        func withoutTrace<Value>(_ body: () -> Value) -> Value {
            let before = known
            let isOpen = (try? db.execute("SAVEPOINT fmdb_check")) != nil
            defer {
                if isOpen {
                    _ = try? db.execute("ROLLBACK TO fmdb_check")
                    _ = try? db.execute("RELEASE fmdb_check")
                    forgetTables()
                    known = before
                }
            }
            return body()
        }

        /// Whether there is a table or view of a name; "TABLE" or "VIEW", nil for none. Does not read the whole schema.
        func kind(of name: String, in schema: String? = nil) -> String? {
            let schemas = schema.map { [$0] } ?? ["main", "temp"] + attachedNames
            for schema in schemas {
                let master = FMSQL.schemaTable(of: schema)
                let kind = try? db.value(
                    "SELECT type FROM \(raw: master) WHERE type IN ('table', 'view') AND name = \(name) COLLATE NOCASE",
                    as: String.self)
                if let kind { return kind.uppercased() }
            }
            return nil
        }
    }

    extension SQLStatement {
        /// A `CREATE VIRTUAL TABLE` without its argument `tokenize`; nil if it has none.
        fileprivate var withoutTokenizer: String? {
            let parts = SQLToken.split(sql)
            guard let open = parts.firstIndex(where: { $0.kind == .group }) else { return nil }
            let arguments = parts[open].inner.split { $0.isSign(",") }
            let kept = arguments.filter { $0.first?.isWord("TOKENIZE") == false }
            guard kept.count < arguments.count else { return nil }
            let texts = kept.map { $0.map(\.text).joined(separator: " ") }
            let start = String(decoding: sql.utf8.prefix(parts[open].range.lowerBound), as: UTF8.self)
            return start + "(" + texts.joined(separator: ", ") + ")"
        }
    }
#endif
