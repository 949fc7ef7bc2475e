#if Checked
    import FMDB

    extension CheckedSchema {
        /// Runs the statements of a script. Statements that only change rows are compiled but not run: the database has no rows.
        func run(_ script: String, _ place: (Int) -> FMSourcePlace) {
            for statement in SQLStatement.split(script) { _ = run(statement, place) }
        }

        /// Runs the statements of migrations that change the schema. Statements that fail run again after the others, because the source
        /// may declare the migrations' functions in any order.
        ///
        /// - Parameters:
        ///   - wipes: the indexes of statements that do not run.
        ///   - others: SQL that creates tables at an unknown time. Migration statements that still fail run again after it.
        func run(migrations texts: [SQLText], leavingOut wipes: Set<Int>, others: [String]) {
            let all = texts.flatMap { text in SQLStatement.split(text.sql).map { (text: text, statement: $0) } }
            let place = { (index: Int) in
                { all[index].text.place(at: $0) ?? FMSourcePlace("", line: 1, column: 1) }
            }
            var steps = MigrationSteps(all.map(\.statement))
            var rest = all.indices.filter { !wipes.contains($0) }
            func runRest() {
                var before = Int.max
                while !rest.isEmpty, rest.count < before {
                    before = rest.count
                    rest = rest.filter { index in
                        let statement = all[index].statement
                        guard statement.isRun else { return !steps.isDone(index, self) }
                        let isNew = statement.made.map { !$0.isRelation || kind(of: $0.name.name) == nil } ?? true
                        let end = run(statement, isMigration: true, isLast: false, place(index))
                        steps.record(index, hasRun: end == .run && isNew, self)
                        if end != .refused { ran.insert(statement.sql) }
                        return end == .refused
                    }
                    steps.isFirst = false
                }
            }
            runRest()
            learn(others)
            if !others.isEmpty { runRest() }
            steps.finish(self)
            for index in rest where all[index].statement.isRun {
                _ = run(all[index].statement, isMigration: true, place(index))
            }
        }

        /// The outcome of a statement. `passedOver` means that the statement failed without being a mistake, for example because its table
        /// exists already.
        private enum End { case run, passedOver, refused }

        /// Runs a statement. If SQLite refuses it, reports the error, and records the objects that it would create or alter as unknown.
        ///
        /// An object that exists already is not an error in a migration: programs check their version before they create a table or add a
        /// column. A missing table in a migration is only a warning, because another file or an earlier version of the program may create
        /// it.
        ///
        /// - Parameter isLast: whether this is the last attempt, so that a refusal is reported.
        private func run(
            _ statement: SQLStatement, isMigration: Bool = false, isLast: Bool = true, _ place: (Int) -> FMSourcePlace
        ) -> End {
            func report(_ severity: FMFinding.Severity, _ rule: FMFinding.Rule, _ offset: Int, _ message: String) {
                problems.append(FMFinding(severity, rule, at: place(statement.offset + offset), message))
            }
            for _ in 0..<30 {
                guard let error = errorOfRunning(statement) else {
                    references += references(of: statement, place)
                    if statement.enforcesKeys { enforcesKeys = true }
                    return .run
                }
                if isMigration, error.isAlreadyThere { return .passedOver }
                let refusal = refusal(of: error, in: statement)
                if isMigration, statement.verb == "DROP", refusal.rule != .syntax { return .passedOver }
                if AddedName(missingIn: error.message).map(mend) == true {
                    report(
                        .note, refusal.rule, refusal.offset,
                        "\(refusal.message); the program is assumed to register it")
                    continue
                }
                guard isLast else { return .refused }
                if let reason = unmadeReason(refusal, statement) {
                    report(.note, .notChecked, 0, FMFinding.unchecked + reason)
                    return .passedOver
                }
                let isElsewhere = isMigration && refusal.missingTable != nil
                let severity: FMFinding.Severity = !isElsewhere ? .error : isIncomplete ? .note : .warning
                report(severity, refusal.rule, refusal.offset, refusal.message)
                if !isElsewhere { refused.add(statement, at: place(statement.offset)) }
                return .refused
            }
            return .refused
        }

        /// Adds a function or collation that the schema uses and no source registers, unless its name looks like a misspelling.
        private func mend(_ name: AddedName) -> Bool {
            let known = name.kind == .collation ? ["BINARY", "NOCASE", "RTRIM"] : functionNames
            return NearestName(to: name.name, in: known).name == nil && add(name)
        }

        private func errorOfRunning(_ statement: SQLStatement) -> FMError? {
            if statement.verb == "ATTACH", let name = statement.attachedName {
                attach(name)
                return nil
            }
            do throws(FMError) {
                if statement.changesSchema {
                    try make(statement)
                } else if !["PRAGMA", "EXPLAIN"].contains(statement.verb) {
                    _ = try describe(statement.sql)
                }
                return nil
            } catch {
                return error
            }
        }

        /// Creates the objects of another database.
        func copySchema(of path: String) throws {
            let file = try FMDatabase.reading(path)
            defer { file.close() }
            let rows = try file.rows(
                """
                SELECT sql, name FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                ORDER BY CASE WHEN sql LIKE 'CREATE VIRTUAL%' THEN 0 WHEN type = 'table' THEN 1 WHEN type = 'index' THEN 2
                    WHEN type = 'view' THEN 3 ELSE 4 END, rowid
                """, as: (String, String).self)
            for (sql, name) in rows {
                guard let statement = SQLStatement.split(sql).first else { continue }
                // The virtual table has already created its shadow tables.
                if statement.made?.kind == "TABLE", kind(of: name) != nil { continue }
                copy(statement, path)
            }
        }

        /// Runs a statement of a database file. Adds missing functions and collations, because the program must have them.
        private func copy(_ statement: SQLStatement, _ path: String) {
            for _ in 0..<30 {
                do throws(FMError) {
                    return try make(statement)
                } catch {
                    let added = AddedName(missingIn: error.message).map(add) ?? false
                    guard !added else { continue }
                    if let name = statement.made?.name { unknownTables.insert(name.folded) }
                    let name = statement.made?.name.name ?? "an object"
                    let problem = "the database has \(name), which SQLite cannot create here: \(error.message)"
                    return problems.append(FMFinding(.note, in: path, problem))
                }
            }
        }
    }

    extension FMDatabase {
        /// Opens a file for reading.
        static func reading(_ path: String) throws -> FMDatabase {
            let file = FMDatabase(path: path)
            file.logsErrors = false
            // 1 is `SQLITE_OPEN_READONLY`. The constant itself would need an import of the C module.
            guard file.open(withFlags: 1) else { throw file.lastError() }
            return file
        }
    }

    extension FMError {
        var isAlreadyThere: Bool { message.contains("already exists") || message.hasPrefix("duplicate column name") }
    }

    extension AddedName {
        /// Parses the missing function or collation from SQLite's message.
        init?(missingIn message: String) {
            let starts: [(String, Kind)] = [
                ("no such function: ", .function), ("unknown function: ", .function),
                ("no such collation sequence: ", .collation),
            ]
            guard let (start, kind) = starts.first(where: { message.hasPrefix($0.0) }) else { return nil }
            let name = message.dropFirst(start.count)
            self.init(kind: kind, name: String(name.hasSuffix("()") ? name.dropLast(2) : name), argumentCount: nil)
        }
    }

    // MARK: - What a program adds

    extension CheckedSchema {
        /// Adds a function, a collation or a database of the program. An added function returns NULL. This suffices, because SQLite only
        /// compiles most calls.
        ///
        /// - Returns: whether SQLite has the addition now.
        @discardableResult
        func add(_ addition: AddedName) -> Bool {
            let count = addition.argumentCount.flatMap { Int32(exactly: $0) }
            switch addition.kind {
            case .function: return addFunction(addition.name, count)
            case .aggregate:
                let isNew = addedFunctions.insert(addition.name.foldedAsName).inserted
                guard isNew, !functions.contains(where: { $0.name.foldedAsName == addition.name.foldedAsName }) else {
                    return true
                }
                return (try? db.addAggregate(addition.name, AnyAggregate.self)) != nil
            case .collation:
                return (try? db.addCollation(addition.name) { $0 < $1 ? .orderedAscending : .orderedDescending }) != nil
            case .tokenizer: return false
            case .database: return attach(addition.name)
            case .searchTable: return addSearchTable(addition)
            case .table:
                if kind(of: addition.name) == nil { unknownTables.insert(addition.name.foldedAsName) }
                return true
            case .unknownTables:
                isIncomplete = true
                return true
            }
        }

        /// Creates a full-text table as the library does, but with the default tokenizer.
        private func addSearchTable(_ table: AddedName) -> Bool {
            guard kind(of: table.name) == nil else { return true }
            let names = table.columns.isEmpty ? ["text"] : table.columns
            let columns = FMSQL.list(names)
            guard
                (try? db.execute("CREATE VIRTUAL TABLE \(identifier: table.name) USING fts5(\(raw: columns))")) != nil
            else { return false }
            if table.columns.isEmpty { uncertainTables.insert(table.name.foldedAsName) }
            forgetTables()
            return true
        }

        private func addFunction(_ name: String, _ count: Int32?) -> Bool {
            addedFunctions.insert(name.foldedAsName)
            // A function is not added if SQLite has a built-in one with the same name and argument count, because the library's own queries
            // may need that.
            if functions.contains(where: {
                $0.name.foldedAsName == name.foldedAsName && ($0.count == -1 || $0.count == count.map(Int.init))
            }) {
                return true
            }
            // Indexes and generated columns need `deterministic`. Views in an untrusted schema need `innocuous`, which SQLite before 3.31
            // does not have.
            let choices: [FMFunctionOptions] = [[.deterministic, .innocuous], [.deterministic]]
            return choices.contains { options in
                (try? db.addFunction(name, argumentCount: count, options: options) { _ in FMValue.null }) != nil
            }
        }

        @discardableResult
        func attach(_ name: String) -> Bool {
            let isNew =
                !["main", "temp"].contains(name.foldedAsName) && attachedNames.insert(name.foldedAsName).inserted
            guard isNew else { return true }
            forgetTables()
            return (try? db.execute("ATTACH ':memory:' AS \(identifier: name)")) != nil
        }
    }

    private struct AnyAggregate: FMWindowAggregate {
        mutating func step(_ arguments: [FMValue]) {}
        mutating func inverse(_ arguments: [FMValue]) {}
        func result() -> FMValue { .null }
    }

    extension SQLStatement {
        fileprivate var isRun: Bool { changesSchema || verb == "ATTACH" }

        /// The schema name in ATTACH, or nil if it is a parameter or an expression.
        var attachedName: String? {
            let name = tokens.drop { !$0.isWord("AS") }.dropFirst().first
            return name?.mayBeName == true ? name?.name : nil
        }
    }
#endif
