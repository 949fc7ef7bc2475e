#if Checked
    import Foundation
    import SwiftParser

    enum SwiftName {
        /// What may not be used as a name, even in backticks, or has a meaning behind a dot.
        static let unusable: Set<String> = ["self", "Self", "Type", "Protocol", "init", "deinit", "subscript", "_"]

        /// Names of types that a type of rows would hide.
        static let standardTypes = Set(
            words: """
                Any Array Bool Codable Data Date Decimal Dictionary Double Float Hashable Int Int64 Optional Result Self
                Sendable Set StaticString String Type UInt URL UUID
                """)

        static func isIdentifier(_ name: String) -> Bool {
            guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
                return false
            }
            return name.unicodeScalars.allSatisfy { $0 == "_" || CharacterSet.alphanumerics.contains($0) }
        }

        /// The name in code, in backticks if it is a keyword.
        static func inCode(_ name: String) -> String {
            name.isValidSwiftIdentifier(for: .variableName) ? name : "`\(name)`"
        }

        /// `first_name` as `firstName`; nil if nothing like it is a name in Swift.
        static func property(_ column: String) -> String? {
            guard isIdentifier(column) else { return nil }
            let parts = column.split(separator: "_").map(String.init)
            guard let first = parts.first else { return nil }
            let isLoud = column.uppercased() == column
            let head = isLoud ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
            let name = parts.dropFirst().reduce(head) { $0 + capitalized(isLoud ? $1.lowercased() : $1) }
            guard isIdentifier(name) else { return nil }
            return unusable.contains(name) || name == "hashValue" ? name + "_" : name
        }

        static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

        /// `time_zone` as `TimeZone`.
        static func type(_ table: String) -> String? { property(table).map(capitalized) }
    }

    extension SwiftType {
        /// nil if that is no type.
        init?(written text: String) {
            let isOptional = text.hasSuffix("?")
            let name = isOptional ? String(text.dropLast()) : text
            guard let first = name.unicodeScalars.first, first == "[" || CharacterSet.letters.contains(first) else {
                return nil
            }
            let others = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "_.<>[], "))
            guard name.unicodeScalars.allSatisfy(others.contains), (first == "[") == name.hasSuffix("]") else {
                return nil
            }
            self.init(name: name, isOptional: isOptional)
        }

        /// The type of the elements of a list; nil for other types.
        var element: String? {
            name.hasPrefix("[") && name != "[UInt8]" ? String(name.dropFirst().dropLast()).trimmed : nil
        }

        var text: String { name + (isOptional ? "?" : "") }
    }
#endif
