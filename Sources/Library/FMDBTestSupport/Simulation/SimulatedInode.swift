import FMDB

#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    /// A file or folder of a simulated disk.
    final class SimulatedInode {
        let number: UInt64
        let mode: mode_t
        /// The bytes of a file. The shared memory of a WAL index is not among them.
        private(set) var bytes: [UInt8] = []
        /// The names in a folder, or nil for a file.
        var folder: SimulatedFolder?
        var links = 0
        var locks = ByteRangeLocks()
        /// The regions of a WAL index.
        var regions: [MemoryRegion] = []
        /// The times of the last change of the content, and of the last change of content, names or link count.
        private(set) var modified: Duration
        private(set) var changed: Duration
        private var unsynced = UnsyncedFile()

        init(_ number: UInt64, _ mode: mode_t, isFolder: Bool, at now: Duration) {
            self.number = number
            self.mode = mode & 0o7777 | (isFolder ? S_IFDIR : S_IFREG)
            folder = isFolder ? SimulatedFolder() : nil
            (modified, changed) = (now, now)
        }

        func touch(at now: Duration, content: Bool) {
            changed = now
            if content { modified = now }
        }

        func write(_ new: UnsafeRawBufferPointer, at offset: Int, at now: Duration) {
            guard !new.isEmpty else { return }
            let end = offset + new.count
            record(offset..<end)
            if bytes.count < end { bytes.resize(to: end) }
            bytes.withUnsafeMutableBytes {
                UnsafeMutableRawBufferPointer(rebasing: $0[offset..<end]).copyMemory(from: new)
            }
            touch(at: now, content: true)
        }

        func truncate(to size: Int, at now: Duration) {
            record(size..<Int.max)
            bytes.resize(to: size)
            touch(at: now, content: true)
        }

        private func record(_ range: Range<Int>) {
            let former = Array(bytes[range.clamped(to: 0..<bytes.count)])
            unsynced.changes.append(UnsyncedFile.Change(range: range, bytes: former, size: bytes.count))
        }

        func sync() {
            unsynced.changes = []
            folder?.sync()
        }

        /// Changes the bytes of a file to what a power cut leaves of them.
        func damage(_ choice: inout DamageChoice) {
            guard !unsynced.changes.isEmpty else { return }
            bytes = unsynced.damaged(bytes, &choice)
            unsynced.changes = []
        }

        func fill(_ facts: inout stat) {
            facts = .init()
            // The device has the major number 0, as that of a file system without a disk.
            facts.st_dev = numericCast(SimulatedInode.device)
            facts.st_ino = numericCast(number)
            facts.st_mode = mode
            facts.st_nlink = numericCast(folder == nil ? links : 2)
            facts.st_size = numericCast(bytes.count)
            facts.st_blksize = 4096
            facts.st_blocks = numericCast((bytes.count + 511) / 512)
            (facts.st_mtim, facts.st_ctim) = (timespec(modified), timespec(changed))
        }

        static let device = 0x2A
    }

    /// The names in a folder, now and since the last sync of the folder.
    struct SimulatedFolder {
        private(set) var entries: [String: SimulatedInode] = [:]
        private(set) var synced: [String: SimulatedInode] = [:]
        private var changes: [String: NameChange] = [:]

        /// The names in the order of their bytes.
        var names: [String] { SimulatedFolder.sorted(entries.keys) }

        /// All that a power cut may leave in the folder.
        var all: [SimulatedInode] { (Array(entries.values) + synced.values).sorted { $0.number < $1.number } }

        mutating func set(_ name: String, _ inode: SimulatedInode?, _ change: NameChange) {
            entries[name] = inode
            if let earlier = changes[name] { earlier.join(change) } else { changes[name] = change }
        }

        mutating func sync() {
            (synced, changes) = (entries, [:])
        }

        /// Changes the names to what a power cut leaves of them.
        mutating func damage(_ choice: inout DamageChoice) {
            for name in SimulatedFolder.sorted(changes.keys) where changes[name]?.isKept(&choice) == false {
                entries[name] = synced[name]
            }
            sync()
        }

        private static func sorted(_ names: some Sequence<String>) -> [String] {
            names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
    }

    /// Unsynced names that a power cut keeps or loses together: the two names of a file that was renamed.
    final class NameChange {
        private var joined: NameChange?
        private var kept: Bool?

        private var first: NameChange { joined?.first ?? self }

        func join(_ other: NameChange) {
            let (own, other) = (first, other.first)
            if own !== other { other.joined = own }
        }

        func isKept(_ choice: inout DamageChoice) -> Bool {
            let first = first
            let isKept = first.kept ?? choice.isKept()
            first.kept = isKept
            return isKept
        }
    }

    extension timespec {
        fileprivate init(_ time: Duration) {
            let (seconds, attoseconds) = time.components
            self.init(tv_sec: numericCast(seconds), tv_nsec: numericCast(attoseconds / 1_000_000_000))
        }
    }
#endif
