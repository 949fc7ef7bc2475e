import FMDB

/// Models, read in batches as they are asked for. See `each(_:from:where:orderBy:batch:file:line:)`.
public struct FMModels<Model: FMModel & Sendable>: AsyncSequence, Sendable {
    /// A model.
    public typealias Element = Model

    fileprivate let coordinator: FMDatabaseCoordinator
    fileprivate let table: String?
    fileprivate let condition: FMWhere<Model>
    fileprivate let order: [FMOrder<Model>]
    fileprivate let batch: Int
    fileprivate let file: StaticString
    fileprivate let line: UInt

    /// Begins with the first model.
    public func makeAsyncIterator() -> Iterator { Iterator(models: self) }

    fileprivate func page(after last: Model?) async throws -> [Model] {
        try await coordinator.find(
            Model.self, from: table, where: condition, orderBy: order, after: last, limit: batch, file: file,
            line: line)
    }

    /// Goes from model to model. Between batches it keeps no connection.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let models: FMModels
        private var page: [Model] = []
        private var position = 0
        private var isLastPage = false

        fileprivate init(models: FMModels) { self.models = models }

        /// The next model, nil at the end.
        ///
        /// - Throws: `CancellationError` if the task was cancelled, or `FMError`. After an error there is nothing more.
        public mutating func next() async throws -> Model? {
            if position == page.count, !isLastPage { try await turn() }
            guard position < page.count else { return nil }
            try checkCancellation()
            defer { position += 1 }
            return page[position]
        }

        private mutating func turn() async throws {
            let last = page.last
            (page, position, isLastPage) = ([], 0, true)
            page = try await models.page(after: last)
            isLastPage = page.count < models.batch
        }

        private mutating func checkCancellation() throws {
            guard Task.isCancelled else { return }
            (page, position, isLastPage) = ([], 0, true)
            throw CancellationError()
        }
    }
}

extension FMDatabaseCoordinator {
    /// The models that a condition holds for, one after the other, in bounded memory.
    ///
    ///     for try await person in queue.each(Person.self, where: "age > \(age)") { print(person.name) }
    ///
    /// They are read in batches, and between two batches the connection is free. So each batch is a state of the database of
    /// its own: what is written meanwhile is seen if it lies ahead in the order, and a model whose place in the order
    /// changes may come twice or not at all. To see a single state read all in one call, by
    /// `find` or `forEach`.
    ///
    /// When the task is cancelled, the sequence throws `CancellationError`, so that a part is not taken for the whole.
    ///
    /// - Parameters:
    ///   - type: a model with a key, by which the batches go on.
    ///   - table: another table than the model's own.
    ///   - condition: which rows.
    ///   - order: columns in their order; the key decides between equals.
    ///   - batch: how many models are read, and kept, at a time; less than 1 counts as 1.
    ///   - file: the caller's file, named in errors about waiting and about locks.
    ///   - line: the caller's line.
    /// - Returns: a sequence that may be gone through more than once, each time anew.
    public func each<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, where condition: FMWhere<Model> = .all,
        orderBy order: [FMOrder<Model>] = [], batch: Int = 256, file: StaticString = #fileID, line: UInt = #line
    ) -> FMModels<Model> {
        FMModels(
            coordinator: self, table: table, condition: condition, order: order, batch: Swift.max(1, batch), file: file,
            line: line)
    }

    /// The models that a condition holds for, one after the other, in bounded memory. See the form without a closure.
    public func each<Model: FMModel & Sendable>(
        _ type: Model.Type, from table: String? = nil, orderBy order: [FMOrder<Model>] = [], batch: Int = 256,
        file: StaticString = #fileID, line: UInt = #line, _ condition: (Model.Columns) -> FMWhere<Model>
    ) -> FMModels<Model> {
        each(
            type, from: table, where: condition(Model.Columns()), orderBy: order, batch: batch, file: file,
            line: line)
    }
}
