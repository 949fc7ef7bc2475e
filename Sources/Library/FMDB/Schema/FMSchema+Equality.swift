/// Equality of the parts of a schema. SQL is compared token by token, with names in lower case and without quotes.
extension FMSchema {
    /// Whether both schemas declare the same. See ``FMSchema``.
    public static func == (left: FMSchema, right: FMSchema) -> Bool { left.essence == right.essence }

    /// Feeds the hasher. Equal schemas have equal hashes.
    public func hash(into hasher: inout Hasher) { hasher.combine(essence) }

    private var essence: Set<[String]> { Set(tables.map(\.essence) + views.map(\.essence) + triggers.map(\.essence)) }
}

extension FMSchema.Table {
    /// Whether both declare the same. See ``FMSchema``.
    public static func == (left: FMSchema.Table, right: FMSchema.Table) -> Bool { left.essence == right.essence }

    /// Feeds the hasher. Equal tables have equal hashes.
    public func hash(into hasher: inout Hasher) { hasher.combine(essence) }

    fileprivate var essence: [String] {
        var words = ["table", name.foldedAsName, "\(kind)", isWithoutRowID ? "without rowid" : ""]
        words += columns.map { $0.essence.joined(separator: "\0") }
        words += indexes.map { $0.essence.joined(separator: "\0") }.sorted()
        words += foreignKeys.map { $0.essence.joined(separator: "\0") }.sorted()
        // Virtual tables and SQLite's own tables have no definition, so their SQL is compared.
        return words + (definition?.essence ?? SQLToken.split(sql).folded())
    }
}

extension TableDefinition {
    /// The clauses of each column and of the table, in sorted order.
    fileprivate var essence: [String] {
        let columns = columns.map { column in column.clauses.map(\.essence).sorted().joined(separator: "\u{1}") }
        return columns + clauses.map(\.essence).sorted() + options.folded().filter { $0 != "," }.sorted()
    }
}

extension TableDefinition.Clause {
    fileprivate var essence: String { tokens.folded().joined(separator: "\0") }
}

extension FMSchema.Column {
    /// Whether both declare the same. See ``FMSchema``.
    public static func == (left: FMSchema.Column, right: FMSchema.Column) -> Bool { left.essence == right.essence }

    /// Feeds the hasher. Equal columns have equal hashes.
    public func hash(into hasher: inout Hasher) { hasher.combine(essence) }

    fileprivate var essence: [String] {
        let flags = [isNotNull, isGenerated, isStored, isHidden].map { $0 ? "1" : "0" }
        return [name.foldedAsName, words(type), "\(key)", collation?.foldedAsName ?? ""] + flags
            + [words(defaultValue), words(expression)]
    }

    private func words(_ text: String?) -> String {
        text.map { "=" + SQLToken.split($0).folded().joined(separator: "\0") } ?? ""
    }
}

extension FMSchema.Index {
    /// Whether both declare the same. See ``FMSchema``.
    public static func == (left: FMSchema.Index, right: FMSchema.Index) -> Bool { left.essence == right.essence }

    /// Feeds the hasher. Equal indexes have equal hashes.
    public func hash(into hasher: inout Hasher) { hasher.combine(essence) }

    fileprivate var essence: [String] {
        let name = origin == .statement ? name.foldedAsName : ""
        let words = [name, table.foldedAsName, origin.rawValue, isUnique ? "unique" : "", isPartial ? "partial" : ""]
        guard let definition else { return words + columns.map { $0?.foldedAsName ?? "" } }
        let terms = definition.terms.map { $0.folded().joined(separator: "\0") }
        return words + terms + ["where"] + definition.condition.folded()
    }
}

extension FMSchema.ForeignKey {
    /// Whether both declare the same. See ``FMSchema``.
    public static func == (left: FMSchema.ForeignKey, right: FMSchema.ForeignKey) -> Bool {
        left.essence == right.essence
    }

    /// Feeds the hasher. Equal foreign keys have equal hashes.
    public func hash(into hasher: inout Hasher) { hasher.combine(essence) }

    fileprivate var essence: [String] {
        columns.map(\.foldedAsName) + [":", table.foldedAsName, targets == nil ? "key" : "columns"]
            + (targets ?? []).map(\.foldedAsName) + [":", onDelete.rawValue, onUpdate.rawValue]
            + (isDeferred ? ["deferred"] : [])
    }
}

extension FMSchema.View {
    /// Whether both declare the same. See ``FMSchema``.
    public static func == (left: FMSchema.View, right: FMSchema.View) -> Bool { left.essence == right.essence }

    /// Feeds the hasher. Equal views have equal hashes.
    public func hash(into hasher: inout Hasher) { hasher.combine(essence) }

    fileprivate var essence: [String] { ["view"] + SQLToken.split(sql).folded() }
}

extension FMSchema.Trigger {
    /// Whether both declare the same. See ``FMSchema``.
    public static func == (left: FMSchema.Trigger, right: FMSchema.Trigger) -> Bool { left.essence == right.essence }

    /// Feeds the hasher. Equal triggers have equal hashes.
    public func hash(into hasher: inout Hasher) { hasher.combine(essence) }

    fileprivate var essence: [String] { ["trigger"] + SQLToken.split(sql).folded() }
}

extension FMSchema.Check {
    /// Whether both declare the same. See ``FMSchema``.
    public static func == (left: FMSchema.Check, right: FMSchema.Check) -> Bool { left.essence == right.essence }

    /// Feeds the hasher. Equal constraints have equal hashes.
    public func hash(into hasher: inout Hasher) { hasher.combine(essence) }

    private var essence: [String?] { [name?.foldedAsName, column?.foldedAsName] + SQLToken.split(condition).folded() }
}
