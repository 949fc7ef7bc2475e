#if Node && os(Linux)
    import FMDB

    /// The directory of a node. It contains the engine's files, `fmdb-node.json`, which names the node, and `fmdb-node.lock`, which one
    /// process at a time locks.
    final class NodeDirectory {
        /// The content of `fmdb-node.json`.
        struct Marker: Codable, Equatable {
            enum State: String, Codable {
                /// The node has not started yet.
                case new
                /// The node was started, and may be a member without a vote.
                case joining
                case member
            }

            var id: UInt64
            var address: String
            var state: State
        }

        let path: String
        private let lock: Int32
        private(set) var marker: Marker?

        private static let markerName = "fmdb-node.json"
        private static let lockName = "fmdb-node.lock"

        /// Creates the directory if it is missing, locks it, and reads the marker.
        ///
        /// - Parameter mustExist: whether a missing directory is an error.
        init(_ path: String, mustExist: Bool = false) throws(NodeError) {
            self.path = path
            if !mustExist { try NodeDirectory.make(path) }
            lock = try NodeDirectory.lock(path)
            marker = try NodeDirectory.readMarker(path)
        }

        deinit { close(lock) }

        private static func make(_ path: String) throws(NodeError) {
            do {
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw NodeError(.cannotUse, "the directory \(path) cannot be created: \(reason(error))")
            }
        }

        private static func lock(_ path: String) throws(NodeError) -> Int32 {
            let file = open("\(path)/\(lockName)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else {
                throw NodeError(.cannotUse, "the directory \(path) cannot be used: \(systemMessage(errno))")
            }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                close(file)
                throw NodeError(
                    .cannotUse, "the directory \(path) is used by another process, which must be stopped first")
            }
            return file
        }

        private static func readMarker(_ path: String) throws(NodeError) -> Marker? {
            let file = "\(path)/\(markerName)"
            guard FileManager.default.fileExists(atPath: file) else { return nil }
            do {
                return try JSONDecoder().decode(Marker.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
            } catch {
                throw NodeError(
                    .wrongState,
                    "\(file), which names the node of this directory, cannot be read: \(reason(error)). Restore it from a copy"
                )
            }
        }

        /// Writes the marker durably.
        func write(_ marker: Marker) throws(NodeError) {
            let file = "\(path)/\(NodeDirectory.markerName)"
            do {
                try DurableFile.write(marker.sortedJSON() + Data("\n".utf8), to: file)
            } catch {
                throw NodeError(.cannotUse, "\(file) cannot be written: \(reason(error))")
            }
            self.marker = marker
        }

        /// Whether the engine's files exist: the term of its last vote, and a log or a snapshot. Without them the engine would start as
        /// if it had never voted.
        var hasData: Bool {
            let hasTerm = ["metadata1", "metadata2"].contains { FileSize.of("\(path)/\($0)") ?? 0 >= 32 }
            return hasTerm
                && names.contains { name in
                    name.hasPrefix("open-") || name.hasPrefix("snapshot-")
                        || name.split(separator: "-").count == 2 && name.allSatisfy { $0.isNumber || $0 == "-" }
                }
        }

        private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

        /// Throws if the disk is almost full. The engine preallocates files of 8 MiB, and waits silently if there is no space.
        func expectRoom() throws(NodeError) {
            let needed = 32 << 20
            let attributes = try? FileManager.default.attributesOfFileSystem(forPath: path)
            guard let free = attributes?[.systemFreeSize] as? Int, free < needed else { return }
            throw NodeError(
                .cannotUse,
                "the disk of \(path) has \(free >> 20) MiB free, and a node needs \(needed >> 20) MiB to start")
        }

        /// The names of files other than the node's own and those of an empty file system.
        var foreignFiles: [String] {
            let own = [NodeDirectory.markerName, NodeDirectory.lockName, "lost+found"]
            return names.filter { !own.contains($0) }.sorted()
        }
    }
#endif
