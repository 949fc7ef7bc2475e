#if Checked
    import SwiftSyntax

    /// The comments that silence findings: `// fmdb:ignore reason`.
    package struct IgnoreComments {
        package private(set) var comments: [IgnoreComment] = []
        /// The errors for comments that give no reason. These comments silence nothing.
        package private(set) var errors: [SourceError] = []

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
            // "fmdb:ignored" is a different word.
            guard rest.first.map({ $0.isWhitespace || $0 == ":" }) ?? true else { return }
            let reason = rest.drop { $0.isWhitespace || $0 == ":" }.trimmingSuffix(while: \.isWhitespace)
            let place = places.place(at: offset)
            guard !reason.isEmpty else {
                let message = "fmdb:ignore needs a reason: // fmdb:ignore a plugin creates the table"
                return errors.append(SourceError(place: place, message: message, kind: .comment))
            }
            let standsAlone = Self.standsAlone(bytes, offset, offset + piece.sourceLength.utf8Length)
            comments.append(IgnoreComment(line: place.line, standsAlone: standsAlone, reason: reason))
        }

        private static func standsAlone(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
            func isText(_ byte: UInt8) -> Bool { !" \t".utf8.contains(byte) }
            func isEnd(_ byte: UInt8?) -> Bool { byte.map { "\r\n".utf8.contains($0) } ?? true }
            return isEnd(bytes[..<start].last(where: isText)) && isEnd(bytes[end...].first(where: isText))
        }
    }
#endif
