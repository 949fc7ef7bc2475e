import FMDBSQLiteC

/// A file that a connection has open, read through SQLite's own handle of it.
///
/// To open and close it by other means would drop the locks that connections of this process hold on it. See
/// [How To Corrupt An SQLite Database File](https://sqlite.org/howtocorrupt.html).
struct OpenFile {
    let file: UnsafeMutablePointer<sqlite3_file>
    /// See [OS Interface File Virtual Methods Object](https://sqlite.org/c3ref/io_methods.html).
    let methods: UnsafePointer<sqlite3_io_methods>

    /// - Returns: nil if it is not open.
    init?(_ file: UnsafeMutablePointer<sqlite3_file>?) {
        guard let file, let methods = file.pointee.pMethods else { return nil }
        (self.file, self.methods) = (file, methods)
    }

    /// In bytes; 0 where that cannot be known.
    var size: Int64 { knownSize ?? 0 }

    /// In bytes; nil where that cannot be known.
    var knownSize: Int64? {
        var size: sqlite3_int64 = 0
        return methods.pointee.xFileSize?(file, &size) == SQLITE_OK ? size : nil
    }

    /// Reads bytes; zeros behind the end of the file.
    ///
    /// - Returns: nil if they cannot be read.
    func read(_ offset: Int64, _ count: Int) -> [UInt8]? {
        let (bytes, code) = tryRead(offset, count)
        return code == SQLITE_OK || code == SQLITE_IOERR | 2 << 8 ? bytes : nil
    }

    /// Reads bytes, with zeros for those that cannot be read. Returns SQLite's code, too.
    func tryRead(_ offset: Int64, _ count: Int) -> (bytes: [UInt8], code: Int32) {
        var code = SQLITE_OK
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            buffer.initialize(repeating: 0)
            initialized = count
            code = methods.pointee.xRead?(file, buffer.baseAddress, Int32(count), offset) ?? SQLITE_IOERR
        }
        return (bytes, code)
    }

    /// The bytes that the file has now.
    var bytes: FileBytes { FileBytes(size: size, read: read) }
}
