#if Checked
    import FMDB

    /// Checks values against their columns: NULL, text in numeric columns, and values that a STRICT table refuses.
    extension UseCheck {
        mutating func checkColumnValues(_ statement: SQLStatement, _ description: FMStatementDescription) {
            guard ["INSERT", "REPLACE", "UPDATE", "DELETE", "SELECT"].contains(statement.verb),
                !hasUncertainColumns(statement),
                let values = ColumnValues(statement, description.parameters, use.values, schema)
            else { return }
            for site in values.sites where !isReshaped(site.origin.table.name) {
                guard let (severity, rule, message) = verdict(site, statement) else { continue }
                let place = site.offset.flatMap { use.text.place(at: statement.offset + $0) } ?? site.place
                add(severity, rule, place ?? use.place, message)
            }
            reportOmittedColumns(values, statement)
        }

        private typealias Verdict = (FMFinding.Severity, FMFinding.Rule, String)

        private func isReshaped(_ table: String) -> Bool { reshaped.union(made).contains(table.foldedAsName) }

        private func verdict(_ site: ColumnValues.Site, _ statement: SQLStatement) -> Verdict? {
            guard site.kind != .null else {
                switch site.use.role {
                case .inserted, .updated: return assignedNull(site, statement)
                case .compared: return comparedNull(site, statement)
                case .listed, .other: return nil
                }
            }
            if site.use.role == .compared || site.use.role == .listed {
                guard !SQLClauses(of: statement).hasInnerQuery, !schema.tables(in: statement).contains(where: \.isView)
                else { return nil }
                guard site.kind != .joined else {
                    return (
                        .error, .valueType,
                        "\(site.source) is a single text, which IN compares as a whole; write a ? for each element"
                    )
                }
                return comparedText(site)
            }
            return (site.origin.table.isStrict ? refusedByStrict(site) : textForNumbers(site))
                ?? refusedByCheck(site, statement)
        }

        // MARK: NULL

        private func assignedNull(_ site: ColumnValues.Site, _ statement: SQLStatement) -> Verdict? {
            let (column, table) = (site.origin.column, site.origin.table)
            if column.name == table.rowIDAlias {
                // SQLite generates a rowid if a new row has NULL for it, so only an UPDATE is reported.
                return site.use.role == .updated
                    ? (.error, .notNull, "\(table.name).\(column.name) is the rowid, which is never NULL")
                    : nil
            }
            guard table.refusesNull(column), let severity = severityOfNull(column, table, statement) else { return nil }
            let what = "\(table.name).\(column.name) is NOT NULL, but gets \(site.offset == nil ? site.source : "NULL")"
            return (severity, .notNull, what + ending(severity))
        }

        private func ending(_ severity: FMFinding.Severity) -> String {
            severity == .warning ? "; the row is skipped" : ": SQLite refuses the row"
        }

        /// Returns the severity of NULL in a NOT NULL column. Nil if SQLite may replace NULL with the default, or if a constraint may
        /// resolve the conflict.
        private func severityOfNull(
            _ column: FMSchema.Column, _ table: FMSchema.Table, _ statement: SQLStatement
        ) -> FMFinding.Severity? {
            // A constraint of the table may name its own conflict resolution, such as ON CONFLICT IGNORE.
            if SQLToken.flat(table.sql).contains(where: { $0.isWord("CONFLICT") }) { return nil }
            switch statement.conflictWord {
            case "IGNORE": return .warning
            case "REPLACE": return column.hasDefault ? nil : .error
            default: return .error
            }
        }

        private mutating func reportOmittedColumns(_ values: ColumnValues, _ statement: SQLStatement) {
            guard let target = values.target, !target.table.isVirtual, !isReshaped(target.table.name),
                !schema.isUncertain(target.table.name)
            else { return }
            let tokens = values.shape.tokens
            let isEmpty = target.end < tokens.count && tokens[target.end].keyword == "DEFAULT"
            let given = isEmpty ? [] : Set(target.columns.map(\.name))
            for column in target.table.columns
            where !given.contains(column.name) && !column.isGenerated && !column.hasDefault {
                guard column.name != target.table.rowIDAlias, target.table.refusesNull(column),
                    let severity = severityOfNull(column, target.table, statement)
                else { continue }
                let place = statement.place(of: target.table.name, behind: ["INTO", "."])
                add(
                    severity, .notNull, at: statement.offset + place,
                    "no value for \(target.table.name).\(column.name), which is NOT NULL and has no default"
                        + ending(severity))
            }
        }

        /// Reports `x = ?` with NULL. A statement with named parameters is skipped, because it may test them for NULL elsewhere, as in `:x
        /// IS NULL OR x = :x`.
        private func comparedNull(_ site: ColumnValues.Site, _ statement: SQLStatement) -> Verdict? {
            guard site.use.null == .useless,
                statement.tokens.filter({ $0.kind == .variable && $0.text.hasPrefix(":") }).isEmpty
            else { return nil }
            return (
                .error, .comparison,
                "\(site.origin.name) is compared with \(site.source), which is NULL: that is never true; write IS NULL"
            )
        }

        // MARK: Types

        private func comparedText(_ site: ColumnValues.Site) -> Verdict? {
            guard let isSure = site.origin.isForNumbers else { return nil }
            if site.kind == .words, isSure {
                return (
                    .error, .valueType, "\(site.origin.name) holds numbers only, so it is never equal to \(site.source)"
                )
            }
            return notForNumbers(site)
        }

        private func textForNumbers(_ site: ColumnValues.Site) -> Verdict? {
            let origin = site.origin
            guard origin.column.name != origin.table.rowIDAlias || ![.words, .data, .fraction].contains(site.kind)
            else {
                return (
                    .error, .valueType,
                    "\(origin.name) is the rowid, and \(site.source) is not an integer: SQLite refuses it"
                )
            }
            return origin.isForNumbers == nil ? nil : notForNumbers(site)
        }

        private func notForNumbers(_ site: ColumnValues.Site) -> Verdict? {
            let start = "\(site.origin.name) is declared as numeric, and"
            switch site.kind {
            case .words: return (.warning, .valueType, "\(start) the string \(site.source) is not a number")
            case .data: return (.warning, .valueType, "\(start) \(site.source) is a blob")
            case .text where site.offset == nil:
                return (
                    .note, .valueType,
                    "\(start) \(site.source) is a String, which is a number only if it looks like one"
                )
            default: return nil
            }
        }

        /// Reports a literal that a CHECK refuses. See [CHECK constraints](https://sqlite.org/lang_createtable.html#ckconst).
        private func refusedByCheck(_ site: ColumnValues.Site, _ statement: SQLStatement) -> Verdict? {
            let (column, table) = (site.origin.column, site.origin.table)
            guard let literal = site.literal, let check = schema.check(of: table, thatRefuses: literal, in: column)
            else { return nil }
            let severity: FMFinding.Severity = statement.conflictWord == "IGNORE" ? .warning : .error
            let condition = check.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let what = "CHECK (\(condition)) of \(table.name) does not allow \(site.source)"
            return (severity, .valueType, what + ending(severity))
        }

        /// Reports a value that a STRICT table refuses. See [STRICT Tables](https://sqlite.org/stricttables.html).
        private func refusedByStrict(_ site: ColumnValues.Site) -> Verdict? {
            let type = site.origin.column.type.asKeyword
            // `refused` are the kinds that SQLite always refuses. `doubtful` are the kinds that it accepts only if the value is a number,
            // or a whole number.
            let (refused, doubtful): (Set<GivenValue.Kind>, Set<GivenValue.Kind>)
            switch type {
            case "INT", "INTEGER": (refused, doubtful) = ([.words, .data, .fraction], [.text, .real, .date])
            case "REAL": (refused, doubtful) = ([.words, .data], [.text])
            case "TEXT": (refused, doubtful) = ([.data], [])
            case "BLOB": (refused, doubtful) = ([.words, .text, .integer, .real, .fraction, .date], [])
            default: return nil
            }
            let name = site.origin.name
            if refused.contains(site.kind) {
                return (.error, .valueType, "\(name) is \(type) in a STRICT table, which refuses \(site.source)")
            }
            guard doubtful.contains(site.kind), site.offset == nil else { return nil }
            let need = site.kind == .text ? "a number" : "whole"
            return (
                .warning, .valueType,
                "\(name) is \(type) in a STRICT table, which refuses \(site.source) unless it is \(need)"
            )
        }
    }

    extension QuerySchema.Origin {
        var name: String { "\(table.name).\(column.name)" }

        /// Whether the column can hold numbers only, or nil if its declared type is not numeric.
        var isForNumbers: Bool? {
            guard !table.isVirtual, column.affinity == .integer || column.affinity == .real || isNumeric,
                // POINT and INTERVAL have affinity INTEGER only because they contain the letters INT.
                !column.mentions(["POINT", "INTERVAL", "DATE", "TIME"])
            else { return nil }
            return table.isStrict || column.name == table.rowIDAlias
        }

        private var isNumeric: Bool { column.mentions(["NUMERIC", "DECIMAL", "NUMBER"]) }
    }

    extension FMSchema.Column {
        var hasDefault: Bool { defaultValue.map { $0.asKeyword != "NULL" } ?? false }
    }

    extension FMSchema.Table {
        /// Whether SQLite itself refuses NULL in a column.
        func refusesNull(_ column: FMSchema.Column) -> Bool {
            !isVirtual && (column.isNotNull || isWithoutRowID && column.key > 0)
        }
    }

    extension SQLStatement {
        /// The conflict resolution after OR, REPLACE for a REPLACE statement, or an empty string.
        fileprivate var conflictWord: String {
            guard let index = tokens.firstIndex(where: { $0.isWord("INSERT", "REPLACE", "UPDATE") }) else { return "" }
            if tokens[index].isWord("REPLACE") { return "REPLACE" }
            guard index + 2 < tokens.count, tokens[index + 1].isWord("OR") else { return "" }
            return tokens[index + 2].text.asKeyword
        }
    }
#endif
