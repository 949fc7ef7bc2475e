#if Tool
    import Foundation

    /// The first word of the arguments.
    enum Verbs {
        private static var names: [String] { Command.configuration.subcommands.map { $0._commandName } + ["help"] }

        /// Why a word is no verb, with a suggestion; nil if it is one.
        static func problem(with word: String) -> String? {
            guard !word.hasPrefix("-"), !names.contains(word) else { return nil }
            let start = "there is no verb \"\(word)\""
            let nearest = names.map { ($0, distance($0, word.lowercased())) }.min { $0.1 < $1.1 }
            if let (name, distance) = nearest, distance <= 2, distance < name.count / 2 {
                return "\(start). Is it \(name)?"
            }
            guard FileManager.default.fileExists(atPath: word) else { return "\(start); `fmdb help` lists them" }
            let file = shellQuoted(word)
            return
                "\(start). The verb comes before the file: `fmdb shell \(file)`, `fmdb serve \(file)`; `fmdb help` lists the verbs"
        }

        /// How many letters are put in, left out or changed.
        private static func distance(_ one: String, _ other: String) -> Int {
            let letters = Array(other)
            var last = Array(0...letters.count)
            for (row, letter) in one.enumerated() {
                var next = [row + 1]
                for (column, otherLetter) in letters.enumerated() {
                    let changed = last[column] + (letter == otherLetter ? 0 : 1)
                    next.append(min(changed, last[column + 1] + 1, next[column] + 1))
                }
                last = next
            }
            return last[letters.count]
        }
    }
#endif
