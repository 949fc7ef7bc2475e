import Foundation

/// The kind and the folded form of each scalar in Unicode's Basic Multilingual Plane, for tokenizers.
struct ScalarTable: Sendable {
    /// The role of a scalar in text.
    enum Kind: UInt8 {
        /// A scalar that separates words.
        case separator
        case word
        /// A combining mark on the preceding scalar. The mark is a part of the word, and is never removed.
        case mark
        /// An accent on the preceding scalar, which may be removed.
        case accent
        /// A scalar of a script without spaces between words.
        case unspaced
        /// An invisible scalar, which only controls how its neighbours are displayed.
        case ignored
    }

    private let kinds: [Kind]
    /// The lowercase form of each scalar, or 0 if it has several scalars.
    private let folded: [UInt32]
    /// The lowercase form without accents, or 0 if it has several scalars.
    private let bare: [UInt32]
    /// The lowercase forms with several scalars.
    private let several: [UInt32: (folded: String, bare: String)]

    static let shared = ScalarTable()

    /// The plain forms of letters with strokes, which Unicode does not decompose, and of ligatures.
    fileprivate static let plain: [Unicode.Scalar: String] = [
        "đ": "d", "ł": "l", "ø": "o", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe",
    ]

    private init() {
        var (kinds, folded, bare) = ([Kind](), [UInt32](), [UInt32]())
        var several: [UInt32: (folded: String, bare: String)] = [:]
        for number in 0..<0x10000 as Range<UInt32> {
            let kind = Unicode.Scalar(number).map(Kind.init) ?? .separator
            kinds.append(kind)
            guard kind == .word, let scalar = Unicode.Scalar(number), !(0xE000...0xF8FF).contains(number) else {
                folded.append(number)
                bare.append(number)
                continue
            }
            let forms = scalar.folded
            let (first, second) = (forms.folded.unicodeScalars, forms.bare.unicodeScalars)
            folded.append(first.count == 1 ? first.first?.value ?? 0 : 0)
            bare.append(second.count == 1 ? second.first?.value ?? 0 : 0)
            if first.count != 1 || second.count != 1 { several[number] = forms }
        }
        (self.kinds, self.folded, self.bare, self.several) = (kinds, folded, bare, several)
    }

    func kind(of scalar: Unicode.Scalar) -> Kind { scalar.value < 0x10000 ? kinds[Int(scalar.value)] : Kind(scalar) }

    /// Appends the lowercase form of a scalar, without accents if `isBare` is true.
    func append(_ scalar: Unicode.Scalar, isBare: Bool, to bytes: inout [UInt8]) {
        guard scalar.value < 0x10000 else {
            let forms = scalar.folded
            return bytes.append(contentsOf: (isBare ? forms.bare : forms.folded).utf8)
        }
        let number = (isBare ? bare : folded)[Int(scalar.value)]
        if number != 0, let scalar = Unicode.Scalar(number) {
            if number < 0x80 { return bytes.append(UInt8(number)) }
            return bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
        guard let forms = several[scalar.value] else { return }
        bytes.append(contentsOf: (isBare ? forms.bare : forms.folded).utf8)
    }
}

extension ScalarTable.Kind {
    fileprivate init(_ scalar: Unicode.Scalar) {
        // This is an obsolete Korean vowel, which keyboards produce for a middle dot. Published laws use it as a separator.
        if scalar == "\u{318D}" {
            self = .separator
            return
        }
        if scalar.isUnspaced || scalar.isIgnored {
            self = scalar.isUnspaced ? .unspaced : .ignored
            return
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            self = .word
        case .nonspacingMark, .spacingMark, .enclosingMark: self = scalar.isAccent ? .accent : .mark
        default: self = .separator
        }
    }
}

extension Unicode.Scalar {
    /// The lowercase form with and without accents: "ß" becomes "ss", and a fullwidth "Ａ" becomes "a".
    fileprivate var folded: (folded: String, bare: String) {
        let canonical = String(self).decomposedStringWithCanonicalMapping
        var parts = canonical.decomposedStringWithCompatibilityMapping.unicodeScalars.map(\.small).joined()
        // If the compatibility form contains separators, the canonical form is used instead.
        if parts.unicodeScalars.contains(where: { ScalarTable.Kind($0) == .separator }) {
            parts = canonical.unicodeScalars.map(\.small).joined()
        }
        let bare = parts.unicodeScalars.filter { !$0.isAccent }.map { ScalarTable.plain[$0] ?? String($0) }.joined()
        return (parts, bare)
    }

    /// The scalar converted to lowercase, then to uppercase, and to lowercase again. So letters that share an uppercase letter get the same
    /// form.
    private var small: String {
        if isAccent { return String(self) }
        let capitals = properties.lowercaseMapping.unicodeScalars.map(\.properties.uppercaseMapping).joined()
        return capitals.unicodeScalars.map(\.properties.lowercaseMapping).joined()
    }

    /// Whether the scalar is ignored: soft hyphens, joiners, variation selectors and the Arabic tatweel.
    fileprivate var isIgnored: Bool {
        switch value {
        case 0xAD, 0x34F, 0x640, 0x200B...0x200D, 0x2060, 0xFE00...0xFE0F, 0xFEFF, 0xE0100...0xE01EF: true
        default: false
        }
    }

    /// Whether the scalar is an accent in a script whose letters are readable without accents.
    fileprivate var isAccent: Bool {
        switch value {
        case 0x300...0x36F, 0x483...0x487, 0x591...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670, 0x6D6...0x6ED,
            0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F:
            properties.generalCategory == .nonspacingMark || properties.generalCategory == .enclosingMark
        default: false
        }
    }

    /// Whether the scalar belongs to a script without spaces between words, or to Korean, which has no spaces before particles.
    fileprivate var isUnspaced: Bool {
        switch value {
        // Thai, Lao, Myanmar, Khmer.
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF: properties.isAlphabetic || properties.isMark
        // Korean syllables and jamo.
        case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97F, 0xAC00...0xD7FF: properties.isAlphabetic
        // Japanese with its marks, in normal and halfwidth form; Bopomofo and Yi.
        case 0x3005...0x3007, 0x303B...0x303C, 0x3041...0x30FA, 0x30FC...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF,
            0xA000...0xA48F, 0xFF66...0xFF9F:
            value != 0x30A0
        // Chinese characters.
        case 0x2E80...0x2FD5, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isMark: Bool { generalCategory == .nonspacingMark || generalCategory == .spacingMark }
}
