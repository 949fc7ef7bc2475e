#if Checked
    import SwiftSyntax

    enum SourceErrors {
        /// Returns the first syntax error of each declaration or statement of the file. Later errors follow from it.
        static func errors(in file: SourceFileSyntax, _ index: SourceIndex, places: Places) -> [SourceError] {
            var errors =
                index.tooDeep.map { offset in
                    [SourceError(place: places.place(at: offset), message: "a chain of calls is too long to be read")]
                } ?? []
            guard file.hasError else { return errors }
            for item in file.statements where item.hasError { errors.append(error(in: Syntax(item), places)) }
            if let rest = file.unexpectedBetweenStatementsAndEndOfFileToken {
                errors.append(error(in: Syntax(rest), places))
            }
            return errors
        }

        /// Returns the offset at which brackets are nested too deeply, or nil. The parser's own nesting limit does not apply where it looks
        /// ahead for types.
        static func tooDeepNesting(of source: String) -> Int? {
            var (depth, isInText) = (0, false)
            var previous = UInt8(ascii: " ")
            for (offset, byte) in source.utf8.enumerated() {
                switch byte {
                case UInt8(ascii: "\n"): isInText = false
                case UInt8(ascii: "\"") where previous != UInt8(ascii: "\\"): isInText.toggle()
                case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += isInText ? 0 : 1
                case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= isInText || depth == 0 ? 0 : 1
                default: break
                }
                if depth > 1_000 { return offset }
                previous = byte
            }
            return nil
        }

        /// Moves the space in `@available (iOS 13, *)`, without changing any offset. Compilers before Swift 6 accept this spelling, but the
        /// parser does not.
        static func withoutOldSpelling(_ source: String) -> String {
            guard source.contains("@available (") else { return source }
            return source.split(separator: "@available (", omittingEmptySubsequences: false).joined(
                separator: "@available( ")
        }

        private static func error(in node: Syntax, _ places: Places) -> SourceError {
            var node = node
            while node.kind != .unexpectedNodes,
                let next = node.children(viewMode: .all).first(where: {
                    $0.hasError || $0.kind == .unexpectedNodes || $0.as(TokenSyntax.self)?.presence == .missing
                })
            {
                node = next
            }
            var (offset, message) = (node.start, "this is not Swift")
            if let token = node.as(TokenSyntax.self) {
                let name = token.text.isEmpty ? "something" : "`\(token.text)`"
                let isMissing = token.presence == .missing
                if isMissing { offset = token.position.utf8Offset }
                message = isMissing ? "\(name) is missing here" : "\(name) is not Swift"
            }
            return SourceError(place: places.place(at: offset), message: message + "; SQL near it may be missed")
        }
    }
#endif
