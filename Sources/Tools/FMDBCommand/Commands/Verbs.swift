#if Tool
    import FMDB
    import Foundation

    /// The first word of the arguments.
    enum Verbs {
        private static var names: [String] { Command.configuration.subcommands.map { $0._commandName } + ["help"] }

        /// Why a word is no verb, with a suggestion; nil if it is one.
        static func problem(with word: String) -> String? {
            guard !word.hasPrefix("-"), !names.contains(word) else { return nil }
            let start = "there is no verb \"\(word)\""
            if let name = NearestName(to: word, in: names).name { return "\(start). Is it \(name)?" }
            guard FileManager.default.fileExists(atPath: word) else { return "\(start); `fmdb help` lists them" }
            let file = shellQuoted(word)
            return
                "\(start). The verb comes before the file: `fmdb shell \(file)`, `fmdb serve \(file)`; `fmdb help` lists the verbs"
        }
    }
#endif
