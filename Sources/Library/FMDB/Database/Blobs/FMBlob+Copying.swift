import Foundation

/// Whole contents, piece by piece.
extension FMBlob {
    /// Calls a body for each piece of the content, in order.
    ///
    /// - Parameters:
    ///   - size: how many bytes a piece has, the last one fewer; 1 or more. Default: 64 KB.
    ///   - body: gets the bytes, which are valid during the call. If it throws, the reading ends.
    /// - Throws: what the body throws; `FMError`: `.range` for a size below 1, otherwise as ``read(at:count:)`` does.
    public func forEachChunk(size: Int = 65_536, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard size > 0 else { throw FMBlob.noSize(size) }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: min(size, max(count, 1)), alignment: 16)
        defer { memory.deallocate() }
        // Notices a blob that is closed or has expired even if nothing is in it.
        try read(into: UnsafeMutableRawBufferPointer(rebasing: memory[..<0]), at: 0)
        var offset = 0
        while offset < count {
            let piece = UnsafeMutableRawBufferPointer(rebasing: memory[..<min(memory.count, count - offset)])
            try read(into: piece, at: offset)
            try body(UnsafeRawBufferPointer(piece))
            offset += piece.count
        }
    }

    /// Writes pieces one after the other, over what is there.
    ///
    /// - Parameters:
    ///   - chunks: the pieces.
    ///   - offset: where the first byte goes. Default: 0.
    /// - Returns: the number of bytes written.
    /// - Throws: `FMError`, as `write(_:at:)` does: `.range` at the first piece that does not fit. What comes before it is written.
    @discardableResult
    public func write(contentsOf chunks: some Sequence<Data>, at offset: Int = 0) throws(FMError) -> Int {
        var end = offset
        for chunk in chunks {
            try write(chunk, at: end)
            end += chunk.count
        }
        return end - offset
    }

    /// Writes what a file handle gives up to its end.
    ///
    /// - Parameters:
    ///   - file: is read from its present position on.
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

    /// Writes the content of a file, from an offset of the blob on. Default: 0. See ``copy(from:at:size:)``; it returns the number of bytes
    /// written.
    @discardableResult
    public func copy(from url: URL, at offset: Int = 0) throws -> Int {
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        return try copy(from: file, at: offset)
    }

    /// Writes the whole content to a file handle, at its present position.
    ///
    /// - Parameters:
    ///   - file: gets the bytes.
    ///   - size: how many bytes are in memory at a time, 1 or more. Default: 64 KB.
    /// - Throws: as ``forEachChunk(size:_:)`` does; the file's error if it cannot be written.
    public func copy(to file: FileHandle, size: Int = 65_536) throws {
        try forEachChunk(size: size) { bytes in try pooled { try file.write(contentsOf: Data(bytes)) } }
    }

    /// Writes the whole content to a file, which is replaced if there is one. After an error that is as it was. It throws as
    /// ``copy(to:size:)`` does; `FMError` with the code `.cantOpen` if the folder is missing or cannot be written.
    public func copy(to url: URL) throws {
        let whole = try PartialFile(for: url.path, like: nil, vfsOf: nil)
        do {
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: whole.path))
            defer { try? file.close() }
            try copy(to: file)
            try file.close()
            try whole.publish(overwrites: true)
        } catch {
            whole.discard()
            throw error
        }
    }

    static func noSize(_ size: Int) -> FMError { FMError(.range, "a piece of a blob cannot have \(size) bytes") }
}
