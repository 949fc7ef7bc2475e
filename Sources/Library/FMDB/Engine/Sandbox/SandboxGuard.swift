import FMDBSQLiteC

/// Decides what a stranger's statement may do, as SQLite compiles it.
///
/// A virtual table runs statements of its own, and a view reads other tables. A table that the text does not name is read by one of
/// these, which the sandbox has allowed by name.
final class SandboxGuard {
    let sandbox: FMSandbox
    let text: SandboxText
    private let tables: [String: FMSandbox.Columns]
    private let functions: Set<String>
    /// The functions of the client's that the connection knows, and whether they are harmless.
    private let ownFunctions: [String: Bool]
    /// What was refused first, as the rest of a sentence.
    private(set) var refusal: String?
    /// Whether SQLite has asked at all. It does not if the client has put another authorizer in its place.
    private(set) var isAsked = false
    private var calls = 0

    /// How many calls of functions a statement may have: those for one row are made without a chance to interrupt them.
    private static let mostCalls = 300

    /// The tables and views of other databases than the sandbox's, as names are compared.
    let otherTables: Set<String>

    init(_ sandbox: FMSandbox, _ text: SandboxText, ownFunctions: [String: Bool], otherTables: Set<String>) {
        self.otherTables = otherTables
        self.sandbox = sandbox
        self.text = text
        self.ownFunctions = ownFunctions
        functions = Set(sandbox.functions.map(\.foldedAsName))
        var tables: [String: FMSandbox.Columns] = ["json_each": .all, "json_tree": .all]
        for (name, columns) in sandbox.tables {
            let name = name.foldedAsName
            guard case .only(let some) = columns else {
                tables[name] = .all
                continue
            }
            tables[name] = .only(Set(some.map(\.foldedAsName)))
        }
        if let columns = tables["sqlite_schema"] ?? tables["sqlite_master"] {
            tables["sqlite_schema"] = columns
            tables["sqlite_master"] = columns
        }
        self.tables = tables
    }

    /// The tables and views that are allowed, as names are compared.
    var allowedTables: Dictionary<String, FMSandbox.Columns>.Keys { tables.keys }

    /// Those of which not all columns are allowed.
    var tablesWithColumns: [String] {
        tables.keys.filter { columns(of: $0) != nil }.sorted()
    }

    /// Whether a table or view of this name is allowed.
    func allows(table: String) -> Bool { tables[table.foldedAsName] != nil }

    /// The columns of a table that are allowed; nil for all of them.
    func columns(of table: String) -> Set<String>? {
        if case .only(let columns)? = tables[table.foldedAsName] { columns } else { nil }
    }

    /// - Returns: `SQLITE_OK` or `SQLITE_DENY`.
    func verdict(_ action: Int32, _ first: String?, _ second: String?, _ schema: String?, _ accessor: String?) -> Int32
    {
        isAsked = true
        guard let reason = reason(against: action, first ?? "", second, schema, accessor) else { return SQLITE_OK }
        if refusal == nil { refusal = reason }
        return SQLITE_DENY
    }

    private func reason(
        against action: Int32, _ first: String, _ second: String?, _ schema: String?, _ accessor: String?
    ) -> String? {
        if let accessor, isRefused(view: accessor.foldedAsName) { return "reads \(accessor)" }
        switch action {
        case SQLITE_SELECT, SQLITE_RECURSIVE: return nil
        case SQLITE_READ:
            let column = second ?? ""
            if mayRead(first, column, schema, accessor) { return nil }
            let place = schema == nil || schema == sandbox.schema ? first : "\(schema ?? "").\(first)"
            return "reads \(column.isEmpty || tables[first.foldedAsName] == nil ? place : "\(place).\(column)")"
        case SQLITE_FUNCTION: return reason(againstFunction: second ?? "")
        case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
            // A virtual table that is used for the first time compiles what it may run later, and is declared in the schema.
            let isOwn = !text.names.contains(first.foldedAsName) || first.foldedAsName.hasPrefix("sqlite_")
            return isOwn ? nil : "writes \(first)"
        case SQLITE_PRAGMA:
            let isAsking = second == nil && ["data_version", "page_size"].contains(first)
            return isAsking ? nil : "runs PRAGMA \(first)"
        default: return "is no query"
        }
    }

    private func mayRead(_ table: String, _ column: String, _ schema: String?, _ accessor: String?) -> Bool {
        let name = table.foldedAsName
        // Without a column SQLite does not tell the database.
        let isOwn = schema == nil ? !otherTables.contains(name) : schema == sandbox.schema
        if isOwn || name.hasPrefix("json_"), let columns = tables[name] {
            switch columns {
            case .all: return true
            case .only(let some): if column.isEmpty || some.contains(column.foldedAsName) { return true }
            }
        }
        if let accessor = accessor?.foldedAsName, tables[accessor] != nil || !text.names.contains(accessor) {
            return true
        }
        if column.isEmpty, schema == nil, text.definitions.contains(name) { return true }
        return !text.names.contains(name)
    }

    /// Whether a name is that of a view that the text names and the sandbox does not allow. For SQLite it may also be a common
    /// table expression. SQLite does not report a view itself if no column of it is read.
    private func isRefused(view: String) -> Bool {
        text.names.contains(view) && tables[view] == nil && !text.definitions.contains(view)
    }

    private func reason(againstFunction function: String) -> String? {
        let name = function.foldedAsName
        calls += 1
        guard calls <= SandboxGuard.mostCalls else {
            return "calls functions more than \(SandboxGuard.mostCalls) times"
        }
        guard !FMSandbox.refusedFunctions.contains(name) else { return "calls \(function)()" }
        if functions.contains(name) { return nil }
        let isAllowed = ownFunctions[name] ?? FMSandbox.usualFunctions.contains(name)
        return isAllowed ? nil : "calls \(function)()"
    }
}
