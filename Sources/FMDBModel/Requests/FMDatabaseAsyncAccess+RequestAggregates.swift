import FMDB

/// Asynchronous forms, which do not block the caller's thread. The closure is called before the wait, in the isolation of the
/// caller.
extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `sum(_:of:)`.
    public func sum<Model: FMModel & Sendable, Term: FMTerm>(
        _ request: FMRequest<Model, Model>, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
        line: UInt = #line, of term: (Model.Columns) -> Term
    ) async throws -> Term.Value.Sum? where Term.Model == Model, Term.Value: FMSummable {
        let figure = RequestFigure(.sum, term(Model.Columns()), of: request)
        return try await reading(file, line) { try figure.value($0) }
    }

    /// Asynchronous form of `average(_:of:)`.
    public func average<Model: FMModel & Sendable, Term: FMTerm>(
        _ request: FMRequest<Model, Model>, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
        line: UInt = #line, of term: (Model.Columns) -> Term
    ) async throws -> Term.Value.Mean? where Term.Model == Model, Term.Value: FMSummable {
        let figure = RequestFigure(.average, term(Model.Columns()), of: request)
        return try await reading(file, line) { try figure.value($0) }
    }

    /// Asynchronous form of `min(_:of:)`.
    public func min<Model: FMModel & Sendable, Term: FMTerm>(
        _ request: FMRequest<Model, Model>, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
        line: UInt = #line, of term: (Model.Columns) -> Term
    ) async throws -> Term.Value? where Term.Model == Model, Term.Value: FMValueConvertible & Sendable {
        let figure = RequestFigure(.min, term(Model.Columns()), of: request)
        return try await reading(file, line) { try figure.value($0) }
    }

    /// Asynchronous form of `min(_:of:)` where values may be missing.
    public func min<Model: FMModel & Sendable, Term: FMTerm, Value: FMValueConvertible & Sendable>(
        _ request: FMRequest<Model, Model>, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
        line: UInt = #line, of term: (Model.Columns) -> Term
    ) async throws -> Value? where Term.Model == Model, Term.Value == Value? {
        let figure = RequestFigure(.min, term(Model.Columns()), of: request)
        return try await reading(file, line) { try figure.value($0) }
    }

    /// Asynchronous form of `max(_:of:)`.
    public func max<Model: FMModel & Sendable, Term: FMTerm>(
        _ request: FMRequest<Model, Model>, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
        line: UInt = #line, of term: (Model.Columns) -> Term
    ) async throws -> Term.Value? where Term.Model == Model, Term.Value: FMValueConvertible & Sendable {
        let figure = RequestFigure(.max, term(Model.Columns()), of: request)
        return try await reading(file, line) { try figure.value($0) }
    }

    /// Asynchronous form of `max(_:of:)` where values may be missing.
    public func max<Model: FMModel & Sendable, Term: FMTerm, Value: FMValueConvertible & Sendable>(
        _ request: FMRequest<Model, Model>, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
        line: UInt = #line, of term: (Model.Columns) -> Term
    ) async throws -> Value? where Term.Model == Model, Term.Value == Value? {
        let figure = RequestFigure(.max, term(Model.Columns()), of: request)
        return try await reading(file, line) { try figure.value($0) }
    }
}
