import FMDB

/// A temporary folder for one test. The folder and its contents are removed when the object is released, so keep the object in
/// a variable.
///
///     let folder = FMTemporaryFolder()
///     let queue = try FMDatabaseQueue(path: folder.file("app.db"), configuration: .init())
///
/// The folder is in the system's temporary folder. Any thread may use the object.
public final class FMTemporaryFolder: Sendable {
    /// The absolute path, without a trailing slash.
    public let path: String

    /// Creates the folder. If that fails, the process ends.
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

    /// Returns the path of a file in the folder. The file is not created.
    public func file(_ name: String = "test.db") -> String {
        path + "/" + name
    }
}
