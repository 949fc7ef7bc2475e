import FMDBSQLiteC

/// Prevents a forked child process from opening the database files that were open in its parent.
///
/// SQLite opens every file through a VFS, for a new connection as well as for ATTACH and for the app's own C calls. So every VFS of the
/// child refuses these files.
///
/// See [OS Interface Object](https://sqlite.org/c3ref/vfs.html).
enum InheritedFiles {
    private typealias Open =
        @convention(c) (
            UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, UnsafeMutablePointer<sqlite3_file>?, Int32,
            UnsafeMutablePointer<Int32>?
        ) -> Int32

    // SAFETY: it is set once, before the process can fork, and never changed; the VFS that it points at is never freed.
    /// The default VFS.
    nonisolated(unsafe) private static let first = sqlite3_vfs_find(nil)

    // SAFETY: it is written in the child while that has one thread only.
    /// SQLite's original `xOpen`, or nil in a process that was not forked.
    nonisolated(unsafe) private static var open: Open?

    /// The number of the thread whose open was refused last; 0 for none.
    private static let refused = AtomicWord(0)

    /// Initialises the static properties. Call it before the process forks, because `sqlite3_vfs_find` takes an SQLite mutex.
    static func prepare() {
        _ = (address(first?.pointee.xOpen), refused, openUnlessInherited)
    }

    /// Makes every VFS refuse inherited files. Call it in the child while it has only one thread.
    static func refuse() {
        guard open == nil, let original = first?.pointee.xOpen else { return }
        open = original
        var vfs = first
        while let found = vfs {
            // SQLite's own VFSes differ in their locking but share one `xOpen`. Other VFSes open files through one of SQLite's.
            if address(found.pointee.xOpen) == address(original) { found.pointee.xOpen = openUnlessInherited }
            vfs = found.pointee.pNext
        }
    }

    /// Returns whether the `xOpen` call that has just failed on this thread was refused, and clears that record.
    static func popRefusal() -> Bool {
        let me = ThreadIdentity.current.number
        return refused.value == me && refused.exchange(expected: me, for: 0) == me
    }

    private static let openUnlessInherited: Open = { vfs, path, file, flags, outFlags in
        if flags & SQLITE_OPEN_MAIN_DB != 0, let path, let identity = FileIdentity(path: String(cString: path)),
            OpenFiles.shared.isInherited(identity)
        {
            file?.pointee.pMethods = nil
            refused.value = ThreadIdentity.current.number
            return SQLITE_MISUSE
        }
        return open?(vfs, path, file, flags, outFlags) ?? SQLITE_CANTOPEN
    }

    private static func address(_ open: Open?) -> UInt { unsafeBitCast(open, to: UInt.self) }
}
