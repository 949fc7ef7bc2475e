#if Checked
    import SwiftSyntax

    /// The comments that silence findings: `// fmdb:ignore reason`.
    package struct IgnoreComments {
        package private(set) var comments: [IgnoreComment] = []
        /// Comments that give no reason. They silence nothing.
        package private(set) var errors: [SourceError] = []

        /// Reads the comments of a file.
        package init(in file: SourceFileSyntax, source: String, places: Places) {
            let bytes = Array(source.utf8)
            guard bytes.mentions("fmdb:ignore") else { return }
            // The parser's own list of tokens calls itself for each level of a chain.
            var pending = [Syntax(file)]
            while let node = pending.popLast() {
                guard let token = node.as(TokenSyntax.self) else {
                    let count = pending.count
                    pending.append(contentsOf: node.children(viewMode: .sourceAccurate))
                    pending[count...].reverse()
                    continue
                }
                read(token, bytes, places)
            }
        }

        private mutating func read(
            _ token: TokenSyntax, _ bytes: [UInt8], _ places: Places
        ) {
            var offset = token.position.utf8Offset
            for piece in token.leadingTrivia {
                read(piece, at: offset, bytes, places)
                offset += piece.sourceLength.utf8Length
            }
            offset = token.endPositionBeforeTrailingTrivia.utf8Offset
            for piece in token.trailingTrivia {
                read(piece, at: offset, bytes, places)
                offset += piece.sourceLength.utf8Length
            }
        }

        private mutating func read(
            _ piece: TriviaPiece, at offset: Int, _ bytes: [UInt8], _ places: Places
        ) {
            let text: Substring
            switch piece {
            case .lineComment(let comment), .docLineComment(let comment): text = comment.drop { $0 == "/" }
            case .blockComment(let comment):
                text = comment.hasSuffix("*/") ? comment.dropFirst(2).dropLast(2) : comment.dropFirst(2)
            default: return
            }
            let words = text.drop(while: \.isWhitespace)
            guard words.hasPrefix("fmdb:ignore") else { return }
            let rest = words.dropFirst("fmdb:ignore".count)
            // "fmdb:ignored" is another word.
            guard rest.first.map({ $0.isWhitespace || $0 == ":" }) ?? true else { return }
            let reason = String(rest.drop { $0.isWhitespace || $0 == ":" }).trimmingEnd
            let place = places.place(at: offset)
            guard !reason.isEmpty else {
                let message = "fmdb:ignore needs a reason: // fmdb:ignore the table is made by a plugin"
                return errors.append(SourceError(place: place, message: message, kind: .comment))
            }
            let standsAlone = Self.standsAlone(bytes, offset, offset + piece.sourceLength.utf8Length)
            comments.append(IgnoreComment(line: place.line, standsAlone: standsAlone, reason: reason))
        }

        private static func standsAlone(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
            func isBlank(_ line: some Sequence<UInt8>) -> Bool {
                for byte in line where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") {
                    return byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
                }
                return true
            }
            guard start <= end, end <= bytes.count else { return false }
            return isBlank(bytes[..<start].reversed()) && isBlank(bytes[end...])
        }
    }

    extension String {
        fileprivate var trimmingEnd: String {
            var text = self[...]
            while text.last?.isWhitespace == true { text.removeLast() }
            return String(text)
        }
    }
#endif
