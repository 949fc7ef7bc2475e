/// Schemas as text, for people and for tests.
extension FMSchema: CustomStringConvertible {
    /// All objects in the order in which they were created, each with its parts on indented lines. SQLite's own tables and shadow tables
    /// are left out.
    public var description: String {
        let tables = tables.filter { !$0.isInternal && !$0.isShadow }.map(\.description)
        return (tables + views.map(\.description) + triggers.map(\.description)).joined(separator: "\n")
    }
}

extension FMSchema.Table: CustomStringConvertible {
    /// The table with its columns, constraints and indexes, one on each line.
    public var description: String {
        let options = [
            module.map { "virtual, \($0)" }, isStrict ? "strict" : nil, isWithoutRowID ? "without rowid" : nil,
        ]
        let kind = options.compactMap { $0 }.joined(separator: ", ")
        var lines = ["table \(name)" + (kind.isEmpty ? "" : " (\(kind))")]
        if let problem { lines.append("  unknown: \(problem)") }
        lines += columns.map { "  \($0)" } + foreignKeys.map { "  foreign key \($0.declaration)" }
        lines += checks.map { "  \($0)" } + indexes.map { "  \($0)" }
        return lines.joined(separator: "\n")
    }
}

extension FMSchema.Column: CustomStringConvertible {
    /// The column with its declaration.
    public var description: String {
        let parts: [String?] = [
            type.isEmpty ? nil : type, key > 0 ? "key \(key)" : nil, isNotNull ? "not null" : nil,
            defaultValue.map { "default \($0)" }, collation.map { "collate \($0)" },
            isGenerated ? "generated \(isStored ? "stored" : "virtual")" : nil, expression.map { "as (\($0))" },
            isHidden ? "hidden" : nil,
        ]
        return ([name] + parts.compactMap { $0 }).joined(separator: " ")
    }
}

extension FMSchema.ForeignKey: CustomStringConvertible {
    /// The columns and the table: "author to Author".
    public var description: String { "\(columns.joined(separator: ", ")) to \(table)" }

    fileprivate var declaration: String {
        let targets = targets.map { " (\($0.joined(separator: ", ")))" } ?? ""
        let actions = [("delete", onDelete), ("update", onUpdate)].filter { $0.1 != .noAction }
        return description + targets + actions.map { " on \($0) \($1.rawValue.foldedAsName)" }.joined()
            + (isDeferred ? " deferred" : "")
    }
}

extension FMSchema.Check: CustomStringConvertible {
    /// The condition, with its name.
    public var description: String { "check \(name.map { "\($0) " } ?? "")(\(condition))" }
}

extension FMSchema.Index: CustomStringConvertible {
    /// The index with its terms.
    public var description: String {
        let kind = origin == .primaryKey ? "key" : isUnique ? "unique index" : "index"
        let name = origin == .statement ? " \(name)" : ""
        let rows = condition.map { " where \($0)" } ?? ""
        return "\(kind)\(name) (\(terms.joined(separator: ", ")))\(rows)"
    }
}

extension FMSchema.View: CustomStringConvertible {
    /// The view with its columns.
    public var description: String {
        "view \(name) (\(problem.map { "unknown: \($0)" } ?? columns.map(\.name).joined(separator: ", ")))"
    }
}

extension FMSchema.Trigger: CustomStringConvertible {
    /// The trigger with its timing, event and condition.
    public var description: String {
        let words: [String?] = [timing?.rawValue.foldedAsName, event?.description]
        return "trigger \(name) \((words.compactMap { $0 } + ["on \(table)"]).joined(separator: " "))"
            + (condition.map { " when \($0)" } ?? "")
    }
}

extension FMSchema.Trigger.Event: CustomStringConvertible {
    /// The event as in SQL, in lower case.
    public var description: String {
        switch self {
        case .insert: "insert"
        case .delete: "delete"
        case .update(let columns): columns.isEmpty ? "update" : "update of \(columns.joined(separator: ", "))"
        }
    }
}
