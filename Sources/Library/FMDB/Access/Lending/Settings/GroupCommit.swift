extension FMDatabaseCoordinator {
    /// A policy by which transactions that wait at the same time share one commit.
    ///
    /// A durable commit waits for the disk, for some milliseconds. If many callers each write a little, they can wait
    /// for it together. The policy applies to immediate transactions: `withTransaction` of a queue and `write` of a
    /// pool. Where SQLite's default in WAL mode is `NORMAL`, as on Apple platforms, group commit changes it to `FULL`
    /// unless ``Configuration/synchronous`` sets another mode.
    ///
    /// - Each block has its own savepoint. If a block throws, or leaves a foreign key unsatisfied
    ///   (`.constraintForeignKey`), only its changes are rolled back.
    /// - A call returns after the shared commit. If that commit fails, each call of the group throws its error, and
    ///   nothing of the group is written. The same applies if SQLite rolls back because, for example, the disk is full
    ///   or a statement was interrupted. After a constraint violation with `OR ROLLBACK` the other calls throw
    ///   `.abort`.
    /// - A block must not end the transaction. If it does, none of its later statements write, and its call throws
    ///   `.misuse`. `COMMIT` also commits the earlier blocks of the group, whose calls return. `ROLLBACK` rolls them
    ///   back, and their calls throw `.abort`.
    /// - Blocks run one after the other, in the order of the calls, on a thread of the library, including those of
    ///   synchronous calls.
    /// - Cancellation or a deadline stops the block's next statement. It interrupts a running statement only in the
    ///   first block of a group, because SQLite would otherwise roll back the earlier blocks too. After a block has
    ///   ended, its call waits for the shared commit, whatever its deadline.
    /// - Retries repeat the BEGIN of the shared transaction, but no block.
    public struct GroupCommit: Sendable {
        /// The maximum number of blocks in a group, 1 or more. A group that has run for some time commits with fewer,
        /// so that no call waits long for later blocks.
        public var maximumTransactions: Int

        /// Creates settings.
        ///
        /// - Parameter maximumTransactions: the maximum number of blocks in a group; less than 1 counts as 1.
        public init(maximumTransactions: Int = 256) {
            self.maximumTransactions = maximumTransactions
        }
    }
}
