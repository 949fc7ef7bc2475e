import Foundation

/// A second connection to the file of another connection, for checks that the other one cannot run.
struct StandInConnection {
    private let database: FMDatabase

    /// - Parameter mayWrite: whether to open a connection that may write. Nothing is written.
    /// - Throws: `FMError`: `.error` if a second connection is not possible.
    init(_ original: FMDatabase, schema: String, mayWrite: Bool) throws(FMError) {
        let connection = try original.opened()
        let path = try original.path(of: schema)
        // A file opened with `immutable=1` must be opened in the same way here, and then cannot be written.
        let isUnchanging = schema.foldedAsName == "main" && original.databasePath?.contains("immutable=1") == true
        guard !path.isEmpty, !connection.hasKey, !connection.isChanging, !(isUnchanging && mayWrite) else {
            throw FMError(.error, "only a second connection could check them, which is not possible here")
        }
        database = FMDatabase(path: isUnchanging ? PartialFile.unchangingURI(path) : path)
        database.logsErrors = false
        let flags =
            mayWrite ? Constants.existingFileFlags : isUnchanging ? Constants.unchangingFlags : Constants.readOnlyFlags
        guard database.open(withFlags: flags, vfs: connection.vfs(of: path)) else {
            throw FMError(.error, database.openFailure?.message ?? "another connection cannot be opened")
        }
        guard !mayWrite || database.connection?.isReadOnly == false else {
            database.close()
            throw FMError(.error, "the file is read-only, and SQLite then does not check them")
        }
        database.connection?.obey(connection.token)
        database.connection?.writeAhead.leavesLog = true
    }

    func close() { database.close() }

    /// Calls a closure with each violation of a table's constraints, until the closure returns false.
    func forEachViolation(of table: String, _ limit: Duration?, _ body: (FMDatabase.Finding) -> Bool) throws(FMError) {
        try database.opened().withTimeLimit(limit) { () throws(FMError) in
            try database.forEachFinding("PRAGMA main.quick_check(\(FMSQL.quoted(text: table)))") { finding in
                if case .row = finding.kind { body(finding) } else { true }
            }
        }
    }

    /// Calls a closure with each finding about pages, until the closure returns false. Missing functions and collations are replaced with
    /// stand-ins. Findings about indexes and constraints depend on these, and are ignored.
    func forEachFinding(_ limit: Duration?, _ body: (FMDatabase.Finding) -> Bool) throws(FMError) {
        // Each attempt adds one missing name.
        for _ in 0..<1000 {
            do throws(FMError) {
                return try database.opened().withTimeLimit(limit) { () throws(FMError) in
                    try database.forEachFinding("PRAGMA main.quick_check(1000000)") { finding in
                        switch finding.kind {
                        case .page, .other: body(finding)
                        default: true
                        }
                    }
                }
            } catch {
                guard try addStandIn(error.message) else { throw error }
            }
        }
        throw FMError(.error, "too many functions and collations are missing")
    }

    /// Adds a stand-in. Returns false if the message does not name a missing function or collation.
    private func addStandIn(_ message: String) throws(FMError) -> Bool {
        if let name = message.dropping("no such collation sequence: ") {
            try database.addCollation(name) {
                $0 < $1 ? .orderedAscending : $0 == $1 ? .orderedSame : .orderedDescending
            }
            return true
        }
        guard let call = message.dropping("unknown function: ") ?? message.dropping("no such function: ") else {
            return false
        }
        let name = call.hasSuffix("()") ? String(call.dropLast(2)) : call
        try database.addFunction(name, argumentCount: nil, deterministic: true) { _ in .null }
        return true
    }
}

extension String {
    fileprivate func dropping(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}

extension FMDatabase {
    /// Returns the path of a schema's file, or "" for a schema in memory.
    final func path(of schema: String) throws(FMError) -> String {
        let files = try rows("PRAGMA database_list", as: (Int, String, String?).self)
        return files.first { $0.1.foldedAsName == schema.foldedAsName }?.2 ?? ""
    }

    final func pageSize(of schema: String) throws(FMError) -> Int {
        max(1, try value("PRAGMA \(raw: FMSQL.quoted(identifier: schema)).page_size", as: Int?.self) ?? 1)
    }
}

// MARK: - The files

extension IntegrityCheck {
    /// Finds problems that SQLite ignores: commits that follow damage in the WAL, and a journal with a damaged header.
    mutating func checkFiles() throws(FMError) {
        try check("files") { (check) throws(FMError) in
            let path = try check.database.path(of: check.options.schema)
            guard !path.isEmpty, let connection = check.database.connection else { return }
            guard check.database.databasePath?.contains("immutable=1") != true else { return }
            // SQLite knows the page size only after it has read the file.
            _ = try check.database.value(FMSQL(raw: "PRAGMA \(check.schema).page_count"), as: Int.self)
            let size = try check.database.pageSize(of: check.options.schema)
            let vfs = connection.vfs(of: path)
            var problems = try fileProblems(path, size, vfs)
            // Another connection may be writing now, which can look like damage for a moment. Only real damage stays the same.
            for _ in 0..<3 where !problems.isEmpty {
                Thread.sleep(forTimeInterval: 0.02)
                let again = try fileProblems(path, size, vfs)
                problems.removeAll { !again.contains($0) }
            }
            check.report.unchecked += problems
            connection.writeAhead.leavesLog = !problems.isEmpty
        }
    }
}

private func fileProblems(_ path: String, _ pageSize: Int, _ vfs: String?) throws(FMError) -> [String] {
    var reasons: [String] = []
    if let log = try FileReader(path + "-wal", .log, vfs: vfs) {
        let unread = WriteAheadLogFile.unreadCommits(in: log.bytes, pageSize: pageSize)
        if let unread { reasons.append("log: \(unread.reason)") }
    }
    if let journal = try FileReader(path + "-journal", .journal, vfs: vfs) {
        if RollbackJournalFile.isDamaged(journal.bytes) { reasons.append("journal: its header is damaged") }
    }
    return reasons
}
