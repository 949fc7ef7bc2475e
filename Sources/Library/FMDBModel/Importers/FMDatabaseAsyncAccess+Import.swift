import FMDB

// pure list: exempt from the length limits
// Scripts/ladders writes the extension.

/// Asynchronous forms of the imports, which do not block the caller's thread.
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
