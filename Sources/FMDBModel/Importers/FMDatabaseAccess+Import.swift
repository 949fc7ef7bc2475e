import FMDB

/// Data that other libraries have left.
extension FMDatabaseAccess {
    /// Copies a table that JQFMDB has written into the table of a model, which is made if it is missing. All of it or
    /// nothing; the old table stays as it is.
    ///
    ///     let report = try db.importJQFMDB(Person.self, from: "person")
    ///     print(report.rows)
    ///
    /// Columns are those of the same names. `pkid` becomes the automatic key. JQFMDB stored numbers whole but read them
    /// without their fraction: here a property of the type `Double` gets it. NULL, which the library left where nothing was
    /// said, is the default value of the model's column, or nil.
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - table: the name of the old table.
    ///   - options: another file, another target, other names, what becomes of values that do not fit.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    /// - Returns: how many rows were copied, and what was not.
    /// - Throws: `FMError`: `.notFound` if the table is not there, or has no column for a property that needs one; `.misuse`
    ///   if it has the name of the model's table and no other name was given; `.mismatch` for a value that does not fit, with
    ///   its row and property; SQLite's code if it refuses, `.constraint` for example. Nothing is changed then.
    @discardableResult
    public func importJQFMDB<Model: FMModel>(
        _ type: Model.Type, from table: String, options: FMImportOptions = FMImportOptions(),
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> FMImportReport {
        let source = LegacySource(
            table: table, dialect: .jqfmdb, prefix: "", key: "pkid", created: nil, updated: nil)
        return try writing(file, line) { try LegacyImport<Model>.run($0, source, options) }
    }

    /// Copies a table that BGFMDB has written into the table of a model, which is made if it is missing. All of it or
    /// nothing; the old table stays as it is.
    ///
    ///     let report = try db.importBGFMDB(
    ///         Person.self, from: "Person", timeZone: zone, options: FMImportOptions(oldTableName: "Person_old"))
    ///
    /// Columns are those of the same names behind `BG_`. `bg_id` becomes the automatic key, `bg_createTime` and
    /// `bg_updateTime` what the table's options name as `created` and `updated`. Texts become what the properties are: dates,
    /// numbers, bytes in Base64, lists, dictionaries, sets and values of other classes, in the forms of all versions. A model
    /// whose table says nothing of the types of its properties, and that is not `Codable`, gets lists and the like as JSON
    /// text in which dates are still texts. Archives of `NSKeyedArchiver` are not read.
    ///
    /// - Parameters:
    ///   - type: the model.
    ///   - table: the name of the old table.
    ///   - timeZone: that of the device when it wrote dates, which say nothing of it.
    ///   - locale: of numbers that are not written in the common form.
    ///   - options: another file, another target, other names, what becomes of values that do not fit.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    /// - Returns: how many rows were copied, and what was not.
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

// MARK: - Asynchronous

extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `importJQFMDB(_:from:options:)`.
    @discardableResult
    public func importJQFMDB<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String, options: FMImportOptions = FMImportOptions(),
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> FMImportReport {
        try await writing(file, line) { try $0.importJQFMDB(type, from: table, options: options) }
    }

    /// Asynchronous form of `importBGFMDB(_:from:timeZone:locale:options:)`.
    @discardableResult
    public func importBGFMDB<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String, timeZone: TimeZone = .current, locale: Locale = .current,
        options: FMImportOptions = FMImportOptions(), file: StaticString = #fileID, line: UInt = #line
    ) async throws -> FMImportReport {
        try await writing(file, line) {
            try $0.importBGFMDB(type, from: table, timeZone: timeZone, locale: locale, options: options)
        }
    }
}
