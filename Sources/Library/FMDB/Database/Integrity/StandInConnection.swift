import Foundation

/// A connection of its own to the file of another connection, for checks that the other cannot make.
struct StandInConnection {
    private let database: FMDatabase

    /// - Parameter mayWrite: whether it is opened for writing, though nothing is written.
    /// - Throws: `FMError`: `.error` if there can be none.
    init(_ original: FMDatabase, schema: String, mayWrite: Bool) throws(FMError) {
        let connection = try original.opened()
        let path = try original.path(of: schema)
        // A file that nobody changes has no log either.
        let isUnchanging = schema.foldedAsName == "main" && original.databasePath?.contains("immutable=1") == true
        guard !path.isEmpty, !connection.hasKey, !connection.isChanging, !(isUnchanging && mayWrite) else {
            throw FMError(.error, "only another connection could check them")
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
            throw FMError(.error, "the file can only be read, and then SQLite passes them")
        }
        database.connection?.obey(connection.token)
        database.connection?.writeAhead.leavesLog = true
    }

    func close() { database.close() }

    /// Calls a closure with the name of each constraint that a row of a table violates, until it returns false.
    func forEachViolation(of table: String, _ limit: Duration?, _ body: (FMDatabase.Finding) -> Bool) throws(FMError) {
        try database.opened().withTimeLimit(limit) { () throws(FMError) in
            try database.forEachFinding("PRAGMA main.quick_check(\(FMSQL.quoted(text: table)))") { finding in
                if case .row = finding.kind { body(finding) } else { true }
            }
        }
    }

    /// Calls a closure with each thing that is wrong with the pages, until it returns false. Functions and collations that are missing
    /// have stand-ins; what they would decide, the order of an index and the constraints of a table, is not looked at.
    func forEachFinding(_ limit: Duration?, _ body: (FMDatabase.Finding) -> Bool) throws(FMError) {
        // Each name that is missing takes one try.
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

    /// - Returns: false if the message names no missing function or collation.
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
    /// The path of the file of a schema; empty for one in memory.
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
    /// Looks for what SQLite passes in silence: commits behind damage in the log, a journal whose header is damaged.
    mutating func checkFiles() throws(FMError) {
        try check("files") { (check) throws(FMError) in
            let path = try check.database.path(of: check.options.schema)
            guard !path.isEmpty, let connection = check.database.connection else { return }
            guard check.database.databasePath?.contains("immutable=1") != true else { return }
            // Before it has read the file SQLite does not know its page size.
            _ = try check.database.value(FMSQL(raw: "PRAGMA \(check.schema).page_count"), as: Int.self)
            let size = try check.database.pageSize(of: check.options.schema)
            let vfs = connection.vfs(of: path)
            var problems = try fileProblems(path, size, vfs)
            // Another connection may just be writing: what is damaged stays as it is.
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
