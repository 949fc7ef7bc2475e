#if Checked
    import FMDB

    struct UseCheck {
        let use: SQLUse
        let rules: Rules
        /// The folded names of the tables whose columns the file itself changes.
        let reshaped: Set<String>
        /// The folded names of the tables that the SQL itself creates. Later statements use these definitions on a new database, and the
        /// schema's on an existing one.
        private(set) var made: Set<String> = []
        private(set) var findings: [FMFinding] = []

        var schema: CheckedSchema { rules.schema }

        /// Whether the called function is FMDB's. It binds values and reads rows by FMDB's rules, not by this library's.
        var isFMDBs: Bool {
            !use.isOwn && (UseCheck.calls.contains(use.function) || use.function.hasSuffix("ForQuery"))
        }

        /// Whether the called function is the program's own and forwards its SQL. Little is known about how it binds values and reads rows.
        var isOther: Bool { !isFMDBs && (use.isOwn || !UseCheck.modernCalls.contains(use.function)) }

        private static let calls = Set(words: "executeQuery executeUpdate executeStatements prepare validateSQL bind")
        private static let modernCalls = Set(
            words: """
                execute executeMany query value rows forEachRow readUntrusted find findReadable first last forEach each
                """)

        mutating func run() {
            if use.verb == .condition { return checkCondition() }
            let statements = SQLStatement.split(use.text.sql)
            guard let first = statements.first else {
                if use.verb == .query || use.verb == .run { add(.error, .syntax, at: 0, "the SQL has no statement") }
                return
            }
            if use.verb == .compile && !isWhole(first) || isOther && !first.beginsAsOne { return }
            let runsAll = use.verb == .script
            if statements.count > 1, !runsAll, use.function != "validateSQL" { reportSecondStatement(statements[1]) }
            var answers: [(SQLStatement, SQLAnswer)] = []
            checkInterpolatedTexts()
            schema.ask(runsAll ? statements : [first]) { statement, answer in
                answers.append((statement, answer))
                checkPragma(statement)
                checkAddedColumn(statement, after: answers.dropLast().map(\.0))
                if case .compiled(let description) = answer { check(statement, description) }
                if let table = statement.made, table.kind == "TABLE" { made.insert(table.name.folded) }
            }
            for (statement, answer) in answers {
                report(statement, answer)
                if case .refused = answer { continue }
                checkReferences(statement)
            }
        }

        private static let wholeVerbs = Set(words: "SELECT INSERT UPDATE DELETE REPLACE CREATE ALTER DROP VALUES")

        /// Whether the SQL is a whole statement. An FMSQL value may be a fragment of another statement.
        private func isWhole(_ statement: SQLStatement) -> Bool {
            if isFMDBs { return true }
            guard UseCheck.wholeVerbs.contains(statement.verb) else { return false }
            if case .refused(let refusal) = schema.answer(to: statement) { return refusal.rule != .syntax }
            return true
        }

        private mutating func reportSecondStatement(_ second: SQLStatement) {
            let what =
                isOther
                ? "only the first statement of the SQL is run"
                : isFMDBs
                    ? "only the first statement of the SQL is run; executeStatements runs all"
                    : "\(use.function) takes one statement and throws for a second one; executeStatements runs all"
            add(.error, .verb, at: second.offset, what)
        }

        private mutating func report(_ statement: SQLStatement, _ answer: SQLAnswer) {
            // A statement that the schema refused has been reported with the schema.
            if schema.refused.has(statementAt: use.text.place(at: statement.offset)) { return }
            if use.isOfMigration, schema.accepted.contains(statement.sql) { return }
            // A migration's statement that is refused now may have been accepted at its own step, so only a refusal at that step is an
            // error.
            if use.isOfMigration, !answer.isCompiled, let step = schema.refusedSteps[statement.sql] {
                return add(.error, step.rule, at: statement.offset + step.offset, "at this step: \(step.message)")
            }
            switch answer {
            case .refused(let refusal):
                let offset = statement.offset + refusal.offset
                guard let table = reshapedTable(in: statement, refusal) else {
                    return add(.error, refusal.rule, at: offset, refusal.message)
                }
                let reason = "this file renames \(table) or drops its columns, so the SQL may belong to an earlier step"
                add(.note, refusal.rule, at: offset, FMFinding.unchecked + "\(refusal.message); \(reason)")
            case .unknown(let reason) where RefusedStatements.isReason(reason):
                add(.note, .notChecked, at: statement.offset, FMFinding.unchecked + reason)
            case .unknown(let reason): add(.note, .unknownTable, at: statement.offset, FMFinding.unchecked + reason)
            case .compiled, .notAsked: break
            }
        }

        private func reshapedTable(in statement: SQLStatement, _ refusal: SQLRefusal) -> String? {
            if let missing = refusal.missingTable { return reshaped.contains(missing.foldedAsName) ? missing : nil }
            guard !reshaped.isEmpty, refusal.rule == .unknownColumn else { return nil }
            let read = schema.tables(in: statement, from: statement.startOfSource)
            return (read + schema.tables(in: statement)).map(\.name).first { reshaped.contains($0.foldedAsName) }
        }

        private mutating func check(_ statement: SQLStatement, _ description: FMStatementDescription) {
            checkValues(statement, description)
            checkVerb(statement, description)
            checkComparisons(statement)
            checkSlips(statement)
            checkColumnValues(statement, description)
            guard use.verb == .query || use.verb == .compile || use.verb == .run && !use.reads.isEmpty else { return }
            checkReads(statement, description)
            checkShape(statement, description)
        }

        // MARK: Findings

        mutating func add(_ severity: FMFinding.Severity, _ rule: FMFinding.Rule, at offset: Int, _ message: String) {
            add(severity, rule, use.text.place(at: offset) ?? use.place, message)
        }

        mutating func add(
            _ severity: FMFinding.Severity, _ rule: FMFinding.Rule, _ place: FMSourcePlace, _ message: String
        ) {
            findings.append(FMFinding(severity, rule, at: place, message))
        }
    }

    // MARK: - Conditions

    extension UseCheck {
        /// Compiles the condition inside a query of its table.
        private mutating func checkCondition() {
            guard let name = use.model else { return }
            let table = rules.type(name)?.table ?? name
            guard schema.shape.table(table) != nil else { return }
            let start = "SELECT * FROM \(FMSQL.quoted(identifier: table)) WHERE ("
            // The line feed ends a comment `--` at the end of the condition, which would otherwise include the closing parenthesis.
            guard let statement = SQLStatement.split(start + use.text.sql + "\n)").first else { return }
            switch schema.answer(to: statement) {
            case .refused(let refusal):
                let length = use.text.sql.utf8.count
                let offset = refusal.offset - start.utf8.count
                let isAtEnd = offset >= length && refusal.rule == .syntax
                add(
                    .error, refusal.rule, at: min(max(0, offset), length),
                    isAtEnd ? "the condition is incomplete" : refusal.message)
            case .compiled(let description):
                checkValues(statement, description)
                checkComparisons(statement, behind: start.utf8.count)
                checkSlips(statement, behind: start.utf8.count)
            case .unknown, .notAsked: break
            }
        }
    }

    /// Checks that the call suits the statement: whether it returns rows, and whether the call reads them.
    extension UseCheck {
        mutating func checkVerb(_ statement: SQLStatement, _ description: FMStatementDescription) {
            // ALTER TABLE reports columns, but returns no rows.
            let hasRows = !description.columns.isEmpty && !statement.changesSchema
            switch use.verb {
            case _ where isOther: break
            case .query where !hasRows: reportMissingRows(statement)
            case .run where hasRows: reportUnreadRows(statement, description)
            default: break
            }
        }

        private mutating func reportMissingRows(_ statement: SQLStatement) {
            let verb = statement.verb
            guard isFMDBs else {
                if case .value(let type) = use.result, !type.isOptional, use.function == "value" {
                    return add(.error, .verb, at: 0, "\(verb) returns no row, so \(use.function) throws; use execute")
                }
                return add(.warning, .verb, at: 0, "\(verb) returns no rows; use execute")
            }
            let when = use.function == "executeQuery" ? ", and executeQuery runs it only when next() is called" : ""
            add(.warning, .verb, at: 0, "\(verb) returns no rows\(when); use executeUpdate")
        }

        private mutating func reportUnreadRows(_ statement: SQLStatement, _ description: FMStatementDescription) {
            let verb = statement.verb
            if isFMDBs {
                // FMDB's `executeUpdate` fails if the statement returns a row.
                return add(
                    verb == "PRAGMA" ? .warning : .error, .verb, at: 0,
                    "\(use.function) fails for a statement that returns a row, as this \(verb) does; use executeQuery")
            }
            // A query without a table, or with a function of the program, may be run for a side effect.
            guard ["SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE"].contains(verb),
                !statement.tokens.contains(where: { $0.mayBeName && schema.isAddedFunction($0.name) })
            else { return }
            let isQuery = verb == "SELECT"
            guard !isQuery || description.isReadOnly && statement.firstIndex(ofWord: "FROM") != nil else { return }
            add(
                .warning, .verb, at: 0,
                "\(use.function) ignores the rows that this \(verb) returns; use query, rows or value")
        }
    }
#endif
