import Foundation

/// The system's functions for files, each under its own name. In a simulation they use its files.
///
/// In a release build each is the system's call and nothing more. A path is a C string, as the system takes it: `MovedFiles` has one that it
/// does not convert for each transaction.
package enum SystemFiles {
    @inline(__always)
    package static func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
        #if DEBUG
            if let files = Simulated.process?.files { return files.open(String(cString: path), flags, mode) }
        #endif
        return Foundation.open(path, flags, mode)
    }

    @inline(__always) @discardableResult
    package static func close(_ descriptor: Int32) -> Int32 {
        #if DEBUG
            if let files = Simulated.process?.files { return files.close(descriptor) }
        #endif
        return Foundation.close(descriptor)
    }

    @inline(__always)
    package static func pread(
        _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int, _ offset: Int64
    ) -> Int {
        #if DEBUG
            if let files = Simulated.process?.files {
                return files.pread(descriptor, UnsafeMutableRawBufferPointer(start: buffer, count: count), offset)
            }
        #endif
        return Foundation.pread(descriptor, buffer, count, off_t(offset))
    }

    @inline(__always)
    package static func pwrite(
        _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ offset: Int64
    ) -> Int {
        #if DEBUG
            if let files = Simulated.process?.files {
                return files.pwrite(descriptor, UnsafeRawBufferPointer(start: bytes, count: count), offset)
            }
        #endif
        return Foundation.pwrite(descriptor, bytes, count, off_t(offset))
    }

    @inline(__always)
    package static func ftruncate(_ descriptor: Int32, _ size: Int64) -> Int32 {
        #if DEBUG
            if let files = Simulated.process?.files { return files.ftruncate(descriptor, size) }
        #endif
        return Foundation.ftruncate(descriptor, off_t(size))
    }

    @inline(__always)
    package static func fsync(_ descriptor: Int32) -> Int32 {
        #if DEBUG
            if let files = Simulated.process?.files { return files.fsync(descriptor) }
        #endif
        return Foundation.fsync(descriptor)
    }

    /// Syncs a file to the disk itself. On Apple's platforms `fsync` may leave it in the disk's cache.
    @inline(__always)
    package static func fullSync(_ descriptor: Int32) -> Int32 {
        #if canImport(Darwin)
            // Not every file system supports F_FULLFSYNC.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
        #endif
        return fsync(descriptor)
    }

    @inline(__always) @discardableResult
    package static func fchmod(_ descriptor: Int32, _ mode: mode_t) -> Int32 {
        #if DEBUG
            if let files = Simulated.process?.files { return files.fchmod(descriptor, mode) }
        #endif
        return Foundation.fchmod(descriptor, mode)
    }

    /// Gives a file the permissions of the file at a path, if there is one.
    static func setMode(_ descriptor: Int32, like path: String) {
        var facts = Foundation.stat()
        if stat(path, &facts) == 0 { fchmod(descriptor, facts.st_mode & 0o777) }
    }
}

// MARK: - Facts

extension SystemFiles {
    @inline(__always)
    package static func fstat(_ descriptor: Int32, _ facts: inout stat) -> Int32 {
        #if DEBUG
            if let files = Simulated.process?.files { return files.fstat(descriptor, &facts) }
        #endif
        return Foundation.fstat(descriptor, &facts)
    }

    @inline(__always)
    package static func stat(_ path: UnsafePointer<CChar>, _ facts: inout stat) -> Int32 {
        #if DEBUG
            if let files = Simulated.process?.files { return files.stat(String(cString: path), &facts) }
        #endif
        return systemStat(path, &facts)
    }

    @inline(__always)
    package static func lstat(_ path: UnsafePointer<CChar>, _ facts: inout stat) -> Int32 {
        #if DEBUG
            if let files = Simulated.process?.files { return files.lstat(String(cString: path), &facts) }
        #endif
        return Foundation.lstat(path, &facts)
    }

    @inline(__always)
    package static func access(_ path: UnsafePointer<CChar>, _ mode: Int32) -> Int32 {
        #if DEBUG
            if let files = Simulated.process?.files { return files.access(String(cString: path), mode) }
        #endif
        return Foundation.access(path, mode)
    }

    /// Whether a file or folder exists, following symbolic links.
    @inline(__always)
    package static func exists(_ path: UnsafePointer<CChar>) -> Bool { access(path, F_OK) == 0 }

    /// - Returns: the absolute path without symbolic links, or nil and a value of `errno`.
    @inline(__always)
    package static func realpath(_ path: String) -> String? {
        #if DEBUG
            if let files = Simulated.process?.files { return files.realpath(path) }
        #endif
        guard let found = Foundation.realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }
}

/// `stat`, which names both a function and a structure. `Foundation.stat` would be the structure.
@inline(__always)
private func systemStat(_ path: UnsafePointer<CChar>, _ facts: inout stat) -> Int32 { stat(path, &facts) }

extension stat {
    /// The change time (ctime) in nanoseconds since 1970, which no call can set back.
    var changed: Int64 {
        #if canImport(Darwin)
            stat.nanoseconds(st_ctimespec)
        #else
            stat.nanoseconds(st_ctim)
        #endif
    }

    /// The modification time (mtime) in nanoseconds since 1970.
    var modified: Int64 {
        #if canImport(Darwin)
            stat.nanoseconds(st_mtimespec)
        #else
            stat.nanoseconds(st_mtim)
        #endif
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
}

// MARK: - Names

extension SystemFiles {
    @inline(__always)
    package static func rename(_ path: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>) -> Int32 {
        #if DEBUG
            if let files = Simulated.process?.files {
                return files.rename(String(cString: path), String(cString: target))
            }
        #endif
        return Foundation.rename(path, target)
    }

    @inline(__always)
    package static func link(_ path: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>) -> Int32 {
        #if DEBUG
            if let files = Simulated.process?.files {
                return files.link(String(cString: path), String(cString: target))
            }
        #endif
        return Foundation.link(path, target)
    }

    @inline(__always) @discardableResult
    package static func unlink(_ path: UnsafePointer<CChar>) -> Int32 {
        #if DEBUG
            if let files = Simulated.process?.files { return files.unlink(String(cString: path)) }
        #endif
        return Foundation.unlink(path)
    }

    @inline(__always)
    package static func mkdir(_ path: UnsafePointer<CChar>, _ mode: mode_t) -> Int32 {
        #if DEBUG
            if let files = Simulated.process?.files { return files.mkdir(String(cString: path), mode) }
        #endif
        return Foundation.mkdir(path, mode)
    }

    @inline(__always) @discardableResult
    package static func rmdir(_ path: UnsafePointer<CChar>) -> Int32 {
        #if DEBUG
            if let files = Simulated.process?.files { return files.rmdir(String(cString: path)) }
        #endif
        return Foundation.rmdir(path)
    }

    /// Why the names in a folder are not known, with the value of `errno`.
    package enum FolderFailure: Error {
        case cannotOpen(Int32), cannotRead(Int32)
    }

    /// Returns the names in a folder, without `.` and `..`. Only a simulation sorts them.
    package static func names(in folder: String) throws(FolderFailure) -> [String] {
        #if DEBUG
            if let files = Simulated.process?.files {
                guard let names = files.names(in: folder) else { throw .cannotOpen(errno) }
                return names
            }
        #endif
        guard let directory = opendir(folder) else { throw .cannotOpen(errno) }
        defer { closedir(directory) }
        var names: [String] = []
        while true {
            // `readdir` returns nil both at the end and on failure.
            errno = 0
            guard let entry = readdir(directory) else { break }
            // `d_name` is declared longer than the entry may be, so the array is never read as a whole.
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw .cannotRead(errno) }
        return names
    }
}

// MARK: - The kernel

#if os(Linux)
    /// Files in `/proc`, which the kernel generates while they are read. Their size is unknown in advance.
    enum KernelFile {
        /// The locks of all processes, in the format of `/proc/locks`. Empty if a container hides them.
        static var locks: [UInt8] {
            #if DEBUG
                if let files = Simulated.process?.files { return Array(files.locks.utf8) }
            #endif
            return contents("/proc/locks")
        }

        static var showsLocks: Bool {
            #if DEBUG
                if Simulated.process != nil { return true }
            #endif
            return access("/proc/locks", R_OK) == 0
        }

        /// - Returns: the name of a process, or nil if there is no such process.
        static func command(of process: Int32) -> String? {
            #if DEBUG
                if Simulated.process != nil { return "process \(process)" }
            #endif
            let name = contents("/proc/\(process)/comm").prefix { $0 != UInt8(ascii: "\n") }
            return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
        }

        /// Returns the content of a file, cut after about 4 MiB. Empty if the file cannot be read. A simulation has no such files.
        static func contents(_ path: String) -> [UInt8] {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return [] }
            defer { close(file) }
            var all: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 16384)
            // Stops at 4 MiB, so that an endless list does not block the caller.
            while all.count < 4 << 20 {
                let count = read(file, &chunk, chunk.count)
                guard count > 0 else { break }
                all += chunk[..<count]
            }
            return all
        }
    }
#endif
