import FMDB

/// Imports of data that other libraries have written.
extension FMDatabaseAccess {
    /// Copies the rows of a table of JQFMDB into the table of a model, which is created if it does not exist. It is one
    /// transaction; the old table is not changed.
    ///
    ///     let report = try db.importJQFMDB(Person.self, from: "person")
    ///     print(report.rows)
    ///
    /// Columns are matched by name; `pkid` becomes the automatic key. JQFMDB stored numbers with their fraction, but read
    /// them without it: a property of the type `Double` gets the fraction. NULL becomes the default value of the model's
    /// column, or nil.
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - table: the name of the old table.
    ///   - options: another file, another target, other names, and the treatment of values that do not fit.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    /// - Returns: how many rows were copied, and what was left out.
    /// - Throws: `FMError`, and nothing is changed then. `.notFound` for a table that does not exist, or has no column for a
    ///   property that needs one. `.misuse` if the table has the name of the model's, and no other name was given. `.mismatch` for
    ///   a value that does not fit, with its row and property. SQLite's code if it refuses, `.constraint` for example.
    @discardableResult
    public func importJQFMDB<Model: FMModel>(
        _ type: Model.Type, from table: String, options: FMImportOptions = FMImportOptions(),
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> FMImportReport {
        let source = LegacySource(
            table: table, dialect: .jqfmdb, prefix: "", key: "pkid", created: nil, updated: nil)
        return try writing(file, line) { try LegacyImport<Model>.run($0, source, options) }
    }

    /// Copies the rows of a table of BGFMDB into the table of a model, which is created if it does not exist. It is one
    /// transaction; the old table is not changed.
    ///
    ///     let report = try db.importBGFMDB(
    ///         Person.self, from: "Person", timeZone: zone, options: FMImportOptions(oldTableName: "Person_old"))
    ///
    /// Columns are matched by name without the prefix `BG_`. `bg_id` becomes the automatic key; `bg_createTime` and `bg_updateTime`
    /// become the columns that the table's options name as `created` and `updated`. Texts are converted to the types of the
    /// properties: dates, numbers, bytes in Base64, lists, dictionaries, sets and values of other classes, as all versions of
    /// BGFMDB wrote them. A model that is not `Codable` and whose table does not know the types of its properties gets lists and
    /// dictionaries as JSON text, with dates as texts. Archives of `NSKeyedArchiver` are not read.
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - table: the name of the old table.
    ///   - timeZone: the time zone in which the device wrote its dates, which do not name one.
    ///   - locale: for numbers that are not in the form `3.75`.
    ///   - options: another file, another target, other names, what happens to values that do not fit.
    ///   - file: the caller's file.
    ///   - line: the caller's line.
    /// - Returns: how many rows were copied, and what was left out.
    /// - Throws: `FMError`, as `importJQFMDB(_:from:options:)` does. Nothing is changed then.
    @discardableResult
    public func importBGFMDB<Model: FMModel>(
        _ type: Model.Type, from table: String, timeZone: TimeZone = .current, locale: Locale = .current,
        options: FMImportOptions = FMImportOptions(), file: StaticString = #fileID, line: UInt = #line
    ) throws -> FMImportReport {
        let source = LegacySource(
            table: table, dialect: .bgfmdb(timeZone, LegacyNumbers(locale)), prefix: "BG_", key: "bg_id",
            created: "bg_createTime", updated: "bg_updateTime")
        return try writing(file, line) { try LegacyImport<Model>.run($0, source, options) }
    }
}
