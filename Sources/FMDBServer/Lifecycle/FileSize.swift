#if Server
    enum FileSize {
        /// The length of a file in bytes; nil if there is none.
        static func of(_ path: String) -> Int? {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            return (attributes?[.size] as? NSNumber)?.intValue
        }

        /// The bytes that are free on the file system of a path; nil if the system does not tell.
        static func freeSpace(at path: String) -> Int? {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
            return (attributes?[.systemFreeSize] as? NSNumber)?.intValue
        }
    }
#endif
