import Foundation

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
    package var namesKey: Bool {
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

/// Looks through the words of an SQL text, those within quotes and comments, too.
private struct KeyFinder {
    private let text: UnsafeBufferPointer<UInt8>
    private var mayTakeKey = false

    static func namesKey(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var finder = KeyFinder(text: text)
        // Of nearly all texts nothing but their words is looked at.
        guard finder.contains(text.indices, where: finder.takesKey) else { return false }
        var scanner = SQLScanner(text)
        var isTaken = false
        while scanner.position < text.count {
            guard let token = scanner.next() else {
                // SQLite reads nothing behind a byte 0, but people do.
                scanner.position += 1
                continue
            }
            // A semicolon right behind PRAGMA is a slip, and parts nothing.
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

    /// A mistyped statement has the key, too, so a letter before or behind the word is passed over.
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

/// What the system says of an error's number, `errno` for example.
package func systemMessage(_ number: Int32) -> String { String(cString: strerror(number)) }

extension BinaryInteger {
    /// The number with its noun: "1 row", "2 rows".
    package func of(_ noun: String) -> String { "\(self) \(noun.inNumber(self))" }
}

extension String {
    /// The noun for a number of things.
    package func inNumber(_ count: some BinaryInteger) -> String { count == 1 ? self : self + "s" }
}
