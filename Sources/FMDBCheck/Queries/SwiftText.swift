#if Checked
    /// Lines of Swift code, as the formatter would write them.
    struct SwiftText {
        private static let width = 120
        private(set) var lines: [String] = []
        private var indent = 0

        var text: String { lines.joined(separator: "\n") + "\n" }

        mutating func add(_ line: String = "") {
            lines.append(line.isEmpty ? "" : String(repeating: " ", count: indent) + line)
        }

        mutating func add(documentation: [String]) {
            for line in documentation { add(line.isEmpty ? "///" : "/// \(line)") }
        }

        func hasRoom(for line: String) -> Bool { indent + line.count <= SwiftText.width }

        /// A line that ends with an opening brace, what it encloses, and the closing one.
        mutating func block(_ head: String, _ body: (inout SwiftText) -> Void) {
            add(head + " {")
            enclosed(body)
        }

        /// What an opening brace encloses, and the closing one.
        mutating func enclosed(_ body: (inout SwiftText) -> Void, end: String = "}") {
            indent += 4
            body(&self)
            indent -= 4
            add(end)
        }

        /// Something with a list in parentheses, broken where it is too long.
        ///
        /// - Parameter tail: what follows the closing parenthesis.
        mutating func add(_ head: String, list: [String], tail: String) {
            let line = "\(head)(\(list.joined(separator: ", ")))\(tail)"
            guard !hasRoom(for: line) else { return add(line) }
            add(head + "(")
            enclosed({ $0.fill(list) }, end: ")" + tail)
        }

        /// As many elements in each line as there is room for.
        private mutating func fill(_ list: [String]) {
            var line = ""
            for (index, element) in list.enumerated() {
                let next = element + (index < list.count - 1 ? "," : "")
                if !line.isEmpty, indent + line.count + 1 + next.count > SwiftText.width {
                    add(line)
                    line = ""
                }
                line += line.isEmpty ? next : " " + next
            }
            add(line)
        }

        /// A literal behind something, in one line if there is room for it.
        mutating func add(_ head: String, literal lines: [String]) {
            if lines.count == 1, indent + head.count + lines[0].count + 3 <= SwiftText.width, !lines[0].contains("\"") {
                return add("\(head) \"\(lines[0])\"")
            }
            add(head + " \"\"\"")
            indent += 4
            for line in lines { add(line.replacingQuotes) }
            add("\"\"\"")
            indent -= 4
        }
    }

    extension String {
        /// Three quotes in a row would end the literal.
        fileprivate var replacingQuotes: String {
            split(separator: "\"\"\"", omittingEmptySubsequences: false).joined(separator: "\\\"\"\"")
        }

        /// The text as it stands within a literal of Swift; line feeds stay.
        var escapedForLiteral: String {
            var escaped = ""
            for scalar in unicodeScalars {
                switch scalar {
                case "\\": escaped += "\\\\"
                case "\t": escaped += "\\t"
                case "\n": escaped += "\n"
                case "\r": escaped += "\\r"
                case "\0": escaped += "\\0"
                default:
                    if scalar.value < 0x20 || scalar.value == 0x7F {
                        escaped += "\\u{\(String(scalar.value, radix: 16))}"
                    } else {
                        escaped.unicodeScalars.append(scalar)
                    }
                }
            }
            return escaped
        }
    }
#endif
