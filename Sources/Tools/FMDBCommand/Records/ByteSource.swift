#if Tool
    import FMDB
    import Foundation

    /// A file or pipe. Its text is read as UTF-8, without the byte order mark.
    final class ByteSource {
        /// The path, or nil for standard input.
        let path: String?
        /// The length in bytes, or nil if the input can be read only once, such as a pipe.
        let size: Int64?
        private(set) var position: Int64 = 0
        private let file: Int32
        private let wanted: InputEncoding?
        private var transcoder: Transcoder?
        private var ready: [UInt8] = []
        private var readyStart = 0
        private var isEnded = false
        private var hasBegun = false

        /// - Parameters:
        ///   - path: the path, or "-" for standard input.
        ///   - encoding: the encoding. If nil, the byte order mark decides, and UTF-8 is the default.
        init(_ path: String, encoding: InputEncoding?) throws {
            self.path = path == "-" ? nil : path
            wanted = encoding
            file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else {
                throw ToolError(
                    errno == EACCES ? .notPermitted : .noInput, "\"\(path)\" cannot be read: \(systemMessage(errno))")
            }
            var facts = stat()
            guard fstat(file, &facts) == 0 else {
                throw ToolError(.noInput, "\"\(path)\" cannot be read: \(systemMessage(errno))")
            }
            guard facts.st_mode & S_IFMT != S_IFDIR else { throw ToolError(.noInput, "\"\(path)\" is a folder") }
            size = facts.st_mode & S_IFMT == S_IFREG && lseek(file, 0, SEEK_CUR) == 0 ? Int64(facts.st_size) : nil
        }

        deinit { if file != STDIN_FILENO { close(file) } }

        func rewind() throws {
            guard lseek(file, 0, SEEK_SET) == 0 else { throw ToolError(.ioError, "\(name) cannot be read twice") }
            (position, readyStart, isEnded, hasBegun) = (0, 0, false, false)
            ready = []
            transcoder = nil
        }

        var name: String { path.map { "\"\($0)\"" } ?? "the standard input" }

        /// - Returns: the number of bytes, 0 at the end.
        func read(into target: UnsafeMutableRawBufferPointer) throws -> Int {
            if !hasBegun { try begin() }
            if readyStart < ready.count { return take(target) }
            if isEnded { return 0 }
            guard transcoder != nil else { return try readRaw(target) }
            while readyStart == ready.count, !isEnded { try transcodeMore() }
            return take(target)
        }

        private func begin() throws {
            hasBegun = true
            var head = [UInt8](repeating: 0, count: 4096)
            var count = 0
            while count < 4 {
                let more = try head.withUnsafeMutableBytes {
                    try readRaw(UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
                }
                if more == 0 { break }
                count += more
            }
            head.removeSubrange(count...)
            try expectText(head)
            let mark = head.withUnsafeBytes { InputEncoding.mark(of: $0) }
            var encoding = wanted ?? mark?.encoding ?? .utf8
            if encoding == .utf16, let mark { encoding = mark.encoding }
            if let mark, mark.encoding == encoding { head.removeFirst(mark.length) }
            (ready, readyStart) = (head, 0)
            guard encoding != .utf8 else { return }
            transcoder = Transcoder(encoding)
            ready = []
            head.withUnsafeBytes { transcoder?.append($0, to: &ready) }
        }

        /// Rejects files that users often pass by mistake.
        private func expectText(_ head: [UInt8]) throws {
            func packed(_ tool: String) -> String {
                "is compressed. Unpack it: \(tool) <FILE | fmdb import DATABASE - --table NAME"
            }
            let archive = "is a ZIP archive, such as a spreadsheet file. Save it as CSV, or unpack it."
            let kinds: [(start: [UInt8], words: String)] = [
                ([0x1F, 0x8B], packed("gunzip")), ([0x28, 0xB5, 0x2F, 0xFD], packed("unzstd")),
                ([0xFD, 0x37, 0x7A, 0x58], packed("unxz")), ([0x50, 0x4B, 3, 4], archive),
                (Array("SQLite format 3\0".utf8), "is a database, not text. Attach it in `fmdb shell`."),
            ]
            if let kind = kinds.first(where: { head.starts(with: $0.start) }) {
                throw ToolError(.badData, "\(name) \(kind.words)")
            }
        }

        private func transcodeMore() throws {
            (ready, readyStart) = ([], 0)
            var raw = [UInt8](repeating: 0, count: 1 << 16)
            let count = try raw.withUnsafeMutableBytes { try readRaw($0) }
            if count == 0 { transcoder?.finish(&ready) }
            raw.withUnsafeBytes { transcoder?.append(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: &ready) }
        }

        private func take(_ target: UnsafeMutableRawBufferPointer) -> Int {
            let count = min(target.count, ready.count - readyStart)
            ready.withUnsafeBytes {
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[readyStart..<(readyStart + count)]))
            }
            readyStart += count
            return count
        }

        private func readRaw(_ target: UnsafeMutableRawBufferPointer) throws -> Int {
            while true {
                try Interrupts.shared.check()
                let count =
                    size == nil
                    ? try StandardInput.read(file, target) : Foundation.read(file, target.baseAddress, target.count)
                if count >= 0 {
                    position += Int64(count)
                    isEnded = count == 0
                    return count
                }
                guard errno == EINTR else {
                    throw ToolError(.ioError, "\(name) cannot be read: \(systemMessage(errno))")
                }
            }
        }
    }
#endif
