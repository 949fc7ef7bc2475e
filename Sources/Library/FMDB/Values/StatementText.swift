/// SQL texts as others may read them.
package enum StatementText {
    private static let shownLength = 2000

    /// An SQL text with `?` in place of each literal, and without comments.
    ///
    /// Values that are bound are not in the text; those that are written into it are taken out here. Names stay, also those in double
    /// quotes. Of PRAGMA and ATTACH only the names stay.
    package static func withoutValues(_ sql: String) -> String {
        let verb = StatementVerb(of: sql)
        let hidesNames = verb == .pragma || verb == .attach
        let shown = sql.withSQLScanner { scanner in
            var (shown, isAfterName): ([UInt8], Bool) = ([], false)
            while shown.count <= shownLength, let token = scanner.next() {
                switch token.kind {
                case .blank, .lineComment, .blockComment:
                    if !shown.isEmpty, shown.last != UInt8(ascii: " ") { shown.append(UInt8(ascii: " ")) }
                    continue
                case .string, .blob, .number: break
                case .quoted where hidesNames: break
                case .word where verb == .pragma && isAfterName: break
                default:
                    isAfterName =
                        isAfterName || scanner.bytes(in: token.range).first == UInt8(ascii: "=")
                        || scanner.isSign(token, "(")
                    shown += scanner.bytes(in: token.range)
                    continue
                }
                shown.append(UInt8(ascii: "?"))
            }
            return shown
        }
        let text = String(decoding: shown.last == UInt8(ascii: " ") ? shown.dropLast() : shown[...], as: UTF8.self)
        guard text.utf8.count > shownLength else { return text }
        return String(text.unicodeScalars.prefix(shownLength)) + "…"
    }
}
