#if Checked
    import FMDB

    package enum SQLAnswer {
        case compiled(FMStatementDescription)
        case refused(SQLRefusal)
        /// SQLite refuses the statement, but the program's own database may accept it. The value is the reason, such as a table with
        /// unknown columns.
        case unknown(String)
        /// The statement was not compiled, because it is a PRAGMA that may take effect while SQLite compiles it, or adds a column that
        /// exists already.
        case notAsked

        var isCompiled: Bool { if case .compiled = self { true } else { false } }
    }

    extension CheckedSchema {
        /// Compiles each statement of a script, and applies its schema changes for the later statements. The changes are rolled back at the
        /// end.
        ///
        /// - Parameter body: a closure that is called with each statement and its answer, before the statement's own schema changes.
        package func ask(_ statements: [SQLStatement], _ body: (SQLStatement, SQLAnswer) -> Void) {
            guard statements.count > 1, statements.contains(where: \.changesSchema) else {
                for statement in statements { body(statement, answer(to: statement)) }
                return
            }
            var made: [SQLStatement] = []
            withoutTrace {
                for statement in statements {
                    let answer = answer(to: statement, after: made)
                    body(statement, answer)
                    guard statement.changesSchema, answer.isCompiled else { continue }
                    run(alsoMade: statement)
                    if statement.made?.kind == "TABLE" { made.append(statement) }
                }
            }
        }

        /// Compiles a statement of a script. If SQLite refuses it, compiles it again with the tables that the script itself creates, which
        /// it finds on a new database.
        private func answer(to statement: SQLStatement, after made: [SQLStatement]) -> SQLAnswer {
            let answer = answer(to: statement)
            if made.isEmpty || answer.isCompiled { return answer }
            let own = withoutTrace { () -> SQLAnswer in
                for creation in made where creation.made.map({ statement.names($0.name.name) }) == true {
                    creation.made.map { _ = drop($0) }
                    try? make(creation)
                }
                return self.answer(to: statement)
            }
            return own.isCompiled ? own : answer
        }

        /// Runs a statement that was compiled. If the object that it creates exists already, the new definition replaces it.
        private func run(alsoMade statement: SQLStatement) {
            do throws(FMError) {
                try make(statement)
            } catch {
                guard error.message.contains(" already exists"), let made = statement.made, drop(made) else { return }
                try? make(statement)
            }
        }

        package func answer(to statement: SQLStatement) -> SQLAnswer {
            switch statement.verb {
            case "PRAGMA": return pragmaAnswer(to: statement)
            case "EXPLAIN" where statement.tokens.contains { $0.isWord("PRAGMA") }: return .notAsked
            case "CREATE": return creationAnswer(to: statement)
            default: return compile(statement)
            }
        }

        func compile(_ statement: SQLStatement) -> SQLAnswer {
            do throws(FMError) {
                return .compiled(try describe(statement.sql))
            } catch {
                // The migration that adds the column has already run.
                if statement.verb == "ALTER", error.message.hasPrefix("duplicate column name") { return .notAsked }
                let refusal = refusal(of: error, in: statement)
                return isUnknown(refusal, error, statement).map { .unknown($0) } ?? .refused(refusal)
            }
        }

        /// Returns the reason that SQLite's refusal may not be due to a mistake in the statement, or nil if it certainly is.
        private func isUnknown(_ refusal: SQLRefusal, _ error: FMError, _ statement: SQLStatement) -> String? {
            if let reason = unmadeReason(refusal, statement) { return reason }
            if let missing = refusal.missingTable {
                let parts = missing.split(separator: ".", maxSplits: 1).map(String.init)
                let name = parts[parts.count - 1].foldedAsName
                if unknownTables.contains(name) || name.hasPrefix("sqlite_") {
                    return "the columns of \(missing) are not known here"
                }
                if parts.count == 2, isEmptyAttached(parts[0]) {
                    return "the tables of the database \(parts[0]) are not known"
                }
                // A name that is similar to that of a known table is probably a misspelling.
                let isNear = NearestName(to: missing, in: shape.tables.map(\.name)).name != nil
                if parts.count == 1, !isNear {
                    if attachedNames.contains(where: isEmptyAttached) {
                        return "\(missing) may be a table of an attached database, whose tables are not known"
                    }
                    if isIncomplete { return "\(missing) may be created by SQL that cannot be followed" }
                }
            }
            if refusal.rule == .unknownColumn || refusal.rule == .refused,
                let table = tables(in: statement).first(where: { isUncertain($0.name) })
            {
                return "the columns of \(table.name) are not certain: a model or several statements define it"
            }
            if refusal.message.hasSuffix("may not be modified") { return "the statement needs PRAGMA writable_schema" }
            if refusal.message.hasPrefix("unknown database ") {
                return "\(refusal.message), which the program may attach"
            }
            if refusal.message.contains(" columns but "),
                let table = tables(in: statement).first(where: { alteredTables.contains($0.name.foldedAsName) })
            {
                return "the program adds columns to \(table.name)"
            }
            // Statements that drop or alter an object may refer to an earlier schema.
            if ["DROP", "ALTER"].contains(statement.verb), refusal.rule != .syntax {
                return "the statement is about an earlier schema: \(error.message)"
            }
            return nil
        }

        /// If the refusal may result from a schema statement that SQLite refused, returns that as the reason, else nil.
        func unmadeReason(_ refusal: SQLRefusal, _ statement: SQLStatement) -> String? {
            if let missing = refusal.missingTable {
                let isNowhere = NearestName(to: missing, in: shape.tables.map(\.name)).name == nil
                return refused.reason(String(missing.split(separator: ".").last ?? ""), isNowhere: isNowhere)
            }
            guard [.unknownColumn, .refused].contains(refusal.rule) else { return nil }
            return tables(in: statement).lazy.compactMap { self.refused.reason($0.name) }.first
        }

        private func isEmptyAttached(_ name: String) -> Bool {
            attachedNames.contains(name.foldedAsName)
                && !shape.tables.contains { $0.schema.foldedAsName == name.foldedAsName }
        }
    }

    // MARK: - PRAGMA

    extension CheckedSchema {
        /// PRAGMAs that return columns and change nothing, with or without an argument.
        private static let questions = Set(
            words: """
                table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list database_list
                collation_list function_list module_list pragma_list compile_options foreign_key_check integrity_check
                quick_check
                """)
        /// PRAGMAs that only return a value if they have no argument.
        private static let settings: Set<String> = [
            "user_version", "application_id", "schema_version", "data_version", "foreign_keys", "journal_mode",
            "page_size", "page_count",
            "freelist_count", "encoding", "auto_vacuum", "cache_size", "synchronous", "recursive_triggers",
        ]

        /// Compiles a PRAGMA only if it certainly changes nothing. Many other PRAGMAs take effect while SQLite compiles them.
        private func pragmaAnswer(to statement: SQLStatement) -> SQLAnswer {
            guard let name = statement.pragmaName else { return compile(statement) }
            let rest = statement.tokens.drop { $0 != name }.dropFirst()
            let isPlain = rest.isEmpty || rest.first?.isSign(";") == true
            let isQuestion = Self.questions.contains(name.folded) && rest.first?.isEqualSign != true
            guard isQuestion || isPlain && Self.settings.contains(name.folded) else { return .notAsked }
            return compile(statement)
        }
    }
#endif
