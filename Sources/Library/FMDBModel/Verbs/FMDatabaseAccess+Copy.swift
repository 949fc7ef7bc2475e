import FMDB

extension FMDatabaseAccess {
    /// Copies rows from one table into another with one `INSERT … SELECT`.
    ///
    ///     try db.copy(from: "people", to: "man", mapping: ["name": "man_name"], replacing: true)
    ///
    /// - Parameters:
    ///   - source: the table to read.
    ///   - target: the table to write. It must exist.
    ///   - mapping: source columns, each with the target column that receives its values. Other target columns get their defaults.
    ///     Default: all columns that both tables have.
    ///   - isReplacing: whether the target's rows are deleted first. Default: false.
    ///   - condition: the condition on rows of the source. Default: all rows.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    /// - Returns: the number of rows copied.
    /// - Throws: `FMError`; nothing is changed then. `.notFound` if a table or column does not exist; the message names it. `.misuse` if
    ///   the tables have no column in common, if a column would be written twice, or if a table would be replaced with its own rows.
    ///   SQLite's code if the statement fails, for example `.constraint`.
    @discardableResult
    public func copy(
        from source: String, to target: String, mapping: KeyValuePairs<String, String> = [:],
        replacing isReplacing: Bool = false, where condition: FMWhere<FMRecord> = .all, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Int {
        try writing(file, line) { database in
            try database.allOrNothing {
                let pairs = try database.columns(from: source, to: target, mapping)
                if isReplacing {
                    guard source.nameKey != target.nameKey else {
                        throw FMError(.misuse, "the table \(source) cannot replace itself: copy it to another table")
                    }
                    try database.delete(FMRecord.self, from: target, where: .all)
                }
                let targets = pairs.map { FMSQL.column($0.target).text }.joined(separator: ", ")
                let sources = pairs.map { FMSQL.column($0.source).text }.joined(separator: ", ")
                let selection: FMSQL = "SELECT \(raw: sources) FROM \(identifier: source) WHERE \(condition.sql)"
                return try database.execute("INSERT INTO \(identifier: target) (\(raw: targets)) \(selection)")
            }
        }
    }
}

extension FMDatabase {
    fileprivate func columns(
        from source: String, to target: String, _ mapping: KeyValuePairs<String, String>
    ) throws(FMError) -> [(source: String, target: String)] {
        let (given, taking) = (try schemaColumns(of: source).map(\.name), try schemaColumns(of: target).map(\.name))
        guard !mapping.isEmpty else {
            let known = Set(taking.map(\.nameKey))
            let shared = given.filter { known.contains($0.nameKey) }
            guard !shared.isEmpty else {
                throw FMError(.misuse, "the tables \(source) and \(target) have no column in common")
            }
            return shared.map { ($0, $0) }
        }
        var written: Set<ExactText> = []
        for (from, into) in mapping {
            try expect(from, among: given, of: source)
            try expect(into, among: taking, of: target)
            guard written.insert(into.nameKey).inserted else {
                throw FMError(.misuse, "the column \(into) of the table \(target) would be written twice")
            }
        }
        return mapping.map { ($0.key, $0.value) }
    }

    private func expect(_ column: String, among columns: [String], of table: String) throws(FMError) {
        guard columns.contains(where: { $0.nameKey == column.nameKey }) else {
            throw FMError(.notFound, "the table \(table) has no column \(column)")
        }
    }
}
