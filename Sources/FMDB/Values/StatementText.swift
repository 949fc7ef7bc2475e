/// SQL texts as others may read them.
package enum StatementText {
    /// How many bytes of a text are shown.
    private static let shownLength = 2000

    /// An SQL text with `?` in place of each literal, and without comments.
    ///
    /// Values that are bound are not in the text; those that are written into it are taken out here. Names stay, also those in double
    /// quotes. Of PRAGMA and ATTACH only the names stay.
    package static func withoutValues(_ sql: String) -> String {
        let verb = StatementVerb(of: sql)
        let hidesNames = verb == .pragma || verb == .attach
        var scanner = StatementScanner(sql)
        var shown = ""
        var isAfterName = false
        while shown.utf8.count <= shownLength, let token = scanner.next() {
            switch token.kind {
            case .blank: if !shown.isEmpty, shown.last != " " { shown += " " }
            case .literal: shown += "?"
            case .quotedName where hidesNames: shown += "?"
            case .word where verb == .pragma && isAfterName: shown += "?"
            case .sign:
                isAfterName = isAfterName || token.text == "=" || token.text == "("
                shown += token.text
            case .word, .quotedName, .parameter: shown += token.text
            }
        }
        let text = shown.last == " " ? String(shown.dropLast()) : shown
        guard text.utf8.count > shownLength else { return text }
        return String(text.unicodeScalars.prefix(shownLength)) + "…"
    }
}
