import Foundation

extension FMDatabase {
    /// Whether the main database has a table with this name (case-insensitive). Views, temporary tables and attached databases are not
    /// included. The result is also false if the database is not open or cannot be read; the reason is then logged. See [The Schema
    /// Table](https://sqlite.org/schematab.html).
    @discardableResult
    public func tableExists(_ tableName: String) -> Bool { ask(FMDatabase.countOfTables(named: tableName)) > 0 }

    /// The query of ``tableExists(_:)``, which the cluster client runs, too.
    package static func countOfTables(named name: String) -> FMSQL {
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = \(name) COLLATE NOCASE"
    }

    /// The schema of the main and temporary database: rows of type, name, tbl_name, rootpage and sql, without SQLite's own tables. nil on
    /// failure, see ``lastError()``. See [The Schema Table](https://sqlite.org/schematab.html).
    @discardableResult
    public func getSchema() -> FMResultSet? { executeQuery(FMDatabase.schemaQuery, withArgumentsIn: []) }

    /// The query of ``getSchema()``, which the cluster client runs, too.
    package static let schemaQuery = """
        SELECT type, name, tbl_name, rootpage, sql FROM main.sqlite_master WHERE substr(name, 1, 7) <> 'sqlite_'
        UNION ALL
        SELECT type, name, tbl_name, rootpage, sql FROM sqlite_temp_master WHERE substr(name, 1, 7) <> 'sqlite_'
        ORDER BY tbl_name, type DESC, name
        """

    /// The columns of the table or view with this name (case-insensitive): rows of cid, name, type, notnull, dflt_value and pk. Generated
    /// columns are omitted. A table that does not exist has no rows; nil on failure, see ``lastError()``. See [PRAGMA
    /// table_info](https://sqlite.org/pragma.html#pragma_table_info).
    @discardableResult
    public func getTableSchema(_ tableName: String) -> FMResultSet? {
        executeQuery("PRAGMA table_info(\(FMSQL.quoted(identifier: tableName)))", withArgumentsIn: [])
    }

    /// Whether a table or view has a column. Both names are case-insensitive. Generated columns are not included. The result is also false
    /// if the database is not open or cannot be read; the reason is then logged. See [PRAGMA
    /// table_info](https://sqlite.org/pragma.html#pragma_table_info).
    @discardableResult
    public func columnExists(_ columnName: String, inTableWithName tableName: String) -> Bool {
        guard let columns = getTableSchema(tableName) else { return false }
        defer { columns.close() }
        let wanted = columnName.nameKey
        while columns.next() {
            if let name = columns.string(forColumnIndex: 1), name.nameKey == wanted { return true }
        }
        return false
    }

    /// Compiles SQL without running it. See [`sqlite3_prepare_v2`](https://sqlite.org/c3ref/prepare.html).
    ///
    /// - Parameter sql: its first statement is compiled; SQL without a statement is valid.
    /// - Throws: `FMError` of the domain "NSCocoaErrorDomain", as in FMDB, with SQLite's code and message.
    public func validateSQL(_ sql: String) throws {
        do throws(FMError) {
            _ = try opened(sql).prepare(sql)
        } catch {
            // SQL of only white space and comments is valid.
            guard error.stage != .noStatement else { return }
            throw inFMDBTerms(error).inDomain(NSCocoaErrorDomain)
        }
    }

    /// A number for the application's use, stored in the database file as a signed 32-bit integer. Default: 0. If reading fails, the result
    /// is 0. If setting fails, the number in the file does not change. Either failure is logged. See [PRAGMA
    /// user_version](https://sqlite.org/pragma.html#pragma_user_version).
    public var userVersion: UInt32 {
        get { number(ofPragma: "user_version") }
        set { set(newValue, ofPragma: "user_version") }
    }

    /// The number by which tools recognise the application of a database file. It fails like ``userVersion``. Default: 0. See
    /// [PRAGMA application_id](https://sqlite.org/pragma.html#pragma_application_id).
    public var applicationID: UInt32 {
        get { number(ofPragma: "application_id") }
        set { set(newValue, ofPragma: "application_id") }
    }

    #if os(macOS)
        /// ``applicationID`` as an HFS type code, four characters.
        public var applicationIDString: String {
            // Foundation puts a type code in single quotes.
            get { String((NSFileTypeForHFSTypeCode(applicationID) ?? "").dropFirst().dropLast()) }
            set { applicationID = NSHFSTypeCodeFromFileType("'\(newValue)'") }
        }
    #endif

    /// Returns the value of a pragma that SQLite stores as a signed 32-bit integer.
    private func number(ofPragma name: String) -> UInt32 { UInt32(truncatingIfNeeded: ask("PRAGMA \(raw: name)")) }

    private func set(_ value: UInt32, ofPragma name: String) {
        _ = report { () throws(FMError) in
            try command("PRAGMA \(name) = \(Int32(bitPattern: value))")
        }
    }

    /// Returns one integer, or 0 after a failure, which is logged.
    private func ask(_ sql: FMSQL) -> Int64 {
        (try? attempt { () throws(FMError) in try value(sql, as: Int64.self) }) ?? 0
    }
}
