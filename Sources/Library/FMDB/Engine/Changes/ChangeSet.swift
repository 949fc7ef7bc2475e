/// Changed rows of one table: their rowids, or the whole table if there are many.
struct ChangedRows: Sendable, Equatable {
    /// The maximum number of rowids. More count as the whole table, because changes that wait for a slow subscriber
    /// must not grow without limit.
    static let mostIDs = 1024

    private(set) var ids: Set<Int64> = []
    private(set) var isWholeTable = false

    var isEmpty: Bool { ids.isEmpty && !isWholeTable }

    mutating func insert(_ id: Int64) {
        guard !isWholeTable else { return }
        ids.insert(id)
        if ids.count > Self.mostIDs { becomeWholeTable() }
    }

    mutating func becomeWholeTable() {
        ids = []
        isWholeTable = true
    }

    mutating func formUnion(_ other: ChangedRows) {
        if isWholeTable || other.isEmpty { return }
        guard !other.isWholeTable else { return becomeWholeTable() }
        ids.formUnion(other.ids)
        if ids.count > Self.mostIDs { becomeWholeTable() }
    }
}

struct TableChanges: Sendable, Equatable {
    var inserted = ChangedRows()
    var updated = ChangedRows()
    var deleted = ChangedRows()

    mutating func formUnion(_ other: TableChanges) {
        inserted.formUnion(other.inserted)
        updated.formUnion(other.updated)
        deleted.formUnion(other.deleted)
    }
}

/// A table by its schema name ("main", "temp", or the name given by ATTACH) and its own name.
struct TableKey: Hashable, Sendable {
    let schema: String
    let name: String

    /// The name without "main.".
    var spelling: String { schema == "main" ? name : schema + "." + name }

    /// Whether the table is one of SQLite's own.
    var isInternal: Bool { name.hasPrefix("sqlite_") }
}

/// The changes of one or more connections.
struct ChangeSet: Sendable, Equatable {
    var tables: [TableKey: TableChanges] = [:]
    /// The databases whose schema has changed.
    var schemas: Set<String> = []
    /// Whether there are changes about which nothing else is known.
    var isUnknown = false

    static let unknown: ChangeSet = {
        var set = ChangeSet()
        set.isUnknown = true
        return set
    }()

    /// Returns the change set for a database whose whole content was replaced.
    static func replaced(_ schema: String) -> ChangeSet {
        var set = ChangeSet.unknown
        set.schemas = [schema]
        return set
    }

    var isEmpty: Bool { tables.isEmpty && schemas.isEmpty && !isUnknown }

    mutating func formUnion(_ other: ChangeSet) {
        tables.merge(other.tables) { mine, others in
            var union = mine
            union.formUnion(others)
            return union
        }
        schemas.formUnion(other.schemas)
        isUnknown = isUnknown || other.isUnknown
    }

    mutating func change(_ table: TableKey, _ body: (inout TableChanges) -> Void) {
        guard !table.isInternal else { return }
        body(&tables[table, default: TableChanges()])
    }

    /// The names of the changed databases, without "main" and "temp".
    var attached: Set<String> {
        Set(tables.keys.map(\.schema)).union(schemas).subtracting(["main", "temp"])
    }

    /// Returns the changes of one database, under another schema name.
    func part(of schema: String, as other: String) -> ChangeSet {
        var part = ChangeSet()
        for (table, changes) in tables where table.schema == schema {
            part.tables[TableKey(schema: other, name: table.name)] = changes
        }
        if schemas.contains(schema) { part.schemas = [other] }
        part.isUnknown = isUnknown
        return part
    }
}
