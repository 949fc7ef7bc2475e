#if os(Linux)
    import Foundation

    // SAFETY: the variables are read and written under `lock` alone.
    /// Reports changes of files. One descriptor and one thread serve the whole process, and only as long as a file is watched.
    ///
    /// The folder is watched, so that files which are made, replaced or renamed later are watched, too.
    /// See [inotify](https://man7.org/linux/man-pages/man7/inotify.7.html).
    final class FileEvents: @unchecked Sendable {
        static let shared = FileEvents()

        private let lock = NSLock()
        /// -1 while nothing is watched. The thread alone closes it.
        private var descriptor: Int32 = -1
        /// By the numbers that the kernel has given to their folders.
        private var watches: [Int32: [ObjectIdentifier: FileWatch]] = [:]

        private static let mask =
            UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
            | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

        private init() {
            // The thread is not in a child process, whose descriptor is another one of the same queue of events.
            Forks.hold(lock) { [self] in
                if descriptor >= 0 { close(descriptor) }
                (descriptor, watches) = (-1, [:])
            }
        }

        /// Watches a database file, its log and its journal.
        ///
        /// - Parameters:
        ///   - path: the file by its one absolute path.
        ///   - changed: is called without a lock after each change, or several, on the thread of the events; it must not wait.
        ///   - lost: is called likewise if no further changes are noticed.
        ///   - refusal: the number of the error with which the kernel is to refuse it, for tests.
        /// - Returns: nil on file systems that are written by other computers, too.
        /// - Throws: where the kernel refuses it.
        func watch(
            _ path: String, refusal: Int32? = nil, changed: @escaping @Sendable () -> Void,
            lost: @escaping @Sendable () -> Void
        ) throws(FileWatchError) -> FileWatch? {
            let url = URL(fileURLWithPath: path)
            let (folder, name) = (url.deletingLastPathComponent().path, url.lastPathComponent)
            guard !FileEvents.isShared(folder) else { return nil }
            if let refusal { throw FileWatchError(errorNumber: refusal) }
            lock.lock()
            defer { lock.unlock() }
            let isFirst = descriptor < 0
            let open = isFirst ? inotify_init1(Int32(IN_CLOEXEC)) : descriptor
            guard open >= 0 else { throw FileWatchError(errorNumber: errno) }
            let number = inotify_add_watch(open, folder, FileEvents.mask)
            guard number >= 0 else {
                let error = FileWatchError(errorNumber: errno)
                if isFirst { close(open) }
                throw error
            }
            let watch = FileWatch(number, name, changed: changed, lost: lost)
            watches[number, default: [:]][ObjectIdentifier(watch)] = watch
            descriptor = open
            if isFirst { Thread.named("FMDB files") { [self] in while readEvents(from: open) {} }.start() }
            return watch
        }

        fileprivate func remove(_ watch: FileWatch) {
            lock.withLock {
                guard watches[watch.number]?.removeValue(forKey: ObjectIdentifier(watch)) != nil,
                    watches[watch.number]?.isEmpty == true
                else { return }
                watches[watch.number] = nil
                // That is an event, which wakes the thread to see that nothing is left.
                inotify_rm_watch(descriptor, watch.number)
            }
        }

        // MARK: The thread

        /// - Returns: false if nothing is watched any more.
        private func readEvents(from descriptor: Int32) -> Bool {
            let calls = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer -> [() -> Void] in
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                if count < 0, errno == EINTR { return [] }
                return lock.withLock {
                    guard count > 0 else {
                        defer { watches = [:] }
                        return watches.values.flatMap(\.values).map { $0.lost }
                    }
                    return self.calls(for: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                }
            }
            calls.forEach { $0() }
            let isOver = lock.withLock {
                guard watches.isEmpty else { return false }
                close(descriptor)
                self.descriptor = -1
                return true
            }
            // Steady writing is reported a thousand times a second at most; the kernel keeps the events meanwhile.
            if !isOver { usleep(1000) }
            return !isOver
        }

        /// The closures to call for events, each once.
        private func calls(for events: UnsafeRawBufferPointer) -> [() -> Void] {
            var (changed, lost) = ([ObjectIdentifier: FileWatch](), [FileWatch]())
            var start = 0
            let size = MemoryLayout<inotify_event>.size
            while start + size <= events.count {
                let event = events.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
                let bytes = events[(start + size)..<min(start + size + Int(event.len), events.count)]
                start += size + Int(event.len)
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                    for watch in watches.values.flatMap(\.values) { changed[ObjectIdentifier(watch)] = watch }
                } else if event.mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) != 0 {
                    guard let gone = watches.removeValue(forKey: event.wd) else { continue }
                    lost += gone.values
                    inotify_rm_watch(descriptor, event.wd)
                } else {
                    let name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                    for (id, watch) in watches[event.wd] ?? [:] where watch.names.contains(name) { changed[id] = watch }
                }
            }
            return changed.values.map(\.changed) + lost.map(\.lost)
        }
    }

    /// The kernel does not report changes.
    struct FileWatchError: Error {
        let errorNumber: Int32
    }

    final class FileWatch: Sendable {
        fileprivate let number: Int32
        fileprivate let names: Set<String>
        fileprivate let changed: @Sendable () -> Void
        fileprivate let lost: @Sendable () -> Void
        private let stamp = ForkStamp()

        fileprivate init(
            _ number: Int32, _ name: String, changed: @escaping @Sendable () -> Void,
            lost: @escaping @Sendable () -> Void
        ) {
            self.number = number
            names = [name, name + "-wal", name + "-journal"]
            (self.changed, self.lost) = (changed, lost)
        }

        func cancel() {
            // A child process would end it for its parent.
            if !stamp.isInherited { FileEvents.shared.remove(self) }
        }
    }

    extension FileEvents {
        /// The file systems on which other computers, or programs, may change files without an event of the kernel.
        private static let sharedTypes: Set<String> = [
            "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "virtiofs", "ceph", "afs", "coda", "gfs2", "ocfs2", "lustre",
            "vboxsf",
        ]

        /// Whether a folder is on such a file system.
        ///
        /// See [/proc/pid/mountinfo](https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html).
        fileprivate static func isShared(_ folder: String) -> Bool {
            var facts = stat()
            guard stat(folder, &facts) == 0 else { return false }
            let device = UInt64(facts.st_dev)
            let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
            let minor = device & 0xFF | (device >> 12) & 0xFFFF_FF00
            for line in KernelFile.contents("/proc/self/mountinfo").split(separator: UInt8(ascii: "\n")) {
                let words = String(decoding: line, as: UTF8.self).split(separator: " ")
                guard words.count > 2, words[2] == "\(major):\(minor)", let dash = words.lastIndex(of: "-"),
                    dash + 1 < words.count
                else { continue }
                let type = words[dash + 1]
                return sharedTypes.contains(String(type)) || type.hasPrefix("fuse")
            }
            return false
        }
    }
#endif
