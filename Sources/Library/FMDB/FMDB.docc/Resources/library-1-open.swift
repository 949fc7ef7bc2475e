import FMDBModel

/// The books of a library, in a file.
struct Library {
    let queue: FMDatabaseQueue

    init(path: String) throws {
        queue = try FMDatabaseQueue(path: path, configuration: .init())
    }
}
