import Foundation

/// A text order, which ``FMDatabase/addCollation(_:_:)`` registers as a collation.
public struct FMTextOrder: Sendable {
    let compare: @Sendable (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int

    /// Sequences of digits are compared as whole numbers of any length: `file 9` comes before `file 10`. All else is compared byte by byte,
    /// as in `BINARY`. `file 09` comes after `file 9`, because strings are equal only if they are identical.
    public static let natural = FMTextOrder { NaturalOrder.compare($0, $1, ignoresCase: false) }

    /// Sequences of digits are compared as whole numbers, and the case of ASCII letters is ignored, as in `NOCASE`. For other letters use
    /// ``localized(_:options:)`` with the options `.numeric` and `.caseInsensitive`.
    public static let naturalIgnoringCase = FMTextOrder { NaturalOrder.compare($0, $1, ignoresCase: true) }

    /// Returns the dictionary order of a language: in Swedish `ä` comes after `z`, in German after `a`.
    ///
    /// Another version of the operating system may sort differently. Use the order in queries (`ORDER BY name COLLATE …`). An index, a
    /// primary key or a UNIQUE column with it needs `REINDEX` after each update of the system. Do not write such a file on different
    /// systems: SQLite would not find existing rows.
    ///
    /// - Parameters:
    ///   - locale: the language.
    ///   - options: options of Foundation, such as `.caseInsensitive`, `.diacriticInsensitive`, `.widthInsensitive` and `.numeric`.
    ///     Default: none. Options for searching have no effect.
    public static func localized(_ locale: Locale, options: String.CompareOptions = []) -> FMTextOrder {
        let options = options.intersection([
            .caseInsensitive, .diacriticInsensitive, .widthInsensitive, .numeric, .forcedOrdering,
        ])
        return FMTextOrder { left, right in
            compareTexts(left, right) { $0.compare($1, options: options, range: nil, locale: locale) }
        }
    }

    /// Compares valid UTF-8 as text. All other values come after it, compared byte by byte.
    static func compareTexts(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, by order: (String, String) -> ComparisonResult
    ) -> Int {
        switch (text(left), text(right)) {
        case (let left?, let right?): order(left, right).rawValue
        case (_?, nil): -1
        case (nil, _?): 1
        case (nil, nil): left.lexicographicallyPrecedes(right) ? -1 : right.lexicographicallyPrecedes(left) ? 1 : 0
        }
    }

    /// Returns the text, or nil if the bytes are not UTF-8. Swift replaces invalid bytes, so the bytes of the result would differ.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        var text = String(decoding: bytes, as: UTF8.self)
        return text.withUTF8 { $0.elementsEqual(bytes) } ? text : nil
    }
}
