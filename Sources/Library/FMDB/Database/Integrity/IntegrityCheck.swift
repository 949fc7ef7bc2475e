struct IntegrityCheck {
    typealias Report = FMDatabase.IntegrityReport
    typealias Finding = FMDatabase.Finding

    let database: FMDatabase
    let options: FMDatabase.IntegrityOptions
    private let start = ContinuousClock.now
    var report = Report()
    /// Whether the checks have ended early.
    private(set) var isOver = false
    /// Whether one statement has checked all pages and tables.
    private var wereCheckedAtOnce = false

    init(_ database: FMDatabase, _ options: FMDatabase.IntegrityOptions) {
        (self.database, self.options) = (database, options)
    }

    var schema: String { FMSQL.quoted(identifier: options.schema) }
    private var limit: Int { max(1, options.maximumFindings) }

    mutating func run() throws(FMError) -> Report {
        if options.checksPages { try checkPages() }
        if options.checksPages, options.checksConstraints, !isOver { try checkConstraints() }
        if options.checksForeignKeys, !isOver { try checkForeignKeys() }
        if !isOver { try checkVirtualTables() }
        report.duration = start.duration(to: .now)
        return report
    }

    // MARK: Pages

    private mutating func checkPages() throws(FMError) {
        try checkFiles()
        // The pragma is asked for more findings than are reported, which shows whether there are more.
        let most = "\(min(limit, 1_000_000) + (options.checksFullText ? 1 : 1000))"
        guard let failure = try attempt({ (check) throws(FMError) in try check.runPragma(most) }) else {
            wereCheckedAtOnce = report.isComplete
            return
        }
        guard failure.resultCode == .error, let tables = try tables(where: "rootpage > 0") else {
            return addUnchecked("pages", failure)
        }
        // If SQLite cannot check one table, the pragma for the whole database checks none. So each table is checked by itself.
        try checkStructure()
        for table in tables where !isOver {
            try check("table \(table)") { (check) throws(FMError) in try check.runPragma(FMSQL.quoted(text: table)) }
        }
    }

    private mutating func runPragma(_ argument: String) throws(FMError) {
        let pragma = options.depth == .quick ? "quick_check" : "integrity_check"
        try database.forEachFinding("PRAGMA \(schema).\(pragma)(\(argument))") { finding in
            // Since SQLite 3.44 the pragma always checks FTS tables.
            if !options.checksFullText, case .fullText(let table) = finding.kind {
                addUnchecked("FTS table \(table)", FMError(.corrupt, finding.message))
                return true
            }
            // The checks of single tables can report the same finding again.
            if !report.findings.contains(finding) { add(finding) }
            return !isOver
        }
    }

    private mutating func checkStructure() throws(FMError) {
        try check("pages") { (check) throws(FMError) in
            let copy = try StandInConnection(check.database, schema: check.options.schema, mayWrite: false)
            defer { copy.close() }
            try copy.forEachFinding(check.remaining) { finding in
                check.add(finding)
                return !check.isOver
            }
        }
    }

    /// Checks CHECK constraints on a second connection if this one is read-only. SQLite does not load them on read-only connections, so the
    /// pragma would miss violations.
    private mutating func checkConstraints() throws(FMError) {
        guard database.connection?.isReadOnly == true, let tables = try tables(where: "sql LIKE '%check%'") else {
            return
        }
        for table in tables where !isOver {
            try check("CHECK constraints of \(table)") { (check) throws(FMError) in
                guard try check.hasConstraint(table) else { return }
                let copy = try StandInConnection(check.database, schema: check.options.schema, mayWrite: true)
                defer { copy.close() }
                try copy.forEachViolation(of: table, check.remaining) { finding in
                    if !check.report.findings.contains(finding) { check.add(finding) }
                    return !check.isOver
                }
            }
        }
    }

    /// Returns whether a table has a CHECK constraint. This method looks for an unquoted CHECK in the table's SQL: without quotes, CHECK is
    /// always the keyword.
    private func hasConstraint(_ table: String) throws(FMError) -> Bool {
        let schemaTable = FMSQL.schemaTable(of: options.schema)
        let sql = try database.value(
            "SELECT sql FROM \(raw: schemaTable) WHERE type = 'table' AND name = \(table)", as: String.self)
        return SQLToken.flat(sql).contains { $0.keyword == "CHECK" }
    }

    mutating func add(_ finding: Finding) {
        guard report.findings.count < limit else {
            report.isComplete = false
            isOver = true
            return
        }
        report.findings.append(finding)
    }

    /// Returns the names of the tables that meet a condition, or nil if the schema cannot be read.
    func tables(where condition: String) throws(FMError) -> [String]? {
        let sql =
            "SELECT name FROM \(FMSQL.schemaTable(of: options.schema)) WHERE type = 'table' AND \(condition) ORDER BY name"
        return try? database.rows(FMSQL(raw: sql), as: String.self)
    }

    // MARK: Virtual tables

    private mutating func checkVirtualTables() throws(FMError) {
        var tables: [(String, String)] = []
        try check("virtual tables") { (check) throws(FMError) in
            tables = try check.database.rows(
                "SELECT name, sql FROM \(raw: FMSQL.schemaTable(of: check.options.schema)) WHERE type = 'table' AND sql > '' ORDER BY name",
                as: (String, String).self)
        }
        for (name, sql) in tables where !isOver {
            guard let module = ShadowTables.module(of: sql) else { continue }
            let isText = ShadowTables.areOfFullText(sql)
            if isText ? options.checksFullText : options.checksPages { try checkVirtualTable(name, module, isText) }
        }
    }

    /// Checks a virtual table. Since SQLite 3.44 the page check of a whole database includes virtual tables, except those whose module is
    /// missing. The check of a single table does not include them.
    private mutating func checkVirtualTable(_ table: String, _ module: String, _ isText: Bool) throws(FMError) {
        let name = FMSQL.quoted(identifier: table)
        try check(isText ? "FTS table \(table)" : "virtual table \(table)") { (check) throws(FMError) in
            _ = try check.database.rows(FMSQL(raw: "SELECT 1 FROM \(check.schema).\(name) LIMIT 0"), as: Int.self)
            if Library.isAtLeast(3_044_000), check.wereCheckedAtOnce { return }
            if isText { return try check.checkFullText(table, name) }
            guard ["rtree", "rtree_i32", "geopoly"].contains(module) else { return }
            let answer = try check.database.value(
                "SELECT rtreecheck(\(check.options.schema), \(table))", as: String.self)
            if answer != "ok" { check.add(Finding(kind: .other, message: "\(table): \(answer)")) }
        }
    }

    /// Checks an FTS table with FTS's own command, which is an INSERT.
    private mutating func checkFullText(_ table: String, _ name: String) throws(FMError) {
        guard let connection = database.connection else { return }
        guard !connection.isReadOnly else {
            throw FMError(.readOnly, "the check of an FTS table is an INSERT, but the connection is read-only")
        }
        do throws(FMError) {
            try connection.askDirectly("INSERT INTO \(schema).\(name) (\(name)) VALUES ('integrity-check')")
        } catch {
            guard error.resultCode == .corrupt else { throw error }
            add(Finding(kind: .fullText(table: table), message: error.message))
        }
    }

    // MARK: Failures

    var remaining: Duration? { options.timeLimit.map { max(.zero, $0 - start.duration(to: .now)) } }

    mutating func addUnchecked(_ part: String, _ error: FMError) {
        report.unchecked.append("\(part): \(error.message)")
    }

    /// Checks a part, and reports why it could not be checked.
    mutating func check(_ part: String, _ body: (inout IntegrityCheck) throws(FMError) -> Void) throws(FMError) {
        if let failure = try attempt(body) { addUnchecked(part, failure) }
    }

    /// Runs a check. Returns why the part could not be checked, or nil. Damage that ends a check becomes a finding; the end of the time
    /// limit ends all checks.
    mutating func attempt(_ body: (inout IntegrityCheck) throws(FMError) -> Void) throws(FMError) -> FMError? {
        let connection = try database.opened()
        do throws(FMError) {
            try connection.withTimeLimit(remaining) { () throws(FMError) in try body(&self) }
            return nil
        } catch {
            switch error.extendedCode {
            case .corrupt:
                report.isComplete = false
                add(Finding(kind: .other, message: error.message))
                return nil
            case .deadlineExceeded where options.timeLimit != nil && database.connection?.token?.isStopped != true:
                report.isComplete = false
                report.unchecked.append("what was left at the end of the time limit")
                isOver = true
                return nil
            case .error, .busy, .locked, .readOnly: return error
            default: throw error
            }
        }
    }
}

extension FMDatabase {
    /// Calls a closure with each finding of a page check, until the closure returns false. Damage may end the check with an error.
    final func forEachFinding(_ pragma: String, _ body: (Finding) -> Bool) throws(FMError) {
        let rows = try query(FMSQL(raw: pragma))
        defer { rows.close() }
        while let row = try rows.nextRow() {
            let text = try row.value(at: 0, as: String.self)
            // SQLite reports page damage as one text of several lines, with a header line.
            for line in text.split(separator: "\n") where line != "ok" && !line.hasPrefix("*** in database ") {
                guard body(Finding(line: String(line))) else { return }
            }
        }
    }

    /// Checks the database: its pages and indexes, its foreign keys, and the indexes of its FTS tables.
    ///
    ///     let report = try db.integrity()
    ///     for finding in report.findings { print(finding.kind, finding.message) }
    ///
    /// Damage is reported, not thrown. In a `read` of a pool the checks do not stop writers. See <doc:Backups>. Call it on the thread that
    /// uses the database.
    ///
    /// The corresponding statements are [`PRAGMA integrity_check`](https://sqlite.org/pragma.html#pragma_integrity_check) and
    /// [`PRAGMA foreign_key_check`](https://sqlite.org/pragma.html#pragma_foreign_key_check). A foreign key or table that SQLite cannot
    /// check, because a parent is not unique or a collation is missing, is reported, and the others are checked.
    ///
    /// - Parameter options: what is checked, and how long that may take.
    /// - Returns: what was found.
    /// - Throws: `FMError`. `.notADatabase` if the file is not a database, or if it is encrypted and its key is not set. `.interrupt` if
    ///   the access is cancelled. `.ioError` if the disk fails. If the database is not open, as ``query(_:)`` does.
    public final func integrity(_ options: IntegrityOptions = IntegrityOptions()) throws(FMError) -> IntegrityReport {
        var check = IntegrityCheck(self, options)
        return try check.run()
    }
}
