import Foundation

/// Splits text in any language into words, which are separated by spaces and punctuation.
///
/// In scripts without spaces between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese), a query finds any sequence of characters. The
/// same applies to Korean, which appends inflections to words.
///
///     FMDatabase.registerTokenizer(FMUnicodeTokenizer(removesAccents: false), withKey: "exact")
///
/// A search ignores case, the width of characters, and whether they are composed or decomposed, and "ss" finds "ß". For scripts without
/// spaces, the index contains each character and the pair that starts with it, and a query searches for the pairs. This needs the FTS5
/// option `detail = full`, the default.
public struct FMUnicodeTokenizer: FMTokenizer {
    /// Whether accents are removed, so that "cafe" finds "café".
    public var removesAccents: Bool
    /// Additional characters that are parts of words, for example "+" for "C++" or "_" for "x_1".
    public var wordCharacters: Set<Unicode.Scalar>
    /// Additional characters that separate words.
    public var separators: Set<Unicode.Scalar>

    /// Creates a tokenizer.
    ///
    /// - Parameters:
    ///   - removesAccents: whether accents are removed.
    ///   - wordCharacters: additional characters that are parts of words.
    ///   - separators: additional characters that separate words.
    public init(
        removesAccents: Bool = true, wordCharacters: Set<Unicode.Scalar> = [], separators: Set<Unicode.Scalar> = []
    ) {
        (self.removesAccents, self.wordCharacters, self.separators) = (removesAccents, wordCharacters, separators)
    }

    /// Splits text into tokens.
    public func tokenize(_ text: String, for purpose: FMTokenPurpose, _ add: (FMToken) throws -> Void) throws {
        var text = text
        try text.withUTF8 { bytes in
            var scan = UnicodeScan(bytes, self, purpose)
            try scan.run(add)
        }
    }
}

/// One pass over the text.
private struct UnicodeScan {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let tokenizer: FMUnicodeTokenizer
    private let purpose: FMTokenPurpose
    private let hasOwnCharacters: Bool
    private let table = ScalarTable.shared

    private var word: [UInt8] = []
    /// Whether the word has combining marks, whose order must be normalised.
    private var hasMarks = false
    private var start = 0
    /// The last character, if it is of a script without spaces and not added yet.
    private var pending: Character?
    /// Whether the pending character is the second one of a pair.
    private var isPaired = false

    private struct Character {
        let range: Range<Int>
        /// The composed form, or nil if the text already has it.
        let composed: String?
    }

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ tokenizer: FMUnicodeTokenizer, _ purpose: FMTokenPurpose) {
        (self.bytes, self.tokenizer, self.purpose) = (bytes, tokenizer, purpose)
        hasOwnCharacters = !tokenizer.wordCharacters.isEmpty || !tokenizer.separators.isEmpty
    }

    mutating func run(_ add: (FMToken) throws -> Void) throws {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80, !hasOwnCharacters, ScalarTable.isASCIIWord(byte) {
                try endUnspaced(add)
                if word.isEmpty { start = index }
                word.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
                index += 1
                continue
            }
            let (scalar, length) = scalar(at: index)
            try read(scalar, index..<index + length, &index, add)
        }
        try endWord(at: bytes.count, add)
        // The last pair of a prefix query is the prefix to search for. Its second character is not also added alone, because in the text it
        // may be followed by vowel signs and tone marks.
        if purpose == .prefix, isPaired, let pending, scalar(at: pending.range.lowerBound).0.takesMarks { return }
        try endUnspaced(add)
    }

    private mutating func read(
        _ scalar: Unicode.Scalar, _ range: Range<Int>, _ index: inout Int, _ add: (FMToken) throws -> Void
    ) throws {
        index = range.upperBound
        switch kind(of: scalar) {
        case .separator:
            try endWord(at: range.lowerBound, add)
            try endUnspaced(add)
        case .word:
            try endUnspaced(add)
            if word.isEmpty { start = range.lowerBound }
            table.append(scalar, isBare: tokenizer.removesAccents, to: &word)
        case .mark, .accent:
            // A mark belongs to the preceding character.
            guard !word.isEmpty, !(tokenizer.removesAccents && kind(of: scalar) == .accent) else { return }
            table.append(scalar, isBare: false, to: &word)
            hasMarks = true
        case .ignored: break
        case .unspaced:
            try endWord(at: range.lowerBound, add)
            try append(unspaced(scalar, range, &index), add)
        }
    }

    private func kind(of scalar: Unicode.Scalar) -> ScalarTable.Kind {
        if hasOwnCharacters {
            if tokenizer.separators.contains(scalar) { return .separator }
            if tokenizer.wordCharacters.contains(scalar) { return .word }
        }
        return table.kind(of: scalar)
    }

    /// Returns the scalar at an index and its length. The bytes come from a String, so they are valid UTF-8.
    private func scalar(at index: Int) -> (Unicode.Scalar, length: Int) {
        let first = UInt32(bytes[index])
        func next(_ offset: Int) -> UInt32 { UInt32(bytes[index + offset]) & 0x3F }
        let (value, length): (UInt32, Int) =
            switch first {
            case 0..<0x80: (first, 1)
            case 0..<0xE0: ((first & 0x1F) << 6 | next(1), 2)
            case 0..<0xF0: ((first & 0x0F) << 12 | next(1) << 6 | next(2), 3)
            default: ((first & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3), 4)
            }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
    }
}

// MARK: - Words

extension UnicodeScan {
    private mutating func endWord(at end: Int, _ add: (FMToken) throws -> Void) throws {
        guard !word.isEmpty else { return }
        defer {
            word.removeAll(keepingCapacity: true)
            hasMarks = false
        }
        let text = String(decoding: word, as: UTF8.self)
        try add(FMToken(hasMarks ? text.decomposedStringWithCanonicalMapping : text, at: start..<end))
    }
}

extension ScalarTable {
    static func isASCIIWord(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 }
}

// MARK: - Scripts without spaces

extension UnicodeScan {
    /// Returns a character with its combining marks, and moves the index past it.
    private func unspaced(_ first: Unicode.Scalar, _ range: Range<Int>, _ index: inout Int) -> Character {
        var scalars: String.UnicodeScalarView?
        var last = first
        // The limit of 64 bytes protects against any number of marks after one character.
        while index < bytes.count, bytes[index] >= 0x80, index - range.lowerBound < 64 {
            let (scalar, length) = scalar(at: index)
            guard scalar.continues(last) else { break }
            if scalars == nil { scalars = String.UnicodeScalarView([first]) }
            if !scalar.isVariationSelector { scalars?.append(scalar) }
            last = scalar
            index += length
        }
        let range = range.lowerBound..<index
        if scalars == nil, first.isComposed { return Character(range: range, composed: nil) }
        let text = String(scalars ?? String.UnicodeScalarView([first]))
        // This takes two steps, because on Linux Foundation's one-step mapping leaves halfwidth characters such as "ﾃﾞ" decomposed.
        let composed = text.decomposedStringWithCompatibilityMapping.precomposedStringWithCanonicalMapping
        return Character(range: range, composed: composed)
    }

    private mutating func append(_ character: Character, _ add: (FMToken) throws -> Void) throws {
        if let pending { try end(pending, before: character, add) }
        isPaired = pending != nil
        pending = character
    }

    private mutating func endUnspaced(_ add: (FMToken) throws -> Void) throws {
        guard let pending else { return }
        self.pending = nil
        try add(FMToken(text(of: pending), at: pending.range))
    }

    private func text(of character: Character) -> String {
        character.composed ?? String(decoding: UnsafeBufferPointer(rebasing: bytes[character.range]), as: UTF8.self)
    }

    private func text(of first: Character, _ second: Character) -> String {
        guard first.composed == nil, second.composed == nil, first.range.upperBound == second.range.lowerBound else {
            return text(of: first) + text(of: second)
        }
        let range = first.range.lowerBound..<second.range.upperBound
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    private func end(_ first: Character, before second: Character, _ add: (FMToken) throws -> Void) throws {
        let range = first.range.lowerBound..<second.range.upperBound
        if purpose.isQuery { return try add(FMToken(text(of: first, second), at: range)) }
        try add(FMToken(text(of: first), at: first.range))
        if purpose != .unknown { try add(FMToken(text(of: first, second), at: range, isSynonym: true)) }
    }
}

extension Unicode.Scalar {
    /// Whether composition does not change the scalar.
    fileprivate var isComposed: Bool {
        switch value {
        case 0x3041...0x3096, 0x309D...0x309E, 0x30A1...0x30FE, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
        default: false
        }
    }

    fileprivate var isVariationSelector: Bool {
        (0xFE00...0xFE0F).contains(value) || (0xE0100...0xE01EF).contains(value)
    }

    /// Whether the scalar belongs to Thai, Lao, Burmese or Khmer, whose letters take marks.
    fileprivate var takesMarks: Bool {
        (0xE00...0xEFF).contains(value) || (0x1000...0x109F).contains(value) || (0x1780...0x17FF).contains(value)
    }

    /// Whether the scalar is a part of the same character as the preceding scalar.
    fileprivate func continues(_ before: Unicode.Scalar) -> Bool {
        if isComposed { return false }
        return switch value {
        // Japanese voiced sound marks, in normal and halfwidth form.
        case 0x3099, 0x309A: true
        case 0xFF9E, 0xFF9F: (0xFF66...0xFF9D).contains(before.value)
        // The vowel of a Korean syllable, then its final consonant.
        case 0x1160...0x11A7, 0xD7B0...0xD7C6: before.isLeadingJamo
        case 0x11A8...0x11FF, 0xD7CB...0xD7FB: before.isVowelJamo || before.isOpenSyllable
        default:
            isVariationSelector
                || (properties.generalCategory == .nonspacingMark || properties.generalCategory == .spacingMark)
        }
    }

    private var isLeadingJamo: Bool { (0x1100...0x115F).contains(value) || (0xA960...0xA97C).contains(value) }
    private var isVowelJamo: Bool { (0x1160...0x11A7).contains(value) || (0xD7B0...0xD7C6).contains(value) }
    private var isOpenSyllable: Bool { (0xAC00...0xD7A3).contains(value) && (value - 0xAC00) % 28 == 0 }
}
