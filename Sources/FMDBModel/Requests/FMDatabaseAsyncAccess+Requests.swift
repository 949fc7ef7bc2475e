import FMDB

/// Asynchronous forms, which do not block the caller's thread. Cancelling the task ends them with `CancellationError`.
extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `find(_:)` for requests.
    public func find<Model: FMModel & Sendable, Element: Sendable>(
        _ request: FMRequest<Model, Element>, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [Element] {
        try await reading(file, line) { try $0.find(request) }
    }

    /// Asynchronous form of `findReadable(_:onMismatch:)` for requests. The closure is called on a thread of the database.
    public func findReadable<Model: FMModel & Sendable, Element: Sendable>(
        _ request: FMRequest<Model, Element>, file: StaticString = #fileID, line: UInt = #line,
        onMismatch report: @escaping @Sendable (_ error: FMError, _ row: FMRecord) throws -> Void
    ) async throws -> [Element] {
        try await reading(file, line) { try $0.findReadable(request, onMismatch: report) }
    }

    /// Asynchronous form of `first(_:)` for requests.
    public func first<Model: FMModel & Sendable, Element: Sendable>(
        _ request: FMRequest<Model, Element>, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Element? {
        try await reading(file, line) { try $0.first(request) }
    }

    /// Asynchronous form of `forEach(_:_:)` for requests.
    public func forEach<Model: FMModel & Sendable, Element: Sendable>(
        _ request: FMRequest<Model, Element>, file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (Element) throws -> Void
    ) async throws {
        try await reading(file, line) { try $0.forEach(request, body) }
    }

    /// Asynchronous form of `count(_:)` for requests.
    public func count<Model: FMModel & Sendable, Element>(
        _ request: FMRequest<Model, Element>, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await reading(file, line) { try $0.count(request) }
    }

    /// Asynchronous form of `exists(_:)` for requests.
    public func exists<Model: FMModel & Sendable, Element>(
        _ request: FMRequest<Model, Element>, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        try await reading(file, line) { try $0.exists(request) }
    }

    /// Asynchronous form of `update(_:set:)` for requests.
    @discardableResult
    public func update<Model: FMModel & Sendable>(
        _ request: FMRequest<Model, Model>, set assignments: [FMAssignment<Model>], file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Int {
        try await writing(file, line) { try $0.update(request, set: assignments) }
    }

    /// Asynchronous form of `update(_:set:)` for requests. The closure is called before the wait, in the isolation of the
    /// caller.
    @discardableResult
    public func update<Model: FMModel & Sendable>(
        _ request: FMRequest<Model, Model>, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
        line: UInt = #line, set assignments: (Model.Columns) -> [FMAssignment<Model>]
    ) async throws -> Int {
        try await update(request, set: assignments(Model.Columns()), file: file, line: line)
    }

    /// Asynchronous form of `delete(_:)` for requests.
    @discardableResult
    public func delete<Model: FMModel & Sendable>(
        _ request: FMRequest<Model, Model>, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await writing(file, line) { try $0.delete(request) }
    }

    /// The models of a request, one after the other, in bounded memory. See `each(_:from:where:orderBy:batch:key:_:)`.
    ///
    ///     for try await person in queue.each(Person.all.where { $0.age > 3 }) { print(person.name) }
    ///
    /// - Parameters:
    ///   - request: without a limit, which `find(_:)` is for.
    ///   - batch: how many models are read, and kept, at a time; less than 1 counts as 1.
    ///   - file: the caller's file, named in errors about waiting and about locks.
    ///   - line: the caller's line.
    /// - Returns: a sequence that may be gone through more than once, each time anew. It throws an `FMError` with the code
    ///   `.misuse` for a request that cannot be read page by page.
    public func each<Model: FMModel & Sendable>(
        _ request: FMRequest<Model, Model>, batch: Int = 256, file: StaticString = #fileID, line: UInt = #line
    ) -> FMPages<Model> {
        let size = Swift.max(1, batch)
        return FMPages(of: size) { last in
            try await find(
                Model.self, from: request.table, where: request.pageable.condition, orderBy: request.pageable.order,
                after: last, limit: size, file: file, line: line)
        }
    }
}

extension FMRequest where Element == Model {
    /// The rows, if they can be read page by page.
    fileprivate var pageable: Selection<Model> {
        get throws(FMError) {
            guard output.isPlain, selection.isOfRows, !selection.isReversed else {
                throw FMError(
                    .misuse,
                    """
                    a request with a limit, for distinct rows, of groups or of two tables, in the opposite order, with a map or with \
                    something included cannot be read \
                    page by page: find(_:) reads it at once, forEach(_:_:) row by row
                    """)
            }
            return selection
        }
    }
}

// MARK: - Live

extension FMDatabaseCoordinator {
    /// The results of a request now, and again after each commit that changes a table it has read.
    ///
    ///     for try await names in queue.values(of: Person.all.select(\.name)).removingDuplicates() { print(names) }
    ///
    /// - Parameters:
    ///   - request: what is asked for.
    ///   - externalChanges: whether changes by other processes are looked for.
    /// - Returns: a sequence. See `values(externalChanges:_:)`.
    public func values<Model: FMModel & Sendable, Element: Sendable>(
        of request: FMRequest<Model, Element>, externalChanges: ExternalChanges = .ignore
    ) -> FMValues<[Element]> {
        values(externalChanges: externalChanges) { try $0.find(request) }
    }
}
