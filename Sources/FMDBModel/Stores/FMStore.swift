/// A store in the database of a queue or pool: ``FMStoredArray`` and ``FMStoredDictionary``.
public protocol FMStore: Sendable {
    /// The store within a block that has its database.
    associatedtype Contents

    /// Several changes at once: all of them or none, and nothing of others in between.
    ///
    /// - Parameter body: runs within a transaction; must not keep the view.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError`, as `withTransaction` does.
    @discardableResult
    func withContents<Result: Sendable>(_ body: (Contents) throws -> Result) throws -> Result

    /// Several changes at once, without blocking the caller's thread. See the synchronous form.
    ///
    /// - Throws: as the synchronous form does, and `CancellationError`.
    @discardableResult
    func withContents<Result: Sendable>(_ body: @escaping @Sendable (Contents) throws -> Result) async throws -> Result
}

// As those of FMDatabaseAccess.
extension FMStore {
    /// Several changes at once, where the result of the body is not wanted.
    ///
    /// - Throws: as the form with a result does.
    public func withContents<Ignored: Sendable>(_ body: (Contents) throws -> Ignored) throws {
        let _: Ignored = try withContents(body)
    }

    /// Several changes at once, without blocking the caller's thread, where the result of the body is not wanted.
    ///
    /// - Throws: as the form with a result does.
    public func withContents<Ignored: Sendable>(
        _ body: @escaping @Sendable (Contents) throws -> Ignored
    ) async throws {
        let _: Ignored = try await withContents(body)
    }
}
