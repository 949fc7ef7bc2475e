#if Tool
    import Foundation

    /// A program was ended within a transaction, and only one that may write to the file can undo it.
    struct UnfinishedTransaction: Error {
        let path: String

        var message: String { "a transaction was left unfinished, and reading alone cannot undo it" }
        var action: String { "Open it once for writing, beside its journal: fmdb checkpoint \(shellQuoted(path))" }
    }

    /// A text as one word of a shell's command.
    func shellQuoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty && text.first != "-"
            && text.utf8.allSatisfy { byte in
                switch UInt8(byte) {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
        guard !isPlain else { return text }
        // What begins with a hyphen is taken for an option.
        let path = text.first == "-" ? "./" + text : text
        return "'" + path.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }
#endif
