import FMDB

/// Data that other libraries have left, in the database of a queue or pool: see the calls of `FMDatabase` of the same names.
extension FMDatabaseCoordinator {
    /// Copies a table that JQFMDB has written into the table of a model. All of it or nothing.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do.
    @discardableResult
    public func importJQFMDB<Model: FMModel>(
        _ type: Model.Type, from table: String, options: FMImportOptions = FMImportOptions()
    ) throws -> FMImportReport {
        try writing { try $0.importJQFMDB(type, from: table, options: options) }
    }

    /// Copies a table that BGFMDB has written into the table of a model. All of it or nothing.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do.
    @discardableResult
    public func importBGFMDB<Model: FMModel>(
        _ type: Model.Type, from table: String, timeZone: TimeZone = .current, locale: Locale = .current,
        options: FMImportOptions = FMImportOptions()
    ) throws -> FMImportReport {
        try writing {
            try $0.importBGFMDB(type, from: table, timeZone: timeZone, locale: locale, options: options)
        }
    }

    /// Copies a table that JQFMDB has written into the table of a model. All of it or nothing.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do; `CancellationError`.
    @discardableResult
    public func importJQFMDB<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String, options: FMImportOptions = FMImportOptions()
    ) async throws -> FMImportReport {
        try await writing { try $0.importJQFMDB(type, from: table, options: options) }
    }

    /// Copies a table that BGFMDB has written into the table of a model. All of it or nothing.
    ///
    /// - Throws: `FMError`, as the verb of `FMDatabase` and `withTransaction` do; `CancellationError`.
    @discardableResult
    public func importBGFMDB<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String, timeZone: TimeZone = .current, locale: Locale = .current,
        options: FMImportOptions = FMImportOptions()
    ) async throws -> FMImportReport {
        try await writing {
            try $0.importBGFMDB(type, from: table, timeZone: timeZone, locale: locale, options: options)
        }
    }
}
