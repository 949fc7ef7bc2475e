#if Tool
    import Foundation

    /// Reads standard input, and checks for signals while it waits. Another thread handles signals, so they do not interrupt `read`.
    final class StandardInput {
        private let file: Int32
        private var bytes: [UInt8] = []
        private var start = 0

        /// - Parameter file: another descriptor to read from. It is not closed.
        init(_ file: Int32 = STDIN_FILENO) { self.file = file }

        /// Reads from a file that may have no bytes yet.
        ///
        /// - Returns: the number of bytes, 0 at the end, or a negative number for an error, as `read` does.
        static func read(_ file: Int32, _ target: UnsafeMutableRawBufferPointer) throws -> Int {
            var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            var isReady = false
            while !isReady {
                let count = poll(&waiting, 1, 50)
                // Nothing is read after EINTR, because the signal that caused it may not have been handled yet.
                isReady = count > 0 || (count < 0 && errno != EINTR)
                try Interrupts.shared.check()
            }
            return Foundation.read(file, target.baseAddress, target.count)
        }

        private func more() throws -> Bool {
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            let count = try chunk.withUnsafeMutableBytes { try StandardInput.read(file, $0) }
            guard count > 0 else { return false }
            bytes.removeFirst(start)
            start = 0
            bytes += chunk[..<count]
            return true
        }

        /// - Returns: a line without its line feed, or nil at the end of the input.
        func line() throws -> String? { try bytesOfLine().map { String(decoding: $0, as: UTF8.self) } }

        func bytesOfLine() throws -> ArraySlice<UInt8>? {
            var looked = 0
            while true {
                if let end = bytes[(start + looked)...].firstIndex(of: 10) {
                    defer { start = end + 1 }
                    return bytes[start..<end]
                }
                looked = bytes.count - start
                guard try more() else { break }
            }
            guard start < bytes.count else { return nil }
            defer { start = bytes.count }
            return bytes[start...]
        }

        func all() throws -> String {
            while try more() {}
            return String(decoding: bytes[start...], as: UTF8.self)
        }
    }
#endif
