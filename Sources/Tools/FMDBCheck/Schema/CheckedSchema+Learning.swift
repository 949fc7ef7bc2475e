#if Checked
    import FMDB

    extension CheckedSchema {
        /// Creates the tables that the schema lacks and the program itself creates, in any order. Errors are not reported here, because the
        /// check of each file reports them.
        package func learn(from facts: [SourceFacts]) {
            learn(facts.flatMap(\.additions))
            learn(facts.flatMap(\.schemaTexts))
            learn(facts.flatMap(\.types))
        }

        package func learn(_ additions: [AddedName]) {
            for addition in additions where learned.insert("+\(addition)").inserted { add(addition) }
        }

        /// Creates the objects that SQL strings create. See ``learn(from:)``.
        ///
        /// - Parameter texts: the ``SourceFacts/schemaTexts`` of all files.
        package func learn(_ texts: [String]) {
            let statements = texts.filter { learned.insert($0).inserted }.flatMap { SQLStatement.split($0) }
            for statement in statements where statement.verb == "ATTACH" {
                if let name = statement.attachedName { attach(name) }
            }
            // Statements of migrations are left out, because a migration may have renamed or dropped again what they create.
            var rest = isStrict ? [] : statements.filter { $0.isLearned && !ran.contains($0.sql) }
            var before = Int.max
            // The statements that fail run again, because an index may precede its table.
            while rest.count < before {
                before = rest.count
                rest = rest.filter { !isMade($0) }
            }
            for statement in statements { recordChange(by: statement) }
        }

        /// Creates the models' tables that the schema lacks.
        package func learn(_ types: [RowType]) {
            for type in types where !isStrict && !type.properties.isEmpty {
                guard let table = type.table, kind(of: table) == nil else { continue }
                let columns = FMSQL.list(type.properties.map(\.column))
                let isMade: Int? = try? db.execute("CREATE TABLE \(identifier: table) (\(raw: columns))")
                guard isMade != nil else { continue }
                uncertainTables.insert(table.foldedAsName)
                forgetTables()
            }
        }

        private func isMade(_ statement: SQLStatement) -> Bool {
            let made = statement.made.flatMap { $0.isRelation ? $0.name : nil }
            // The program may create tables with the same name and different columns, in several databases or in tests.
            if let made, let known = learnedTables[made.folded], known != statement.definition {
                uncertainTables.insert(made.folded)
                forgetTables()
            }
            // A table that the schema has is not created, because a temporary one would shadow it in other statements.
            if let made, kind(of: made.name) != nil { return true }
            do throws(FMError) {
                try make(statement)
                if let made { learnedTables[made.folded] = statement.definition }
                return true
            } catch {
                return error.isAlreadyThere
            }
        }

        private func recordChange(by statement: SQLStatement) {
            if statement.enforcesKeys { enforcesKeys = true }
            if statement.verb == "ALTER", statement.firstIndex(ofWord: "ADD") != nil, statement.tokens.count > 2 {
                alteredTables.insert(statement.tokens[2].folded)
            }
            if let name = Reshaping(statement)?.newTable, kind(of: name) == nil { unknownTables.insert(name) }
        }
    }

    extension SourceFacts {
        /// The statements that rename or drop tables or columns with `ALTER TABLE`, in source order.
        var reshapings: [Reshaping] { schemaTexts.flatMap { SQLStatement.split($0) }.compactMap(Reshaping.init) }
    }

    /// The effect of an `ALTER TABLE … RENAME` or `ALTER TABLE … DROP`. Other SQL in the file may use the earlier names. All names are
    /// folded.
    struct Reshaping {
        let table: String
        /// The column, or nil if the table itself is renamed.
        let column: String?
        /// The new name, or nil for a dropped column.
        let newName: String?

        init?(_ statement: SQLStatement) {
            let tokens = statement.tokens.filter { !$0.isSign(";") }
            guard statement.verb == "ALTER",
                let change = tokens.indices.first(where: { $0 > 2 && tokens[$0].isWord("RENAME", "DROP") })
            else { return nil }
            // The token before RENAME or DROP is the table's name, with or without a schema name before it.
            table = tokens[change - 1].folded
            let rest = tokens[(change + 1)...]
            column = rest.prefix { !$0.isWord("TO") }.first { !$0.isWord("COLUMN") }?.folded
            newName = rest.drop { !$0.isWord("TO") }.dropFirst().first?.folded
        }

        var newTable: String? { column == nil ? newName : nil }

        var tables: [String] { [table] + [newTable].compactMap { $0 } }
    }

    extension CheckedSchema {
        /// Returns the folded names of the tables that the file's `ALTER TABLE` statements rename or drop columns of, if the schema does
        /// not contain the result.
        func unsettledTables(_ facts: SourceFacts) -> Set<String> {
            let all = facts.reshapings
            guard !all.isEmpty else { return [] }
            let names = Dictionary(all.filter { $0.column == nil }.map { ($0.table, $0.newName) }) { $1 }
            let additions = facts.schemaTexts.flatMap { SQLStatement.split($0) }
                .filter { $0.verb == "ALTER" && $0.firstIndex(ofWord: "ADD") != nil }
            return Set(all.filter { !isDone($0, names, additions) }.flatMap(\.tables))
        }

        private func isDone(_ change: Reshaping, _ names: [String: String?], _ additions: [SQLStatement]) -> Bool {
            var name = change.column == nil ? change.newName : change.table
            for _ in names { name = name.flatMap { names[$0] ?? $0 } }
            guard let table = name.flatMap({ shape.table($0) }) else { return false }
            guard let column = change.column else { return kind(of: change.table) == nil }
            return table.column(column) == nil
                && change.newName.map { table.column($0) != nil } ?? !additions.contains { $0.names(column) }
        }
    }

    extension SQLStatement {
        /// The tokens after the name of the table that the statement creates.
        fileprivate var definition: [String] {
            tokens.drop { !$0.isSign("(") && !$0.isWord("AS", "USING") }.filter { !$0.isSign(";") }.map {
                $0.text.foldedAsName
            }
        }

        /// Whether the statement creates an object other than a trigger, or adds a column.
        fileprivate var isLearned: Bool {
            if let made { return made.kind != "TRIGGER" }
            guard verb == "ALTER", let index = firstIndex(ofWord: "ADD") else { return false }
            return index > 1
        }
    }
#endif
