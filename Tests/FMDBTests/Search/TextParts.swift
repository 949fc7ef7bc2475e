import Foundation

/// Texts as what they are found by. It shares no code with the tokenizer.
enum TextParts {
    /// A letter of former Korean, which is printed for the dot between words.
    private static let middleDot: Unicode.Scalar = "\u{318D}"

    /// The folded words, and the characters of scripts without spaces; between two of these that are apart, a stroke.
    static func parts(_ text: String) -> [String] {
        var parts: [String] = []
        var word = ""
        var isApart = false
        func end() {
            if !word.isEmpty { parts.append(folded(word)) }
            word = ""
        }
        for cluster in clusters(text[...]) {
            guard let first = cluster.unicodeScalars.first else { continue }
            if first.isUnspaced {
                end()
                if isApart, parts.last?.first?.isUnspaced == true { parts.append("|") }
                parts.append(folded(cluster))
                isApart = false
            } else if first.isOfWord, first != middleDot {
                word += cluster
            } else if !first.properties.isDefaultIgnorableCodePoint {
                end()
                isApart = true
            }
        }
        end()
        return parts
    }

    /// Characters with the marks that belong to them.
    static func clusters(_ text: Substring) -> [String] {
        var clusters: [String] = []
        for scalar in text.unicodeScalars {
            if scalar.isMark, !clusters.isEmpty {
                clusters[clusters.count - 1].unicodeScalars.append(scalar)
            } else {
                clusters.append(String(scalar))
            }
        }
        return clusters
    }

    /// Small letters without accents.
    static func folded(_ text: String) -> String {
        // Most parts are such; the rest takes long.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        if text.unicodeScalars.allSatisfy({ (0x4E00...0x9FFF).contains($0.value) }) { return text }
        let scalars = text.decomposedStringWithCompatibilityMapping.unicodeScalars.filter { scalar in
            // Accents of Latin, Greek, Cyrillic, Hebrew and Arabic letters; the stroke that lengthens Arabic words.
            !(scalar.value < 0x700 && scalar.isMark) && scalar != "\u{640}"
        }
        let small = String(String.UnicodeScalarView(scalars)).lowercased()
        return small.unicodeScalars.map { plain[$0] ?? String($0) }.joined().precomposedStringWithCanonicalMapping
    }

    private static let plain: [Unicode.Scalar: String] = [
        "ß": "ss", "ς": "σ", "œ": "oe", "æ": "ae", "ł": "l", "đ": "d", "ø": "o",
    ]
}

extension String {
    /// As SQLite sees it: "का" begins with "क", though it is one character.
    func begins(with text: String) -> Bool { utf8.starts(with: text.utf8) }
}

extension Character {
    var isUnspaced: Bool { unicodeScalars.first?.isUnspaced ?? false }
}

extension Unicode.Scalar {
    var isMark: Bool {
        [.nonspacingMark, .spacingMark, .enclosingMark].contains(properties.generalCategory)
            || value == 0xFF9E || value == 0xFF9F
    }

    var isOfWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        default: false
        }
    }

    var isUnspaced: Bool {
        switch value {
        case 0xE00...0xEFF, 0x1100...0x11FF, 0x3005...0x3007, 0x3041...0x30FA, 0x30FC...0x312F, 0x3400...0x9FFF,
            0xAC00...0xD7A3,
            0xFF66...0xFF9F, 0x20000...0x3FFFF:
            isOfWord || isMark || value == 0x3007
        default: false
        }
    }
}
