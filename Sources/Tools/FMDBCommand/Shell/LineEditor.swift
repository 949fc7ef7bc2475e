#if Tool
    import Foundation

    final class LineEditor {
        enum Line {
            case text(String)
            /// The user pressed Ctrl-C.
            case cancelled
            /// The user pressed Ctrl-D on an empty line, or the input ended.
            case end
        }

        var history = History()
        /// Returns the completions for the text before the cursor.
        private let complete: (String) -> (length: Int, words: [String])
        private let keys = KeyReader()
        private var prompt = ""
        private var text: [Character] = []
        private var cursor = 0
        /// The index of the shown history entry, or the number of entries for the new line.
        private var place = 0
        private var draft: [Character] = []
        private var wasTab = false

        init(complete: @escaping (String) -> (length: Int, words: [String])) { self.complete = complete }

        func read(_ prompt: String) -> Line {
            self.prompt = prompt
            (text, cursor, draft, place, wasTab) = ([], 0, [], history.entries.count, false)
            guard keys.begin() else { return .end }
            defer { keys.end() }
            while true {
                draw()
                guard let key = keys.next() else { return finish(.end) }
                let isTab = key == .tab
                switch key {
                case .enter: return finish(.text(String(text)))
                case .interrupt: return finish(.cancelled, "^C")
                case .endOfInput where text.isEmpty: return finish(.end)
                case .endOfInput: deleteForward()
                case .search: search()
                case .tab: tab()
                default: edit(key)
                }
                wasTab = isTab
            }
        }

        private func finish(_ line: Line, _ mark: String = "") -> Line {
            cursor = text.count
            draw()
            // The terminal mode is restored before the line feed is printed. From then on, Ctrl-C sends a signal, which cancels the
            // statement.
            keys.end()
            put(mark + "\n")
            return line
        }

        private func edit(_ key: KeyPress) {
            switch key {
            case .character(let character): insert([character])
            case .backspace where cursor > 0: deleteBack(to: cursor - 1)
            case .delete: deleteForward()
            case .left: cursor = max(0, cursor - 1)
            case .right: cursor = min(text.count, cursor + 1)
            case .home: cursor = 0
            case .lineEnd: cursor = text.count
            case .wordLeft: cursor = startOfWord()
            case .wordRight: cursor = endOfWord()
            case .killToEnd: text.removeSubrange(cursor...)
            case .killToStart: deleteBack(to: 0)
            case .killWord: deleteBack(to: startOfWord())
            case .up: recall(place - 1)
            case .down: recall(place + 1)
            case .clear: put("\u{1B}[H\u{1B}[2J")
            default: break
            }
        }

        private func insert(_ characters: [Character]) {
            text.insert(contentsOf: characters, at: cursor)
            cursor += characters.count
        }

        private func deleteBack(to start: Int) {
            text.removeSubrange(start..<cursor)
            cursor = start
        }

        private func deleteForward() {
            if cursor < text.count { text.remove(at: cursor) }
        }

        private func startOfWord() -> Int {
            text[..<cursor].reversed().drop { $0 == " " }.drop { $0 != " " }.count
        }

        private func endOfWord() -> Int {
            text.count - text[cursor...].drop { $0 == " " }.drop { $0 != " " }.count
        }

        private func recall(_ index: Int) {
            guard (0...history.entries.count).contains(index) else { return }
            if place == history.entries.count { draft = text }
            place = index
            text =
                index == history.entries.count
                ? draft : Array(history.entries[index].replacingOccurrences(of: "\n", with: " "))
            cursor = text.count
        }

        // MARK: Completion

        private func tab() {
            let (length, words) = complete(String(text[..<cursor]))
            guard !words.isEmpty else { return put("\u{7}") }
            let prefix = commonPrefix(words)
            if words.count == 1 || prefix.count > length {
                deleteBack(to: cursor - length)
                insert(Array(words.count == 1 ? words[0] + " " : prefix))
            } else if wasTab {
                list(words)
            } else {
                put("\u{7}")
            }
        }

        private func commonPrefix(_ words: [String]) -> String {
            words.dropFirst().reduce(words[0]) { prefix, word in
                String(zip(prefix, word).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
            }
        }

        private func list(_ words: [String]) {
            let width = (words.map(DisplayWidth.of).max() ?? 0) + 2
            let columns = max(1, (Terminal.output.width ?? 80) / width)
            put("\r\n")
            for start in stride(from: 0, to: min(words.count, 200), by: columns) {
                let line = words[start..<min(start + columns, words.count)].map { DisplayWidth.padded($0, to: width) }
                    .joined()
                put(line + "\r\n")
            }
            if words.count > 200 { put("and \(words.count - 200) more\r\n") }
        }

        // MARK: Search

        /// Ctrl-R: searches the history for the typed text, the newest entry first.
        private func search() {
            var (sought, found) = ("", history.entries.count)
            while true {
                let shown =
                    found < history.entries.count
                    ? history.entries[found].replacingOccurrences(of: "\n", with: " ") : ""
                put(
                    "\r\u{1B}[2K"
                        + DisplayWidth.cut("(search) \(sought): \(shown)", to: (Terminal.output.width ?? 80) - 1))
                guard let key = keys.next() else { return }
                switch key {
                case .character(let character): sought.append(character)
                case .backspace where !sought.isEmpty: sought.removeLast()
                case .search:
                    found = history.entries[..<found].lastIndex { $0.localizedCaseInsensitiveContains(sought) } ?? found
                case .interrupt: return
                default:
                    text = Array(shown)
                    cursor = text.count
                    return
                }
                guard key != .search else { continue }
                found =
                    history.entries.lastIndex { $0.localizedCaseInsensitiveContains(sought) } ?? history.entries.count
            }
        }

        // MARK: Drawing

        private func put(_ text: String) { try? printText(text.utf8) }

        /// Draws the line in one row of the terminal. A longer line shows the part around the cursor.
        private func draw() {
            let room = max(10, (Terminal.output.width ?? 80) - DisplayWidth.of(prompt) - 1)
            let widths = text.map { max(DisplayWidth.of(String($0)), $0 == "\t" ? 1 : 0) }
            var start = 0
            while widths[start..<cursor].reduce(0, +) > room { start += 1 }
            var (end, used) = (start, 0)
            while end < text.count, used + widths[end] <= room {
                used += widths[end]
                end += 1
            }
            let shown = text[start..<end].map { $0 == "\t" ? " " : String($0) }.joined()
            let back = used - widths[start..<cursor].reduce(0, +)
            put("\r\u{1B}[2K\(prompt)\(shown)" + (back > 0 ? "\u{1B}[\(back)D" : ""))
        }
    }
#endif
