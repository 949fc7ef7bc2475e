import FMDBSQLiteC

/// A file, opened and read as SQLite opens and reads it, but without a connection.
///
/// Plain calls of the system would not do: to close a file by them drops the locks that connections of this process hold on
/// it. See [OS Interface Object](https://sqlite.org/c3ref/vfs.html) and
/// [How To Corrupt An SQLite Database File](https://sqlite.org/howtocorrupt.html).
final class FileReader {
    struct Kind {
        fileprivate let flag: Int32

        static let database = Kind(flag: SQLITE_OPEN_MAIN_DB)
        static let log = Kind(flag: SQLITE_OPEN_WAL)
        static let journal = Kind(flag: SQLITE_OPEN_MAIN_JOURNAL)
    }

    private let file: UnsafeMutablePointer<sqlite3_file>
    private let memory: UnsafeMutableRawPointer
    /// The file system keeps pointers into it.
    private let name: UnsafeMutableBufferPointer<CChar>
    private var isLocked = false
    /// In bytes.
    let size: Int64
    /// Absolute, without symbolic links: beside it lie the log and the journal.
    let path: String

    /// Opens a file for reading.
    ///
    /// - Parameter vfs: the name of a file system, nil for the default one.
    /// - Returns: nil if there is no such file.
    init?(_ path: String, _ kind: Kind, vfs: String?) throws(FMError) {
        guard let system = sqlite3_vfs_find(vfs), let open = system.pointee.xOpen else {
            throw FMError(.misuse, "there is no file system of that name", sql: nil, stage: .open)
        }
        var full = [CChar](repeating: 0, count: max(512, Int(system.pointee.mxPathname) + 1))
        let length = Int32(full.count)
        // Of a symbolic link the answer is an extended code of success.
        guard let found = system.pointee.xFullPathname?(system, path, length, &full), found & 0xFF == SQLITE_OK else {
            throw FileReader.failure(SQLITE_CANTOPEN, path)
        }
        let exists = {
            var answer: Int32 = 0
            return system.pointee.xAccess?(system, full, SQLITE_ACCESS_EXISTS, &answer) == SQLITE_OK && answer != 0
        }
        guard exists() else { return nil }
        let size = max(MemoryLayout<sqlite3_file>.size, Int(system.pointee.szOsFile))
        memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        file = memory.assumingMemoryBound(to: sqlite3_file.self)
        name = FileReader.name(full)
        let code = open(system, name.baseAddress.map { $0 + 4 }, file, kind.flag | SQLITE_OPEN_READONLY, nil)
        guard code == SQLITE_OK, let opened = OpenFile(file) else {
            if file.pointee.pMethods != nil { _ = file.pointee.pMethods.pointee.xClose?(file) }
            name.deallocate()
            memory.deallocate()
            // A commit removes the journal.
            guard exists() else { return nil }
            if code == SQLITE_MISUSE, InheritedFiles.popRefusal() { throw .openAtFork(nil) }
            throw FileReader.failure(code, path)
        }
        self.path = String(decoding: full.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.size = opened.size
    }

    deinit {
        if isLocked { _ = file.pointee.pMethods.pointee.xUnlock?(file, SQLITE_LOCK_NONE) }
        _ = file.pointee.pMethods.pointee.xClose?(file)
        name.deallocate()
        memory.deallocate()
    }

    /// The path as SQLite passes it: parameters of a URI, of which there are none, would stand behind it, and four zeros stand
    /// before it.
    private static func name(_ path: [CChar]) -> UnsafeMutableBufferPointer<CChar> {
        let bytes = path.prefix { $0 != 0 }
        let name = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count + 12)
        name.initialize(repeating: 0)
        for (place, byte) in bytes.enumerated() { name[4 + place] = byte }
        return name
    }

    private static func failure(_ code: Int32, _ path: String) -> FMError {
        .sqlites(code, "\"\(path)\" cannot be read: \(Library.message(code))", stage: .open)
    }
}

extension FileReader {
    /// Keeps others from committing to a database until this object is released, unless it is in WAL mode.
    ///
    /// - Returns: false if another connection holds a lock.
    func lock() -> Bool {
        if !isLocked { isLocked = file.pointee.pMethods.pointee.xLock?(file, SQLITE_LOCK_SHARED) == SQLITE_OK }
        return isLocked
    }

    /// The bytes that the file had when it was opened.
    var bytes: FileBytes { FileBytes(size: size, read: read) }

    /// - Returns: as many bytes as asked for; nil if there are not so many, or they cannot be read.
    func read(_ offset: Int64, _ count: Int) -> [UInt8]? {
        guard let (bytes, code) = OpenFile(file)?.tryRead(offset, count), code == SQLITE_OK else { return nil }
        return bytes
    }
}
