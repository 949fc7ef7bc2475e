import FMDB

// pure list: exempt from the length limits
// Scripts/ladders writes the extension.

/// Asynchronous forms of the verbs of requests, which do not block the caller's thread.
///
/// If the task is cancelled, they throw `CancellationError`. A closure that takes the columns runs before the wait, in the
/// caller's isolation. Any other closure runs on a thread of the database.
extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `find(_:)`.
    public func find<Model: FMModel & Sendable, Element: Sendable>(
        _ request: FMRequest<Model, Element>, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [Element] {
        try await reading(file, line) { try $0.find(request) }
    }

    /// Asynchronous form of `findReadable(_:onMismatch:)`.
    public func findReadable<Model: FMModel & Sendable, Element: Sendable>(
        _ request: FMRequest<Model, Element>, file: StaticString = #fileID, line: UInt = #line,
        onMismatch report: @escaping @Sendable (_ error: FMError, _ row: FMRecord) throws -> Void
    ) async throws -> [Element] {
        try await reading(file, line) { try $0.findReadable(request, onMismatch: report) }
    }

    /// Asynchronous form of `first(_:)`.
    public func first<Model: FMModel & Sendable, Element: Sendable>(
        _ request: FMRequest<Model, Element>, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Element? {
        try await reading(file, line) { try $0.first(request) }
    }

    /// Asynchronous form of `forEach(_:_:)`.
    public func forEach<Model: FMModel & Sendable, Element: Sendable>(
        _ request: FMRequest<Model, Element>, file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (Element) throws -> Void
    ) async throws {
        try await reading(file, line) { try $0.forEach(request, body) }
    }

    /// Asynchronous form of `count(_:)`.
    public func count<Model: FMModel & Sendable, Element>(
        _ request: FMRequest<Model, Element>, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await accessing(.read, file, line) { try $0.count(request) }
    }

    /// Asynchronous form of `exists(_:)`.
    public func exists<Model: FMModel & Sendable, Element>(
        _ request: FMRequest<Model, Element>, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        try await accessing(.read, file, line) { try $0.exists(request) }
    }

    /// Asynchronous form of `update(_:set:)`.
    @discardableResult
    public func update<Model: FMModel & Sendable>(
        _ request: FMRequest<Model, Model>, set assignments: [FMAssignment<Model>], file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Int {
        try await accessing(.write, file, line) { try $0.update(request, set: assignments) }
    }

    /// Asynchronous form of `update(_:set:)`.
    @discardableResult
    public func update<Model: FMModel & Sendable>(
        _ request: FMRequest<Model, Model>, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
        line: UInt = #line, set assignments: (Model.Columns) -> [FMAssignment<Model>]
    ) async throws -> Int {
        try await update(request, set: assignments(Model.Columns()), file: file, line: line)
    }

    /// Asynchronous form of `delete(_:)`.
    @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ request: FMRequest<Model, Model>, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await accessing(.write, file, line) { try $0.delete(request) }
    }

    /// Asynchronous form of `sum(_:of:)`.
    public func sum<Model: FMModel & Sendable, Term: FMTerm>(
        _ request: FMRequest<Model, Model>, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
        line: UInt = #line, of term: (Model.Columns) -> Term
    ) async throws -> Term.Value.Sum? where Term.Model == Model, Term.Value: FMSummable {
        let figure = RequestFigure(.sum, term(Model.Columns()), of: request)
        return try await accessing(.read, file, line) { database throws(FMError) in try figure.value(database) }
    }

    /// Asynchronous form of `average(_:of:)`.
    public func average<Model: FMModel & Sendable, Term: FMTerm>(
        _ request: FMRequest<Model, Model>, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
        line: UInt = #line, of term: (Model.Columns) -> Term
    ) async throws -> Term.Value.Mean? where Term.Model == Model, Term.Value: FMSummable {
        let figure = RequestFigure(.average, term(Model.Columns()), of: request)
        return try await accessing(.read, file, line) { database throws(FMError) in try figure.value(database) }
    }

    /// Asynchronous form of `min(_:of:)`.
    public func min<Model: FMModel & Sendable, Term: FMTerm>(
        _ request: FMRequest<Model, Model>, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
        line: UInt = #line, of term: (Model.Columns) -> Term
    ) async throws -> Term.Value? where Term.Model == Model, Term.Value: FMValueConvertible & Sendable {
        let figure = RequestFigure(.min, term(Model.Columns()), of: request)
        return try await accessing(.read, file, line) { database throws(FMError) in try figure.value(database) }
    }

    /// Asynchronous form of `min(_:of:)`.
    public func min<Model: FMModel & Sendable, Term: FMTerm, Value: FMValueConvertible & Sendable>(
        _ request: FMRequest<Model, Model>, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
        line: UInt = #line, of term: (Model.Columns) -> Term
    ) async throws -> Value? where Term.Model == Model, Term.Value == Value? {
        let figure = RequestFigure(.min, term(Model.Columns()), of: request)
        return try await accessing(.read, file, line) { database throws(FMError) in try figure.value(database) }
    }

    /// Asynchronous form of `max(_:of:)`.
    public func max<Model: FMModel & Sendable, Term: FMTerm>(
        _ request: FMRequest<Model, Model>, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
        line: UInt = #line, of term: (Model.Columns) -> Term
    ) async throws -> Term.Value? where Term.Model == Model, Term.Value: FMValueConvertible & Sendable {
        let figure = RequestFigure(.max, term(Model.Columns()), of: request)
        return try await accessing(.read, file, line) { database throws(FMError) in try figure.value(database) }
    }

    /// Asynchronous form of `max(_:of:)`.
    public func max<Model: FMModel & Sendable, Term: FMTerm, Value: FMValueConvertible & Sendable>(
        _ request: FMRequest<Model, Model>, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
        line: UInt = #line, of term: (Model.Columns) -> Term
    ) async throws -> Value? where Term.Model == Model, Term.Value == Value? {
        let figure = RequestFigure(.max, term(Model.Columns()), of: request)
        return try await accessing(.read, file, line) { database throws(FMError) in try figure.value(database) }
    }
}
