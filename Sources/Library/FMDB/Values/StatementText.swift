/// SQL without values, for logs and other output.
package enum StatementText {
    private static let shownLength = 2000

    /// Returns SQL with `?` in place of each literal, and without comments.
    ///
    /// Bound values are not in the SQL; literals are removed here. Names are kept, including names in double quotes. In PRAGMA and
    /// ATTACH quoted names are removed too, and in PRAGMA also the value.
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
