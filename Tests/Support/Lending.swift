import FMDB

/// What lends the databases of a test.
public enum Lending: String, CaseIterable, Sendable {
    case queue
    case pool
    case groupedQueue
    case groupedPool
    case poolInMemory

    /// A queue or a pool on a new file, or in memory.
    ///
    /// - Parameter configure: what is done with each new connection.
    public func coordinator(
        in folder: TemporaryFolder, configure: (@Sendable (FMDatabase) throws -> Void)? = nil
    ) throws -> FMDatabaseCoordinator {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.configure = configure
        if self == .groupedQueue || self == .groupedPool { configuration.groupCommit = .init() }
        return switch self {
        case .queue, .groupedQueue: try SilentQueue(path: folder.file(), configuration: configuration)
        case .pool, .groupedPool: SilentPool(path: folder.file(), configuration: configuration)
        case .poolInMemory: SilentPool(path: nil, configuration: configuration)
        }
    }
}
