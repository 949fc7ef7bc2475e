#if canImport(Observation)
    import Observation

    /// The result of a query, kept up to date for a view.
    ///
    ///     struct PeopleView: View {
    ///         @State var people = FMLiveResult(queue.values { db in try db.rows("SELECT name FROM person", as: String.self) })
    ///
    ///         var body: some View {
    ///             List(people.rows, id: \.self) { name in Text(name) }
    ///                 .overlay { if people.isLoading { ProgressView() } }
    ///         }
    ///     }
    ///
    /// The query runs on a thread of the library. Its results arrive on the main actor, which isolates all properties.
    /// The query first runs when a property is first read, so an object that is created and never shown costs nothing.
    /// The query ends when the object is released, with ``end()``, and when the queue or pool is closed. See
    /// <doc:ObservingChanges#A-view>.
    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    @MainActor
    @Observable
    public final class FMLiveResult<Value: Sendable> {
        private var found: Value?
        private var failure: (any Error)?
        private var isWaiting = true
        /// The query that has not started yet.
        @ObservationIgnored private var next: FMValues<Value>?
        @ObservationIgnored private var task: Task<Void, Never>?

        /// Prepares a query.
        ///
        /// - Parameter values: the query, as `values(externalChanges:_:)` of a queue or pool returns it.
        public init(_ values: FMValues<Value>) {
            next = values
        }

        deinit {
            task?.cancel()
        }

        /// The last result of the query; nil before the first one. The value stays after an error, and after
        /// ``show(_:)`` until the new query has a result.
        public var value: Value? {
            begin()
            return found
        }

        /// The error of the last run of the query; nil if that run had a result. The query runs again after the next
        /// commit.
        public var error: (any Error)? {
            begin()
            return failure
        }

        /// Whether the query has neither a result nor an error yet.
        public var isLoading: Bool {
            begin()
            return isWaiting
        }

        /// Starts another query in place of the current one, for example after a search term has changed.
        ///
        /// - Parameter values: the new query. Results of the previous query no longer arrive.
        public func show(_ values: FMValues<Value>) {
            let isInUse = next == nil
            task?.cancel()
            next = values
            if failure != nil { failure = nil }
            if !isWaiting { isWaiting = true }
            if isInUse { begin() }
        }

        /// Ends the query. Its last result and its error are kept.
        public func end() {
            task?.cancel()
            task = nil
            next = nil
            if isWaiting { isWaiting = false }
        }

        private func begin() {
            guard var values = next else { return }
            next = nil
            values.continuesAfterErrors = true
            // The observation begins here. The task does not retain this object, whose release cancels the task.
            let results = values.makeAsyncIterator()
            task = Task { [weak self] in
                while !Task.isCancelled {
                    let result: Result<Value?, any Error>
                    do { result = .success(try await results.next()) } catch { result = .failure(error) }
                    guard !Task.isCancelled, self?.apply(result) == true else { return }
                }
            }
        }

        /// - Returns: whether more results may arrive.
        private func apply(_ result: Result<Value?, any Error>) -> Bool {
            switch result {
            case .success(nil):
                end()
                return false
            case .success(let value):
                found = value
                if failure != nil { failure = nil }
            case .failure(let error):
                failure = error
            }
            if isWaiting { isWaiting = false }
            return true
        }
    }

    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension FMLiveResult where Value: RangeReplaceableCollection {
        /// The last result of the query; empty before the first one.
        public var rows: Value { value ?? Value() }
    }
#endif
