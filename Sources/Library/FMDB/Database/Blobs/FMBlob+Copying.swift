import Foundation

/// Reading and writing whole values in pieces.
extension FMBlob {
    /// Calls a body for each piece of the content, in order.
    ///
    /// - Parameters:
    ///   - size: the number of bytes of a piece, 1 or more; the last piece may be shorter. Default: 64 KB.
    ///   - body: receives the bytes, which are valid during the call. If it throws, the reading ends.
    /// - Throws: what the body throws; `FMError`: `.range` for a size below 1, otherwise the errors of ``read(at:count:)``.
    public func forEachChunk(size: Int = 65_536, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard size > 0 else { throw FMBlob.noSize(size) }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: min(size, max(count, 1)), alignment: 16)
        defer { memory.deallocate() }
        // This read throws for a closed or expired blob, even if the blob is empty.
        try read(into: UnsafeMutableRawBufferPointer(rebasing: memory[..<0]), at: 0)
        var offset = 0
        while offset < count {
            let piece = UnsafeMutableRawBufferPointer(rebasing: memory[..<min(memory.count, count - offset)])
            try read(into: piece, at: offset)
            try body(UnsafeRawBufferPointer(piece))
            offset += piece.count
        }
    }

    /// Overwrites the content with pieces, one after the other.
    ///
    /// - Parameters:
    ///   - chunks: the pieces.
    ///   - offset: where the first byte goes. Default: 0.
    /// - Returns: the number of bytes written.
    /// - Throws: `FMError`, as `write(_:at:)` does: `.range` at the first piece that does not fit. The pieces before it are written.
    @discardableResult
    public func write(contentsOf chunks: some Sequence<Data>, at offset: Int = 0) throws(FMError) -> Int {
        var end = offset
        for chunk in chunks {
            try write(chunk, at: end)
            end += chunk.count
        }
        return end - offset
    }

    /// Writes the content of a file handle, from its current position to its end.
    ///
    /// - Parameters:
    ///   - file: the file handle.
    ///   - offset: where the first byte goes. Default: 0.
    ///   - size: how many bytes are in memory at a time, 1 or more. Default: 64 KB.
    /// - Returns: the number of bytes written.
    /// - Throws: `FMError`, as ``write(contentsOf:at:)`` does; the file's error if it cannot be read.
    @discardableResult
    public func copy(from file: FileHandle, at offset: Int = 0, size: Int = 65_536) throws -> Int {
        guard size > 0 else { throw FMBlob.noSize(size) }
        var end = offset
        while let chunk = try pooled({ try file.read(upToCount: size) }), !chunk.isEmpty {
            try write(chunk, at: end)
            end += chunk.count
        }
        return end - offset
    }

    /// Writes the content of a file into the blob, beginning at an offset. Default: 0. Returns the number of bytes written. See
    /// ``copy(from:at:size:)``.
    @discardableResult
    public func copy(from url: URL, at offset: Int = 0) throws -> Int {
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        return try copy(from: file, at: offset)
    }

    /// Writes the whole content to a file handle, at its current position.
    ///
    /// - Parameters:
    ///   - file: the file handle.
    ///   - size: how many bytes are in memory at a time, 1 or more. Default: 64 KB.
    /// - Throws: the errors of ``forEachChunk(size:_:)``; the file's error if it cannot be written.
    public func copy(to file: FileHandle, size: Int = 65_536) throws {
        try forEachChunk(size: size) { bytes in try pooled { try file.write(contentsOf: Data(bytes)) } }
    }

    /// Writes the whole content to a file, and replaces an existing one. After an error an existing file is unchanged.
    ///
    /// - Throws: the errors of ``forEachChunk(size:_:)``; `FMError` with the code `.cantOpen` if the folder is missing or cannot be written,
    ///   `.full` or `.ioErrorWrite` if the file cannot be written.
    public func copy(to url: URL) throws {
        let whole = try PartialFile(for: url.path, like: nil, vfsOf: nil)
        do {
            try copy(to: PlainFile(whole.path, O_WRONLY))
            try whole.publish(overwrites: true)
        } catch {
            whole.discard()
            throw error
        }
    }

    private func copy(to file: PlainFile) throws {
        var offset: Int64 = 0
        try forEachChunk { bytes in
            try file.write(bytes, at: offset)
            offset += Int64(bytes.count)
        }
    }

    static func noSize(_ size: Int) -> FMError { FMError(.range, "a piece of a blob cannot have \(size) bytes") }
}
