/// One run of the checks of a database.
struct IntegrityCheck {
    typealias Report = FMDatabase.IntegrityReport
    typealias Finding = FMDatabase.Finding

    let database: FMDatabase
    let options: FMDatabase.IntegrityOptions
    private let start = ContinuousClock.now
    private var report = Report()
    /// Whether nothing more is to be checked.
    private var isOver = false

    init(_ database: FMDatabase, _ options: FMDatabase.IntegrityOptions) {
        (self.database, self.options) = (database, options)
    }

    private var schema: String { FMSQL.quoted(identifier: options.schema) }
    private var limit: Int { max(1, options.maximumFindings) }

    mutating func run() throws(FMError) -> Report {
        if options.checksPages { try checkPages() }
        if options.checksForeignKeys, !isOver { try checkForeignKeys() }
        if options.checksFullText, !isOver { try checkFullText() }
        report.duration = start.duration(to: .now)
        return report
    }

    // MARK: Pages

    private mutating func checkPages() throws(FMError) {
        let pragma = options.depth == .quick ? "quick_check" : "integrity_check"
        // One more than are reported shows that there are more.
        let sql = FMSQL(raw: "PRAGMA \(schema).\(pragma)(\(min(limit, 1_000_000) + 1))")
        try attempt("pages") { (check: inout IntegrityCheck) throws(FMError) in
            let rows = try check.database.query(sql)
            defer { rows.close() }
            while !check.isOver, let row = try rows.nextRow() {
                let text = try row.value(at: 0, as: String.self)
                guard text != "ok" else { continue }
                // The damage of pages comes in one text, which has a head.
                for line in text.split(separator: "\n") where !line.hasPrefix("*** in database ") {
                    check.add(Finding(line: String(line)))
                }
            }
        }
    }

    private mutating func add(_ finding: Finding) {
        guard report.findings.count < limit else {
            report.isComplete = false
            isOver = true
            return
        }
        report.findings.append(finding)
    }

    // MARK: Foreign keys

    private mutating func checkForeignKeys() throws(FMError) {
        let sql = FMSQL(raw: "PRAGMA \(schema).foreign_key_check")
        try attempt("foreign keys") { (check: inout IntegrityCheck) throws(FMError) in
            let rows = try check.database.query(sql)
            defer { rows.close() }
            while !check.isOver, let row = try rows.nextRow() {
                let table = try row.value(at: 0, as: String.self)
                let rowID = try row.value(at: 1, as: Int64?.self)
                let parent = try row.value(at: 2, as: String?.self) ?? ""
                let place = rowID.map { "row \($0) of \(table)" } ?? "a row of \(table)"
                check.add(
                    Finding(
                        kind: .foreignKey(table: table, rowID: rowID, parent: parent),
                        message: "\(place) refers to a row of \(parent) that is not there"))
            }
        }
    }

    // MARK: Full text

    /// From SQLite 3.44 on the check of the pages asks virtual tables, too. Before, FTS has a command for it, which is an INSERT.
    private mutating func checkFullText() throws(FMError) {
        if Library.isAtLeast(3_044_000), options.checksPages { return }
        var tables: [String] = []
        try attempt("FTS tables") { (check: inout IntegrityCheck) throws(FMError) in
            let rows = try check.database.rows(
                "SELECT name, sql FROM \(raw: FMSQL.schemaTable(of: check.options.schema)) WHERE type = 'table' AND sql > '' ORDER BY name",
                as: (String, String).self)
            tables = rows.filter { SQLWords.makesFullTextTable($0.1) }.map(\.0)
        }
        guard let connection = database.connection, !tables.isEmpty else { return }
        guard !connection.isReadOnly else {
            let reason = "the check of FTS tables is an INSERT, and the connection can only read"
            report.unchecked += tables.map { "FTS table \($0): \(reason)" }
            return
        }
        for table in tables where !isOver { try checkFullText(table, connection) }
    }

    private mutating func checkFullText(_ table: String, _ connection: Connection) throws(FMError) {
        let name = FMSQL.quoted(identifier: table)
        do throws(FMError) {
            try connection.withTimeLimit(remaining) { () throws(FMError) in
                try connection.askDirectly("INSERT INTO \(schema).\(name) (\(name)) VALUES ('integrity-check')")
            }
        } catch {
            guard error.resultCode == .corrupt else { return try note(error, for: "FTS table \(table)") }
            add(Finding(kind: .fullText(table: table), message: error.message))
        }
    }

    // MARK: Failures

    /// What is left of the time.
    private var remaining: Duration? { options.timeLimit.map { max(.zero, $0 - start.duration(to: .now)) } }

    private mutating func attempt(
        _ part: String, _ body: (inout IntegrityCheck) throws(FMError) -> Void
    ) throws(FMError) {
        let connection = try database.opened()
        do throws(FMError) {
            try connection.withTimeLimit(remaining) { () throws(FMError) in try body(&self) }
        } catch {
            try note(error, for: part)
        }
    }

    /// Damage that ends a check is a finding, and the end of the time the end of the checks.
    private mutating func note(_ error: FMError, for part: String) throws(FMError) {
        switch error.extendedCode {
        case .corrupt:
            report.isComplete = false
            add(Finding(kind: .other, message: error.message))
        case .deadlineExceeded where options.timeLimit != nil && database.connection?.token?.isStopped != true:
            report.isComplete = false
            isOver = true
        case .error, .busy, .locked, .readOnly: report.unchecked.append("\(part): \(error.message)")
        default: throw error
        }
    }
}

extension FMDatabase {
    /// Checks the database: its pages and indexes, its foreign keys, and the indexes of its FTS tables.
    ///
    ///     let report = try db.integrity()
    ///     for finding in report.findings { print(finding.kind, finding.message) }
    ///
    /// Damage is reported, not thrown. In a `read` of a pool it runs while writers go on. See <doc:Backups>. On the thread that
    /// uses the database.
    ///
    /// The corresponding statements are [`PRAGMA integrity_check`](https://sqlite.org/pragma.html#pragma_integrity_check) and
    /// [`PRAGMA foreign_key_check`](https://sqlite.org/pragma.html#pragma_foreign_key_check).
    ///
    /// - Parameter options: what is checked, and how long that may take.
    /// - Returns: what was found.
    /// - Throws: `FMError`: `.notADatabase` for another kind of file, and for an encrypted one without its key; `.interrupt` if the
    ///   access is cancelled; `.ioError` if the disk fails; and if the database is not open, as ``query(_:)`` does.
    public final func integrity(_ options: IntegrityOptions = IntegrityOptions()) throws(FMError) -> IntegrityReport {
        var check = IntegrityCheck(self, options)
        return try check.run()
    }
}
