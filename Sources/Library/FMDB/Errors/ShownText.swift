import Foundation

/// Shortens strings for errors, events and logs, and hides keys in them.
extension String {
    /// The number of bytes of SQL or of a message that an error shows.
    private static let shownLength = 2000

    /// Returns the text, or a part of it with the number of omitted bytes.
    ///
    /// - Parameter offset: a byte offset in the text around which the text is kept. nil keeps the beginning.
    /// - Returns: the text, and the offset in it.
    func shortened(around offset: Int? = nil) -> (text: String, offset: Int?) {
        let (count, most) = (utf8.count, String.shownLength)
        // A string that was already shortened is kept unchanged.
        guard count > most + 200 else { return (self, offset) }
        let begin = scalarStart(min(max(0, (offset ?? 0) - most / 2), count - most))
        // The beginning may move back to a character boundary. The 3 additional bytes make sure that an offset at the very end is still in
        // the text.
        let end = begin + most + 3 < count ? scalarStart(begin + most) : count
        let head = begin == 0 ? "" : "[\(begin.of("byte")) omitted] "
        let tail = end == count ? "" : " [\((count - end).of("byte")) omitted]"
        let part = utf8[utf8.index(startIndex, offsetBy: begin)..<utf8.index(startIndex, offsetBy: end)]
        return (head + String(Substring(part)) + tail, offset.map { $0 - begin + head.utf8.count })
    }

    /// Returns the offset of the character that contains a byte.
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
    /// The SQL, or a placeholder if it contains the key of an encrypted database or a licence.
    var withoutKeys: String { namesKey ? "(SQL text with a key)" : self }

    /// Whether the text contains a key: `PRAGMA main.hexkey = …`, `ATTACH … KEY …`, also within a script. In doubt it returns true.
    package var namesKey: Bool {
        utf8.withContiguousStorageIfAvailable { KeyFinder.namesKey($0) }
            ?? Array(utf8).withUnsafeBufferPointer { KeyFinder.namesKey($0) }
    }

    /// The path. For a URI, the part before its query parameters, because one of them may be a key.
    var withoutKeyParameters: String {
        // Compare bytes, as SQLite does: a question mark with a combining accent is another `Character`.
        guard utf8.starts(with: "file:".utf8), let end = utf8.firstIndex(of: UInt8(ascii: "?")) else { return self }
        return String(Substring(utf8[..<end]))
    }
}

/// Searches the words of SQL for keys, also within quotes and comments.
private struct KeyFinder {
    private let text: UnsafeBufferPointer<UInt8>
    private var mayTakeKey = false

    static func namesKey(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var finder = KeyFinder(text: text)
        // Fast path: nearly all strings contain neither PRAGMA nor ATTACH.
        guard finder.contains(text.indices, where: finder.takesKey) else { return false }
        var scanner = SQLScanner(text)
        var isTaken = false
        while scanner.position < text.count {
            guard let token = scanner.next() else {
                // SQLite stops at a NUL byte, but the text after it would be shown, so it is searched, too.
                scanner.position += 1
                continue
            }
            // A semicolon directly after PRAGMA or ATTACH is taken for a typo, and does not end the search.
            if token.kind == .semicolon, !isTaken { finder.mayTakeKey = false }
            if finder.findsKey(in: token.range) { return true }
            isTaken = token.kind == .word && finder.takesKey(token.range)
        }
        return false
    }

    private init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

    private mutating func findsKey(in range: Range<Int>) -> Bool {
        var mayTakeKey = mayTakeKey
        defer { self.mayTakeKey = mayTakeKey }
        return contains(range) { word in
            if mayTakeKey, isWord(word, "key", atEnd: true) || isWord(word, "license", atEnd: true) { return true }
            mayTakeKey = mayTakeKey || takesKey(word)
            return false
        }
    }

    /// Returns whether a word is PRAGMA or ATTACH, with at most one extra letter before or after it. Mistyped words count, because a
    /// mistyped statement contains the key, too.
    private func takesKey(_ word: Range<Int>) -> Bool {
        guard word.count == 6 || word.count == 7 else { return false }
        let (start, end) = (word.prefix(6), word.suffix(6))
        return isWord(start, "pragma") || isWord(start, "attach") || isWord(end, "pragma") || isWord(end, "attach")
    }

    private func contains(_ range: Range<Int>, where isSought: (Range<Int>) -> Bool) -> Bool {
        var position = range.lowerBound
        while position < range.upperBound {
            let start = position
            while position < range.upperBound, KeyFinder.isLetter(text[position]) { position += 1 }
            if start < position, isSought(start..<position) { return true }
            position += 1
        }
        return false
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

// MARK: - Words

/// Returns the OS's message for an error number, for example `errno`.
package func systemMessage(_ number: Int32) -> String { String(cString: strerror(number)) }

extension BinaryInteger {
    /// Returns the number with its noun: "1 row", "2 rows".
    package func of(_ noun: String) -> String { "\(self) \(noun.inNumber(self))" }
}

extension String {
    /// Returns the noun in singular or plural.
    package func inNumber(_ count: some BinaryInteger) -> String { count == 1 ? self : self + "s" }
}
