#if Checked
    import FMDB

    /// Checks CREATE statements. SQLite reports many mistakes only when the statement runs, or when the created object is used.
    extension CheckedSchema {
        /// Checks a CREATE statement. An existing object of the same name is dropped first, because a program creates the schema's objects
        /// too, on its first run.
        func creationAnswer(to statement: SQLStatement) -> SQLAnswer {
            guard let made = statement.made else { return compile(statement) }
            return withoutTrace { () -> SQLAnswer in
                if !made.isRelation || kind(of: made.name.name, in: made.schema) != nil { drop(made) }
                let answer = compile(statement)
                guard answer.isCompiled, made.kind != "INDEX" else { return answer }
                return refusalOfRun(statement, made).map { .refused($0) } ?? answer
            }
        }

        @discardableResult
        func drop(_ made: SQLStatement.Made) -> Bool {
            let kind = made.kind == "TABLE" ? kind(of: made.name.name, in: made.schema) ?? made.kind : made.kind
            defer { forgetTables() }
            let isDropped: Int? = try? db.execute(
                "DROP \(raw: kind) \(identifier: made.schema).\(identifier: made.name.name)")
            return isDropped != nil
        }

        private func refusalOfRun(_ statement: SQLStatement, _ made: SQLStatement.Made) -> SQLRefusal? {
            // The statement that fires the trigger must compile without it. If it does not, another trigger of the table is invalid.
            var use = made.kind == "TRIGGER" ? statement.useOfTrigger(shape) : nil
            if use.flatMap({ try? describe($0) }) == nil { use = nil }
            do throws(FMError) {
                try make(statement)
                if let use { _ = try describe(use) }
            } catch {
                // The program may register a module or tokenizer that is not known here.
                if made.isVirtual, unknownTables.contains(made.name.folded) { return nil }
                return refusal(of: error, in: statement)
            }
            // SQLite compiles a view's query only when the view is used.
            guard made.kind == "VIEW", let query = statement.viewQuery, case .refused(let refusal) = compile(query)
            else { return nil }
            return SQLRefusal(refusal.rule, refusal.message, at: query.offset + refusal.offset)
        }
    }

    extension SQLStatement {
        /// The query of a view, with its offset in the statement.
        var viewQuery: SQLStatement? {
            guard let offset = tokens.drop(while: { !$0.isWord("AS") }).dropFirst().first?.range.lowerBound else {
                return nil
            }
            let query = SQLStatement.split(String(decoding: sql.utf8.dropFirst(offset), as: UTF8.self)).first
            return query.map { SQLStatement(sql: $0.sql, offset: offset, tokens: $0.tokens) }
        }

        /// Returns a statement that fires the trigger, so that SQLite compiles it. Returns nil if the trigger cannot be parsed or belongs
        /// to a view.
        fileprivate func useOfTrigger(_ shape: SchemaShape) -> String? {
            guard
                let event = tokens.firstIndex(where: { $0.isWord("INSERT", "UPDATE", "DELETE") }),
                let on = firstIndex(ofWord: "ON", from: event), let target = tokens[(on + 1)...].firstName,
                let table = shape.table(target.name), !table.isView
            else { return nil }
            let name = FMSQL.quoted(identifier: table.name)
            if tokens[event].isWord("INSERT") { return "INSERT INTO \(name) DEFAULT VALUES" }
            if tokens[event].isWord("DELETE") { return "DELETE FROM \(name)" }
            let isOfColumns = tokens[event + 1].isWord("OF") && event + 2 < tokens.count
            let first = table.columns.first { !$0.isGenerated && !$0.isHidden }?.name
            guard let column = isOfColumns ? tokens[event + 2].name : first else { return nil }
            let quoted = FMSQL.quoted(identifier: column)
            return "UPDATE \(name) SET \(quoted) = \(quoted)"
        }
    }
#endif
