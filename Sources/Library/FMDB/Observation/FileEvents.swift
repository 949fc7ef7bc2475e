#if os(Linux)
    import Foundation

    // SAFETY: the variables are read and written under `lock` alone.
    /// Reports changes to files. One inotify descriptor and one thread serve the process, and exist only while a file
    /// is watched.
    ///
    /// The watch is on the file's folder, because one on the file itself would not notice a file that is created,
    /// replaced or renamed later. See [inotify](https://man7.org/linux/man-pages/man7/inotify.7.html).
    final class FileEvents: @unchecked Sendable {
        static let shared = FileEvents()

        private let lock = SystemLock()
        /// The inotify descriptor; -1 while nothing is watched. Only the thread closes it, except in a forked child
        /// process.
        private var descriptor: Int32 = -1
        /// The watches, by the watch descriptor of their folder.
        private var watches: [Int32: [ObjectIdentifier: FileWatch]] = [:]

        private static let mask =
            UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
            | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

        private init() {
            // A forked child process does not have the thread. Its inherited descriptor shares the parent's event
            // queue, so it is closed.
            Forks.hold(lock) { [self] in
                if descriptor >= 0 { close(descriptor) }
                (descriptor, watches) = (-1, [:])
            }
        }

        /// Watches a database file, its WAL and its journal.
        ///
        /// - Parameters:
        ///   - path: the canonical absolute path of the file.
        ///   - changed: called on the event thread after one or more changes, with no lock held; it must not block.
        ///   - lost: called on the event thread if changes are no longer reported.
        ///   - refusal: an `errno` to fail with, for tests.
        /// - Returns: nil on file systems that other computers or programs may change without an event.
        /// - Throws: `FileWatchError` if the kernel refuses the watch.
        func watch(
            _ path: String, refusal: Int32? = nil, changed: @escaping @Sendable () -> Void,
            lost: @escaping @Sendable () -> Void
        ) throws(FileWatchError) -> FileWatch? {
            let url = URL(fileURLWithPath: path)
            let (folder, name) = (url.deletingLastPathComponent().path, url.lastPathComponent)
            #if DEBUG
                // The kernel has no events of a simulated disk.
                if Simulated.thread != nil { return nil }
            #endif
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
            if isFirst { SystemThread.start("FMDB files") { [self] in while readEvents(from: open) {} } }
            return watch
        }

        fileprivate func remove(_ watch: FileWatch) {
            lock.withLock {
                guard watches[watch.number]?.removeValue(forKey: ObjectIdentifier(watch)) != nil,
                    watches[watch.number]?.isEmpty == true
                else { return }
                watches[watch.number] = nil
                // This causes an event, which wakes the thread so that it can end.
                inotify_rm_watch(descriptor, watch.number)
            }
        }

        // MARK: The thread

        /// - Returns: false if nothing is watched any longer.
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
            // Limits the reports to a thousand a second; the kernel queues further events meanwhile.
            if !isOver { usleep(1000) }
            return !isOver
        }

        /// Returns the closures to call for a buffer of events, each closure once.
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

    /// The error if the kernel refuses to watch a file.
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
            // In a forked child process this would end the parent's watch.
            if !stamp.isInherited { FileEvents.shared.remove(self) }
        }
    }

    extension FileEvents {
        /// The types of file systems that other computers, or other programs, may change without an inotify event.
        private static let sharedTypes: Set<String> = [
            "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "virtiofs", "ceph", "afs", "coda", "gfs2", "ocfs2", "lustre",
            "vboxsf",
        ]

        /// Whether a folder is on one of these file systems, or on FUSE.
        ///
        /// See [/proc/pid/mountinfo](https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html).
        fileprivate static func isShared(_ folder: String) -> Bool {
            var facts = stat()
            guard SystemFiles.stat(folder, &facts) == 0 else { return false }
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
