#if Tool
    import Foundation

    enum KeyPress: Equatable {
        case character(Character)
        case enter, tab, backspace, delete
        case left, right, up, down, home, lineEnd, wordLeft, wordRight
        case killToEnd, killToStart, killWord
        case interrupt, endOfInput, search, clear
        case unknown
    }

    /// Reads keys from a terminal in raw mode: it neither echoes nor edits input.
    final class KeyReader {
        private var before: termios?
        private var bytes: [UInt8] = []

        /// - Returns: false if standard input is not a terminal.
        func begin() -> Bool {
            var settings = termios()
            guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return false }
            before = settings
            Interrupts.shared.keep(settings)
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
            settings.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR)
            tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
            return true
        }

        func end() {
            guard var settings = before else { return }
            tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
            before = nil
            Interrupts.shared.keep(nil)
        }

        /// Returns the next key, or nil at the end of the input and after SIGTERM.
        func next() -> KeyPress? {
            guard let byte = nextByte() else { return nil }
            if byte == 27 { return escape() }
            return KeyReader.controls[byte] ?? (byte < 32 ? .unknown : character(byte))
        }

        private static let controls: [UInt8: KeyPress] = [
            1: .home, 2: .left, 3: .interrupt, 4: .endOfInput, 5: .lineEnd, 6: .right, 8: .backspace, 9: .tab,
            10: .enter, 11: .killToEnd, 12: .clear, 13: .enter, 14: .down, 16: .up, 18: .search, 21: .killToStart,
            23: .killWord, 127: .backspace,
        ]
        /// The keys of sequences of Escape and one character, by that character.
        private static let escaped: [Character: KeyPress] = ["b": .wordLeft, "f": .wordRight, "\u{7F}": .killWord]
        /// The keys of sequences that begin with Escape and `[` or `O`, by the last character. For sequences that end with `~`, the key
        /// includes the number before it.
        private static let sequences: [String: KeyPress] = [
            "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .lineEnd, "1~": .home, "7~": .home,
            "4~": .lineEnd, "8~": .lineEnd, "3~": .delete,
        ]

        private func nextByte() -> UInt8? {
            if !bytes.isEmpty { return bytes.removeFirst() }
            var chunk = [UInt8](repeating: 0, count: 4096)
            while true {
                // Another thread handles signals, so a signal does not interrupt a read.
                while !hasInput(within: 50) { if Interrupts.shared.mustEnd { return nil } }
                let count = read(STDIN_FILENO, &chunk, chunk.count)
                if count > 0 {
                    bytes = Array(chunk[1..<count])
                    return chunk[0]
                }
                guard count < 0, errno == EINTR else { return nil }
            }
        }

        /// Whether more bytes are available or arrive within 50 ms. If not after an Escape byte, the user pressed the Escape key itself.
        private var hasMore: Bool { !bytes.isEmpty || hasInput(within: 50) }

        private func hasInput(within milliseconds: Int32) -> Bool {
            var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            return poll(&waiting, 1, milliseconds) == 1
        }

        private func escape() -> KeyPress {
            guard hasMore, let first = nextByte() else { return .unknown }
            guard first == UInt8(ascii: "[") || first == UInt8(ascii: "O") else {
                return KeyReader.escaped[Character(Unicode.Scalar(first))] ?? .unknown
            }
            var parameter = ""
            while let byte = nextByte() {
                guard byte >= 0x40 else {
                    parameter.unicodeScalars.append(Unicode.Scalar(byte))
                    continue
                }
                return named(byte, parameter)
            }
            return .unknown
        }

        private func named(_ byte: UInt8, _ parameter: String) -> KeyPress {
            let end = String(Unicode.Scalar(byte))
            switch KeyReader.sequences[end == "~" ? parameter + end : end] {
            case .right where isWord(parameter): return .wordRight
            case .left where isWord(parameter): return .wordLeft
            case let key: return key ?? .unknown
            }
        }

        /// Whether Ctrl or Alt is held.
        private func isWord(_ parameter: String) -> Bool { parameter.hasSuffix(";5") || parameter.hasSuffix(";3") }

        private func character(_ first: UInt8) -> KeyPress {
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            var encoded = [first]
            while encoded.count < length, let byte = nextByte() { encoded.append(byte) }
            let text = String(decoding: encoded, as: UTF8.self)
            return text.first.map { .character($0) } ?? .unknown
        }
    }
#endif
