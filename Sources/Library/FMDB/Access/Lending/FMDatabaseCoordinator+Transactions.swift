extension FMDatabaseCoordinator {
    /// Runs a body in a transaction, with a shared commit if these connections have a group commit.
    final func transact<Value: Sendable>(
        _ slots: ConnectionSlots, _ kind: FMDatabase.TransactionKind, _ options: AccessOptions,
        _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        if kind == .immediate, let group = slots.sharedCommit {
            let outcome = BlockOutcome<Value>()
            try group.run(options) { outcome.value = try body($0) }
            return try outcome.get()
        }
        return try lend(slots, options) { try self.transact($0, kind, body) }
    }

    final func transact<Value: Sendable>(
        _ slots: ConnectionSlots, _ kind: FMDatabase.TransactionKind, _ options: AccessOptions,
        _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        if kind == .immediate, let group = slots.sharedCommit {
            let outcome = BlockOutcome<Value>()
            try await group.runForTask(options) { outcome.value = try body($0) }
            return try outcome.get()
        }
        return try await lend(slots, options) { try self.transact($0, kind, body) }
    }

    private func transact<Value>(
        _ database: FMDatabase, _ kind: FMDatabase.TransactionKind, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        try database.retrying(configuration.retry) {
            try database.withTransaction(kind) { try body(database) }
        }
    }

    final func readSnapshot<Value>(
        from readers: ConnectionSlots, _ options: AccessOptions, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        // The writer switches the file to WAL mode, and creates it if it is missing.
        if let writer = unopenedWriter { try lend(writer, options) { _ in } }
        return try lendAtOnce(readers, options) { database in try database.withSnapshot { try body(database) } }
    }

    final func readSnapshot<Value: Sendable>(
        from readers: ConnectionSlots, _ options: AccessOptions,
        _ body: @escaping @Sendable (FMDatabase) throws -> Value
    ) async throws -> Value {
        if let writer = unopenedWriter { try await lend(writer, options) { _ in } }
        return try await lend(readers, options) { database in try database.withSnapshot { try body(database) } }
    }
}

/// Runs the transactions that share commits; see ``FMDatabaseCoordinator/GroupCommit``.
struct SharedCommit: Sendable {
    /// Runs a body and returns after the commit.
    let run: @Sendable (AccessOptions, (FMDatabase) throws -> Void) throws -> Void
    /// The same, without blocking the thread.
    let runForTask: @Sendable (AccessOptions, @escaping @Sendable (FMDatabase) throws -> Void) async throws -> Void
}

// SAFETY: written by the thread that runs the block, read by the caller's after its end.
/// The value that a block has returned.
private final class BlockOutcome<Value>: @unchecked Sendable {
    var value: Value?

    func get() throws -> Value {
        guard let value else { throw FMError.withoutValue() }
        return value
    }
}

extension FMError {
    /// The error for a block that has neither returned nor thrown.
    @usableFromInline
    static func withoutValue() -> FMError { FMError(.internal, "internal error: the block did not run") }
}
