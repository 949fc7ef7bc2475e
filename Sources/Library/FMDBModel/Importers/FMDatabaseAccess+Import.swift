import FMDB

/// Imports data that other libraries have written.
extension FMDatabaseAccess {
    /// Copies the rows of a JQFMDB table into the table of a model, which is created if it does not exist. The import is one
    /// transaction. The old table is not changed.
    ///
    ///     let report = try db.importJQFMDB(Person.self, from: "person")
    ///     print(report.rows)
    ///
    /// Columns are matched by name. `pkid` becomes the automatic key. JQFMDB stored the fraction of numbers but did not read
    /// it; a `Double` property gets the fraction. NULL becomes the default value of the model's column, or nil.
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - table: the name of the old table.
    ///   - options: the old table's schema, the target table, new names, and the treatment of values that do not fit.
    ///   - file: the caller's source file.
    ///   - line: the caller's source line.
    /// - Returns: the number of copied rows, and what was skipped.
    /// - Throws: `FMError`; nothing is changed then. `.notFound` if the table does not exist, or lacks a column for a property
    ///   that needs one. `.misuse` if the old table has the same name as the model's table, and no other name is given.
    ///   `.mismatch` for a value that does not fit; the message names the row and property. SQLite's code if a statement fails,
    ///   for example `.constraint`.
    @discardableResult
    public func importJQFMDB<Model: FMModel>(
        _ type: Model.Type, from table: String, options: FMImportOptions = FMImportOptions(),
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> FMImportReport {
        let source = LegacySource(
            table: table, dialect: .jqfmdb, prefix: "", key: "pkid", created: nil, updated: nil)
        return try writing(file, line) { try LegacyImport<Model>.run($0, source, options) }
    }

    /// Copies the rows of a BGFMDB table into the table of a model, which is created if it does not exist. The import is one
    /// transaction. The old table is not changed.
    ///
    ///     let report = try db.importBGFMDB(
    ///         Person.self, from: "Person", timeZone: zone, options: FMImportOptions(oldTableName: "Person_old"))
    ///
    /// Columns are matched by name without the prefix `BG_`. `bg_id` becomes the automatic key. `bg_createTime` and
    /// `bg_updateTime` become the columns that the table's options name as `created` and `updated`. TEXT values are converted
    /// to the types of the properties: dates, numbers, Base64 bytes, lists, dictionaries, sets and values of other classes, as
    /// any version of BGFMDB wrote them. If a model is not `Codable` and its table does not declare the types of its
    /// properties, it gets lists and dictionaries as JSON text, with dates as strings. `NSKeyedArchiver` archives are not read.
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - table: the name of the old table.
    ///   - timeZone: the time zone in which the device wrote its dates. The stored dates have no time zone.
    ///   - locale: the locale for numbers that are not in the format `3.75`.
    ///   - options: the old table's schema, the target table, new names, and the treatment of values that do not fit.
    ///   - file: the caller's source file.
    ///   - line: the caller's source line.
    /// - Returns: the number of copied rows, and what was skipped.
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
