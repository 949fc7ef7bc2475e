import Foundation

/// An order of texts that can be made a collation by ``FMDatabase/addCollation(_:_:)``.
public struct FMTextOrder: Sendable {
    let compare: @Sendable (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int

    /// Digits count as whole numbers, however many there are: `file 9` comes before `file 10`. All else is compared byte by byte, as by
    /// `BINARY`. `file 09` comes after `file 9`, so that texts are equal only if they are the same.
    public static let natural = FMTextOrder { NaturalOrder.compare($0, $1, ignoresCase: false) }

    /// Digits count as whole numbers, and A to Z are equal to a to z, as in `NOCASE`. For other letters take ``localized(_:options:)`` with
    /// the options `.numeric` and `.caseInsensitive`.
    public static let naturalIgnoringCase = FMTextOrder { NaturalOrder.compare($0, $1, ignoresCase: true) }

    /// The order of a language, as dictionaries have it: in Swedish `ä` comes after `z`, in German after `a`.
    ///
    /// Another version of the system may sort otherwise. Use the order in queries (`ORDER BY name COLLATE …`). An index, a primary key or a
    /// UNIQUE column with it needs `REINDEX` after each update of the system. Do not write such a file on different systems: SQLite would
    /// not find rows that are there.
    ///
    /// - Parameters:
    ///   - locale: the language.
    ///   - options: Foundation's, such as `.caseInsensitive`, `.diacriticInsensitive`, `.widthInsensitive` and `.numeric`. Default:
    ///     none. Those for searching have no effect.
    public static func localized(_ locale: Locale, options: String.CompareOptions = []) -> FMTextOrder {
        let options = options.intersection([
            .caseInsensitive, .diacriticInsensitive, .widthInsensitive, .numeric, .forcedOrdering,
        ])
        return FMTextOrder { left, right in
            compareTexts(left, right) { $0.compare($1, options: options, range: nil, locale: locale) }
        }
    }

    /// Compares as texts what is UTF-8. What is not comes after it, byte by byte.
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

    /// - Returns: nil if it is not UTF-8: then Swift has put other characters for what is not.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        var text = String(decoding: bytes, as: UTF8.self)
        return text.withUTF8 { $0.elementsEqual(bytes) } ? text : nil
    }
}
