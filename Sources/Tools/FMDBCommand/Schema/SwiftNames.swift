#if Tool
    import Foundation

    enum SwiftNames {
        /// Returns a type name: `order_items` → `OrderItems`. Avoids names that the models or most programs use.
        static func type(_ name: String) -> String {
            let joined = words(name).map(capitalized).joined()
            let result = begins(joined) ? joined : "Table" + joined
            return taken.contains(result) ? result + "Row" : result
        }

        /// Returns a property name: `unit_price` → `unitPrice`.
        static func property(_ name: String) -> String {
            let words = words(name)
            guard let first = words.first else { return "column" }
            let start =
                first == first.uppercased() ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
            let joined = start + words.dropFirst().map(capitalized).joined()
            let result = begins(joined) ? joined : "column" + joined
            return ["self", "init"].contains(result) ? result + "Column" : result
        }

        static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

        private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

        /// Splits a name into words of characters that are valid in identifiers.
        private static func words(_ name: String) -> [String] {
            name.split { !$0.isLetter && !$0.isNumber }.map { word in
                String(String.UnicodeScalarView(word.unicodeScalars.filter(\.properties.isXIDContinue)))
            }.filter { !$0.isEmpty }
        }

        private static func begins(_ name: String) -> Bool { name.unicodeScalars.first?.properties.isXIDStart ?? false }

        private static let taken = Set(
            """
            Any Array Bool Character Codable CodingKey CodingKeys Data Date Decimal Decodable Decoder Dictionary \
            Double Encodable Encoder Equatable Error FMDB FMDBModel FMIndex FMKey FMModel FMReference \
            FMTableOptions FMValue Float Foundation Hashable Identifiable Int Int64 Never Optional Protocol Result \
            Self Sendable Set String Swift Task Type URL UUID Void
            """.split(separator: " ").map(String.init))

        private static let keywords = Set(
            """
            as associatedtype break case catch class continue default defer deinit do else enum extension \
            fallthrough false fileprivate for func guard if import in inout internal is let nil operator \
            precedencegroup private protocol public repeat rethrows return static struct subscript super switch \
            throw throws true try typealias var where while
            """.split(separator: " ").map(String.init))
    }
#endif
