import FMDBSQLiteC

/// Keeps a child process that `fork` has made from opening the files that were open in its parent.
///
/// SQLite opens each file by its VFS before it locks it: to open a connection, to attach a database, and for a C function of
/// the client's. So the child's VFSes refuse.
///
/// See [OS Interface Object](https://sqlite.org/c3ref/vfs.html).
enum InheritedFiles {
    private typealias Open =
        @convention(c) (
            UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, UnsafeMutablePointer<sqlite3_file>?, Int32,
            UnsafeMutablePointer<Int32>?
        ) -> Int32

    // SAFETY: it is set once, before a process may be forked, and never changed; what it points at lives for ever.
    /// The file system that is used where none is named.
    nonisolated(unsafe) private static let first = sqlite3_vfs_find(nil)

    // SAFETY: it is written in the child while that has one thread only.
    /// What opens a file; nil in a process that was not forked.
    nonisolated(unsafe) private static var open: Open?

    /// The thread whose opening was refused last, 0 for none.
    private static let refused = AtomicWord(0)

    /// To be called before the process is forked: to ask for a file system takes a lock of SQLite's.
    static func prepare() {
        _ = (address(first?.pointee.xOpen), refused, openUnlessInherited)
    }

    /// Has every file system refuse from now on. To be called in the child, while it has one thread only.
    static func refuse() {
        guard open == nil, let original = first?.pointee.xOpen else { return }
        open = original
        var vfs = first
        while let found = vfs {
            // Those that come with SQLite differ in their locks, and open files by the same function. Others call one of these.
            if address(found.pointee.xOpen) == address(original) { found.pointee.xOpen = openUnlessInherited }
            vfs = found.pointee.pNext
        }
    }

    /// Whether the opening that has just failed on this thread was refused. It is answered once.
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
