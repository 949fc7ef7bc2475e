import FMDBSQLiteC

/// Checks an untrusted statement while SQLite compiles it, as its authorizer.
///
/// A read of a table that the SQL does not name is allowed, because only an allowed view or virtual table can cause it. A view reads other
/// tables, and a virtual table runs statements of its own.
final class SandboxGuard {
    let sandbox: FMSandbox
    let text: SandboxText
    private let tables: [String: FMSandbox.Columns]
    private let functions: Set<String>
    /// The connection's custom functions by folded name, and whether they are innocuous.
    private let ownFunctions: [String: Bool]
    /// The first reason for a refusal, as the rest of a sentence, or nil if nothing was refused.
    private(set) var refusal: String?
    /// Whether SQLite has called the authorizer. It does not if the client has installed another authorizer.
    private(set) var isAsked = false
    private var calls = 0

    /// The maximum number of function calls in a statement, because the calls for one row cannot be interrupted.
    private static let mostCalls = 300

    /// The folded names of tables and views in databases other than the sandbox's.
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

    /// The folded names of the allowed tables and views.
    var allowedTables: Dictionary<String, FMSandbox.Columns>.Keys { tables.keys }

    /// The names of the tables with only some columns allowed, sorted.
    var tablesWithColumns: [String] {
        tables.keys.filter { columns(of: $0) != nil }.sorted()
    }

    /// Whether a table or view of this name is allowed.
    func allows(table: String) -> Bool { tables[table.foldedAsName] != nil }

    /// Returns the allowed columns of a table, or nil if all columns are allowed or the table is not.
    func columns(of table: String) -> Set<String>? {
        if case .only(let columns)? = tables[table.foldedAsName] { columns } else { nil }
    }

    /// Answers a call of the [authorizer](https://sqlite.org/c3ref/set_authorizer.html), and has the same parameters.
    ///
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
            // These are not writes by the SQL: at its first use, a virtual table compiles the statements that it may run later, and
            // declares its schema.
            let isOwn = !text.names.contains(first.foldedAsName) || first.foldedAsName.hasPrefix("sqlite_")
            return isOwn ? nil : "writes \(first)"
        case SQLITE_PRAGMA:
            let isAsking = second == nil && ["data_version", "page_size"].contains(first)
            return isAsking ? nil : "runs PRAGMA \(first)"
        default: return "is not a query"
        }
    }

    private func mayRead(_ table: String, _ column: String, _ schema: String?, _ accessor: String?) -> Bool {
        let name = table.foldedAsName
        // If no column is read, SQLite does not pass the schema name.
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

    /// Whether an accessor is a view that the SQL names and the sandbox does not allow. SQLite also passes common table expressions as
    /// accessors. It does not report a view itself if none of its columns is read.
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
