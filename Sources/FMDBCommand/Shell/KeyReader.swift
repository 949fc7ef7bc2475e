#if Tool
    import Foundation

    /// What is pressed on a keyboard.
    enum KeyPress: Equatable {
        case character(Character)
        case enter, tab, backspace, delete
        case left, right, up, down, home, lineEnd, wordLeft, wordRight
        case killToEnd, killToStart, killWord
        case interrupt, endOfInput, search, clear
        case unknown
    }

    /// Reads keys from a terminal that leaves everything to the program.
    final class KeyReader {
        private var before: termios?
        private var bytes: [UInt8] = []

        /// - Returns: false if it is no terminal.
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

        /// The next key; nil at the end of the input, and after SIGTERM.
        func next() -> KeyPress? {
            guard let byte = nextByte() else { return nil }
            switch byte {
            case 1: return .home
            case 2: return .left
            case 3: return .interrupt
            case 4: return .endOfInput
            case 5: return .lineEnd
            case 6: return .right
            case 8, 127: return .backspace
            case 9: return .tab
            case 10, 13: return .enter
            case 11: return .killToEnd
            case 12: return .clear
            case 14: return .down
            case 16: return .up
            case 18: return .search
            case 21: return .killToStart
            case 23: return .killWord
            case 27: return escape()
            case ..<32: return .unknown
            default: return character(byte)
            }
        }

        private func nextByte() -> UInt8? {
            if !bytes.isEmpty { return bytes.removeFirst() }
            var chunk = [UInt8](repeating: 0, count: 4096)
            while true {
                // Signals are taken by another thread, and end no reading.
                while !hasInput(within: 50) { if Interrupts.shared.mustEnd { return nil } }
                let count = read(STDIN_FILENO, &chunk, chunk.count)
                if count > 0 {
                    bytes = Array(chunk[1..<count])
                    return chunk[0]
                }
                guard count < 0, errno == EINTR else { return nil }
            }
        }

        /// Whether more bytes are there, or come at once: the Escape key alone sends nothing more.
        private var hasMore: Bool {
            bytes.isEmpty ? hasInput(within: 50) : true
        }

        private func hasInput(within milliseconds: Int32) -> Bool {
            var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            return poll(&waiting, 1, milliseconds) == 1
        }

        private func escape() -> KeyPress {
            guard hasMore, let first = nextByte() else { return .unknown }
            if first == UInt8(ascii: "b") { return .wordLeft }
            if first == UInt8(ascii: "f") { return .wordRight }
            if first == 127 { return .killWord }
            guard first == UInt8(ascii: "[") || first == UInt8(ascii: "O") else { return .unknown }
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
            let isWord = parameter.hasSuffix(";5") || parameter.hasSuffix(";3")
            switch byte {
            case UInt8(ascii: "A"): return .up
            case UInt8(ascii: "B"): return .down
            case UInt8(ascii: "C"): return isWord ? .wordRight : .right
            case UInt8(ascii: "D"): return isWord ? .wordLeft : .left
            case UInt8(ascii: "H"): return .home
            case UInt8(ascii: "F"): return .lineEnd
            case UInt8(ascii: "~"):
                switch parameter {
                case "1", "7": return .home
                case "4", "8": return .lineEnd
                case "3": return .delete
                default: return .unknown
                }
            default: return .unknown
            }
        }

        private func character(_ first: UInt8) -> KeyPress {
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            var encoded = [first]
            while encoded.count < length, let byte = nextByte() { encoded.append(byte) }
            let text = String(decoding: encoded, as: UTF8.self)
            return text.first.map { .character($0) } ?? .unknown
        }
    }
#endif
