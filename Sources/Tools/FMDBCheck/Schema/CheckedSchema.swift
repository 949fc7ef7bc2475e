#if Checked
    import FMDB

    /// An in-memory database with the tables that the checked SQL uses, and no rows.
    package final class CheckedSchema {
        let db = FMDatabase()
        /// The errors of the statements that create the tables, in statement order.
        package internal(set) var problems: [FMFinding] = []
        var references: [Reference] = []
        /// Whether any SQL turns on foreign keys.
        var enforcesKeys = false
        var refused = RefusedStatements()
        /// Folded names of tables whose columns are not known: the module of a virtual table is missing, or the program renames the table.
        var unknownTables: Set<String> = []
        /// Folded names of tables to which the program's SQL adds columns. Earlier SQL may use them with fewer columns.
        var alteredTables: Set<String> = []
        /// Folded names of databases that the program attaches.
        var attachedNames: Set<String> = []
        /// Folded names of tables that were created from a model, or that the program creates with different definitions. Their columns are
        /// not certain.
        var uncertainTables: Set<String> = []
        /// The definitions of tables that the program's SQL created here, by folded name.
        var learnedTables: [String: [String]] = [:]
        /// Folded names of functions that the program registers.
        var addedFunctions: Set<String> = []
        /// The SQL strings and additions passed to `learn` so far. Each is processed once.
        var learned: Set<String> = []
        /// The migration statements that ran, or whose failure is not a mistake.
        var ran: Set<String> = []
        /// The migration statements that SQLite accepted after the statements before them had run.
        var accepted: Set<String> = []
        /// SQLite's refusals of migration statements after the statements before them had run, by SQL. Contains only refusals that do not
        /// depend on an uncertain order.
        var refusedSteps: [String: SQLRefusal] = [:]
        /// The nullability of the columns of the last statement, cached because callers check each column separately.
        var lastNullability: (sql: String, columns: [Nullability])?
        /// Whether tables that only the program's own SQL creates count as unknown.
        package var isStrict = false
        /// Whether the program may create further tables, with SQL that is not known here.
        package internal(set) var isIncomplete = false
        private var known: (shape: SchemaShape?, pages: DatabasePages?, schema: FMSchema?) = (nil, nil, nil)

        /// Creates a database without tables.
        ///
        /// - Parameter additions: the program's additions to SQLite, which the tables may need. Search tables are left to `learn`, which
        ///   runs after the schema exists.
        package init(additions: [AddedName] = []) throws {
            guard db.open() else { throw db.lastError() }
            for addition in additions where addition.kind != .searchTable { add(addition) }
        }

        /// Runs a script, statement by statement. A failing statement becomes a problem, and the later ones still run.
        package convenience init(script: String, file: String, additions: [AddedName] = []) throws {
            try self.init(additions: additions)
            let places = Places(of: script, file: file)
            run(script) { places.place(at: $0) }
            learn(additions)
        }

        /// Runs the statements of migrations that change the schema, in order. A failing statement is tried again after the others, and
        /// becomes a problem if it still fails.
        ///
        /// An object that exists already is not a problem: programs check their version before they create a table or add a column.
        ///
        /// - Parameters:
        ///   - wipes: the indexes of statements that do not run.
        ///   - others: SQL that creates tables, and may run at any time.
        ///   - isIncomplete: whether some SQL of the migrations is not known.
        package convenience init(
            migrations: [SQLText], leavingOut wipes: Set<Int> = [], others: [String] = [], isIncomplete: Bool = false,
            additions: [AddedName] = []
        ) throws {
            try self.init(additions: additions)
            self.isIncomplete = self.isIncomplete || isIncomplete
            run(migrations: migrations, leavingOut: wipes, others: others)
            learn(additions)
        }

        /// Creates the tables of a database file, which is opened for reading. Its rows are not read.
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

        /// Clears the cached schema, because a statement has changed it.
        func forgetTables() {
            known = (nil, nil, nil)
            lastNullability = nil
        }
    }

    // MARK: - Running

    extension CheckedSchema {
        /// Runs a statement that creates or alters a table, a view, an index or a trigger.
        func make(_ statement: SQLStatement) throws(FMError) {
            defer { forgetTables() }
            do throws(FMError) {
                try run(statement.sql)
            } catch {
                guard let made = statement.made, made.isVirtual else { throw error }
                // The program's tokenizers are not registered here. The table is created without one, because a tokenizer does not affect
                // the columns.
                if let plain = statement.withoutTokenizer, (try? run(plain)) != nil { return }
                let isOfProgram = error.message.hasPrefix("no such module") || error.message.contains("tokenizer")
                if isOfProgram { unknownTables.insert(made.name.folded) }
                throw error
            }
        }

        /// Runs a statement. Adds functions and collations that are missing for a view, an index or a column that it uses.
        private func run(_ sql: String) throws(FMError) {
            try mending(sql) { sql throws(FMError) in _ = try db.execute(sql) }
        }

        /// Runs the body with the SQL. If SQLite lacks a function or collation that can be added, adds it and runs the body again.
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

        /// Adds the function or collation that an error reports as missing, if a view, an index or a column needs it. If the statement
        /// itself names it, it may be a mistake and is not added.
        ///
        /// - Returns: whether something was added.
        private func mend(_ error: FMError, in sql: String) -> Bool {
            guard let missing = AddedName(missingIn: error.message) else { return false }
            let isNamed = SQLToken.flat(sql).contains { $0.mayBeName && $0.folded == missing.name.foldedAsName }
            return !isNamed && add(missing)
        }

        /// Compiles the first statement.
        func describe(_ sql: String) throws(FMError) -> FMStatementDescription {
            try mending(sql) { sql throws(FMError) in try db.statementDescription(of: sql) }
        }

        /// Runs the body, and rolls back its schema changes.
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

        /// Returns "TABLE" or "VIEW" if a table or view has the given name, else nil. Does not read the whole schema.
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
        /// The `CREATE VIRTUAL TABLE` statement without its `tokenize` argument, or nil if it has none.
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
