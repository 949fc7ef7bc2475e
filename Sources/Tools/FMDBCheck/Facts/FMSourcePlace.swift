#if Checked
    import SwiftSyntax

    /// A place in a source file.
    public struct FMSourcePlace: Sendable, Hashable, Codable {
        /// The file, as passed to the check.
        public let file: String
        /// The line, from 1.
        public let line: Int
        /// The column in bytes of UTF-8, from 1, as Swift's compiler counts it.
        public let column: Int

        package init(_ file: String, line: Int, column: Int) {
            self.file = file
            self.line = line
            self.column = column
        }
    }

    package struct Places {
        package let file: String
        /// The byte offsets of the lines.
        let lines: [Int]

        package init(of source: String, file: String) {
            self.file = file
            var source = source
            lines = source.withUTF8 { utf8 in
                var lines = [0]
                for (offset, byte) in utf8.enumerated() where byte == UInt8(ascii: "\n") { lines.append(offset + 1) }
                return lines
            }
        }

        /// Returns the line of a byte, from 0.
        func line(at offset: Int) -> Int { max(0, lines.partitionIndex { $0 > offset } - 1) }

        package func place(at offset: Int) -> FMSourcePlace {
            let line = line(at: offset)
            return FMSourcePlace(file, line: line + 1, column: offset - lines[line] + 1)
        }

        /// Returns the place of a node's first token, after white space and comments.
        package func place(of node: some SyntaxProtocol) -> FMSourcePlace {
            place(at: node.positionAfterSkippingLeadingTrivia.utf8Offset)
        }
    }
#endif
