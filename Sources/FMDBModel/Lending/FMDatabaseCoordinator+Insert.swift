import FMDB

/// New rows. Each call is a transaction of its own.
///
/// They run on the caller's thread, on the connection that writes, and throw what the verb of `FMDatabase` throws, or what
/// `withTransaction` does: nothing is changed then. The transaction may share its commit with others, and be repeated, as
/// the configuration says. `file` and `line` are the caller's, named in errors about waiting and about locks.
extension FMDatabaseCoordinator {
    /// Adds a model as a new row. See `insert(_:into:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    @discardableResult
    public func insert<Model: FMModel>(
        _ model: Model, into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int64 {
        try writing(file, line) { try $0.insert(model, into: table) }
    }

    /// Adds a model as a new row, without some of its columns. See `insert(_:excluding:into:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    @discardableResult
    public func insert<Model: FMModel>(
        _ model: Model, excluding excluded: [String], into table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Int64 {
        try writing(file, line) { try $0.insert(model, excluding: excluded, into: table) }
    }

    /// Adds a model as a new row, without some of its properties. See `insert(_:excluding:into:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    @discardableResult
    public func insert<Model: FMModel>(
        _ model: Model, excluding excluded: [PartialKeyPath<Model>], into table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int64 {
        try insert(
            model, excluding: Model.fmTable.names(of: excluded), into: table, file: file, line: line)
    }

    /// Adds a model as a new row, and gives it the automatic key and the times that the table has got, once that is
    /// committed. See `insert(_:into:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    @discardableResult
    public func insert<Model: FMModel>(
        _ model: inout Model, into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int64 {
        try writing(file, line, filling: &model) { try $0.insert(&$1, into: table) }
    }

    /// Adds models as new rows, all of them or none. See `insert(_:into:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    @discardableResult
    public func insert<Model: FMModel>(
        _ models: [Model], into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [Int64] {
        try writing(file, line) { try $0.insert(models, into: table) }
    }

    /// Adds models as new rows, and gives them the automatic keys and the times that the table has got, once all are
    /// committed. See `insert(_:into:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    public func insert<Model: FMModel>(
        _ models: inout [Model], into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line, filling: &models) { try $0.insert(&$1, into: table) }
    }

    /// Adds models as new rows, as many as can be. See `insertPossible(_:into:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, or what `withTransaction` throws.
    public func insertPossible<Model: FMModel>(
        _ models: [Model], into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [Int: FMError] {
        try writing(file, line) { try $0.insertPossible(models, into: table) }
    }
}

// MARK: - Asynchronous

/// The same verbs for asynchronous code, in which these forms are taken. Cancelling the task ends them with
/// `CancellationError`; nothing is written then. A closure over the columns is called before the wait, in the
/// isolation of the caller. A model to be filled is replaced when all is done; until then it is as it was.
extension FMDatabaseCoordinator {
    /// Adds a model as a new row, without blocking the caller's thread. See `insert(_:into:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    @discardableResult
    public func insert<Model: FMModel & Sendable>(
        _ model: Model, into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int64 {
        try await writing(file, line) { try $0.insert(model, into: table) }
    }

    /// Adds a model as a new row, without some of its columns, without blocking the caller's thread. See
    /// `insert(_:excluding:into:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    @discardableResult
    public func insert<Model: FMModel & Sendable>(
        _ model: Model, excluding excluded: [String], into table: String? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Int64 {
        try await writing(file, line) { try $0.insert(model, excluding: excluded, into: table) }
    }

    /// Adds a model as a new row, without some of its properties, without blocking the caller's thread. See
    /// `insert(_:excluding:into:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    @discardableResult
    public func insert<Model: FMModel & Sendable>(
        _ model: Model, excluding excluded: [PartialKeyPath<Model>], into table: String? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int64 {
        try await insert(
            model, excluding: Model.fmTable.names(of: excluded), into: table, file: file, line: line)
    }

    /// Adds a model as a new row, and gives it the automatic key and the times that the table has got, once that is
    /// committed, without blocking the caller's thread. See `insert(_:into:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    @discardableResult
    public func insert<Model: FMModel & Sendable>(
        _ model: inout Model, into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int64 {
        try await writing(file, line, filling: &model) { try $0.insert(&$1, into: table) }
    }

    /// Adds models as new rows, all of them or none, without blocking the caller's thread. See `insert(_:into:)` of
    /// `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    @discardableResult
    public func insert<Model: FMModel & Sendable>(
        _ models: [Model], into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [Int64] {
        try await writing(file, line) { try $0.insert(models, into: table) }
    }

    /// Adds models as new rows, and gives them the automatic keys and the times that the table has got, once all are
    /// committed, without blocking the caller's thread. See `insert(_:into:)` of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    public func insert<Model: FMModel & Sendable>(
        _ models: inout [Model], into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await writing(file, line, filling: &models) { try $0.insert(&$1, into: table) }
    }

    /// Adds models as new rows, as many as can be, without blocking the caller's thread. See `insertPossible(_:into:)`
    /// of `FMDatabase`.
    ///
    /// - Throws: `FMError`, as that does, what `withTransaction` throws, or `CancellationError`.
    public func insertPossible<Model: FMModel & Sendable>(
        _ models: [Model], into table: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [Int: FMError] {
        try await writing(file, line) { try $0.insertPossible(models, into: table) }
    }
}
