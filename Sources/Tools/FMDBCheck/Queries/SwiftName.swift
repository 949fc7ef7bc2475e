#if Checked
    import Foundation
    import SwiftParser

    enum SwiftName {
        /// Words that cannot be a name even in backticks, or that have a special meaning after a dot.
        static let unusable: Set<String> = ["self", "Self", "Type", "Protocol", "init", "deinit", "subscript", "_"]

        /// Names of standard types, each of which a row type of the same name would shadow.
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

        /// Returns the name as Swift code, in backticks if it is a keyword.
        static func inCode(_ name: String) -> String {
            name.isValidSwiftIdentifier(for: .variableName) ? name : "`\(name)`"
        }

        /// Returns `first_name` as `firstName`, or nil if the column's name cannot become a Swift name.
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

        /// Returns `time_zone` as `TimeZone`, or nil if the table's name cannot become a Swift name.
        static func type(_ table: String) -> String? { property(table).map(capitalized) }
    }

    extension SwiftType {
        /// Parses a type name. Returns nil if the text is not one.
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

        /// The element type of an array, or nil for other types.
        var element: String? {
            name.hasPrefix("[") && name != "[UInt8]" ? String(name.dropFirst().dropLast()).trimmed : nil
        }

        var text: String { name + (isOptional ? "?" : "") }
    }
#endif
