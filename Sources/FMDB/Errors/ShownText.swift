/// Texts as errors, events and the log show them: never longer than can be read, and without keys.
extension String {
    /// How many bytes of an SQL text, or of a message, an error shows.
    private static let shownLength = 2000

    /// The text, or a part of it that says how much is left out.
    ///
    /// - Parameter offset: a place in the text, in bytes, around which it is kept; nil keeps the beginning.
    /// - Returns: the text, and the place in it.
    func shortened(around offset: Int? = nil) -> (text: String, offset: Int?) {
        let (count, most) = (utf8.count, String.shownLength)
        // What has been shortened already stays as it is.
        guard count > most + 200 else { return (self, offset) }
        let begin = scalarStart(min(max(0, (offset ?? 0) - most / 2), count - most))
        // A place at the very end is not cut off because the part begins within a character.
        let end = begin + most + 3 < count ? scalarStart(begin + most) : count
        let head = begin == 0 ? "" : "[\(begin.of("byte")) omitted] "
        let tail = end == count ? "" : " [\((count - end).of("byte")) omitted]"
        let part = utf8[utf8.index(startIndex, offsetBy: begin)..<utf8.index(startIndex, offsetBy: end)]
        return (head + String(Substring(part)) + tail, offset.map { $0 - begin + head.utf8.count })
    }

    /// The offset at which the character of a byte begins.
    private func scalarStart(_ offset: Int) -> Int {
        var index = utf8.index(startIndex, offsetBy: offset)
        var start = offset
        while start > 0, index < endIndex, utf8[index] & 0xC0 == 0x80 {
            index = utf8.index(before: index)
            start -= 1
        }
        return start
    }
}

// MARK: - Keys

extension String {
    /// The SQL text, or what stands for it if it names the key of an encrypted database or a licence.
    var withoutKeys: String { namesKey ? "(SQL text with a key)" : self }

    /// Whether the text names a key: `PRAGMA main.hexkey = …`, `ATTACH … KEY …`, also amid a script. It is rather too often
    /// true than too rarely.
    var namesKey: Bool {
        utf8.withContiguousStorageIfAvailable { KeyFinder.namesKey($0) }
            ?? Array(utf8).withUnsafeBufferPointer { KeyFinder.namesKey($0) }
    }

    /// The path, or of a URI what precedes its parameters, of which one may be a key.
    var withoutKeyParameters: String {
        // SQLite reads bytes; a mark that carries an accent is another `Character`.
        guard utf8.starts(with: "file:".utf8), let end = utf8.firstIndex(of: UInt8(ascii: "?")) else { return self }
        return String(Substring(utf8[..<end]))
    }
}

/// Looks through the words of an SQL text.
private struct KeyFinder {
    private let text: UnsafeBufferPointer<UInt8>
    private var position = 0

    static func namesKey(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var finder = KeyFinder(text: text)
        while let word = finder.nextWord() {
            guard finder.isWord(word, "pragma") || finder.isWord(word, "attach") else { continue }
            if finder.restNamesKey() { return true }
        }
        return false
    }

    private init(text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    /// The rest of a statement that may take a key. A semicolon ends it, except within quotes and comments.
    private mutating func restNamesKey() -> Bool {
        // What ends the quotes or the comment.
        var end: StaticString?
        while position < text.count {
            if KeyFinder.isLetter(text[position]), let word = nextWord() {
                if isWord(word, "key", atEnd: true) || isWord(word, "license", atEnd: true) { return true }
                continue
            }
            if let closing = end {
                guard isNext(closing) else {
                    position += 1
                    continue
                }
                end = nil
                position += closing.utf8CodeUnitCount
            } else if let (opening, closing) = KeyFinder.enclosures.first(where: { isNext($0.opening) }) {
                end = closing
                position += opening.utf8CodeUnitCount
            } else if text[position] == UInt8(ascii: ";") {
                return false
            } else {
                position += 1
            }
        }
        return false
    }

    private static let enclosures: [(opening: StaticString, closing: StaticString)] = [
        ("'", "'"), ("\"", "\""), ("`", "`"), ("[", "]"), ("--", "\n"), ("/*", "*/"),
    ]

    private func isNext(_ sign: StaticString) -> Bool {
        text[position...].starts(with: UnsafeBufferPointer(start: sign.utf8Start, count: sign.utf8CodeUnitCount))
    }

    private mutating func nextWord() -> Range<Int>? {
        while position < text.count, !KeyFinder.isLetter(text[position]) { position += 1 }
        let start = position
        while position < text.count, KeyFinder.isLetter(text[position]) { position += 1 }
        return start < position ? start..<position : nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == 0x5F || byte >= 0x80
    }

    private func isWord(_ range: Range<Int>, _ word: StaticString, atEnd: Bool = false) -> Bool {
        let length = word.utf8CodeUnitCount
        guard range.count == length || atEnd && range.count > length else { return false }
        let start = range.upperBound - length
        return (0..<length).allSatisfy { text[start + $0] | 0x20 == word.utf8Start[$0] }
    }
}
