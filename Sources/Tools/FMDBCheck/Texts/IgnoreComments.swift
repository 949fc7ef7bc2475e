#if Checked
    import SwiftSyntax

    /// The comments that silence findings: `// fmdb:ignore reason`.
    package struct IgnoreComments {
        package private(set) var comments: [IgnoreComment] = []
        /// Comments that give no reason. They silence nothing.
        package private(set) var errors: [SourceError] = []

        /// Reads the comments of a file.
        package init(in file: SourceFileSyntax, source: String, places: Places) {
            guard source.contains("fmdb:ignore") else { return }
            let bytes = Array(source.utf8)
            for case let token? in NodeWalk(file, withTokens: true).lazy.map({ $0.as(TokenSyntax.self) }) {
                for (trivia, start) in [
                    (token.leadingTrivia, token.position.utf8Offset), (token.trailingTrivia, token.end),
                ] {
                    var offset = start
                    for piece in trivia {
                        read(piece, at: offset, bytes, places)
                        offset += piece.sourceLength.utf8Length
                    }
                }
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
            let reason = rest.drop { $0.isWhitespace || $0 == ":" }.trimmingSuffix(while: \.isWhitespace)
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

#endif
