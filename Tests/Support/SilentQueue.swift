import FMDB

/// A queue whose databases keep their error messages out of the test log.
public final class SilentQueue: FMDatabaseQueue, @unchecked Sendable {
    /// See ``SilentDatabase``.
    public override class func databaseClass() -> AnyClass { SilentDatabase.self }
}

/// A pool whose databases keep their error messages out of the test log.
public final class SilentPool: FMDatabasePool, @unchecked Sendable {
    /// See ``SilentDatabase``.
    public override class func databaseClass() -> AnyClass { SilentDatabase.self }
}
