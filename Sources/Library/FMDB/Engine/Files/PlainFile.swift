import Foundation

/// A file that SQLite does not have open, read and written with system calls.
final class PlainFile {
    let path: String
    private let descriptor: Int32

    init(_ path: String, _ flags: Int32) throws(FMError) {
        self.path = path
        descriptor = SystemFiles.open(path, flags | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .file(.cantOpen, "\(path) cannot be opened", errno) }
    }

    deinit { SystemFiles.close(descriptor) }

    func write(_ bytes: [UInt8], at offset: Int64) throws(FMError) {
        try expectWritten(bytes.withUnsafeBytes { writeAll($0, offset) })
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FMError) {
        try expectWritten(writeAll(bytes, offset))
    }

    /// - Returns: the value of `errno`, or 0.
    private func writeAll(_ bytes: UnsafeRawBufferPointer, _ offset: Int64) -> Int32 {
        var done = 0
        while done < bytes.count {
            let start = bytes.baseAddress.map { $0 + done }
            let count = SystemFiles.pwrite(descriptor, start, bytes.count - done, offset + Int64(done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? ENOSPC : errno }
            done += count
        }
        return 0
    }

    private func expectWritten(_ number: Int32) throws(FMError) {
        guard number == 0 else { throw .file(.ioErrorWrite, "\(path) cannot be written", number) }
    }

    /// Reads up to `count` bytes, fewer only at the end of the file.
    func read(_ count: Int, at offset: Int64) throws(FMError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            while done < count {
                let start = buffer.baseAddress.map { $0 + done }
                let read = SystemFiles.pread(descriptor, start, count - done, offset + Int64(done))
                if read < 0, errno == EINTR { continue }
                if read < 0 { failure = errno }
                guard read > 0 else { return }
                done += read
            }
        }
        guard failure == 0 else { throw .file(.ioErrorRead, "\(path) cannot be read", failure) }
        return bytes
    }

    /// Reads the whole file.
    func contents() throws(FMError) -> Data {
        var facts = stat()
        guard SystemFiles.fstat(descriptor, &facts) == 0 else {
            throw .file(.ioErrorRead, "\(path) cannot be read", errno)
        }
        return Data(try read(Int(clamping: facts.st_size), at: 0))
    }

    func setSize(_ size: Int64) throws(FMError) {
        guard SystemFiles.ftruncate(descriptor, size) == 0 else {
            throw .file(.ioErrorTruncate, "\(path) cannot be truncated", errno)
        }
    }

    /// Syncs the file to disk.
    func sync() throws(FMError) {
        guard SystemFiles.fullSync(descriptor) == 0 else {
            throw .file(.ioErrorSync, "\(path) cannot be synced", errno)
        }
    }
}
