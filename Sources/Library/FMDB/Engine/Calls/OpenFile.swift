import FMDBSQLiteC

/// A file that a connection has open, read through SQLite's own file handle.
///
/// Opening and closing the file in another way would drop the locks that connections of this process hold on it. See
/// [How To Corrupt An SQLite Database File](https://sqlite.org/howtocorrupt.html).
struct OpenFile {
    let file: UnsafeMutablePointer<sqlite3_file>
    /// See [OS Interface File Virtual Methods Object](https://sqlite.org/c3ref/io_methods.html).
    let methods: UnsafePointer<sqlite3_io_methods>

    /// - Returns: nil if the file is not open.
    init?(_ file: UnsafeMutablePointer<sqlite3_file>?) {
        guard let file, let methods = file.pointee.pMethods else { return nil }
        (self.file, self.methods) = (file, methods)
    }

    /// The size in bytes, or 0 if it is unknown.
    var size: Int64 { knownSize ?? 0 }

    /// The size in bytes, or nil if it is unknown.
    var knownSize: Int64? {
        var size: sqlite3_int64 = 0
        return methods.pointee.xFileSize?(file, &size) == SQLITE_OK ? size : nil
    }

    /// Reads `count` bytes. Bytes past the end of the file are 0.
    ///
    /// - Returns: nil if the read fails.
    func read(_ offset: Int64, _ count: Int) -> [UInt8]? {
        let (bytes, code) = tryRead(offset, count)
        return code == SQLITE_OK || code == SQLITE_IOERR | 2 << 8 ? bytes : nil
    }

    /// Reads `count` bytes, and returns them with SQLite's result code. Bytes that cannot be read are 0.
    func tryRead(_ offset: Int64, _ count: Int) -> (bytes: [UInt8], code: Int32) {
        var code = SQLITE_OK
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            buffer.initialize(repeating: 0)
            initialized = count
            code = methods.pointee.xRead?(file, buffer.baseAddress, Int32(count), offset) ?? SQLITE_IOERR
        }
        return (bytes, code)
    }

    /// A view of the file's bytes, with its current size.
    var bytes: FileBytes { FileBytes(size: size, read: read) }
}
