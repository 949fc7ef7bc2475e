import FMDB

/// A folder of its own for one test. It is removed with everything in it when the object is released, so keep the object in a
/// variable.
///
///     let folder = FMTemporaryFolder()
///     let queue = try FMDatabaseQueue(path: folder.file("app.db"), configuration: .init())
///
/// It lies in the system's temporary folder. Any thread may use it.
public final class FMTemporaryFolder: Sendable {
    /// The absolute path, without a trailing slash.
    public let path: String

    /// Makes the folder. The process is ended if that is impossible.
    public init() {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("fmdb-" + UUID().uuidString)
        path = url.path
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            fatalError("the temporary folder \(path) cannot be created: \(error)")
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in the folder. The file is not created.
    public func file(_ name: String = "test.db") -> String {
        path + "/" + name
    }
}
