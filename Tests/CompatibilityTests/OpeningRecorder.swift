import FMDB

/// A database class of a client's own, as `databaseClass()` names it: it remembers how it was opened.
final class OpeningRecorder: FMDatabase {
    /// One entry for each call, in the order of the calls.
    private(set) var openings: [String] = []

    required init(path: String?) {
        super.init(path: path)
    }

    override func open() -> Bool {
        openings.append("open()")
        return super.open()
    }

    override func open(withFlags flags: Int32, vfs vfsName: String?) -> Bool {
        openings.append("open(withFlags: \(flags), vfs: \(vfsName ?? "nil"))")
        return super.open(withFlags: flags, vfs: vfsName)
    }
}
